// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/coreml/cm_operator.h"

#include <cstddef>

namespace nervure::coreml {

/// The window of a convolution or pooling over height and width, as its attributes say it.
struct PlaneWindow {
    Numbers kernel;
    Numbers strides;
    Numbers dilations;
    Numbers before;                 ///< padding in front of height and width
    Numbers after;                  ///< and behind
    bool isSame = false;            ///< padding is what gives a size for each stride
    bool isFrontHeavy = false;      ///< of that, the larger half is in front
    bool includesLastPixel = false; ///< windows that are not whole count

    /// How many elements a window covers along height or width.
    [[nodiscard]] std::int64_t reach(std::size_t axis) const
    {
        return (kernel[axis] - 1) * dilations[axis] + 1;
    }
};
/// Fails where lists have another length than two, and on sizes below 1.
[[nodiscard]] Result<PlaneWindow> planeWindow(const OnnxAttrs &attrs);
/// How many windows there are along height (0) or width (1). Fails where there is no room for one.
[[nodiscard]] Result<Dimension> windowCount(const PlaneWindow &window, const Dimension &size,
                                            std::size_t axis);

} // namespace nervure::coreml
