// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_spec.h"

#include <cstdint>

namespace nervure {

/// A two-dimensional pooling of NCHW data, free of any dialect. Padding at the bottom and right
/// follows from the output size. Window cells outside the input never count for the maximum; for
/// the average they count as zeros with `countIncludePad` (divided by the whole window) and not at
/// all without.
struct Pool2dGeometry {
    bool isMax = true;
    bool countIncludePad = false;
    std::int64_t batch = 1;
    std::int64_t channels = 1;
    std::int64_t inH = 1;
    std::int64_t inW = 1;
    std::int64_t outH = 1;
    std::int64_t outW = 1;
    std::int64_t kernelH = 1;
    std::int64_t kernelW = 1;
    std::int64_t strideH = 1;
    std::int64_t strideW = 1;
    std::int64_t padTop = 0;
    std::int64_t padLeft = 0;
};

/// Naive pooling of `in` [batch, channels, inH, inW] into `out`, of one type. An empty window gives
/// the lowest number of `elements` (maximum), what the images are of before they were brought to the
/// type at hand, or 0 (average). Integers divide truncating towards zero.
[[nodiscard]] Status pool2dReference(const Pool2dGeometry &geometry, DType elements,
                                     const ConstTensorView &in, const TensorView &out,
                                     const CancelToken *cancel);

} // namespace nervure
