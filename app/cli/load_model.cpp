// SPDX-License-Identifier: Apache-2.0
#include "app/cli/load_model.h"

#include "app/cli/console.h"
#include "core/engine/project_operators.h"
#include "core/formats/project/node_source_map.h"
#include "core/formats/project/parameter_file.h"
#include "core/graph/analysis/onnx_inference.h"
#include "core/graph/analysis/parameters.h"
#include "core/graph/check/finding_list.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure::cli {

namespace {

/// What --params says where the file beside the model is not to be taken.
constexpr std::string_view noParameters = "none";

/// What options can name: variables, and the named dimensions of inputs.
std::vector<std::string> namesOfInputs(const Graph &graph)
{
    std::vector<std::string> names =
        hasValueTypes(graph.dialect()) ? dimensionNames(graph) : std::vector<std::string>();
    for (const NodeId id : graph.nodes()) {
        if (graph.node(id).isVariable()) {
            names.push_back(graph.node(id).name);
        }
    }
    return names;
}

/// The first name that the options give and the graph does not have.
std::optional<std::string> unknownName(const InputFacts &facts,
                                       const std::vector<std::string> &names)
{
    const auto isMissing = [&names](const auto &item) {
        return std::find(names.begin(), names.end(), item.first) == names.end();
    };
    const auto shape = std::find_if(facts.shapes.begin(), facts.shapes.end(), isMissing);
    if (shape != facts.shapes.end()) {
        return shape->first;
    }
    const auto type = std::find_if(facts.dtypes.begin(), facts.dtypes.end(), isMissing);
    return type != facts.dtypes.end() ? std::optional(type->first) : std::nullopt;
}

Diagnostic noSuchInput(const std::string &name, const std::vector<std::string> &names)
{
    const auto similar = nearest(name, names);
    std::string expected = "expected the name of a variable of the model";
    if (similar) {
        expected = "did you mean " + quoted(*similar);
    } else if (names.empty()) {
        expected = "the model has no variables";
    }
    return makeError("no-such-input", "there is no input {}, {}", quoted(name), expected);
}

/// The parameters that the options name, or those beside the model.
Result<std::optional<ModelParameters>> findParameterFile(const ModelOptions &options,
                                                         const OpenedModel &model,
                                                         const OpRegistry &ops,
                                                         Diagnostics &diagnostics)
{
    if (options.params.empty()) {
        return parametersBeside(model, ops, diagnostics);
    }
    if (options.params == noParameters) {
        return std::optional<ModelParameters>();
    }
    ASSIGN_OR_RETURN(ModelParameters parameters,
                     readParameterFile(options.params, model.graph, ops));
    diagnostics = parameters.diagnostics;
    return std::optional(std::move(parameters));
}

/// Hands them to `model`: shapes and types are taken where the options say none.
void takeParameters(ModelParameters parameters, CliModel &model)
{
    for (const auto &[name, tensor] : parameters.tensors) {
        model.facts.shapes.emplace(name, tensor.shape());
        model.facts.dtypes.emplace(name, tensor.type());
    }
    model.params = std::move(parameters.tensors);
    model.paramsFile = parameters.file.string();
}

/// What passes take for parameters: the loaded ones too.
std::set<std::string, std::less<>> parameterNames(const CliModel &model, const OpRegistry &ops)
{
    const Graph &graph = model.opened.graph;
    std::set<std::string, std::less<>> names;
    for (const NodeId id : findParameters(graph, ops, model.loadedNames())) {
        names.insert(graph.node(id).name);
    }
    return names;
}

} // namespace

std::set<std::string, std::less<>> CliModel::loadedNames() const
{
    std::set<std::string, std::less<>> names;
    for (const auto &[name, tensor] : params) {
        names.insert(name);
    }
    return names;
}

namespace {

/// Opens the model; a project brings operators along that its model needs.
Result<OpenedModel> openWithOperators(const ModelOptions &options, const Builtins &builtins)
{
    ASSIGN_OR_RETURN(auto bytes, readModelBytes(options.file, builtins.formats, builtins.ops));
    Diagnostics found;
    learnProjectOperators(bytes->view(), options.file, builtins.ops, found);
    ASSIGN_OR_RETURN(OpenedModel opened,
                     openModelBytes(std::move(bytes), options.file, builtins.formats, builtins.ops,
                                    semanticsOption(options)));
    opened.diagnostics.insert(opened.diagnostics.end(), found.begin(), found.end());
    return opened;
}

} // namespace

std::optional<CliModel> loadModel(const ModelOptions &options, OnFaults onFaults,
                                  CommandContext &context, ExitCode &code)
{
    Result<OpenedModel> opened = openWithOperators(options, context.builtins);
    if (!opened) {
        code = context.console.fail(ExitCode::InputFault, opened.error());
        return std::nullopt;
    }
    context.console.locateIn(std::make_unique<NodeSourceMap>(opened->text, opened->path.string(),
                                                             opened->format->family));
    opened->diagnostics = eachFinding(opened->diagnostics, opened->graph);
    context.console.report(opened->diagnostics);
    if (onFaults == OnFaults::Refuse && hasErrors(opened->diagnostics)) {
        code = ExitCode::InputFault;
        return std::nullopt;
    }
    CliModel model{std::move(opened).value(), inputFacts(options), {}, {}, Semantics::Exact};
    model.semantics = model.opened.semantics;
    const bool namesInputs = !model.facts.shapes.empty() || !model.facts.dtypes.empty();
    const auto names = namesInputs ? namesOfInputs(model.opened.graph) : std::vector<std::string>();
    if (const auto name = unknownName(model.facts, names)) {
        code = context.console.fail(ExitCode::WrongUsage, noSuchInput(*name, names));
        return std::nullopt;
    }
    Diagnostics found;
    Result<std::optional<ModelParameters>> parameters =
        findParameterFile(options, model.opened, context.builtins.ops, found);
    if (!parameters) {
        code = context.console.fail(ExitCode::InputFault, parameters.error());
        return std::nullopt;
    }
    context.console.report(found);
    if (*parameters) {
        takeParameters(std::move(**parameters), model);
        model.facts.parameters = parameterNames(model, context.builtins.ops);
    }
    code = ExitCode::Done;
    return model;
}

} // namespace nervure::cli
