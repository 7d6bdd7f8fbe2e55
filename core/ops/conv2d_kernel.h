// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/kernel_spec.h"
#include "core/ops/conv2d_geometry.h"

namespace nervure {

/// The launches of a float32 convolution (conv2d.cl). Inputs are data, weight and, with a bias,
/// bias; output 0 is the result. Fails with code "no-kernel" for what the kernels cannot do.
[[nodiscard]] Result<KernelSpec> conv2dKernel(const Conv2dGeometry &geometry,
                                              const KernelContext &context);

/// One work-item an output element: the yardstick of the benchmark.
[[nodiscard]] KernelSpec conv2dNaiveKernel(const Conv2dGeometry &geometry);

} // namespace nervure
