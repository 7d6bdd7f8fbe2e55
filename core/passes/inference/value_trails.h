// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/inference/node_values.h"
#include "core/support/value_trail.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

namespace nervure {

/// Follows the values at a node back to where they were given: from rule to rule, by the value without
/// which a rule would not know what it says. `Traits` as for AttributeInference, and
///     static std::string label(const Value &); // as people read it
template <typename Traits>
class ValueTrails {
public:
    using Value = typename Traits::Value;

    /// All must outlive it. `settledBy` as NodeValues takes it.
    ValueTrails(const IndexedGraph &graph, Semantics semantics, const std::vector<Value> &values,
                std::span<const std::uint32_t> settledBy)
        : m_graph(graph),
          m_semantics(semantics),
          m_values(values),
          m_settledBy(settledBy)
    {}

    /// Of the values that are known at the node. Null behind so many nodes that nobody reads them, and
    /// where every value is of the node that gave it.
    [[nodiscard]] std::shared_ptr<const std::vector<ValueTrail>> of(std::uint32_t id)
    {
        constexpr std::size_t mostNodes = 8; // each may take thousands of rules
        if (m_told == mostNodes || m_settledBy.empty()) {
            return nullptr;
        }
        const NodeValues<Traits> at(m_graph, m_values);
        const std::vector<std::uint32_t> entries = at.entriesOf(id);
        std::vector<ValueTrail> trails;
        for (std::size_t i = 0; i < entries.size() && trails.size() < at.mostSources; ++i) {
            if (Traits::isUnknown(m_values[entries[i]]) || settlerOf(entries[i]) == id) {
                continue;
            }
            trails.push_back({at.nameOf(i, m_graph.node(id), m_semantics) + " is "
                                  + Traits::label(m_values[entries[i]]),
                              stepsTo(entries[i])});
        }
        const bool isTelling =
            std::any_of(trails.begin(), trails.end(),
                        [](const ValueTrail &trail) { return trail.steps.size() > 1; });
        if (!isTelling) {
            return nullptr;
        }
        ++m_told;
        return std::make_shared<const std::vector<ValueTrail>>(std::move(trails));
    }

private:
    /// The node whose rule found the value; none: it was given.
    [[nodiscard]] std::optional<std::uint32_t> settlerOf(std::uint32_t entry) const
    {
        const std::uint32_t by = entry < m_settledBy.size() ? m_settledBy[entry] : 0;
        return by == 0 || by > m_graph.nodeCount() ? std::nullopt : std::optional(by - 1);
    }

    [[nodiscard]] std::uint32_t producerOf(std::uint32_t entry) const
    {
        const auto starts = m_graph.entryStart();
        const auto next = std::upper_bound(starts.begin(), starts.end(), entry);
        return static_cast<std::uint32_t>(next - starts.begin() - 1);
    }

    [[nodiscard]] std::vector<ValueTrail::Step> stepsTo(std::uint32_t entry) const
    {
        constexpr std::size_t mostSteps = 4096;
        std::vector<ValueTrail::Step> steps;
        std::unordered_set<std::uint32_t> passed;
        std::optional<std::uint32_t> at = entry;
        while (at && steps.size() < mostSteps) {
            const auto settler = settlerOf(*at);
            const std::uint32_t maker = settler.value_or(producerOf(*at));
            const IndexedNode &node = m_graph.node(maker);
            steps.push_back({node.source, node.node->name, Traits::label(m_values[*at])});
            passed.insert(*at);
            at = settler ? reasonOf(*at, *settler, passed) : std::nullopt;
        }
        std::reverse(steps.begin(), steps.end());
        return steps;
    }

    /// The entry from which the node found `entry`: the first without which it does not find it again.
    [[nodiscard]] std::optional<std::uint32_t> reasonOf(
        std::uint32_t entry, std::uint32_t id,
        const std::unordered_set<std::uint32_t> &passed) const
    {
        const std::vector<std::uint32_t> entries =
            NodeValues<Traits>(m_graph, m_values).entriesOf(id);
        std::optional<std::uint32_t> first;
        for (const std::uint32_t other : entries) {
            const bool isReason = !Traits::isUnknown(m_values[other]) && settlerOf(other) != id
                                  && passed.count(other) == 0;
            if (isReason && isNeeded(other, entry, id)) {
                return other;
            }
            first = isReason && !first ? other : first;
        }
        return first;
    }

    /// Whether the rule, without what it has found itself and without `other`, finds another `entry`.
    [[nodiscard]] bool isNeeded(std::uint32_t other, std::uint32_t entry, std::uint32_t id) const
    {
        const IndexedNode &node = m_graph.node(id);
        const std::vector<std::uint32_t> entries =
            NodeValues<Traits>(m_graph, m_values).entriesOf(id);
        std::vector<Value> in;
        std::vector<Value> out;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const bool isLeftOut = entries[i] == other || settlerOf(entries[i]) == id;
            (i < node.inputs.size() ? in : out)
                .push_back(isLeftOut ? Traits::unknown() : m_values[entries[i]]);
        }
        if (const Status status = Traits::infer(node, m_semantics, in, out); !status) {
            return true;
        }
        in.insert(in.end(), out.begin(), out.end());
        for (std::size_t i = 0; i < entries.size(); ++i) {
            if (entries[i] == entry) {
                return in[i] != m_values[entry];
            }
        }
        return false;
    }

    const IndexedGraph &m_graph;
    Semantics m_semantics;
    const std::vector<Value> &m_values;
    std::span<const std::uint32_t> m_settledBy;
    std::size_t m_told = 0;
};

} // namespace nervure
