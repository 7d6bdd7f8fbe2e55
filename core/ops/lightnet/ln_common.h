// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"
#include "core/ops/rules/copy_kernel.h"
#include "core/ops/rules/reference_types.h"

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>

namespace nervure {

/// What LightNet's operators share. Their inputs and outputs stand in the order of their
/// declaration; the reader of LightNet files sees to that.

/// Most dimensions of a LightNet tensor.
inline constexpr std::size_t lnMaxRank = 8;

/// Gives a declared operator what every LightNet operator has: the names of its backend variants
/// as aliases and, unless it says otherwise, one output "dst".
[[nodiscard]] OpSpec lnFinish(OpSpec spec);

/// The same for an operator of one backend, which has no variants.
[[nodiscard]] OpSpec lnFinishOne(OpSpec spec);

/// Marks an operator for which LightNet's CPU backend has no code: in exact semantics its reference
/// leaves the outputs as they are.
[[nodiscard]] OpSpec lnWithoutCode(OpSpec spec);

/// Lets a reference that computes floats take all other types too: their numbers are computed in
/// double and stored as LightNet converts them.
[[nodiscard]] OpSpec lnForAllTypes(OpSpec spec);

/// Sizes LightNet accepts: 1 to 8 dimensions, all positive, at most 2^31 - 1 elements.
[[nodiscard]] Status lnCheckDims(const IntTuple &dims, std::string_view what);

/// Fails unless src1 and src2 have one shape, as far as both are known; in exact sizes that are not known
/// differ from others.
[[nodiscard]] Status lnCheckOneShape(const RuleContext &context, const Shapes &in);

/// Fails unless `axis` is a dimension of `shape`.
[[nodiscard]] Status lnCheckAxis(std::int64_t axis, const Shape &shape);

/// Fails unless the input has that many dimensions.
[[nodiscard]] Status lnCheckRank(const Shape &shape, std::string_view name, std::size_t rank);

/// Fails unless the parameter holds `count` numbers from `least` on.
[[nodiscard]] Status lnCheckTuple(std::string_view name, const IntTuple &tuple, std::size_t count,
                                  std::int64_t least);

/// All inputs and output 0 have the type of input 0.
[[nodiscard]] Status lnOneType(const RuleContext &context, DTypes &in, DTypes &out);

/// Output 0 has the type of input 0. The other inputs, which LightNet does not look at, have it in
/// fixed semantics.
[[nodiscard]] Status lnTypeOfFirst(const RuleContext &context, DTypes &in, DTypes &out);

/// Fails unless an input whose type is known has that type.
[[nodiscard]] Status lnRequireType(DType &found, std::string_view name, DType expected);

/// checkKernelTensors() for kernels of other types than float32, which `in` and `out` give in order.
[[nodiscard]] Status lnCheckKernelTensors(const KernelContext &context,
                                          std::initializer_list<DType> in,
                                          std::initializer_list<DType> out);

/// Least and largest number of a LightNet type.
[[nodiscard]] std::pair<double, double> lnRange(DType type);

/// Stores a number as LightNet converts it: towards zero, held at the ends of the type; booleans
/// become 1 unless it is 0.
void lnStore(const TensorView &tensor, std::int64_t i, double value);

/// A number as a constant of the type's values, converted as lnStore() does.
[[nodiscard]] std::string lnValueLiteral(DType type, double value);

/// The launches of a kernel rule for tensors of one whole type, computed in double and stored as
/// lnStore() does; of others as the rule gives them. Fails with "no-kernel" on devices without
/// double.
[[nodiscard]] Result<KernelSpec> lnKernelInDouble(const OpSpec::KernelRule &kernel,
                                                  const RuleContext &rule,
                                                  const KernelContext &context);

/// Output 0 from input 0 by strides, for every element type.
[[nodiscard]] Status lnStridedReference(const StridedSource &source, const ReferenceCall &call);

/// withNumberType() that takes booleans, which are 32-bit integers, as well.
template <typename F>
Status withLightNetType(DType type, F &&f)
{
    return type == DType::Bool ? f(std::int32_t{}) : withNumberType(type, f);
}

} // namespace nervure
