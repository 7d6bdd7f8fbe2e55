// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/convolution/conv2d_tasks.h"

#include <optional>

namespace nervure {

/// A float32 convolution of 1x1 with stride 1 on plain planes, in any number of groups
/// (conv2d_pointwise.cl). Nothing on devices without wide vectors, for planes smaller than a vector,
/// groups of few channels and other layouts than NCHW and OIHW.
[[nodiscard]] std::optional<KernelSpec> conv2dPointwiseKernel(const Conv2dGeometry &geometry,
                                                              const Conv2dPlacing &placing,
                                                              const KernelContext &context);

} // namespace nervure
