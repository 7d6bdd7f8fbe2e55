// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/keras/keras_layer.h"

namespace nervure::keras {

/// A convolution as NNVM's operators have it: channels second, weights [out, in / groups, sizes].
struct KerasConvolution {
    Entry data;
    Shape shape; ///< of the data
    Entry weight;
    std::vector<KerasWindow> windows; ///< one for each of 1, 2 or 3 dimensions
    std::vector<KerasPadding> paddings;
    std::int64_t channels = 1; ///< of the result
    std::int64_t groups = 1;
    Shape result; ///< its shape, channels second
};

/// The sums of one of 1, 2 or 3 dimensions, without bias.
[[nodiscard]] Entry kerasConvolved(const Lowering &op, const KerasConvolution &convolution);

} // namespace nervure::keras
