// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"
#include "core/support/result.h"

#include <cstddef>

namespace nervure {

/// The softmax or log_softmax of input 0, of floats, along `axis`, which is a dimension of its shape
/// (softmax.cl, reduction_rows.cl). Fails with code "no-kernel".
[[nodiscard]] Result<KernelSpec> softmaxKernel(std::size_t axis, bool isLog,
                                               const KernelContext &context);

} // namespace nervure
