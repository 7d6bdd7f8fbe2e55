// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/kernel_spec.h"
#include "core/graph/layout.h"
#include "core/ops/conv2d_geometry.h"
#include "core/support/result.h"

namespace nervure {

/// Kernels of convolutions in any layout and type (conv2d_general.cl), for what has none of its own.
/// They compute what the references do and are as naive. All fail with "no-kernel": for layouts whose
/// height or width are in blocks, and for types that the references convert first.

/// The layouts of a convolution's tensors.
struct Conv2dPlacing {
    Layout data;
    Layout weight;
    Layout out;
    Layout bias;
};

/// Of plain tensors: NCHW and OIHW.
[[nodiscard]] const Conv2dPlacing &plainPlacing();

/// conv2dReference(): data, weight, bias if there is one.
[[nodiscard]] Result<KernelSpec> conv2dGeneralKernel(const Conv2dGeometry &geometry,
                                                     const Conv2dPlacing &placing,
                                                     const KernelContext &context);

/// conv2dDataGradient() of input 0 with input 1 as the weight; `geometry` is the convolution that
/// leads from output 0 to input 0. With its `hasBias` input 2 is added. Output 0 may be larger than
/// the geometry says: there it is 0.
[[nodiscard]] Result<KernelSpec> conv2dTransposedKernel(const Conv2dGeometry &geometry,
                                                        const Conv2dPlacing &placing,
                                                        const KernelContext &context);

/// The gradients of data, weight and, if there is one, bias from the result's gradient, the data and
/// the weight.
[[nodiscard]] Result<KernelSpec> conv2dGradientKernel(const Conv2dGeometry &geometry,
                                                      const Conv2dPlacing &placing,
                                                      const KernelContext &context);

} // namespace nervure
