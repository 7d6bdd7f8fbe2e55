// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/onnx/lowering/onnx_lowering.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace nervure::onnx {

/// A window that slides over the spatial dimensions, one number of each for each of them.
struct Window {
    Numbers kernel;
    Numbers strides;
    Numbers dilations;
    Numbers before; ///< padding in front
    Numbers after;  ///< and behind

    [[nodiscard]] std::size_t rank() const { return kernel.size(); }
    /// How many elements a window covers along a dimension.
    [[nodiscard]] std::int64_t reach(std::size_t i) const
    {
        return (kernel[i] - 1) * dilations[i] + 1;
    }
    [[nodiscard]] bool isSymmetric() const { return before == after; }
    [[nodiscard]] bool isDilated() const
    {
        return std::any_of(dilations.begin(), dilations.end(), [](auto d) { return d != 1; });
    }
};

/// The numbers, or 1 for each dimension where an attribute lists none.
[[nodiscard]] Numbers orOnes(const Numbers &numbers, std::size_t rank);
/// Throws ShapesDoNotFit unless the window has a number for each of the dimensions `inside` and `outside`, and
/// all of them are ones that can be counted with.
void requireWindow(const Window &window, const Shape &inside, const Shape &outside);
/// The window of the attributes over data (batch, channels, …). Padding behind is as much as the last window
/// needs that inference counted (ceil_mode, auto_pad).
[[nodiscard]] Window windowOf(const OnnxLowering &op, const Operand &x, Numbers kernel);
/// The numbers of the dimensions behind batch and channels, with 0 for those two.
[[nodiscard]] Numbers forAll(const Numbers &spatial);
/// A list as attributes have it.
[[nodiscard]] std::string pairText(const Numbers &numbers);

} // namespace nervure::onnx
