// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/dense/matmul_kernel.h"

#include <optional>

namespace nervure {

/// Products of float32, whose operands' dimensions that lie together are one, by matmul_packed.cl: the right operand packed, which a weight is once before
/// all runs, and sums in tiles that fill the registers. Nothing on devices without wide vectors, for few
/// rows or columns, and where the elements of the left rows lie apart.
[[nodiscard]] std::optional<KernelSpec> packedProductKernel(const MatmulProduct &product,
                                                            const KernelContext &context);

} // namespace nervure
