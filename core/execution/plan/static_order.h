// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <vector>

namespace nervure {

class OpRegistry;

/// The order in which LightNet runs a document: operators that only read and make static tensors go
/// to the front, or right behind the operator that completes their inputs; all others keep their
/// order. So what is printed of a created tensor comes before what is computed.
[[nodiscard]] std::vector<NodeId> staticOrder(const Graph &graph, const OpRegistry &ops);

/// The document in that order. Ids stay.
[[nodiscard]] Graph inStaticOrder(const Graph &graph, const OpRegistry &ops);

} // namespace nervure
