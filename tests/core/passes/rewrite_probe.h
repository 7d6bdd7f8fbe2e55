// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_manager.h"

#include "core_passes_builtins.h"

#include <string>

namespace nervure::tests {

/// A graph of hand-made operators and the built-in passes, run through the manager.
class RewriteProbe {
public:
    explicit RewriteProbe(OpRegistry registry) : ops(std::move(registry))
    {
        registerBuiltinPasses(passes);
    }

    Graph graph;
    InputFacts facts;
    Semantics semantics = Semantics::Exact;
    OpRegistry ops;
    PassRegistry passes;

    NodeId variable(std::string name, AttrDict attrs = {})
    {
        return addEntries("null", std::move(name), {}, std::move(attrs));
    }
    /// Adds a node that reads first outputs, and makes its own the only head.
    NodeId add(std::string op, std::string name, const std::vector<NodeId> &inputs,
               AttrDict attrs = {})
    {
        std::vector<Entry> entries;
        for (const NodeId input : inputs) {
            entries.push_back({input, 0, 0});
        }
        return addEntries(std::move(op), std::move(name), std::move(entries), std::move(attrs));
    }
    NodeId addEntries(std::string op, std::string name, std::vector<Entry> inputs,
                      AttrDict attrs = {})
    {
        Node node;
        node.op = std::move(op);
        node.name = std::move(name);
        node.inputs = std::move(inputs);
        node.attrs = std::move(attrs);
        const NodeId id = graph.add(std::move(node));
        graph.setHeads({{id, 0, 0}});
        return id;
    }

    [[nodiscard]] PassEnvironment environment() const
    {
        return {passes, ops, facts, semantics, {}, false}; // nothing is added, as in NNVM
    }
    [[nodiscard]] PassRun run(std::string_view pipeline) const
    {
        return runPasses(graph, *parsePipeline(pipeline), environment());
    }

    /// The heads as nested names: "add(relu(x),b:1)", where :1 is another output than the first.
    static std::string text(const PassRun &run) { return text(run.graph); }
    static std::string text(const Graph &graph)
    {
        std::string all;
        for (const Entry &head : graph.heads()) {
            all += (all.empty() ? "" : " ") + text(graph, head);
        }
        return all;
    }

private:
    static std::string text(const Graph &graph, const Entry &entry)
    {
        const Node &node = graph.node(entry.node);
        std::string inputs;
        for (const Entry &input : node.inputs) {
            inputs += (inputs.empty() ? "" : ",") + text(graph, input);
        }
        return node.name + (inputs.empty() ? "" : "(" + inputs + ")")
               + (entry.index == 0 ? "" : ":" + std::to_string(entry.index));
    }
};

/// The message of the first error of a run.
inline std::string firstError(const PassRun &run)
{
    for (const Diagnostic &diagnostic : run.diagnostics) {
        if (diagnostic.severity == Severity::Error) {
            return diagnostic.message;
        }
    }
    return "no error";
}

} // namespace nervure::tests
