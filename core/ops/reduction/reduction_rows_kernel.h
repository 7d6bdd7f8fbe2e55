// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"
#include "core/ops/reduction/reduction_groups.h"

#include <optional>

namespace nervure {

/// Kernels for groups of floats whose elements lie side by side in at most one row after the other
/// (reduction_rows.cl): a group of work-items, or the lanes of a vector, share a result. Each is
/// nothing where the groups are not of that kind, or too short for it to pay. The types are checked.

/// Sums in an order of their own; means of `count` elements, unless that is 0.
[[nodiscard]] std::optional<KernelSpec> sumRowsKernel(const ReductionGroups &groups,
                                                      std::int64_t count,
                                                      const KernelContext &context);

/// The treatment of NaN by the search for the largest (or least) element of a group.
enum class NanRule {
    BeginsAnew, ///< what comes behind a NaN takes its place, as in NNVM's kernels
    IsSkipped,  ///< NaN is never taken
    IsKept,     ///< NaN is the result where there is one
};

/// The result of that search.
struct ExtremeSearch {
    bool isMax = true;
    bool isPosition = false; ///< where it is, instead of what it is
    bool isInfinite = false; ///< infinities count as any other number
    bool needsOne = false;   ///< the first element's position where none is met, instead of -1
    NanRule nan = NanRule::BeginsAnew;
};
[[nodiscard]] std::optional<KernelSpec> extremeRowsKernel(const ReductionGroups &groups,
                                                          const ExtremeSearch &search,
                                                          const KernelContext &context);

/// softmax, or its logarithm.
[[nodiscard]] std::optional<KernelSpec> softmaxRowsKernel(const ReductionGroups &groups, bool isLog,
                                                          const KernelContext &context);

/// normalizeGroupKernel()
[[nodiscard]] std::optional<KernelSpec> normalizeRowsKernel(const ReductionGroups &groups,
                                                            float least,
                                                            const KernelContext &context);

/// standardizeGroupKernel()
[[nodiscard]] std::optional<KernelSpec> standardizeRowsKernel(const ReductionGroups &groups,
                                                              const Standardization &what,
                                                              const KernelContext &context);

} // namespace nervure
