// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/drawn_graph.h"

namespace nervure {

/// Adds a pill for each output of the graph that `drawn` shows all or a part of, with its name, type
/// and shape, and a line to it from what gives it (the node, or the card it is folded into). Pills are in no
/// group, and each stands behind its source in the order of boxes: an output in the middle of a network
/// does not keep layouts from being split there. Outputs whose node is not drawn, and those of
/// LightNet's graphs, which have none, get no pill. After foldGroups(); `indexed` and `analyses` of the
/// options say what is known.
[[nodiscard]] DrawnGraph addOutputs(DrawnGraph drawn, const Graph &graph, const OpRegistry &ops,
                                    const DrawOptions &options = {});

} // namespace nervure
