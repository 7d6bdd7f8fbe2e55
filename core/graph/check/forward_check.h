// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/check/graph_check.h"

#include <optional>
#include <set>

namespace nervure {

/// Infers shapes and types of the operators before the first faulty one, forward and in the order of
/// the file, as LightNet does while it reads a document. The first fault that a rule finds.
[[nodiscard]] std::optional<GraphFinding> firstFaultBefore(const std::set<NodeId> &faulty,
                                                           const Graph &graph,
                                                           const OpRegistry &ops,
                                                           Semantics semantics);

} // namespace nervure
