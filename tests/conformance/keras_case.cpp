// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/keras_case.h"

#include "core/engine/onnx_values.h"
#include "core/formats/project/open_model.h"
#include "core/support/text.h"
#include "tests/conformance/difference.h"
#include "tests/conformance/frontend_graph.h"
#include "tests/conformance/keras_import_case.h"
#include "tests/conformance/mxnet_values.h"
#include "tests/conformance/nnvm_context.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

constexpr double kerasTolerance = 1e-4; ///< of the largest element

/// The inputs of a document in its order: variables that say their type.
std::vector<NodeId> inputsOf(const Graph &graph)
{
    std::vector<NodeId> inputs;
    for (const NodeId id : graph.nodes()) {
        if (graph.node(id).isVariable() && graph.node(id).attrs.find("dtype")) {
            inputs.push_back(id);
        }
    }
    return inputs;
}

/// What the record calls an input of the document: writers of other versions give inputs other names.
std::string recordedInput(const Json &oracle, const std::string &name, std::size_t place)
{
    const Json &inputs = oracle.at("inputs");
    if (inputs.contains(name)) {
        return name;
    }
    const auto names = oracle.at("keras").at("input_names").get<std::vector<std::string>>();
    return place < names.size() ? names[place] : name;
}

/// The record's inputs under the document's names.
Json renamedInputs(const Graph &graph, const Json &oracle)
{
    Json inputs = Json::object();
    std::size_t place = 0;
    for (const NodeId id : inputsOf(graph)) {
        const std::string &name = graph.node(id).name;
        const std::string recorded = recordedInput(oracle, name, place++);
        if (oracle.at("inputs").contains(recorded)) {
            inputs[name] = oracle.at("inputs").at(recorded);
        }
    }
    return inputs;
}

bool fits(const Shape &shape, const Json &said)
{
    if (shape.size() != said.size()) {
        return false;
    }
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (said[i].is_number() && said[i].get<std::int64_t>() != shape[i]) {
            return false;
        }
    }
    return true;
}

} // namespace

void KerasCase::run(const std::string &name, const std::string &bytes)
{
    const auto loaded =
        m_context.format.read(bytes, {m_context.builtins.ops, Semantics::Fixed, {}});
    m_report.check("read " + name, [&] { return reading(bytes, loaded); });
    if (!loaded) {
        return;
    }
    m_report.check("structure", [&] { return structure(loaded->graph); });
    m_report.check("shapes", [&] { return shapes(loaded->graph); });
    auto given = readOnnxValues(std::make_shared<const FileBytes>(bytes), {});
    if (!given) {
        m_report.fail("weights", given.error().message);
        return;
    }
    const bool hasValues = m_oracle.at("keras").contains("outputs") && name != "json";
    if (hasValues) {
        m_report.check("values", [&] { return values(loaded->graph, *given); });
    }
    if (!m_record.contains("same_model_as")) {
        KerasImportCase(m_context, m_oracle, m_report).run(loaded->graph, *given, hasValues);
    }
}

Finding KerasCase::reading(const std::string &bytes, const Result<LoadedGraph> &loaded) const
{
    const FormatSpec *sniffed =
        sniffFormat(bytes, m_context.builtins.formats, m_context.builtins.ops);
    if (sniffed != &m_context.format) {
        return differs("taken for " + (sniffed ? sniffed->title : "nothing"));
    }
    if (!loaded) {
        return differs(loaded.error().message);
    }
    return hasErrors(loaded->diagnostics) ? differs(firstError(loaded->diagnostics)) : agrees();
}

