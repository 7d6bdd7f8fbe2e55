// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/provenance.h"
#include "core/graph/indexed/indexed_graph.h"

#include <optional>
#include <vector>

namespace nervure {

/// What a file says of where its nodes came from, as graph attributes: for each node, in NNVM's order, the
/// numbers of nodes of the graph before ("3,4=3 folded batch_norm into conv2d": from two, and still the
/// first), and which graph that was.
[[nodiscard]] std::vector<GraphAttr> originAttributes(const IndexedGraph &before,
                                                      const IndexedGraph &after,
                                                      const Provenance &provenance);

[[nodiscard]] bool isOriginAttribute(const GraphAttr &attr);

/// Reads them from a graph; nothing where it does not say it, or speaks of another graph than `before`.
[[nodiscard]] std::optional<Provenance> readOrigins(const IndexedGraph &before,
                                                    const IndexedGraph &after);

} // namespace nervure
