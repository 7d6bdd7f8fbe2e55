// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/analyses.h"
#include "core/graph/indexed/indexed_graph.h"

#include <vector>

namespace nervure {

/// The graph attributes that a file brings along, as analyses: `shape`, `dtype` and `layout` (which must
/// hold one value per entry, else they are left out with a warning) and whatever else has a tag we know.
[[nodiscard]] Analyses readGraphAttributes(const IndexedGraph &graph, Diagnostics &diagnostics);

/// Analyses as NNVM's SaveJSON writes them: tag and JSON text, sorted by name. Left out is what it
/// has no text for: graphs, fused groups, plans.
[[nodiscard]] std::vector<GraphAttr> writeGraphAttributes(const Analyses &analyses);

/// Without the attributes that speak of entries, which no longer fit a changed graph.
[[nodiscard]] std::vector<GraphAttr> withoutEntryAttributes(const std::vector<GraphAttr> &attrs);

} // namespace nervure
