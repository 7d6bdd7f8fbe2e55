// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"
#include "core/support/result.h"

#include <cstdint>

namespace nervure {

/// A fully connected layer: inputs data [rows, size], weight [units, size] and, with a bias, bias
/// [units]. Few rows of floats are sums along the weights' rows (dense.cl), all others a product of
/// matrices (matmulKernel()). Fails with code "no-kernel".
[[nodiscard]] Result<KernelSpec> denseKernel(std::int64_t rows, std::int64_t size,
                                             std::int64_t units, bool hasBias,
                                             const KernelContext &context);

} // namespace nervure
