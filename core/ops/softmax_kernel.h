// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/kernel_spec.h"
#include "core/support/result.h"

#include <cstddef>

namespace nervure {

/// The launch of a float32 softmax or log_softmax of input 0 along `axis`, which is a dimension of
/// its shape (softmax.cl). Fails with code "no-kernel".
[[nodiscard]] Result<KernelSpec> softmaxKernel(std::size_t axis, bool isLog,
                                               const KernelContext &context);

} // namespace nervure
