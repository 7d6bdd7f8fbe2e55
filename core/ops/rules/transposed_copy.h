// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/rules/copy_kernel.h"

#include <optional>

namespace nervure {

/// Output number `output` taken from input 0 as `source` says, where the output has neighbors along
/// another dimension than the input (transposed_copy.cl). `source` has at most six dimensions, merged
/// where they can be. Nothing where neighbors stay neighbors, or are too few.
[[nodiscard]] std::optional<KernelLaunch> transposedLaunch(const StridedSource &source,
                                                           std::uint32_t output,
                                                           const KernelContext &context);

} // namespace nervure
