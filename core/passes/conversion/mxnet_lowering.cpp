// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/mxnet_lowering.h"

#include "core/graph/indexed/control_flow.h"
#include "core/graph/op/rewrite_rules.h"
#include "core/passes/conversion/mxnet_control_flow.h"
#include "core/support/text.h"

namespace nervure {

namespace {

Status notLowered(const IndexedNode &node, const std::string &reason)
{
    return makeErrorAt(node.node->name, "not-lowered", "{} {}: {}", node.node->op,
                       quoted(node.node->name), reason);
}

} // namespace

Status MXNetLowering::lowerOperators(LoweredPart &part)
{
    for (std::uint32_t id = 0; id < part.index.nodeCount(); ++id) {
        if (m_context.control.cancel.isCanceled()) {
            return makeError("cancelled", "cancelled");
        }
        if (!part.index.node(id).isVariable()) {
            RETURN_IF_FAILED(lower(part, id));
        }
    }
    return {};
}

Status MXNetLowering::lower(LoweredPart &part, std::uint32_t id)
{
    const IndexedNode &node = part.index.node(id);
    const bool runsBodies = ControlFlow::runsBodies(*node.node);
    if (!runsBodies && (!node.spec || !node.spec->rewrites || !node.spec->rewrites->lower)) {
        return notLowered(node, "has no counterpart in NNVM's operators or ours");
    }
    std::vector<Entry> inputs;
    Shapes shapes;
    DTypes types;
    for (const IndexedEntry &input : node.inputs) {
        const std::uint32_t entry = part.index.entryId(input);
        inputs.push_back(part.entries[entry]);
        shapes.push_back(part.shapes[entry]);
        types.push_back(part.types[entry]);
    }
    Node named = *node.node;
    named.name = part.prefix + named.name;
    const RuleContext rule{named, node.attrs, m_context.semantics};
    const std::uint32_t first = part.index.entryId(id, 0);
    const std::size_t before = m_graph.nodeCount();
    const RewriteCall call{rule,    node.source,
                           inputs,  shapes,
                           m_graph, std::span(part.shapes).subspan(first, node.outputCount),
                           types,   std::span(part.types).subspan(first, node.outputCount)};
    const auto outputs =
        runsBodies ? lowerControlFlow(*this, node, call, part) : node.spec->rewrites->lower(call);
    if (!outputs) {
        const Diagnostic &error = outputs.error();
        return error.code == "not-lowered" || error.code == "cancelled"
                   ? Status(error)
                   : notLowered(node, error.message);
    }
    for (std::size_t i = 0; i < outputs->size() && i < node.outputCount; ++i) {
        part.entries[first + i] = outputs->at(i);
    }
    finish(part, node, before, outputs->front());
    return {};
}

/// Gives new nodes the set that has their operator, the main one the name, and tells where they came
/// from. What is in a control flow's bodies knows that already.
void MXNetLowering::finish(const LoweredPart &part, const IndexedNode &node, std::size_t before,
                           const Entry &result)
{
    const std::vector<NodeId> made(m_graph.nodes().begin() + static_cast<std::ptrdiff_t>(before),
                                   m_graph.nodes().end());
    const NodeId from = part.owner == NodeId{} ? node.source : part.owner;
    for (const NodeId id : made) {
        if (!m_context.ops.find(Dialect::Nnvm, m_graph.node(id).op)) {
            m_graph.edit(id).dialect = Dialect::Nervure;
        }
        if (id == result.node) {
            m_graph.edit(id).name = part.prefix + node.node->name;
        }
        if (!ControlFlow::runsBodies(*node.node) || part.owner == NodeId{}) {
            m_context.provenance.origins.push_back(
                {id, {from}, "what " + node.node->op + " computes"});
        }
    }
}

} // namespace nervure
