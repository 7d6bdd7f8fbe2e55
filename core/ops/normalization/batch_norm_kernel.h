// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"
#include "core/ops/normalization/batch_norm.h"
#include "core/support/result.h"

#include <span>
#include <string>

namespace nervure {

/// The launch of a float32 batch_norm (batch_norm.cl). Fails with code "no-kernel".
[[nodiscard]] Result<KernelSpec> batchNormKernel(const BatchNormAttrs &attrs,
                                                 const KernelContext &context);

/// Its first output as an element expression; the statistics are read from their buffers.
[[nodiscard]] std::string batchNormElement(const BatchNormAttrs &attrs,
                                           const KernelContext &context,
                                           std::span<const ElementOperand> operands);

} // namespace nervure
