// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analyses.h"
#include "core/graph/indexed_graph.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

namespace nervure {

/// What a model holds and costs. Nothing stands where a shape, a type or a rule is unknown.
struct GraphTotals {
    std::optional<std::int64_t> parameters;     ///< elements of all parameters
    std::optional<std::int64_t> parameterBytes; ///< their bytes
    std::optional<std::int64_t> macs;           ///< multiply-accumulates of one run
};

/// What single nodes and values of a snapshot cost; `analyses` are vectors over it. Both must outlive
/// this. Nothing stands where a shape, a type or a rule is unknown.
class NodeCosts {
public:
    NodeCosts(const IndexedGraph &index, const Analyses &analyses, Semantics semantics)
        : m_index(index),
          m_shapes(analyses.find(keys::shape)),
          m_types(analyses.find(keys::dtype)),
          m_semantics(semantics)
    {}

    /// Of a value, by its entry id.
    [[nodiscard]] std::optional<std::int64_t> elements(std::uint32_t entry) const;
    [[nodiscard]] std::optional<std::int64_t> bytes(std::uint32_t entry) const;
    /// Multiply-accumulates of one run of a node, by its id in the snapshot.
    [[nodiscard]] std::optional<std::int64_t> macs(std::uint32_t id) const;

private:
    [[nodiscard]] const Shape *known(std::uint32_t entry) const;

    const IndexedGraph &m_index;
    const Shapes *m_shapes;
    const DTypes *m_types;
    Semantics m_semantics;
};

/// The totals of a snapshot that is followed by others: what a node adds is kept, so that only what has
/// changed is added up again. The static tensors of a LightNet graph count as parameters.
class RunningTotals {
public:
    RunningTotals() = default;
    /// Adds all up. `analyses` are vectors over the snapshot; `isParameter` says of nodes what
    /// findParameters() finds.
    RunningTotals(const IndexedGraph &index, const Analyses &analyses,
                  const std::function<bool(NodeId)> &isParameter, Semantics semantics);

    /// For a snapshot that numbers the nodes otherwise: `before` are their numbers so far, `none` for nodes
    /// that are new, which add nothing yet and are no parameters. What is gone adds nothing any more.
    void renumber(std::span<const std::uint32_t> before);
    static constexpr std::uint32_t none = 0xFFFFFFFF;
    /// What it adds is another thing then.
    void setParameter(std::uint32_t node, bool isParameter) { m_isParameter[node] = isParameter; }
    /// Adds these nodes up again.
    void update(const IndexedGraph &index, const Analyses &analyses, Semantics semantics,
                std::span<const std::uint32_t> nodes);
    [[nodiscard]] GraphTotals totals() const;

private:
    /// An amount, or that it is not known.
    static constexpr std::int64_t unknown = -1;
    struct Part {
        std::int64_t parameters = 0;
        std::int64_t bytes = 0;
        std::int64_t macs = 0;
    };
    /// A sum that parts can be taken out of again, whatever its size.
    struct Sum {
        void add(std::int64_t amount, int sign);
        [[nodiscard]] std::optional<std::int64_t> value() const;

        std::int64_t low = 0;  ///< below 2^62
        std::int64_t high = 0; ///< times 2^62
        std::int64_t unknowns = 0;
    };

    [[nodiscard]] Part partOf(const IndexedGraph &index, const NodeCosts &costs,
                              std::uint32_t id) const;
    void add(const Part &part, int sign);

    std::vector<Part> m_parts;       ///< by node
    std::vector<bool> m_isParameter; ///< by node: its outputs are parameters
    Sum m_parameters;
    Sum m_bytes;
    Sum m_macs;
};

/// Adds up over the snapshot, as RunningTotals.
[[nodiscard]] GraphTotals graphTotals(const IndexedGraph &index, const Analyses &analyses,
                                      const std::unordered_set<NodeId> &parameters,
                                      Semantics semantics);

} // namespace nervure
