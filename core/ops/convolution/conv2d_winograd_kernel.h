// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"
#include "core/ops/convolution/conv2d_geometry.h"
#include "core/support/result.h"

namespace nervure {

/// The kernels of NNVM's two operators of Winograd's convolution (conv2d_winograd.cl), for floats and
/// tiles of 2 or 4. They fail with code "no-kernel" for what they cannot do.

/// The weight, [outChannels, inChannels, 3, 3], as the convolution multiplies it.
[[nodiscard]] Result<KernelSpec> winogradWeightKernel(int tileSize, const KernelContext &context);

/// The convolution of NCHW data with a transformed weight, [tileSize + 2, tileSize + 2] matrices of
/// outChannels x inChannels or of inChannels x outChannels. `geometry` is that of the plain
/// convolution: 3x3, with strides, dilation and groups of 1.
[[nodiscard]] Result<KernelSpec> winogradTilesKernel(int tileSize, const Conv2dGeometry &geometry,
                                                     const KernelContext &context);

} // namespace nervure
