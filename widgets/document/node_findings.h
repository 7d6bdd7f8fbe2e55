// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/support/diagnostic.h"

#include <functional>

namespace nervure {

/// Those of the diagnostics that are about nodes of which `isMeant` is true, or about what these hold,
/// the worst first. `graph` is the one they are about.
[[nodiscard]] Diagnostics findingsAbout(const Diagnostics &all, const Graph &graph,
                                        const std::function<bool(NodeId node)> &isMeant);

} // namespace nervure
