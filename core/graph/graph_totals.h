// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analyses.h"
#include "core/graph/indexed_graph.h"

#include <cstdint>
#include <optional>
#include <unordered_set>

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

/// Adds up over the snapshot. `analyses` are vectors over it; `parameters` come from
/// findParameters(). The static tensors of a LightNet graph count as parameters.
[[nodiscard]] GraphTotals graphTotals(const IndexedGraph &index, const Analyses &analyses,
                                      const std::unordered_set<NodeId> &parameters,
                                      Semantics semantics);

} // namespace nervure
