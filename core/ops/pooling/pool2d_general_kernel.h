// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"
#include "core/ops/pooling/pool2d_layout.h"
#include "core/support/result.h"

namespace nervure {

/// pool2dReference() of input 0 in any layout and type (pool2d_general.cl), for what has no kernel of
/// its own; of `geometry`, planes are counted by its batch and channels. Fails with "no-kernel".
[[nodiscard]] Result<KernelSpec> pool2dGeneralKernel(const Pool2dGeometry &geometry,
                                                     const PooledAxes &axes,
                                                     const KernelContext &context);

/// The gradient of a maximum pooling: input 0 is that of its result, input 1 what it pooled.
[[nodiscard]] Result<KernelSpec> pool2dGradientKernel(const Pool2dGeometry &geometry,
                                                      const PooledAxes &axes,
                                                      const KernelContext &context);

} // namespace nervure
