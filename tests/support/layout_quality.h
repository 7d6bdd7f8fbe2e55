// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/layout_request.h"
#include "core/layout/engine/layout_result.h"

#include <cstddef>

namespace nervure::tests {

/// What can be counted about a picture. Two lines cross where they meet and have no box in common;
/// stubs do not count.
struct LayoutQuality {
    std::size_t crossings = 0;
    std::size_t overlaps = 0;  ///< pairs of boxes
    std::size_t looseEnds = 0; ///< lines that do not start and end at their boxes' borders
    std::size_t stubs = 0;
};

/// Near linear in the length of all lines.
[[nodiscard]] LayoutQuality measureQuality(const LayoutRequest &request,
                                           const LayoutResult &result);

} // namespace nervure::tests
