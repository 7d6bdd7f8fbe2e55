// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/ruled_lowering.h"

#include "core/graph/indexed/control_flow.h"
#include "core/graph/op/rewrite_rules.h"
#include "core/passes/conversion/lowered_graph.h"
#include "core/passes/conversion/mxnet_control_flow.h"
#include "core/support/text.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace nervure {

namespace {

/// Lowers one part, operator by operator.
class PartLowering {
public:
    PartLowering(const PassContext &context, const LoweredPart &part, Graph &graph,
                 Provenance *provenance, std::string prefix = {})
        : m_context(context),
          m_part(part),
          m_index(part.index),
          m_graph(graph),
          m_lowered(context, graph, provenance, std::move(prefix)),
          m_entries(part.index.entryCount())
    {}

    Status run()
    {
        addVariables();
        RETURN_IF_FAILED(lowerOperators());
        std::vector<Entry> heads;
        for (const IndexedEntry &head : m_index.heads()) {
            ASSIGN_OR_RETURN(const Entry entry, entryOf(head));
            heads.push_back(entry);
        }
        m_graph.setHeads(std::move(heads));
        m_lowered.numberNames(m_index);
        return {};
    }

private:
    Status lowerOperators()
    {
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            if (m_context.control.cancel.isCanceled()) {
                return makeError("cancelled", "cancelled");
            }
            if (!m_index.node(id).isVariable()) {
                RETURN_IF_FAILED(lower(id));
            }
        }
        return {};
    }

    [[nodiscard]] Result<Entry> entryOf(const IndexedEntry &head) const
    {
        const Entry entry = m_entries[m_index.entryId(head)];
        if (entry.node == NodeId{}) {
            const IndexedNode &node = m_index.node(head.nodeId);
            return makeErrorAt(node.node->name, "not-lowered",
                               "{} {}: output {} is one that inference does not give, expected "
                               "another head",
                               node.node->op, quoted(node.node->name), head.index);
        }
        return entry;
    }

    /// They keep their ids.
    void addVariables()
    {
        m_graph.reserveIds(m_index.graph().idLimit());
        for (const std::uint32_t id : m_index.inputNodes()) {
            const IndexedNode &node = m_index.node(id);
            Node copy = *node.node;
            copy.dialect = Dialect::Nnvm;
            m_graph.insert(node.source, std::move(copy), m_graph.nodeCount());
            m_entries[m_index.entryId(id, 0)] = {node.source, 0, 0};
        }
    }

    Status lower(std::uint32_t id)
    {
        const IndexedNode &node = m_index.node(id);
        const bool runsBodies = ControlFlow::runsBodies(*node.node);
        if (!runsBodies && (!node.spec || !node.spec->rewrites || !node.spec->rewrites->lower)) {
            return notLowered(node, "has no counterpart in NNVM's operators or ours");
        }
        std::vector<Entry> inputs;
        Shapes shapes;
        DTypes types;
        for (const IndexedEntry &input : node.inputs) {
            const std::uint32_t entry = m_index.entryId(input);
            inputs.push_back(m_entries[entry]);
            shapes.push_back(m_part.shapes[entry]);
            types.push_back(m_part.types[entry]);
        }
        const std::uint32_t first = m_index.entryId(id, 0);
        const std::size_t before = m_graph.nodeCount();
        Node named = *node.node;
        named.name = m_lowered.nameOf(named);
        const RuleContext rule{named, node.attrs, m_context.semantics};
        RewriteCall call{rule,    node.source,
                         inputs,  shapes,
                         m_graph, std::span(m_part.shapes).subspan(first, node.outputCount),
                         types,   std::span(m_part.types).subspan(first, node.outputCount)};
        const ConstantKeeper keeper = [this](const std::string &name,
                                             const ConstTensorView &elements) {
            return addHeld(m_graph, *m_part.held, heldElements(elements), name);
        };
        call.constants = m_part.held ? &keeper : nullptr;
        const auto outputs =
            runsBodies ? lowerBodies(node, call) : node.spec->rewrites->lower(call);
        if (!outputs) {
            const Diagnostic &error = outputs.error();
            return error.code == "not-lowered" || error.code == "cancelled"
                       ? Status(error)
                       : notLowered(node, error.message);
        }
        for (std::size_t i = 0; i < outputs->size() && i < node.outputCount; ++i) {
            m_entries[first + i] = outputs->at(i);
        }
        m_lowered.finish(node, before, outputs->front());
        return {};
    }

    /// A body that runs once is lowered in its operator's place.
    Result<std::vector<Entry>> lowerBodies(const IndexedNode &node, const RewriteCall &call)
    {
        if (ControlFlow::kindOf(*node.node) != ControlFlow::Kind::Once) {
            return lowerControlFlow(m_context, node, call, m_part.depth);
        }
        ASSIGN_OR_RETURN(const ControlFlow flow, ControlFlow::of(node, m_context.ops));
        ASSIGN_OR_RETURN(const BodyValues known,
                         valuesOfCalledBody(m_context, flow, 0, call, m_part.depth));
        const IndexedGraph &body = *flow.bodies[0];
        const LoweredPart part{body, known.shapes, known.types, m_part.depth + 1, m_part.held};
        PartLowering inner(m_context, part, m_graph, nullptr, call.rule.node.name + '_');
        for (std::size_t i = 0; i < body.inputNodes().size(); ++i) {
            inner.m_entries[body.entryId(body.inputNodes()[i], 0)] = call.inputs[flow.inputs[0][i]];
        }
        RETURN_IF_FAILED(inner.lowerOperators());
        ASSIGN_OR_RETURN(const Entry result, inner.entryOf(body.heads().front()));
        return std::vector{result};
    }

    const PassContext &m_context;
    const LoweredPart &m_part;
    const IndexedGraph &m_index;
    Graph &m_graph;
    LoweredGraph m_lowered;
    std::vector<Entry> m_entries; ///< by entry of the part: where its value is in the new graph
};

} // namespace

Result<Graph> lowerByRules(const PassContext &context, const LoweredPart &part,
                           Provenance *provenance)
{
    Graph graph;
    RETURN_IF_FAILED(PartLowering(context, part, graph, provenance).run());
    return graph;
}

} // namespace nervure
