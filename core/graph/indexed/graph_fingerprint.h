// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"

#include <string>

namespace nervure {

/// 32 hexadecimal digits that stand for a model: its operators, names, attributes and wiring, in the
/// order of the snapshot. Neither the format of a file nor its layout, notes and unreachable nodes
/// count, so that results of the same model are known for such wherever it was read.
[[nodiscard]] std::string graphFingerprint(const IndexedGraph &graph);

} // namespace nervure
