// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"
#include "core/ops/convolution/conv2d_geometry.h"

namespace nervure {

/// Whether winograd.cl can compute a convolution of channels in blocks of `lanes`, and is worth it:
/// 3x3, stride 1, no dilation, no groups, and enough tiles to serve the weights, which it has four
/// times as many of.
[[nodiscard]] bool isForWinograd(const Conv2dGeometry &geometry, int lanes);

/// Whether it is usually faster than the plain sum, which is one launch instead of three and reads a
/// quarter of its weights: there are many tiles for vectors of `lanes`, or many products to save. Needs
/// isForWinograd().
[[nodiscard]] bool isFasterByWinograd(const Conv2dGeometry &geometry, int lanes);

/// Puts the launches of Winograd's convolution F(4x4, 3x3), "winograd-f4", into `spec`: strips of
/// rows, each small enough for its scratch memory to stay in a cache. Needs isForWinograd().
/// Its results differ from the plain sum's by up to 1e-4 of the largest.
void addWinograd(const Conv2dGeometry &geometry, int lanes, const DeviceTraits &device,
                 KernelSpec &spec);

} // namespace nervure
