// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_spec.h"
#include "core/ops/elementwise/arithmetic.h"

namespace nervure {

/// Output 0 = f(input 0), element by element.
[[nodiscard]] Status unaryReference(const UnaryFunction &function, const ReferenceCall &call);

/// Output 0 = f(input 0, input 1), where the inputs stretch to the output's shape as NNVM's
/// broadcast operators do (dimensions of 1 and missing leading dimensions repeat).
[[nodiscard]] Status binaryReference(const BinaryFunction &function, const ReferenceCall &call);

/// binaryReference() of a comparison whose output has a number type of its own.
[[nodiscard]] Status comparisonReference(const BinaryFunction &function, const ReferenceCall &call);

/// Output 0 = f(input 0, scalar), or f(scalar, input 0) when `reversed`. For integers the scalar is
/// truncated first; NNVM also makes a float of it first, whatever the tensor's type.
[[nodiscard]] Status scalarReference(const BinaryFunction &function, double scalar, bool reversed,
                                     const ReferenceCall &call);

/// The scalar as such an operator takes it: NNVM makes a float of it, but for shifts.
[[nodiscard]] double roundedScalar(const BinaryFunction &function, double scalar,
                                   Semantics semantics);

/// Output 0 takes its elements from input 0: a step along dimension i of the output moves the
/// position in the input by strides[i]. The types must agree.
[[nodiscard]] Status repeatReference(const std::vector<std::int64_t> &strides,
                                     const ReferenceCall &call);

/// How far the flat position in a tensor of `shape` moves for a step along each dimension of `out`;
/// 0 where the tensor repeats. Nothing if `shape` does not stretch to `out`.
[[nodiscard]] std::optional<std::vector<std::int64_t>> broadcastStrides(
    std::span<const std::int64_t> shape, std::span<const std::int64_t> out);

} // namespace nervure
