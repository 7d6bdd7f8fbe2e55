// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/execution/seeded_weights.h"
#include "core/formats/lightnet/lightnet_writer.h"
#include "tests/core/ops/ln_probe.h"
#include "tests/core/passes/corpus_documents.h"
#include "tests/core/passes/reference_run.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace nervure::tests {

/// Raised graphs are compared with the graphs they came from by what the reference computes.
class Raising {
public:
    [[nodiscard]] PassRun run(const Graph &graph, const std::string &passes,
                              const InputFacts &facts = {}) const
    {
        return runPasses(graph, *parsePipeline(passes),
                         {m_builtins.passes, m_builtins.ops, facts, Semantics::Fixed});
    }
    [[nodiscard]] PassRun raised(const Graph &graph, const InputFacts &facts = {}) const
    {
        return run(graph, "InferShape,InferType,NNVMToLightNet", facts);
    }
    [[nodiscard]] std::optional<Graph> opened(const std::string &json, Semantics semantics) const
    {
        return openedGraph(json, m_builtins, semantics);
    }
    [[nodiscard]] std::string textOf(const Graph &graph) const
    {
        Diagnostics diagnostics;
        const auto text =
            writeLightNetJson(graph, {m_builtins.ops, Semantics::Fixed, {}}, diagnostics);
        return text && diagnostics.empty() ? *text : std::string();
    }
    [[nodiscard]] std::string compare(const Graph &nnvm, const InputFacts &facts,
                                      const TensorMap &values) const;
    [[nodiscard]] std::string checkDocument(const Graph &document) const;
    [[nodiscard]] std::optional<std::string> runsAlike(const Graph &direct,
                                                       const std::string &json) const;
    [[nodiscard]] TensorMap seeded(const Graph &graph, const InputFacts &facts) const;
    [[nodiscard]] const Builtins &builtins() const { return m_builtins; }

private:
    Builtins m_builtins = makeBuiltins();
};

inline std::string firstError(const Diagnostics &diagnostics)
{
    for (const Diagnostic &diagnostic : diagnostics) {
        if (diagnostic.severity == Severity::Error) {
            return diagnostic.message;
        }
    }
    return "no error";
}

/// What is wrong with a raised document: it must load again as it is, plan and have known shapes.
inline std::string Raising::checkDocument(const Graph &document) const
{
    const std::string text = textOf(document);
    const auto again = openModelText(text, "again.json", m_builtins.formats, m_builtins.ops);
    if (!again || again->format->name != "lightnet") {
        return "the text is no LightNet document";
    }
    if (!again->diagnostics.empty()) {
        return again->diagnostics.front().message;
    }
    if (textOf(again->graph) != text) {
        return "the text changes when it is read and written";
    }
    const PassRun planned = run(again->graph, "InferShape,InferType,PlanMemory{planner=lightnet}");
    return planned.ok ? std::string() : firstError(planned.diagnostics);
}

/// The first difference between the results of a graph and of the document it becomes.
inline std::string Raising::compare(const Graph &nnvm, const InputFacts &facts,
                                    const TensorMap &values) const
{
    const PassRun sized = run(nnvm, "InferShape,InferType", facts);
    const auto expected = referenceResults(sized, values);
    if (!expected) {
        return "the graph does not run: " + expected.error().message;
    }
    const PassRun made = raised(nnvm, facts);
    if (!made.ok) {
        return firstError(made.diagnostics);
    }
    // The tensors of variables get their values; the document's results are heads for the plan.
    Graph graph = made.graph;
    graph.setDialect(Dialect::Nnvm);
    TensorMap given;
    for (const auto &origin : made.steps.back().provenance.origins) {
        const Node *from = nnvm.find(origin.from.front());
        const auto value = from->isVariable() ? values.find(from->name) : values.end();
        if (value != values.end() && graph.node(origin.node).op == "create") {
            Node &node = graph.edit(origin.node);
            node.op = variableOp;
            node.attrs = {};
            given.emplace(node.name, value->second);
        }
    }
    std::vector<Entry> heads;
    for (const std::string &name : *made.analyses.find(keys::outputTensors)) {
        for (const NodeId id : graph.nodes()) {
            const auto &ports = graph.node(id).outputPorts;
            for (std::uint32_t i = 0; i < ports.size(); ++i) {
                if (ports[i].tensor == name) {
                    heads.push_back({id, i, 0});
                }
            }
        }
    }
    graph.setHeads(heads);
    InputFacts more;
    for (const auto &[name, tensor] : given) {
        more.shapes[name] = tensor.shape();
        more.dtypes[name] = tensor.type();
    }
    const PassRun document = run(graph, "InferShape,InferType", more);
    const auto found = referenceResults(document, given);
    if (!found) {
        return "the document does not run: " + found.error().message;
    }
    if (found->size() != expected->size()) {
        return std::to_string(found->size()) + " results, expected "
               + std::to_string(expected->size());
    }
    for (std::size_t i = 0; i < found->size(); ++i) {
        const double difference = relativeDifference((*found)[i].view(), (*expected)[i].view());
        if (!(difference < 1e-5)) {
            return "result " + std::to_string(i) + " differs by " + std::to_string(difference);
        }
    }
    return {};
}

