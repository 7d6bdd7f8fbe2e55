// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op_spec.h"

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

/// Naive convolution. `in` is data [batch, inChannels, inH, inW], weight [outChannels, inPerGroup,
/// kernelH, kernelW] and, if hasBias, bias [outChannels]; all of the output's type, or of a small
/// integer type while the output is int32. Fails for types it cannot compute and when cancelled.
[[nodiscard]] Status conv2dReference(const Conv2dGeometry &geometry,
                                     std::span<const ConstTensorView> in, const TensorView &out,
                                     const CancelToken *cancel);

} // namespace nervure
