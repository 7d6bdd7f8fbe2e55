// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"
#include "core/ops/convolution/conv2d_tasks.h"
#include "core/support/result.h"

namespace nervure {

/// Kernels of convolutions in any layout and type (conv2d_general.cl), for what has none of its own.
/// They compute what the references do and are as naive. All fail with "no-kernel": for layouts whose
/// height or width are in blocks, and for types that the references convert first.

/// conv2dReference(): data, weight, bias if there is one.
[[nodiscard]] Result<KernelSpec> conv2dGeneralKernel(const Conv2dGeometry &geometry,
                                                     const Conv2dPlacing &placing,
                                                     const KernelContext &context);

/// conv2dDataGradient() of the operands; `geometry` is the convolution that leads from output 0 to the
/// data. With its `hasBias` the bias is added. Output 0 may be larger than the geometry says: there it
/// is 0.
[[nodiscard]] Result<KernelSpec> conv2dTransposedGeneralKernel(const Conv2dGeometry &geometry,
                                                               const Conv2dPlacing &placing,
                                                               const Conv2dOperands &operands,
                                                               const KernelContext &context);

/// The gradients of weight and, if there is one, bias, outputs 1 and 2, from the result's gradient and
/// the data.
[[nodiscard]] Result<KernelSpec> conv2dWeightGradientKernel(const Conv2dGeometry &geometry,
                                                            const Conv2dPlacing &placing,
                                                            const KernelContext &context);

} // namespace nervure
