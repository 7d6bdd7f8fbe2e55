// SPDX-License-Identifier: Apache-2.0
#include "core/proof/step_checks.h"

#include "core/graph/indexed/control_flow.h"
#include "core/graph/kernel_calls.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

/// What is said of an output, beside what it has.
struct Claim {
    const Shape &said;
    const Shape &has;
    DType saidType;
    DType type;

    [[nodiscard]] std::optional<Diagnostic> fault(const std::string &node) const
    {
        if (!isUnknown(said) && said != has) {
            return makeErrorAt(node, "shape-stale", "{} is said to have shape {}, and has {}",
                               quoted(node), shapeText(said), shapeText(has));
        }
        if (saidType != DType::Unknown && saidType != type) {
            return makeErrorAt(node, "type-stale", "{} is said to be {}, and is {}", quoted(node),
                               dtypeName(saidType), dtypeName(type));
        }
        return std::nullopt;
    }
};

} // namespace

/// A node of which nobody knows what it computes.
std::optional<Diagnostic> unknownNode(const Graph &graph, const OpRegistry &ops)
{
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (node.isVariable() || ControlFlow::isOne(node)) {
            continue;
        }
        if (isKernelCall(node)) {
            return makeErrorAt(node.name, "no-reference",
                               "{} calls a compiled kernel, of which nothing says what it computes",
                               quoted(node.name));
        }
        const OpSpec *spec = ops.find(node.dialect, node.op);
        if (!spec || !spec->reference) {
            return makeErrorAt(node.name, "no-reference",
                               "{} {}: nothing here computes this operator", node.op,
                               quoted(node.name));
        }
    }
    return std::nullopt;
}

std::optional<Diagnostic> falseClaim(const IndexedGraph &index, const Analyses &analyses,
                                     const RunnableGraph &graph)
{
    const Shapes *shapes = analyses.find(keys::shape, index);
    const DTypes *types = analyses.find(keys::dtype, index);
    for (std::uint32_t place = 0; place < index.nodeCount(); ++place) {
        const IndexedNode &node = index.node(place);
        const auto found = graph.index->find(node.source);
        const std::uint32_t outputs =
            found ? std::min(node.outputCount, graph.index->node(*found).outputCount) : 0;
        for (std::uint32_t i = 0; i < outputs; ++i) {
            const std::uint32_t said = index.entryId(place, i);
            const std::uint32_t has = graph.index->entryId(*found, i);
            const Claim claim{shapes ? (*shapes)[said] : graph.shapes[has], graph.shapes[has],
                              types ? (*types)[said] : DType::Unknown, graph.types[has]};
            if (auto fault = claim.fault(node.node->name)) {
                return fault;
            }
        }
    }
    return std::nullopt;
}

} // namespace nervure
