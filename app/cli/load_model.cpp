// SPDX-License-Identifier: Apache-2.0
#include "app/cli/load_model.h"

#include "app/cli/console.h"
#include "core/formats/project/node_source_map.h"
#include "core/graph/analysis/onnx_inference.h"
#include "core/graph/check/finding_list.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure::cli {

namespace {

/// What options can name: variables, and the named dimensions of inputs, of the model and of the options themselves.
std::vector<std::string> namesOfInputs(const Graph &graph, const InputFacts &facts)
{
    std::vector<std::string> names =
        hasValueTypes(graph.dialect()) ? dimensionNames(graph) : std::vector<std::string>();
    for (const auto &[input, sizes] : facts.sizes) {
        for (const Dimension &size : sizes) {
            const auto more = size.names();
            names.insert(names.end(), more.begin(), more.end());
        }
    }
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
    const auto sizes = std::find_if(facts.sizes.begin(), facts.sizes.end(), isMissing);
    if (sizes != facts.sizes.end()) {
        return sizes->first;
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

} // namespace

std::optional<CliModel> loadModel(const ModelOptions &options, OnFaults onFaults,
                                  CommandContext &context, ExitCode &code)
{
    Result<OpenedModel> opened =
        openModelFile(options.file, semanticsOption(options), context.builtins);
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
    const Dialect dialect = model.opened.graph.dialect();
    if (!model.facts.sizes.empty() && !hasValueTypes(dialect)) {
        code = context.console.fail(
            ExitCode::WrongUsage,
            makeError("usage", "--shape {}: {} has no names for dimensions, expected numbers",
                      model.facts.sizes.begin()->first, dialectName(dialect)));
        return std::nullopt;
    }
    const bool namesInputs =
        !model.facts.shapes.empty() || !model.facts.dtypes.empty() || !model.facts.sizes.empty();
    const auto names =
        namesInputs ? namesOfInputs(model.opened.graph, model.facts) : std::vector<std::string>();
    if (const auto name = unknownName(model.facts, names)) {
        code = context.console.fail(ExitCode::WrongUsage, noSuchInput(*name, names));
        return std::nullopt;
    }
    Diagnostics found;
    if (Status status = loadParameters(options.params, model, context.builtins.ops, found);
        !status) {
        code = context.console.fail(ExitCode::InputFault, status.error());
        return std::nullopt;
    }
    context.console.report(found);
    code = ExitCode::Done;
    return model;
}

} // namespace nervure::cli
