// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/kernel_spec.h"
#include "core/ops/pool2d_geometry.h"

namespace nervure {

/// The launch of a float32 pooling of input 0 into output 0 (pool2d.cl). Fails with code
/// "no-kernel".
[[nodiscard]] Result<KernelSpec> pool2dKernel(const Pool2dGeometry &geometry,
                                              const KernelContext &context);

} // namespace nervure
