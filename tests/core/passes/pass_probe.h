// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/passes/pass_manager.h"

namespace nervure::tests {

/// A graph under construction, and passes run on it.
class PassProbe {
public:
    Graph graph;
    InputFacts facts;
    Semantics semantics = Semantics::Exact;
    bool addNeeded = false; ///< as in NNVM
    Builtins builtins = makeBuiltins();

    NodeId variable(std::string name, AttrDict attrs = {})
    {
        return add("null", std::move(name), {}, std::move(attrs));
    }
    /// Adds a node and makes its first output the only head.
    NodeId add(std::string op, std::string name, std::vector<Entry> inputs, AttrDict attrs = {})
    {
        Node node;
        node.op = std::move(op);
        node.name = std::move(name);
        node.inputs = std::move(inputs);
        node.attrs = std::move(attrs);
        const NodeId id = graph.add(std::move(node));
        graph.setHeads({{id}});
        return id;
    }

    [[nodiscard]] PassEnvironment environment() const
    {
        return {builtins.passes, builtins.ops, facts, semantics, control, addNeeded};
    }
    [[nodiscard]] PassRun run(std::string_view pipeline) const
    {
        return runPasses(graph, *parsePipeline(pipeline), environment());
    }
    /// An analysis of a run; empty when the run did not provide it.
    template <typename T, Over over>
    static T valueOf(const PassRun &run, Key<T, over> key)
    {
        const T *value = nullptr;
        if constexpr (over == Over::Whole) {
            value = run.analyses.find(key);
        } else {
            value = run.analyses.find(key, run.index);
        }
        return value ? *value : T{};
    }

    JobControl control;
};

} // namespace nervure::tests
