// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/drawing.h"
#include "core/layout/diagram/text_measure.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nervure {

/// A tag at one end of stubs: it names what is at their other end. One stands for all that have no
/// room for tags of their own.
struct StubTag {
    std::uint32_t box = 0;              ///< where it stands
    bool isAtSource = false;            ///< below its box; else above it, where their lines begin
    Point at;                           ///< its middle, in picture pixels
    Point foot;                         ///< of one at the source: where its line leaves the box
    std::vector<std::uint32_t> edges;   ///< the stubs: DrawnGraph::edges
    std::vector<std::uint32_t> farEnds; ///< the boxes at their other ends, each once
    std::string text; ///< `split1:17`, `→ concat1`; of several boxes their number, `→ ×31`
};

/// The tags of all stubs: of each box one below it for those that leave, and those above it.
[[nodiscard]] std::vector<StubTag> stubTags(const Drawing &drawing, const TextMeasure &measure);

} // namespace nervure
