// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/drawn_graph.h"
#include "core/layout/diagram/text_measure.h"
#include "core/layout/engine/layout_client.h"

namespace nervure {

/// What of a picture is laid out: `request` has its boxes and lines, in their order.
struct NestedPicture {
    const DrawnGraph &graph;
    const LayoutRequest &request;
    bool isTurned = false; ///< the boxes stand for ones that lie on their side
};

/// Lays out each open subgraph by itself, and then as one box within what is around it: nothing else
/// stands in its frame, and equal ones look alike. The lines that lead out of it do so at
/// its lower end. Without open subgraphs it is client.layout(). Fails only with code "cancelled".
[[nodiscard]] Result<LayoutResult> layoutNested(const NestedPicture &picture,
                                                const TextMeasure &measure, LayoutClient &client,
                                                const JobControl &control);

} // namespace nervure