inline TensorMap Raising::seeded(const Graph &graph, const InputFacts &facts) const
{
    const PassRun sized = run(graph, "InferShape,InferType", facts);
    const auto roles = valueRolesOf(*sized.index);
    TensorMap values;
    for (const std::uint32_t id : sized.index->inputNodes()) {
        const std::string &name = sized.index->node(id).node->name;
        const std::uint32_t entry = sized.index->entryId(id, 0);
        values[name] =
            *seededTensor(name, roles[id], (*sized.analyses.find(keys::dtype, sized.index))[entry],
                          (*sized.analyses.find(keys::shape, sized.index))[entry], 1);
    }
    return values;
}

/// The first difference between a LightNet document and what it becomes when it is lowered to NNVM
/// and raised again; nothing where the document does not run. The operators that make values at load
/// come along.
inline std::optional<std::string> Raising::runsAlike(const Graph &direct,
                                                     const std::string &json) const
{
    const LightNetRun before = runLightNet(json, m_builtins);
    if (!before.error.empty()) {
        return std::nullopt;
    }
    const PassRun lowered = run(direct, "InferShape,InferType,LightNetToNNVM");
    const PassRun both = run(direct, "InferShape,InferType,LightNetToNNVM,InferShape,InferType,"
                                     "NNVMToLightNet");
    const LightNetRun after = runLightNet(textOf(both.graph), m_builtins);
    if (!after.error.empty()) {
        return after.error;
    }
    const auto &names = *both.analyses.find(keys::outputTensors);
    const auto &heads = lowered.graph.heads();
    if (names.size() != heads.size()) {
        return std::to_string(names.size()) + " results, expected " + std::to_string(heads.size());
    }
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const auto &origins = lowered.steps.back().provenance.origins;
        const auto origin = std::find_if(origins.begin(), origins.end(),
                                         [&](const auto &o) { return o.node == heads[i].node; });
        // Of several results the lowered node may be any: what has the shape and value counts.
        bool isFound = false;
        for (const Port &port : direct.node(origin->from.front()).outputPorts) {
            const Tensor &expected = before.tensors.at(port.tensor);
            const Tensor &found = after.tensors.at(names[i]);
            isFound = isFound || relativeDifference(found.view(), expected.view()) < 1e-5;
        }
        if (!isFound) {
            return names[i] + " differs";
        }
    }
    return std::string();
}

/// A graph of one operator reading variables of these shapes.
struct OneOperator {
    Graph graph;
    InputFacts facts;

    OneOperator(const std::string &op, AttrDict attrs, const Shapes &shapes,
                DType type = DType::Float32)
    {
        Node node;
        node.op = op;
        node.name = "n";
        node.attrs = std::move(attrs);
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            Node variable;
            variable.name = "v" + std::to_string(i);
            facts.shapes[variable.name] = shapes[i];
            facts.dtypes[variable.name] = type;
            node.inputs.push_back({graph.add(std::move(variable)), 0, 0});
        }
        graph.setHeads({{graph.add(std::move(node)), 0, 0}});
    }
};

} // namespace nervure::tests
