// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/value_rules.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

/// What rules of ONNX's operators are made of: shapes of which parts may be unknown or have names.
namespace nervure::onnx {

using MaybeShape = std::optional<Dimensions>;

/// The dimension that an axis names, negative ones from the last. Fails on one beyond the rank.
[[nodiscard]] Result<std::size_t> axisOf(std::int64_t axis, std::size_t rank);
/// The same for a list, in its order; fails where one is named twice.
[[nodiscard]] Result<std::vector<std::size_t>> axesOf(std::span<const std::int64_t> axes,
                                                      std::size_t rank);

/// The axes by attribute or input 1; empty where none are given; nothing where they are not known.
[[nodiscard]] std::optional<std::vector<std::int64_t>> axesGiven(const ValueCall &call);

/// The size of two that are broadcast to each other; fails where they do not fit.
[[nodiscard]] Result<Dimension> broadcast(const Dimension &a, const Dimension &b);
/// The shape of two that are broadcast to each other as NumPy does (onnx/Broadcasting).
[[nodiscard]] Result<MaybeShape> broadcast(const MaybeShape &a, const MaybeShape &b);
/// The shape of all of them.
[[nodiscard]] Result<MaybeShape> broadcastAll(std::span<const ValueType> values);

/// Two sizes that have to be the same one, with all that is known of either; `what` for the message.
[[nodiscard]] Result<Dimension> same(const Dimension &a, const Dimension &b, std::string_view what);

/// So many dimensions, all unknown.
[[nodiscard]] Dimensions unknownDimensions(std::size_t rank);
/// The length of a tensor of one dimension, where it is known by number.
[[nodiscard]] std::optional<std::size_t> lengthOf(const MaybeShape &shape);

/// Fails unless the shape, where it is known, has so many dimensions.
[[nodiscard]] Status checkRank(const ValueCall &call, std::size_t input, std::size_t rank);

/// One size of a shape; unknown where the shape is, or has no such dimension.
[[nodiscard]] Dimension sizeAt(const MaybeShape &shape, std::size_t axis);

/// The only element of a tensor of whole numbers.
[[nodiscard]] Dimension wholeElement(const ValueCall &call, std::size_t input);

/// The shape, or so many unknown sizes where it is not known; fails where it has another number.
[[nodiscard]] Result<Dimensions> shapeOfRank(const ValueCall &call, std::size_t input,
                                             std::size_t rank);

/// The number of dimensions of those inputs whose shape is known; fails where they differ.
[[nodiscard]] Result<std::optional<std::size_t>> commonRank(
    const ValueCall &call, std::initializer_list<std::size_t> inputs);

/// A size that must be a multiple of a number, divided by it; fails where it is none.
[[nodiscard]] Result<Dimension> wholeShare(const Dimension &size, std::int64_t parts,
                                           std::string_view what);

/// Fails unless the input, where its shape is known, is a vector of that length; `what` for the message.
[[nodiscard]] Status checkVector(const ValueCall &call, std::size_t input, const Dimension &length,
                                 std::string_view what);
/// Fails where one input cannot be broadcast to the shape of another, which stays as it is.
[[nodiscard]] Status checkBroadcastTo(const ValueCall &call, std::size_t from, std::size_t to);

/// Output 0 has the shape of input 0.
[[nodiscard]] Status sameShape(ValueCall &call);
/// The same, where the shape has the dimension that the attribute axis names.
[[nodiscard]] Status sameShapeAlongAxis(ValueCall &call);
/// Output 0 has the shape that all inputs are broadcast to.
[[nodiscard]] Status broadcastShape(ValueCall &call);

/// Attributes in which the element type of the result stands by number; `otherwise` where there is none.
[[nodiscard]] Result<ElementType> elementTypeAttribute(const ValueCall &call, std::string_view name,
                                                       ElementType otherwise);

} // namespace nervure::onnx
