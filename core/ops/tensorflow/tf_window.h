// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/tensorflow/tf_operator.h"

#include <cstddef>
#include <cstdint>
#include <string>

/// Windows that slide over images, [batch, height, width, channels] or [batch, channels, height, width].
namespace nervure::tensorflow {

/// Where the dimensions of images are, by the attribute data_format.
struct ImageAxes {
    std::size_t height = 1;
    std::size_t width = 2;
    std::size_t channels = 3;

    [[nodiscard]] bool isChannelsFirst() const { return channels == 1; }
};
[[nodiscard]] ImageAxes imageAxes(const OnnxAttrs &attrs);

/// How many windows there are along one dimension: padding SAME, VALID, or what stands around it.
[[nodiscard]] Result<Dimension> windowCount(const ValueCall &call, const Dimension &size,
                                            std::int64_t kernel, std::size_t axis);

/// The windows over an image whose sizes are numbers: height, then width.
struct ImageWindows {
    Numbers kernel;
    Numbers strides;
    Numbers dilations;
    Numbers before; ///< padding
    Numbers after;
};
/// `image` and `out` are the sizes of height and width.
[[nodiscard]] ImageWindows imageWindows(const OnnxAttrs &attrs, const Numbers &image,
                                        const Numbers &kernel, const Numbers &out);

/// An image as NNVM's operators have it, channels before height and width, and back.
[[nodiscard]] Operand channelsFirst(const OnnxLowering &op, const Operand &x);
[[nodiscard]] Operand asGiven(const OnnxLowering &op, const Operand &x);
/// "(2, 2)".
[[nodiscard]] std::string pairText(const Numbers &numbers);

} // namespace nervure::tensorflow
