// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/graph_totals.h"

#include "core/graph/analysis/memory_plan.h"
#include "core/graph/kernel_calls.h"

#include <utility>

namespace nervure {

namespace {

using Amount = std::optional<std::int64_t>;

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
    if (const Shape *shape = known(entry)) {
        return elementCount(*shape);
    }
    const ValueType *value = entryOf(m_values, entry);
    return value ? value->elementCount() : std::nullopt;
}

std::optional<std::int64_t> NodeCosts::bytes(std::uint32_t entry) const
{
    // DType has no narrow types, and truth values of LightNet's size alone.
    const ValueType *value = entryOf(m_values, entry);
    if (const auto bytes = value ? value->byteCount() : std::nullopt) {
        return bytes;
    }
    const Shape *shape = known(entry);
    const DType *type = entryOf(m_types, entry);
    const bool isKnown = shape && type && *type != DType::Unknown;
    return isKnown ? byteCount(*shape, *type) : std::nullopt;
}

std::optional<std::int64_t> NodeCosts::macs(std::uint32_t id) const
{
    const IndexedNode &node = m_index.node(id);
    if (node.isVariable()) {
        return 0;
    }
    const bool holdsBodies = !node.node->subgraphs.empty() && !(node.spec && node.spec->macs);
    if (holdsBodies && !m_kernels) {
        return std::nullopt; // what they hold may cost anything
    }
    if (m_kernels && (holdsBodies || isKernelCall(*node.node))) {
        const auto known = m_kernels->find(node.source);
        return known == m_kernels->end() ? std::nullopt : known->second;
    }
    if (!node.spec || !node.spec->macs) {
        // What nobody knows, and kernels of a compiled graph, may cost anything; a known operator
        // without a rule costs nothing.
        return node.spec && !isKernelCall(*node.node) ? Amount(0) : std::nullopt;
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

void RunningTotals::Sum::add(std::int64_t amount, int sign)
{
    constexpr std::int64_t carry = std::int64_t{1} << 62;
    if (amount < 0) {
        unknowns += sign;
        return;
    }
    low += sign * (amount % carry);
    high += sign * (amount / carry);
    if (low >= carry || low < 0) {
        high += low < 0 ? -1 : 1;
        low += low < 0 ? carry : -carry;
    }
}

Amount RunningTotals::Sum::value() const
{
    return unknowns == 0 && high <= 1 ? Amount(high << 62 | low) : std::nullopt;
}

RunningTotals::RunningTotals(const IndexedGraph &index, const Analyses &analyses,
                             const std::function<bool(NodeId)> &isParameter, Semantics semantics,
                             const KernelMacs *kernels)
    : m_parts(index.nodeCount()),
      m_isParameter(index.nodeCount(), false)
{
    const NodeCosts costs(index, analyses, semantics, kernels);
    for (std::uint32_t id = 0; id < index.nodeCount(); ++id) {
        m_isParameter[id] = isParameter(index.node(id).source);
        m_parts[id] = partOf(index, costs, id);
        add(m_parts[id], 1);
    }
}

void RunningTotals::renumber(std::span<const std::uint32_t> before)
{
    std::vector<Part> parts(before.size());
    std::vector<bool> isParameter(before.size(), false);
    for (std::size_t id = 0; id < before.size(); ++id) {
        if (before[id] != none) {
            parts[id] = std::exchange(m_parts[before[id]], Part());
            isParameter[id] = m_isParameter[before[id]];
        }
    }
    for (const Part &gone : m_parts) {
        add(gone, -1);
    }
    m_parts = std::move(parts);
    m_isParameter = std::move(isParameter);
}

void RunningTotals::update(const IndexedGraph &index, const Analyses &analyses, Semantics semantics,
                           std::span<const std::uint32_t> nodes)
{
    const NodeCosts costs(index, analyses, semantics);
    for (const std::uint32_t id : nodes) {
        add(m_parts[id], -1);
        m_parts[id] = partOf(index, costs, id);
        add(m_parts[id], 1);
    }
}

RunningTotals::Part RunningTotals::partOf(const IndexedGraph &index, const NodeCosts &costs,
                                          std::uint32_t id) const
{
    const IndexedNode &node = index.node(id);
    Part part;
    part.macs = costs.macs(id).value_or(unknown);
    const auto sumOf = [&](auto &&amountOf) {
        std::int64_t sum = 0;
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            const Amount amount = amountOf(index.entryId(id, i));
            if (!amount || __builtin_add_overflow(sum, *amount, &sum)) {
                return unknown;
            }
        }
        return sum;
    };
    const auto bytesOf = [&](std::uint32_t entry) { return costs.bytes(entry); };
    if (m_isParameter[id]) {
        part.parameters = sumOf([&](std::uint32_t entry) { return costs.elements(entry); });
        part.bytes = sumOf(bytesOf);
    } else if (!node.isVariable() && !(node.spec && node.spec->isStatic)) {
        part.activations = sumOf(bytesOf);
    }
    return part;
}

void RunningTotals::add(const Part &part, int sign)
{
    m_parameters.add(part.parameters, sign);
    m_bytes.add(part.bytes, sign);
    m_macs.add(part.macs, sign);
    m_activations.add(part.activations, sign);
}

GraphTotals RunningTotals::totals() const
{
    return {m_parameters.value(),  m_bytes.value(), m_macs.value(),
            m_activations.value(), std::nullopt,    std::nullopt};
}

GraphTotals graphTotals(const IndexedGraph &index, const Analyses &analyses,
                        const std::unordered_set<NodeId> &parameters, Semantics semantics,
                        const KernelMacs *kernels)
{
    const auto isParameter = [&parameters](NodeId id) { return parameters.count(id) != 0; };
    GraphTotals totals = RunningTotals(index, analyses, isParameter, semantics, kernels).totals();
    const PlanBytes plan = planBytes(index, analyses);
    totals.plannedBytes = plan.planned;
    totals.peakBytes = plan.peak;
    return totals;
}

} // namespace nervure
