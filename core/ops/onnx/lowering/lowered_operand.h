// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/graph/tensor_type.h"
#include "core/ops/onnx/onnx_shapes.h"
#include "core/support/result.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace nervure::onnx {

/// A value of the graph that ONNX's operators are lowered to. A scalar has no dimensions here; in the graph,
/// where every tensor has one, it is one element.
struct Operand {
    Entry entry;
    Shape dims;
    DType type = DType::Unknown;

    [[nodiscard]] std::size_t rank() const { return dims.size(); }
    [[nodiscard]] std::int64_t count() const;
};

/// Axes, positions or sizes, as attributes and constant inputs have them.
using Numbers = std::vector<std::int64_t>;

/// The sizes of a tensor whose dimensions are all numbers.
[[nodiscard]] Shape dimsOf(const ValueType &value);
/// The shape that a value has in the graph.
[[nodiscard]] Shape storedShape(const Shape &dims);
/// What both are stretched to (onnx "Broadcasting"). They must fit, which inference has checked.
[[nodiscard]] Shape broadcastDims(const Shape &a, const Shape &b);
/// All of them, sorted, each once.
[[nodiscard]] Result<Numbers> axesOf(const Numbers &axes, std::size_t rank);
/// 0, 1, … below `count`.
[[nodiscard]] Numbers countingTo(std::size_t count);
/// Dimensions with those at `axes` gone, or 1.
[[nodiscard]] Shape reducedDims(const Shape &dims, const Numbers &axes, bool keepsDims);
/// Product of the dimensions from `first` to below `last`.
[[nodiscard]] std::int64_t productOf(const Shape &dims, std::size_t first, std::size_t last);
/// The type that values of this one are computed in: half precision is rounded once, at the end.
[[nodiscard]] DType computedType(DType type);

} // namespace nervure::onnx
