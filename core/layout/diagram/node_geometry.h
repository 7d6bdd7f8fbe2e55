// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/drawn_graph.h"
#include "core/layout/diagram/text_measure.h"
#include "core/layout/engine/layout_request.h"

#include <string>
#include <vector>

namespace nervure {

/// Measures of a card in picture pixels, shared by all painters.
namespace card {
inline constexpr double radius = 6;
inline constexpr double stripe = 4;
inline constexpr double paddingLeft = 14; ///< from the border, stripe included
inline constexpr double paddingRight = 12;
inline constexpr double titleBaseline = 21;
inline constexpr double nameBaseline = 38;
inline constexpr double detailBaseline = 54; ///< 38 when there is no name line
inline constexpr double badgeSpace = 52;     ///< kept free at the right end of the first line
inline constexpr double pillHeight = 28;
inline constexpr double pillPadding = 14;  ///< at both ends, also how round they are
inline constexpr double pillBaseline = 18; ///< of a pill's name
inline constexpr double outputHeight = 44; ///< of an output's pill that says type and shape
inline constexpr double outputBaseline = 34;
inline constexpr double outputInset = 3.5; ///< of an output's second border within the first
inline constexpr double labelHeight = 18;
inline constexpr double labelPadding = 6;
inline constexpr double stackStep = 4; ///< how far the cards of a folded group stand behind another
} // namespace card

/// A card or pill with its lines cut to fit. All painters show these texts and this size.
struct NodeBox {
    double width = 0;
    double height = 0;
    std::string title;
    std::string name;
    std::string detail;
};

[[nodiscard]] NodeBox measureNode(const DrawnNode &node, const TextMeasure &measure);

/// The boxes of all nodes, in order.
[[nodiscard]] std::vector<NodeBox> measureNodes(const DrawnGraph &graph,
                                                const TextMeasure &measure);

/// The request for a picture of the graph with boxes of these sizes.
[[nodiscard]] LayoutRequest makeLayoutRequest(const DrawnGraph &graph,
                                              const std::vector<NodeBox> &boxes,
                                              const TextMeasure &measure);

} // namespace nervure
