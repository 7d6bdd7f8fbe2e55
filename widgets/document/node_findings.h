// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/support/diagnostic.h"
#include "widgets/document/pass_step.h"

#include <functional>

namespace nervure {

/// The findings of a step, for those who look at another graph: where that has not the ids of the step's, each finding with
/// the name of its node alone.
[[nodiscard]] Diagnostics findingsByName(const PassStep &step, bool sharesIds);

/// Those of the diagnostics that are about nodes of which `isMeant` is true, or about what these hold,
/// the worst first. `graph` is the one they are about.
[[nodiscard]] Diagnostics findingsAbout(const Diagnostics &all, const Graph &graph,
                                        const std::function<bool(NodeId node)> &isMeant);

} // namespace nervure
