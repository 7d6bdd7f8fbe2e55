// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/layout_request.h"
#include "core/layout/engine/layout_result.h"
#include "core/support/result.h"

#include <string>
#include <string_view>

namespace nervure {

/// What nervure-layout and its caller say to each other: one line of JSON a request, one a result.
///
///     {"gap":[28,40],"rows":[0,0],"nodes":[[120,64],…],"edges":[[0,1,0],…]}
///     {"nodes":[[60,32],…],"edges":[[60,64,…],…]}                x, y of 1 + 3n points
///     {"error":"…"}
///
/// Coordinates are picture pixels, y down. The third number of a line: 1 hidden, 2 straight.

[[nodiscard]] std::string encodeLayoutRequest(const LayoutRequest &request);
/// Refuses what is not a request, indices out of range and sizes that are no sizes.
[[nodiscard]] Result<LayoutRequest> decodeLayoutRequest(std::string_view line);

[[nodiscard]] std::string encodeLayoutResult(const LayoutResult &result);
[[nodiscard]] std::string encodeLayoutError(const Diagnostic &error);
/// Refuses an answer that does not fit the request. Lines without a route get a plain one.
[[nodiscard]] Result<LayoutResult> decodeLayoutResult(std::string_view line,
                                                      const LayoutRequest &request);

} // namespace nervure
