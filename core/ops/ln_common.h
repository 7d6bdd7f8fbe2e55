// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/copy_kernel.h"
#include "core/ops/reference_types.h"

#include <cstdint>
#include <span>

namespace nervure {

/// What LightNet's operators share. Their inputs and outputs stand in the order of their
/// declaration; the reader of LightNet files sees to that.

/// Most dimensions of a LightNet tensor.
inline constexpr std::size_t lnMaxRank = 8;

/// Gives a declared operator what every LightNet operator has: the names of its backend variants
/// as aliases and, unless it says otherwise, one output "dst".
[[nodiscard]] OpSpec lnFinish(OpSpec spec);

/// A shape LightNet accepts: 1 to 8 dimensions, all positive, at most 2^31 - 1 elements.
[[nodiscard]] Status lnCheckDims(const Shape &dims, std::string_view what);

/// Fails unless `axis` is a dimension of `shape`.
[[nodiscard]] Status lnCheckAxis(std::int64_t axis, const Shape &shape);

/// All inputs and output 0 have the type of input 0.
[[nodiscard]] Status lnOneType(const RuleContext &context, DTypes &in, DTypes &out);

/// Stores a number as LightNet converts it: towards zero, held at the ends of the type; booleans
/// become 1 unless it is 0.
void lnStore(const TensorView &tensor, std::int64_t i, double value);

/// Output 0 from input 0 by strides, for every element type.
[[nodiscard]] Status lnStridedReference(const StridedSource &source, const ReferenceCall &call);

/// withNumberType() that takes booleans, which are 32-bit integers, as well.
template <typename F>
Status withLightNetType(DType type, F &&f)
{
    return type == DType::Bool ? f(std::int32_t{}) : withNumberType(type, f);
}

} // namespace nervure
