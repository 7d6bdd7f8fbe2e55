// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_spec.h"
#include "core/ops/reduction/reduction_groups.h"
#include "core/ops/reduction/reduction_reference.h"

#include <cstdint>
#include <vector>

namespace nervure {

/// The kernel of reductionReference(): every type, and whatever type the positions have. Fails with
/// "no-kernel", also where more than four dimensions that do not lie side by side stay or go.
[[nodiscard]] Result<KernelSpec> reductionKernel(Reduction reduction, const IntTuple &axes,
                                                 const RuleContext &rule,
                                                 const KernelContext &context);

/// The kernel of extremeMaskReference().
[[nodiscard]] Result<KernelSpec> extremeMaskKernel(bool isMax, const IntTuple &axes,
                                                   Semantics semantics,
                                                   const KernelContext &context);

/// The kernel of collapseSumReference().
[[nodiscard]] Result<KernelSpec> collapseSumKernel(const KernelContext &context);

/// Each element of input 0 divided by the root of the sum of the squares along `axes`, which is at
/// least `least`: floats alone.
[[nodiscard]] Result<KernelSpec> normalizeGroupKernel(const IntTuple &axes, float least,
                                                      const KernelContext &context);

/// (x - mean) / sqrt(variance + epsilon) of the groups along `axes`: floats alone.
[[nodiscard]] Result<KernelSpec> standardizeGroupKernel(const IntTuple &axes,
                                                        const Standardization &standardization,
                                                        const KernelContext &context);

} // namespace nervure
