// SPDX-License-Identifier: Apache-2.0
#include "core/graph/graph_totals.h"

#include "core/graph/kernel_calls.h"

namespace nervure {

namespace {

using Amount = std::optional<std::int64_t>;

/// Adds, or becomes nothing when either is nothing or the sum overflows.
void accumulate(Amount &sum, const Amount &part)
{
    std::int64_t result = 0;
    if (sum && part && !__builtin_add_overflow(*sum, *part, &result)) {
        sum = result;
    } else {
        sum.reset();
    }
}

template <typename T>
const T *entryOf(const std::vector<T> *values, std::uint32_t entry)
{
    return values && entry < values->size() ? &(*values)[entry] : nullptr;
}

} // namespace

const Shape *NodeCosts::known(std::uint32_t entry) const
{
    const Shape *shape = entryOf(m_shapes, entry);
    return shape && !isUnknown(*shape) ? shape : nullptr;
}

std::optional<std::int64_t> NodeCosts::elements(std::uint32_t entry) const
{
    const Shape *shape = known(entry);
    return shape ? elementCount(*shape) : std::nullopt;
}

std::optional<std::int64_t> NodeCosts::bytes(std::uint32_t entry) const
{
    const Shape *shape = known(entry);
    const DType *type = entryOf(m_types, entry);
    return shape && type && *type != DType::Unknown ? byteCount(*shape, *type) : std::nullopt;
}

std::optional<std::int64_t> NodeCosts::macs(std::uint32_t id) const
{
    const IndexedNode &node = m_index.node(id);
    if (node.isVariable()) {
        return 0;
    }
    if (!node.spec || !node.spec->macs) {
        // What nobody knows, and kernels of a compiled graph, may cost anything; a known operator
        // without a rule costs nothing.
        return node.spec && node.node->op != kernelCallOp ? Amount(0) : std::nullopt;
    }
    Shapes in;
    for (const IndexedEntry &input : node.inputs) {
        const Shape *shape = known(m_index.entryId(input));
        if (!shape) {
            return std::nullopt;
        }
        in.push_back(*shape);
    }
    Shapes out;
    for (std::uint32_t i = 0; i < node.outputCount; ++i) {
        const Shape *shape = known(m_index.entryId(id, i));
        if (!shape) {
            return std::nullopt;
        }
        out.push_back(*shape);
    }
    return node.spec->macs(node.rule(m_semantics), in, out);
}

GraphTotals graphTotals(const IndexedGraph &index, const Analyses &analyses,
                        const std::unordered_set<NodeId> &parameters, Semantics semantics)
{
    const NodeCosts costs(index, analyses, semantics);
    GraphTotals totals{0, 0, 0};
    for (std::uint32_t id = 0; id < index.nodeCount(); ++id) {
        const IndexedNode &node = index.node(id);
        accumulate(totals.macs, costs.macs(id));
        const bool isStatic = node.spec && node.spec->isStatic;
        if (isStatic || parameters.count(node.source) != 0) {
            for (std::uint32_t i = 0; i < node.outputCount; ++i) {
                accumulate(totals.parameters, costs.elements(index.entryId(id, i)));
                accumulate(totals.parameterBytes, costs.bytes(index.entryId(id, i)));
            }
        }
    }
    return totals;
}

} // namespace nervure
