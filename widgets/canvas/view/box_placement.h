// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/drawn_graph.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

namespace nervure {

/// Which box of a picture is meant, to find it again in the next one.
struct BoxPlacement {
    NodeId node;
    std::string group;        ///< key of the subgraph that it is in or stands for; empty: of none
    std::uint32_t number = 0; ///< among the boxes of that subgraph; or of an output
    bool isOutput = false;    ///< the pill of an output of the graph

    auto operator<=>(const BoxPlacement &) const = default;
};

[[nodiscard]] BoxPlacement placeOf(const DrawnGraph &graph, std::uint32_t box);

/// Where a subgraph was folded or unfolded meanwhile, its card or its first box; where it went into the
/// card of another, that card.
[[nodiscard]] std::optional<std::uint32_t> findBox(const DrawnGraph &graph,
                                                   const BoxPlacement &place);

} // namespace nervure
