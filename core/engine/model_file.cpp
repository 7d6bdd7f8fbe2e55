// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model_file.h"

#include "core/engine/onnx_values.h"
#include "core/engine/project_operators.h"
#include "core/formats/project/parameter_file.h"
#include "core/graph/analysis/parameters.h"

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

Result<std::optional<ModelParameters>> findParameterFile(const std::string &params,
                                                         const OpenedModel &model,
                                                         const OpRegistry &ops,
                                                         Diagnostics &diagnostics)
{
    if (params.empty()) {
        return parametersBeside(model, ops, diagnostics);
    }
    if (params == noParameters) {
        return std::optional<ModelParameters>();
    }
    ASSIGN_OR_RETURN(ModelParameters parameters,
                     readParameterFile(params, model.graph, ops, model.semantics));
    diagnostics.insert(diagnostics.end(), parameters.diagnostics.begin(),
                       parameters.diagnostics.end());
    return std::optional(std::move(parameters));
}

/// Hands them to `model`: shapes and types are taken where nobody said others.
void takeParameters(ModelParameters parameters, LoadedModel &model)
{
    for (const auto &[name, tensor] : parameters.tensors) {
        model.facts.shapes.emplace(name, tensor.shape());
        model.facts.dtypes.emplace(name, tensor.type());
    }
    model.params = std::move(parameters.tensors);
    model.paramsFile = parameters.file.string();
}

/// What passes take for parameters: the loaded ones too.
std::set<std::string, std::less<>> parameterNames(const LoadedModel &model, const OpRegistry &ops)
{
    const Graph &graph = model.opened.graph;
    std::set<std::string, std::less<>> names;
    for (const NodeId id : findParameters(graph, ops, model.loadedNames())) {
        names.insert(graph.node(id).name);
    }
    return names;
}

} // namespace

std::set<std::string, std::less<>> LoadedModel::loadedNames() const
{
    std::set<std::string, std::less<>> names;
    for (const auto &[name, tensor] : params) {
        names.insert(name);
    }
    return names;
}

Result<OpenedModel> openModelFile(const std::string &file, std::optional<Semantics> semantics,
                                  const Builtins &builtins)
{
    ASSIGN_OR_RETURN(auto bytes, readModelBytes(file, builtins.formats, builtins.ops));
    Diagnostics found;
    learnProjectOperators(bytes->view(), file, builtins.ops, found);
    ASSIGN_OR_RETURN(OpenedModel opened, openModelBytes(std::move(bytes), file, builtins.formats,
                                                        builtins.ops, semantics));
    opened.diagnostics.insert(opened.diagnostics.end(), found.begin(), found.end());
    return opened;
}

Status loadParameters(const std::string &params, LoadedModel &model, const OpRegistry &ops,
                      Diagnostics &diagnostics)
{
    const std::size_t known = diagnostics.size();
    ASSIGN_OR_RETURN(auto parameters, findParameterFile(params, model.opened, ops, diagnostics));
    const auto unfit =
        std::find_if(diagnostics.begin() + static_cast<std::ptrdiff_t>(known), diagnostics.end(),
                     [](const Diagnostic &one) {
                         return one.code == "params-beside" && one.severity == Severity::Warning;
                     });
    if (unfit != diagnostics.end()) {
        model.unfitParameters = *unfit;
    }
    if (parameters) {
        takeParameters(std::move(*parameters), model);
        model.facts.parameters = parameterNames(model, ops);
    }
    return {};
}

Result<ExecutionRequest> requestOf(LoadedModel model, const OpRegistry &ops,
                                   const AllowedFolders &allowed)
{
    if (model.unfitParameters) {
        Diagnostic error = *model.unfitParameters;
        error.severity = Severity::Error;
        error.message += "; expected a file that fits, or --params none";
        return error;
    }
    ExecutionRequest request;
    if (storesValues(model.opened.graph.dialect())) {
        ASSIGN_OR_RETURN(request.weights, readOnnxValues(model.opened, ops, allowed));
    }
    request.loadedParams = model.loadedNames();
    request.graph = std::move(model.opened.graph);
    request.original = std::move(model.opened.text);
    request.facts = std::move(model.facts);
    request.semantics = model.semantics;
    request.values = std::move(model.params);
    for (const auto &[name, tensor] : request.values) {
        request.valueFiles.emplace(name, model.paramsFile);
    }
    return request;
}

Result<ExecutionRequest> requestOfFile(const std::string &file, const std::string &params,
                                       const Builtins &builtins, Diagnostics &diagnostics)
{
    ASSIGN_OR_RETURN(OpenedModel opened, openModelFile(file, std::nullopt, builtins));
    const Diagnostics &found = opened.diagnostics;
    diagnostics.insert(diagnostics.end(), found.begin(), found.end());
    const auto error = std::find_if(found.begin(), found.end(), [](const Diagnostic &one) {
        return one.severity == Severity::Error;
    });
    if (error != found.end()) {
        return *error;
    }
    LoadedModel model{std::move(opened), {}, {}, {}, Semantics::Exact};
    model.semantics = model.opened.semantics;
    RETURN_IF_FAILED(loadParameters(params, model, builtins.ops, diagnostics));
    return requestOf(std::move(model), builtins.ops);
}

} // namespace nervure
