// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/drawn_graph.h"
#include "core/layout/diagram/node_geometry.h"
#include "core/layout/engine/layout_client.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// Where values flow to.
enum class LayoutDirection : std::uint8_t { Down, Right };

/// A finished picture of a graph: what is drawn, the texts cut to fit, and where it all stands.
/// Immutable once made; painters share it.
struct Drawing {
    DrawnGraph graph;
    std::vector<NodeBox> boxes; ///< by node
    LayoutResult layout;        ///< by node and edge
    LayoutDirection direction = LayoutDirection::Down;
};

/// Bundles lines, measures and lays out, unless `known`, which packedLayout() made, is of that drawing. Fails
/// only with code "cancelled".
[[nodiscard]] Result<Drawing> makeDrawing(DrawnGraph graph, const TextMeasure &measure,
                                          LayoutClient &client, const JobControl &control = {},
                                          LayoutDirection direction = LayoutDirection::Down,
                                          std::string_view known = {});

/// Where all stands, as bytes. Empty when it is better laid out again: a makeshift, or so large that
/// nobody would like to keep it.
[[nodiscard]] std::string packedLayout(const Drawing &drawing, const TextMeasure &measure);

} // namespace nervure
