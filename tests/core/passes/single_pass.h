// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_builder.h"
#include "core/passes/pass_spec.h"
#include "core_passes_builtins.h"

namespace nervure {

/// Runs one built-in pass on a graph, without the pass manager, and keeps all that it touches.
class SinglePass {
public:
    explicit SinglePass(OpRegistry ops) : m_ops(std::move(ops)) { registerBuiltinPasses(m_passes); }

    Graph graph;
    Analyses analyses;
    Provenance provenance;
    Diagnostics diagnostics;
    InputFacts facts;

    NodeId add(const std::string &op, const std::string &name, const std::vector<NodeId> &inputs,
               AttrDict attrs = {})
    {
        Node node;
        node.op = op;
        node.name = name;
        node.attrs = std::move(attrs);
        for (const NodeId input : inputs) {
            node.inputs.push_back({input, 0, 0});
        }
        return graph.add(std::move(node));
    }
    void setHeads(const std::vector<NodeId> &heads)
    {
        std::vector<Entry> entries;
        for (const NodeId head : heads) {
            entries.push_back({head, 0, 0});
        }
        graph.setHeads(std::move(entries));
    }

    [[nodiscard]] std::shared_ptr<const IndexedGraph> index()
    {
        return IndexedGraph::build(graph, m_ops, diagnostics).value();
    }
    /// Says that every entry is a float32 tensor of this shape.
    void setTypes(const Shape &shape)
    {
        const auto snapshot = index();
        analyses.set(keys::shape, Shapes(snapshot->entryCount(), shape), *snapshot);
        analyses.set(keys::dtype, DTypes(snapshot->entryCount(), DType::Float32), *snapshot);
    }

    Status run(const std::string &pass)
    {
        const std::map<std::string, std::string> options;
        PassContext context{graph, analyses, provenance,       diagnostics, m_ops,
                            facts, options,  Semantics::Exact, {},          index()};
        return m_passes.find(pass)->run(context);
    }

private:
    OpRegistry m_ops;
    PassRegistry m_passes;
};

} // namespace nervure
