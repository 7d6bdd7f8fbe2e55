// SPDX-License-Identifier: Apache-2.0
#include "app/cli/load_model.h"

#include "app/cli/console.h"
#include "core/formats/node_source_map.h"
#include "core/formats/tensors/tensor_file.h"
#include "core/graph/analysis/parameters.h"
#include "core/support/file.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure::cli {

namespace {

std::vector<std::string> variableNames(const Graph &graph)
{
    std::vector<std::string> names;
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

/// Largest parameter file that is read, in bytes.
constexpr std::uintmax_t maxParamsFileBytes = std::uintmax_t{16} << 30;

/// Reads the file into `model`: tensors of variables it does not have are left out with a warning,
/// and shapes and types are taken where the options say none.
Status loadParams(const std::string &file, const std::vector<std::string> &names, CliModel &model,
                  Diagnostics &diagnostics)
{
    ASSIGN_OR_RETURN(const std::string bytes, readFile(file, maxParamsFileBytes));
    Result<TensorMap> tensors = readTensorFile(bytes);
    if (!tensors) {
        Diagnostic error = tensors.error();
        error.where.file = file;
        return error;
    }
    for (auto &[name, tensor] : *tensors) {
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            diagnostics.push_back(makeWarning(
                "params-unused", "the model has no variable {} for this parameter", quoted(name)));
            diagnostics.back().where.file = file;
            diagnostics.back().where.attribute = name;
            continue;
        }
        model.facts.shapes.emplace(name, tensor.shape());
        model.facts.dtypes.emplace(name, tensor.type());
        model.params.insert_or_assign(name, std::move(tensor));
    }
    return {};
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

std::optional<CliModel> loadModel(const ModelOptions &options, OnFaults onFaults,
                                  CommandContext &context, ExitCode &code)
{
    Result<OpenedModel> opened = openModel(options.file, context.builtins.formats,
                                           context.builtins.ops, semanticsOption(options));
    if (!opened) {
        code = context.console.fail(ExitCode::InputFault, opened.error());
        return std::nullopt;
    }
    context.console.locateIn(std::make_unique<NodeSourceMap>(opened->text, opened->path.string(),
                                                             opened->format->family));
    context.console.report(opened->diagnostics);
    if (onFaults == OnFaults::Refuse && hasErrors(opened->diagnostics)) {
        code = ExitCode::InputFault;
        return std::nullopt;
    }
    CliModel model{std::move(opened).value(), inputFacts(options), {}, Semantics::Exact};
    model.semantics = model.opened.semantics;
    const bool namesInputs =
        !model.facts.shapes.empty() || !model.facts.dtypes.empty() || !options.params.empty();
    const auto names = namesInputs ? variableNames(model.opened.graph) : std::vector<std::string>();
    if (const auto name = unknownName(model.facts, names)) {
        code = context.console.fail(ExitCode::WrongUsage, noSuchInput(*name, names));
        return std::nullopt;
    }
    if (!options.params.empty()) {
        Diagnostics unused;
        if (const Status status = loadParams(options.params, names, model, unused); !status) {
            code = context.console.fail(ExitCode::InputFault, status.error());
            return std::nullopt;
        }
        context.console.report(unused);
        model.facts.parameters = parameterNames(model, context.builtins.ops);
    }
    code = ExitCode::Done;
    return model;
}

std::filesystem::path programFolder()
{
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? std::filesystem::path() : program.parent_path();
}

} // namespace nervure::cli
