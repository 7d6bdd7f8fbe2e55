// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/lowered_operand.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace nervure::onnx {

void requireUnrolled(std::int64_t parts)
{
    constexpr std::int64_t most = 1 << 16;
    if (parts > most) {
        throw ShapesDoNotFit{
            fmt::format("would become {} parts, expected {} at most", parts, most)};
    }
}

std::int64_t Operand::count() const
{
    return productOf(dims, 0, dims.size());
}

Shape storedShape(const Shape &dims)
{
    return dims.isScalar() ? Shape{1} : dims;
}

Shape broadcastDims(const Shape &a, const Shape &b)
{
    const Shape &longer = a.size() >= b.size() ? a : b;
    const Shape &shorter = a.size() >= b.size() ? b : a;
    Shape dims = longer;
    const std::size_t ahead = longer.size() - shorter.size();
    for (std::size_t i = 0; i < shorter.size(); ++i) {
        std::int64_t &size = dims[ahead + i];
        requireFit(size == shorter[i] || size == 1 || shorter[i] == 1);
        size = size == 1 ? shorter[i] : size;
    }
    return dims;
}

Result<Numbers> axesOf(const Numbers &axes, std::size_t rank)
{
    Numbers found;
    for (const std::int64_t axis : axes) {
        ASSIGN_OR_RETURN(const std::size_t place, axisOf(axis, rank));
        found.push_back(static_cast<std::int64_t>(place));
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

Numbers countingTo(std::size_t count)
{
    return countingFrom(0, count);
}

Numbers countingFrom(std::size_t first, std::size_t count)
{
    requireFit(first <= count);
    Numbers numbers(count - first);
    std::iota(numbers.begin(), numbers.end(), static_cast<std::int64_t>(first));
    return numbers;
}

Shape reducedDims(const Shape &dims, const Numbers &axes, bool keepsDims)
{
    Shape reduced = Shape::scalar();
    for (std::size_t i = 0; i < dims.size(); ++i) {
        const bool isReduced =
            std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(i)) != axes.end();
        if (!isReduced || keepsDims) {
            reduced.push_back(isReduced ? 1 : dims[i]);
        }
    }
    return reduced;
}

std::int64_t productOf(const Shape &dims, std::size_t first, std::size_t last)
{
    requireFit(last <= dims.size());
    std::int64_t product = 1;
    for (std::size_t i = first; i < last; ++i) {
        requireFit(!isUnknownSize(dims[i]) && !__builtin_mul_overflow(product, dims[i], &product));
    }
    return product;
}

DType computedType(DType type)
{
    return type == DType::Float16 ? DType::Float32 : type;
}

} // namespace nervure::onnx
