// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/graph/tensor_type.h"
#include "core/ops/onnx/onnx_shapes.h"
#include "core/support/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure::onnx {

/// Thrown by what rules are made of where shapes are not as the standard says they are: a rule is written
/// for those alone, and need not look at others. Never leaves the lowering of a node, which is refused.
struct ShapesDoNotFit {
    std::string reason; ///< empty: they do not fit the operator's definition
};

/// Throws ShapesDoNotFit unless this holds.
inline void requireFit(bool fits)
{
    if (!fits) {
        throw ShapesDoNotFit{};
    }
}

/// Throws ShapesDoNotFit where a rule would make more nodes than this, one for each part of the operator.
void requireUnrolled(std::int64_t parts);

/// How many times the part fits the whole; throws ShapesDoNotFit unless it does so exactly.
[[nodiscard]] inline std::int64_t quotient(std::int64_t whole, std::int64_t part)
{
    requireFit(part > 0 && whole % part == 0);
    return whole / part;
}

/// The sizes of an operand; whoever asks for a dimension that it has not, throws ShapesDoNotFit.
class OperandDims : public Shape {
public:
    using Shape::Shape;
    OperandDims() = default;
    OperandDims(Shape dims) : Shape(std::move(dims)) {}

    [[nodiscard]] std::int64_t operator[](std::size_t i) const
    {
        requireFit(i < size());
        return Shape::operator[](i);
    }
    [[nodiscard]] std::int64_t front() const { return (*this)[0]; }
    [[nodiscard]] std::int64_t back() const { return (*this)[size() - 1]; }
    [[nodiscard]] Shape from(std::size_t first) const
    {
        requireFit(first <= size());
        return Shape(begin() + static_cast<std::ptrdiff_t>(first), end());
    }
    /// With a dimension of 1 before that one.
    [[nodiscard]] Shape apartAt(std::size_t place) const
    {
        requireFit(place <= size());
        Shape dims = *this;
        dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(place), 1);
        return dims;
    }
    /// Those in front of the last `count`.
    [[nodiscard]] Shape allBut(std::size_t count) const
    {
        requireFit(count <= size());
        return Shape(begin(), end() - static_cast<std::ptrdiff_t>(count));
    }
};

/// A value of the graph that ONNX's operators are lowered to. A scalar has no dimensions here; in the graph,
/// where every tensor has one, it is one element.
struct Operand {
    Entry entry;
    OperandDims dims;
    DType type = DType::Unknown;

    [[nodiscard]] std::size_t rank() const { return dims.size(); }
    [[nodiscard]] std::int64_t count() const;
};

/// Axes, positions or sizes, as attributes and constant inputs have them.
using Numbers = std::vector<std::int64_t>;

/// The shape that a value has in the graph.
[[nodiscard]] Shape storedShape(const Shape &dims);
/// What both are stretched to (onnx "Broadcasting"). Throws ShapesDoNotFit where they cannot be.
[[nodiscard]] Shape broadcastDims(const Shape &a, const Shape &b);
/// All of them, sorted, each once.
[[nodiscard]] Result<Numbers> axesOf(const Numbers &axes, std::size_t rank);
/// 0, 1, … below `count`.
[[nodiscard]] Numbers countingTo(std::size_t count);
/// `first` and on, below `count`. Throws ShapesDoNotFit where that is less.
[[nodiscard]] Numbers countingFrom(std::size_t first, std::size_t count);
/// Dimensions with those at `axes` gone, or 1.
[[nodiscard]] Shape reducedDims(const Shape &dims, const Numbers &axes, bool keepsDims);
/// Product of the dimensions from `first` to below `last`. Throws ShapesDoNotFit where there are not as many, one
/// is unknown, and where no number holds it.
[[nodiscard]] std::int64_t productOf(const Shape &dims, std::size_t first, std::size_t last);
/// The type that values of this one are computed in: half precision is rounded once, at the end.
[[nodiscard]] DType computedType(DType type);

} // namespace nervure::onnx
