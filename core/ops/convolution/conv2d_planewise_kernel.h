// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/convolution/conv2d_tasks.h"

#include <optional>

namespace nervure {

/// Whether each output channel comes from one input channel, in taps that conv2d_planewise.cl's
/// private memory holds.
[[nodiscard]] bool isPlanewise(const Conv2dGeometry &geometry);

/// A float32 convolution of plain planes that isPlanewise() (conv2d_planewise.cl). Nothing on devices
/// without wide vectors and for other layouts than NCHW and OIHW.
[[nodiscard]] std::optional<KernelSpec> conv2dPlanewiseKernel(const Conv2dGeometry &geometry,
                                                              const Conv2dPlacing &placing,
                                                              const KernelContext &context);

} // namespace nervure
