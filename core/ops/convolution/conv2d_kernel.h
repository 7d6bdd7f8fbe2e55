// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"
#include "core/ops/convolution/conv2d_tasks.h"
#include "core/support/result.h"

namespace nervure {

/// The launches of a convolution: the fast ones of conv2d.cl and conv2d_local.cl for floats, else those
/// of conv2d_general.cl. Inputs are data, weight and, with a bias, bias; output 0 is the result. Fails
/// with code "no-kernel" for what the kernels cannot do.
[[nodiscard]] Result<KernelSpec> conv2dKernel(const Conv2dGeometry &geometry,
                                              const Conv2dPlacing &placing,
                                              const KernelContext &context);

/// What conv2dDataGradient() computes of the operands; `geometry` is the convolution that leads from
/// output 0 to the data. With its `hasBias` the bias is added. Output 0 may be larger than the geometry
/// says: there it is 0. `placing.out` is that of output 0.
[[nodiscard]] Result<KernelSpec> conv2dTransposedKernel(const Conv2dGeometry &geometry,
                                                        const Conv2dPlacing &placing,
                                                        const Conv2dOperands &operands,
                                                        const KernelContext &context);

/// The launches of convolutions of floats.
[[nodiscard]] Result<KernelSpec> conv2dTasksKernel(const Conv2dTasks &tasks,
                                                   const KernelContext &context);

/// One work-item an output element: the yardstick of the benchmark.
[[nodiscard]] KernelSpec conv2dNaiveKernel(const Conv2dGeometry &geometry);

} // namespace nervure
