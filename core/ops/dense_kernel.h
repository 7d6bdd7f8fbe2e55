// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/kernel_spec.h"
#include "core/support/result.h"

#include <cstdint>

namespace nervure {

/// The launch of a float32 fully connected layer (dense.cl): inputs data [rows, size], weight
/// [units, size] and, with a bias, bias [units]. Fails with code "no-kernel".
[[nodiscard]] Result<KernelSpec> denseKernel(std::int64_t rows, std::int64_t size,
                                             std::int64_t units, bool hasBias,
                                             const KernelContext &context);

} // namespace nervure
