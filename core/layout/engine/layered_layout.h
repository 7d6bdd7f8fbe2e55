// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/layout_request.h"
#include "core/layout/engine/layout_result.h"
#include "core/support/cancellation.h"
#include "core/support/result.h"

#include <cstdint>
#include <span>

namespace nervure {

/// Our own layered layout, so that a graph is always shown: ranks by longest path, order within a
/// rank by medians, positions by least squares. Near linear in boxes plus ranks crossed. Boxes never
/// overlap. Deterministic. Fails only with code "cancelled". `topOrder` tells how the boxes of the
/// request's top row stand from left to right; empty: as it suits.
[[nodiscard]] Result<LayoutResult> layeredLayout(const LayoutRequest &request,
                                                 const JobControl &control = {},
                                                 std::span<const std::uint32_t> topOrder = {});

} // namespace nervure