/// Classes, results, and the arrays with their names and shapes where they are recorded.
Finding KerasCase::structure(const Graph &graph) const
{
    std::set<std::string> classes;
    for (const NodeId id : graph.nodes()) {
        classes.insert(graph.node(id).isVariable() ? "InputLayer" : graph.node(id).op);
    }
    for (const Json &name : m_oracle.at("layers")) {
        const auto className = name.get<std::string>();
        const bool isModel = className == "Sequential" || className == "Model";
        if (!isModel && classes.count(className) == 0) {
            return differs("there is no layer of class " + className);
        }
    }
    const std::size_t results = m_oracle.at("keras").at("output_names").size();
    if (graph.heads().size() != results) {
        return differs(fmt::format("{} results, expected {}", graph.heads().size(), results));
    }
    std::set<std::string> names;
    for (const NodeId id : graph.nodes()) {
        names.insert(graph.node(id).name);
    }
    for (const Json &layer : m_record.value("layer_names", Json::array())) {
        if (names.count(layer.get<std::string>()) == 0) {
            return differs("there is no layer " + layer.get<std::string>());
        }
    }
    return agrees();
}

InputFacts KerasCase::inputFacts(const Graph &graph) const
{
    InputFacts facts;
    const Json inputs = renamedInputs(graph, m_oracle);
    for (const auto &[name, input] : inputs.items()) {
        learnInput(name, input, facts);
    }
    return facts;
}

/// Those of every layer that is used once, and of the arrays of a structure.
Finding KerasCase::shapes(const Graph &graph) const
{
    const std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}};
    const PassRun run = runPasses(graph, passes,
                                  {.passes = m_context.builtins.passes,
                                   .ops = m_context.builtins.ops,
                                   .inputs = inputFacts(graph),
                                   .semantics = Semantics::Fixed});
    const Shapes *found = run.analyses.find(keys::shape, run.index);
    if (!run.ok || hasErrors(run.diagnostics) || !found) {
        return differs(firstError(run.diagnostics));
    }
    const auto shapeOf = [&](const std::string &name) -> std::optional<Shape> {
        const auto id = graph.findByName(name);
        const auto node = id ? run.index->find(*id) : std::nullopt;
        return node ? std::optional((*found)[run.index->entryId(*node, 0)]) : std::nullopt;
    };
    if (!m_record.contains("same_model_as")) {
        for (const Json &layer : m_oracle.at("keras").value("layer_outputs", Json::array())) {
            const auto name = layer.at("layer").get<std::string>();
            const auto shape = shapeOf(name);
            if (shape && layer.at("shape").is_array() && !fits(*shape, layer.at("shape"))) {
                return differs(fmt::format("layer {} gives {}, expected {}", name,
                                           shapeText(*shape), layer.at("shape").dump()));
            }
        }
    }
    for (const Json &weight : m_oracle.at("keras").value("weights", Json::array())) {
        const auto full = weight.at("name").get<std::string>();
        const auto shape = shapeOf(full.substr(0, full.find(':')));
        if (!shape || !fits(*shape, weight.at("shape"))) {
            return differs(fmt::format("array {} has shape {}, expected {}", full,
                                       shape ? shapeText(*shape) : "none",
                                       weight.at("shape").dump()));
        }
    }
    return agrees();
}

/// Layers that we do not have, such as Lambda, are shown and refused.
bool KerasCase::hasUnknownLayer(const Graph &graph) const
{
    const auto nodes = graph.nodes();
    return std::any_of(nodes.begin(), nodes.end(), [&](NodeId id) {
        const Node &node = graph.node(id);
        return !node.isVariable() && !m_context.builtins.ops.find(node);
    });
}

Finding KerasCase::values(const Graph &graph, TensorMap given) const
{
    if (const Status status = addInputs(renamedInputs(graph, m_oracle), given); !status) {
        return differs(status.error().message);
    }
    const auto results = m_context.device(graph, given, Semantics::Fixed);
    if (!results && results.error().code == "not-lowered" && hasUnknownLayer(graph)) {
        return skipped("refused: " + results.error().message);
    }
    if (!results) {
        return differs(results.error().where.node + ": " + results.error().message);
    }
    return compareResults(*results, m_oracle.at("keras").at("outputs"), kerasTolerance);
}

} // namespace nervure::conformance
