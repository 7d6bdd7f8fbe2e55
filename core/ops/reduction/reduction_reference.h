// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_spec.h"
#include "core/ops/reduction/reduced_axes.h"

#include <optional>
#include <vector>

namespace nervure {

/// What a reduction makes of its elements.
enum class Reduction { Sum, Mean, Prod, Max, Min, ArgMax, ArgMin };

/// Output 0 = input 0 reduced along `axes` (reducedAxes()). Positions (ArgMax, ArgMin) count within
/// the reduced dimensions; of equal elements the first wins.
[[nodiscard]] Status reductionReference(Reduction reduction, const IntTuple &axes,
                                        const ReferenceCall &call);

/// Output 0 is 1 where input 0 is the largest (or smallest) along `axes`, else 0.
[[nodiscard]] Status extremeMaskReference(bool isMax, const IntTuple &axes,
                                          const ReferenceCall &call);

/// Output 0 = input 0 added up along the dimensions that its shape lacks of input 0's: matched from
/// the last one, a dimension that differs is added up.
[[nodiscard]] Status collapseSumReference(const ReferenceCall &call);

/// How the position in collapse_sum's output moves along the dimensions of its input, 0 where it adds
/// up; nothing when the shapes do not fit.
[[nodiscard]] std::optional<std::vector<std::int64_t>> collapsedStrides(
    std::span<const std::int64_t> in, std::span<const std::int64_t> out);

} // namespace nervure
