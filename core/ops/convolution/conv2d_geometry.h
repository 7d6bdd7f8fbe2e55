// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_spec.h"

#include <cstdint>

namespace nervure {

/// A two-dimensional convolution of NCHW data with OIHW weights, free of any dialect. Padding at the
/// bottom and right follows from the output size.
struct Conv2dGeometry {
    std::int64_t batch = 1;
    std::int64_t inChannels = 1;
    std::int64_t inH = 1;
    std::int64_t inW = 1;
    std::int64_t outChannels = 1;
    std::int64_t outH = 1;
    std::int64_t outW = 1;
    std::int64_t kernelH = 1;
    std::int64_t kernelW = 1;
    std::int64_t strideH = 1;
    std::int64_t strideW = 1;
    std::int64_t padTop = 0;
    std::int64_t padLeft = 0;
    std::int64_t dilationH = 1;
    std::int64_t dilationW = 1;
    std::int64_t groups = 1;
    bool hasBias = false;

    [[nodiscard]] std::int64_t inPerGroup() const { return inChannels / groups; }
    [[nodiscard]] std::int64_t outPerGroup() const { return outChannels / groups; }
    [[nodiscard]] std::int64_t macs() const
    {
        return batch * outChannels * outH * outW * inPerGroup() * kernelH * kernelW;
    }
};

/// The sizes of a convolution with these shapes, all of rank 4; all else as it is by default.
[[nodiscard]] Conv2dGeometry conv2dSizes(const Shape &data, const Shape &weight, const Shape &out);

/// The padded input of a convolution dealt out to planes, one for each phase of the strides: plane
/// (py, px) of a channel holds the rows py, py + strideH, … and of them the columns px, px +
/// strideW, …. What one tap of the kernel meets then lies side by side for neighboring results:
/// result (y, x) is position y * pitch + x, and a tap reads at a fixed distance from its position.
struct Conv2dPlanes {
    std::int64_t phaseH = 1;
    std::int64_t phaseW = 1;
    std::int64_t height = 1;
    std::int64_t pitch = 1;     ///< columns of a plane; the first outW positions of a row count
    std::int64_t positions = 1; ///< up to the last result

    [[nodiscard]] std::int64_t planeSize() const { return height * pitch; }
    [[nodiscard]] std::int64_t channelSize() const { return phaseH * phaseW * planeSize(); }
};
[[nodiscard]] Conv2dPlanes conv2dPlanes(const Conv2dGeometry &geometry);

/// Naive convolution. `in` is data [batch, inChannels, inH, inW], weight [outChannels, inPerGroup,
/// kernelH, kernelW] and, if hasBias, bias [outChannels]; all of the output's type, or of a small
/// integer type while the output is int32. Fails for types it cannot compute, when padding and
/// dilation make the padded input absurdly large, and when canceled.
[[nodiscard]] Status conv2dReference(const Conv2dGeometry &geometry,
                                     std::span<const ConstTensorView> in, const TensorView &out,
                                     const CancelToken *cancel);

} // namespace nervure
