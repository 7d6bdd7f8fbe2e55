// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/kernel_spec.h"
#include "core/ops/pool2d_geometry.h"

namespace nervure {

/// The launch of a float32 pooling of input 0 into output 0: of plain rows (`lanes` 0, pool2d.cl), or
/// of 4, 8 or 16 channels at each position, the geometry's planes being their blocks
/// (pool2d_blocked.cl). Fails with code "no-kernel".
[[nodiscard]] Result<KernelSpec> pool2dKernel(const Pool2dGeometry &geometry, int lanes,
                                              const KernelContext &context);

} // namespace nervure
