// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Where the parts of a LifetimeChart are, in device-independent pixels.
namespace nervure::lifetime_layout {

inline constexpr int rowHeight = 24;
inline constexpr int barHeight = 16;
inline constexpr int labelWidth = 104;
inline constexpr int axisHeight = 20;
inline constexpr int usageHeight = 56;                       ///< of the curve of bytes in use
inline constexpr int rowsTop = axisHeight + usageHeight + 4; ///< where the bars begin
inline constexpr int chartMargin = 8;
inline constexpr int addressCount = 4; ///< addresses written beside it, and 0

} // namespace nervure::lifetime_layout
