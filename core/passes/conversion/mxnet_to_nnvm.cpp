// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/rewrite_rules.h"
#include "core/passes/conversion/from_mxnet.h"
#include "core/passes/pass_attributes.h"
#include "core/passes/pass_spec.h"
#include "core/support/text.h"

namespace nervure {

namespace {

/// Makes NNVM's graph of an MXNet document, operator by operator, by the operators' own rules.
class MXNetLowerer {
public:
    MXNetLowerer(PassContext &context, const Shapes &shapes, const DTypes &types)
        : m_context(context),
          m_index(*context.index),
          m_shapes(shapes),
          m_types(types),
          m_entries(m_index.entryCount())
    {
        m_graph.reserveIds(context.graph.idLimit());
    }

    Status run()
    {
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            const IndexedNode &node = m_index.node(id);
            if (node.isVariable()) {
                keep(id);
            } else {
                RETURN_IF_FAILED(lower(id));
            }
        }
        std::vector<Entry> heads;
        for (const IndexedEntry &head : m_index.heads()) {
            heads.push_back(m_entries[m_index.entryId(head)]);
        }
        m_graph.setHeads(std::move(heads));
        m_context.graph = std::move(m_graph);
        return {};
    }

private:
    /// Variables keep their ids.
    void keep(std::uint32_t id)
    {
        const IndexedNode &node = m_index.node(id);
        Node copy = *node.node;
        copy.dialect = Dialect::Nnvm;
        m_graph.insert(node.source, std::move(copy), m_graph.nodeCount());
        m_entries[m_index.entryId(id, 0)] = {node.source, 0, 0};
    }

    Status lower(std::uint32_t id)
    {
        const IndexedNode &node = m_index.node(id);
        if (!node.spec || !node.spec->rewrites || !node.spec->rewrites->lower) {
            return fault(node, "has no counterpart in NNVM's operators or ours");
        }
        std::vector<Entry> inputs;
        Shapes shapes;
        DTypes types;
        for (const IndexedEntry &input : node.inputs) {
            const std::uint32_t entry = m_index.entryId(input);
            inputs.push_back(m_entries[entry]);
            shapes.push_back(m_shapes[entry]);
            types.push_back(m_types[entry]);
        }
        const std::uint32_t first = m_index.entryId(id, 0);
        const std::size_t before = m_graph.nodeCount();
        const auto outputs = node.spec->rewrites->lower(
            {node.rule(m_context.semantics), node.source, inputs, shapes, m_graph,
             std::span(m_shapes).subspan(first, node.outputCount), types,
             std::span(m_types).subspan(first, node.outputCount)});
        if (!outputs) {
            return fault(node, outputs.error().message);
        }
        for (std::size_t i = 0; i < outputs->size() && i < node.outputCount; ++i) {
            m_entries[first + i] = outputs->at(i);
        }
        finish(node, before, outputs->front());
        return {};
    }

    static Status fault(const IndexedNode &node, const std::string &reason)
    {
        return makeErrorAt(node.node->name, "not-lowered", "{} {}: {}", node.node->op,
                           quoted(node.node->name), reason);
    }

    /// Gives new nodes the set that has their operator, the main one the name, and tells where they came
    /// from.
    void finish(const IndexedNode &node, std::size_t before, const Entry &result)
    {
        const std::vector<NodeId> made(
            m_graph.nodes().begin() + static_cast<std::ptrdiff_t>(before), m_graph.nodes().end());
        for (const NodeId id : made) {
            const Node &added = m_graph.node(id);
            if (!m_context.ops.find(Dialect::Nnvm, added.op)) {
                m_graph.edit(id).dialect = Dialect::Nervure;
            }
            if (id == result.node) {
                m_graph.edit(id).name = node.node->name;
            }
            m_context.provenance.origins.push_back(
                {id, {node.source}, "what " + node.node->op + " computes"});
        }
    }

    PassContext &m_context;
    const IndexedGraph &m_index;
    const Shapes &m_shapes;
    const DTypes &m_types;
    Graph m_graph;
    std::vector<Entry> m_entries; ///< by entry of the document; of the new graph
};

Status runMxnetToNnvm(PassContext &context)
{
    if (context.graph.dialect() != Dialect::MXNet) {
        return makeError("dialect", "pass MXNetToNNVM lowers MXNet's graphs, found one of {}",
                         dialectName(context.graph.dialect()));
    }
    if (context.semantics == Semantics::Exact) {
        return importMXNetGraph(context);
    }
    ASSIGN_OR_RETURN(const auto shapes, entryAttribute(context, keys::shape, "MXNetToNNVM"));
    ASSIGN_OR_RETURN(const auto types, entryAttribute(context, keys::dtype, "MXNetToNNVM"));
    return MXNetLowerer(context, *shapes, *types).run();
}

} // namespace

void registerMxnetToNnvm(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "MXNetToNNVM";
    spec.summary = "MXNet's operators as NNVM's or ours, computing what MXNet computes; exact: as "
                   "nnvm.frontend.from_mxnet makes them";
    spec.needsInFixed = {"shape", "dtype"};
    spec.changesGraph = true;
    spec.run = runMxnetToNnvm;
    passes.add(std::move(spec));
}

} // namespace nervure
