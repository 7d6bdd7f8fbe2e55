// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace nervure {

/// A strided slice, one number a dimension.
struct TensorFlowSlice {
    std::vector<std::int64_t> begin;
    std::vector<std::int64_t> end;
    std::vector<std::int64_t> stride;
};

/// Bits by position (TensorFlow's attributes of these names).
struct TensorFlowSliceMasks {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t ellipsis = 0;
    std::int64_t newAxis = 0;
    std::int64_t shrinkAxis = 0;

    [[nodiscard]] bool any() const { return (begin | end | ellipsis | newAxis | shrinkAxis) != 0; }
};

/// A dimension of the result that is new, and one of the slice that goes away.
inline constexpr std::int64_t newSliceAxis = -1;
inline constexpr std::int64_t shrunkSliceAxis = -2;

/// Writes the masks into the slice as from_tensorflow does, its faults included. Tells which dimensions of the slice
/// the result has, in order; nothing where there are no masks: all.
[[nodiscard]] std::optional<std::vector<std::int64_t>> applyMasks(
    TensorFlowSlice &slice, const TensorFlowSliceMasks &masks,
    const std::vector<std::int64_t> &sizes);

} // namespace nervure
