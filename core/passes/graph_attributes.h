// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/analyses.h"
#include "core/graph/indexed/indexed_graph.h"

#include <cstdint>
#include <vector>

namespace nervure {

/// Which entry the i-th value of a list in a file belongs to.
enum class ListOrder : std::uint8_t {
    File, ///< nodes count in the order of the file's list of nodes
    Snapshot, ///< nodes count in the order of the snapshot, as NNVM takes them whatever their order in the file
};
/// What holds in those semantics.
[[nodiscard]] constexpr ListOrder listOrderOf(Semantics semantics)
{
    return semantics == Semantics::Exact ? ListOrder::Snapshot : ListOrder::File;
}

/// The graph attributes that a file brings along, as analyses: `shape`, `dtype` and `layout` (which must
/// hold one value per entry, else they are left out with a warning) and whatever else has a tag we know. In
/// ListOrder::Snapshot a list over nodes that stand in another order is a warning: its values are put at others.
[[nodiscard]] Analyses readGraphAttributes(const IndexedGraph &graph, ListOrder order,
                                           Diagnostics &diagnostics);

/// Analyses as NNVM's SaveJSON writes them: tag and JSON text, sorted by name. Left out is what it
/// has no text for: graphs, fused groups, plans.
[[nodiscard]] std::vector<GraphAttr> writeGraphAttributes(const Analyses &analyses);

/// Without the attributes that speak of entries, which no longer fit a changed graph.
[[nodiscard]] std::vector<GraphAttr> withoutEntryAttributes(const std::vector<GraphAttr> &attrs);

} // namespace nervure
