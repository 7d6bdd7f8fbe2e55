// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"
#include "core/ops/pooling/pool2d_geometry.h"

#include <optional>

namespace nervure {

/// The pooling of planes of floats, each plane's rows and columns being the last dimensions of input 0
/// and output 0 (pool2d.cl, reduction_rows.cl for whole planes). Nothing where the general kernel is
/// better, or the only one.
[[nodiscard]] std::optional<KernelSpec> pool2dPlanesKernel(const Pool2dGeometry &geometry,
                                                           const KernelContext &context);

/// The pooling of 4, 8 or 16 channels of float32 at each position (`lanes`), the geometry's planes being
/// their blocks (pool2d_blocked.cl). Fails with code "no-kernel".
[[nodiscard]] Result<KernelSpec> pool2dBlockedKernel(const Pool2dGeometry &geometry, int lanes,
                                                     const KernelContext &context);

} // namespace nervure
