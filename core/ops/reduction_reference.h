// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op_spec.h"
#include "core/ops/reduced_axes.h"

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

} // namespace nervure
