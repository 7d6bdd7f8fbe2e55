// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/layout_request.h"
#include "core/layout/engine/layout_result.h"
#include "core/support/cancellation.h"
#include "core/support/result.h"

#include <cstdint>
#include <functional>
#include <span>

namespace nervure {

/// Lays out one chunk's request; `topOrder` tells how its top row had best stand from left to right:
/// as the chunk above left its lines.
using LayoutPart = std::function<Result<LayoutResult>(const LayoutRequest &,
                                                      std::span<const std::uint32_t> topOrder)>;

/// Lays out a request that is too large for Graphviz as a whole and has no cuts, such as an unrolled
/// recurrent network: chunk by chunk, one below the other, lines joined in the gaps between them.
/// Boxes are in topological order. Fails where `layoutPart` does; it is asked soon after `cancel`.
[[nodiscard]] Result<LayoutResult> layoutInChunks(LayoutRequest request,
                                                  const LayoutPart &layoutPart,
                                                  const CancelToken &cancel = {});

} // namespace nervure
