// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/analyses.h"
#include "core/graph/difference/graph_changes.h"
#include "core/graph/difference/stored_digests.h"
#include "core/graph/indexed/indexed_graph.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// A graph and what is known of its values.
struct KnownGraph {
    const Graph &graph;
    const IndexedGraph *index = nullptr; ///< of `graph`; null: nothing is known
    const Analyses *analyses = nullptr;  ///< over `index`
    /// Of the values that its file holds; null: nothing is said of them.
    const StoredDigests *stored = nullptr;
};

/// What is known of a value.
enum class ValueFact : std::uint8_t { Sizes, Type, Layout };
/// "shape", "dtype", "layout".
[[nodiscard]] std::string_view factName(ValueFact fact);

/// An output of a node that is in both graphs, of which another fact is known now. Such a node itself may
/// be as it was: what follows from other nodes is no change in it.
struct ChangedValue {
    NodeId node; ///< of the graph after
    std::uint32_t output = 0;
    ValueFact fact = ValueFact::Sizes;
    std::string before;
    std::string after;

    bool operator==(const ChangedValue &) const = default;
};

/// Values that files hold for the same node and that could not be compared.
struct UncomparedValue {
    NodeId node; ///< of the graph after
    std::string why;

    bool operator==(const UncomparedValue &) const = default;
};

/// What makes one graph differ from another.
struct GraphDifference {
    NodeChanges nodes;
    ChangeCounts counts; ///< of `nodes`
    std::vector<AbsorbedNode> absorbed;
    std::vector<ChangedValue> values; ///< where a fact is known on both sides
    std::size_t found = 0;            ///< facts that are known now alone
    std::size_t lost = 0;             ///< facts that were known before alone
    ChangeDetails results;            ///< the graph's results, by their number
    /// Stored values of the same node that could not be compared: the rest may still be equal.
    std::vector<UncomparedValue> uncompared;

    /// The same nodes, wiring, stored values and results; and of values nothing that contradicts.
    [[nodiscard]] bool empty() const { return nodes.empty() && values.empty() && results.empty(); }
    /// Nothing differs, and everything was compared.
    [[nodiscard]] bool isIdentical() const { return empty() && uncompared.empty(); }
    [[nodiscard]] std::size_t countOf(ValueFact fact) const;
};

/// "+2 −1 ~3, 4 shapes": nodes that are new, gone and changed. "the same" where nothing differs.
[[nodiscard]] std::string differenceText(const GraphDifference &difference);

/// Compares two graphs; `provenance` as for changesBetween().
[[nodiscard]] GraphDifference differenceOf(const KnownGraph &before, const KnownGraph &after,
                                           const Provenance *provenance);

} // namespace nervure
