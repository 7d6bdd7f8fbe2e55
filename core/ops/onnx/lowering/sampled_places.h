// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/onnx/lowering/onnx_lowering.h"

#include <cstdint>
#include <vector>

namespace nervure::onnx {

/// How images are read at places between their elements.
struct Sampling {
    enum class Mode : std::uint8_t { Nearest, Linear, Cubic };
    enum class Padding : std::uint8_t { Zeros, Border, Reflection };

    Mode mode = Mode::Linear;
    Padding padding = Padding::Zeros; ///< what lies outside an image
    bool alignsCorners = true; ///< reflected at the outermost elements, not at their outer edges
};

/// Images (batch, channels, sizes…) at places (batch, points), an operand for each of the sizes, counted in
/// elements from the first: (batch, channels, points). Interpolated ones are of numbers with a fraction.
[[nodiscard]] Operand sampledAt(const OnnxLowering &op, const Operand &images,
                                const std::vector<Operand> &places, const Sampling &how);

} // namespace nervure::onnx
