// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"
#include "core/ops/convolution/conv2d_tasks.h"
#include "core/support/result.h"

namespace nervure {

/// The launches of conv2d_local.cl for the parts of a convolution, without packing weights: for
/// devices whose work-items share local memory. Fails with code "no-kernel" where the device has too
/// little of it.
[[nodiscard]] Result<KernelSpec> conv2dLocalSpec(const Conv2dTasks &parts,
                                                 const KernelContext &context);

} // namespace nervure
