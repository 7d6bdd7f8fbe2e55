// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proof/runnable_graph.h"
#include "core/proof/tensor_error.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace nervure {

/// A node whose output holds what is no number, though all that it reads are numbers.
struct NonFiniteSource {
    NodeId node;
    std::string name;
    NonFiniteCount count;
};

/// The values that the nodes of a graph compute. A run gives as many of them as fit into memory at a time; so
/// ask for them in the order of the graph.
class ValueTrace {
public:
    static constexpr std::size_t usualBytes = std::size_t{1} << 30;

    /// All must outlive it. `bytes`: what it may hold at a time.
    ValueTrace(const RunnableGraph &graph, const ProofContext &context,
               std::size_t bytes = usualBytes);

    /// What an entry holds, until the next question. Fails where the graph cannot be run.
    [[nodiscard]] Result<const Tensor *> value(const Entry &entry);
    /// What the graph's heads hold, in their order: one run, whatever else is asked. Fails where it cannot be run.
    [[nodiscard]] Result<const std::vector<Tensor> *> results();
    /// The first node, in the order of the graph, that makes what is no number of numbers; nothing where none
    /// does. Runs what was not run yet.
    [[nodiscard]] Result<std::optional<NonFiniteSource>> firstNonFinite();

    [[nodiscard]] const RunnableGraph &graph() const { return m_graph; }

private:
    Status loadFrom(std::size_t position);
    [[nodiscard]] bool makesNonFinite(const IndexedNode &node, std::uint32_t place) const;

    const RunnableGraph &m_graph;
    const ProofContext &m_context;
    std::size_t m_bytes;
    std::vector<Entry> m_entries;             ///< what nodes compute, in their order
    std::map<Entry, std::size_t> m_positions; ///< in m_entries
    std::size_t m_first = 0;                  ///< of those that are held
    std::vector<Tensor> m_held;
    std::optional<std::vector<Tensor>> m_results;
    std::vector<std::optional<NonFiniteCount>> m_counts; ///< by position, of what was held once
};

} // namespace nervure
