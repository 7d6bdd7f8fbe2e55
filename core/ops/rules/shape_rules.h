// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_spec.h"
#include "core/graph/tensor_layout.h"

namespace nervure {

/// What the inference rules of operators are made of. Messages leave out the operator and the node:
/// whoever calls a rule puts them in front.

/// As mergeShape() does: what `known` lacks is taken from `other`.
[[nodiscard]] bool mergeType(DType &known, DType other);

/// Merges `shape` into input or output `index`; `name` is what the message calls it ("weight").
[[nodiscard]] Status assignInput(Shapes &in, std::size_t index, std::string_view name,
                                 const Shape &shape);
[[nodiscard]] Status assignOutput(Shapes &out, std::size_t index, const Shape &shape);

/// Fails unless the node has this many inputs and outputs.
[[nodiscard]] Status checkCounts(std::size_t in, std::size_t out, std::size_t expectedIn,
                                 std::size_t expectedOut);

/// Fails unless the node has at least this many inputs: for the rules of NNVM that never count.
[[nodiscard]] Status checkLeastInputs(std::size_t in, std::size_t least);

/// The dimension of `shape` that `axis` names, counted from the last when it is negative.
[[nodiscard]] Result<std::size_t> dimensionAt(std::int64_t axis, const Shape &shape);

/// All inputs and outputs have one shape; what any of them knows reaches the others.
[[nodiscard]] Status mergeAllShapes(Shapes &in, Shapes &out);
[[nodiscard]] Status mergeAllTypes(DTypes &in, DTypes &out);

/// mergeAllShapes() for a fixed number of inputs and outputs, as a rule of an operator.
[[nodiscard]] OpSpec::ShapeRule elementwiseShape(std::size_t inputs, std::size_t outputs = 1);
[[nodiscard]] OpSpec::TypeRule elementwiseType(std::size_t inputs, std::size_t outputs = 1);
/// One type for however many inputs and outputs there are.
[[nodiscard]] OpSpec::TypeRule anyCountSameType();

/// Merges `type` into an output, which tells nothing when it is unknown.
[[nodiscard]] Status assignOutputType(DTypes &out, std::size_t index, DType type);

/// The output's type is `type`, once and for all (NNVM's DTYPE_ASSIGN): unlike a merge it fails when
/// the output is known and `type` is not.
[[nodiscard]] Status assignTypeStrictly(DTypes &out, std::size_t index, DType type);

/// Product of the sizes, 1 for a scalar; unknownSize where the shape is unknown, or on overflow.
[[nodiscard]] std::int64_t sizeOf(const Shape &shape);

/// The shape as rules compute with it. In exact that is NNVM's list of numbers: 0 where a size is unknown,
/// no dimensions where the rank is.
[[nodiscard]] Shape computedShape(const Shape &shape, Semantics semantics);

/// The way back: in exact a 0 is an unknown size again.
[[nodiscard]] Shape inferredShape(const Shape &computed, Semantics semantics);

/// assignOutput() of what was computed.
[[nodiscard]] Status assignComputed(Shapes &out, std::size_t index, const Shape &shape,
                                    Semantics semantics);

/// Layout::convert(). As in NNVM an unknown size cannot be cut to blocks in exact.
[[nodiscard]] Result<Shape> convertShape(const Layout &from, const Shape &shape, const Layout &to,
                                         Semantics semantics);

} // namespace nervure
