// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/lowered_operand.h"

#include <algorithm>
#include <numeric>

namespace nervure::onnx {

std::int64_t Operand::count() const
{
    return productOf(dims, 0, dims.size());
}

Shape dimsOf(const ValueType &value)
{
    Shape dims;
    for (const Dimension &size : value.shape ? *value.shape : Dimensions()) {
        dims.push_back(size.number().value_or(0));
    }
    return dims;
}

Shape storedShape(const Shape &dims)
{
    return dims.empty() ? Shape{1} : dims;
}

Shape broadcastDims(const Shape &a, const Shape &b)
{
    const Shape &longer = a.size() >= b.size() ? a : b;
    const Shape &shorter = a.size() >= b.size() ? b : a;
    Shape dims = longer;
    const std::size_t ahead = longer.size() - shorter.size();
    for (std::size_t i = 0; i < shorter.size(); ++i) {
        dims[ahead + i] = std::max(dims[ahead + i], shorter[i]);
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
    Numbers numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

Shape reducedDims(const Shape &dims, const Numbers &axes, bool keepsDims)
{
    Shape reduced;
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
    std::int64_t product = 1;
    for (std::size_t i = first; i < last; ++i) {
        product *= dims[i];
    }
    return product;
}

DType computedType(DType type)
{
    return type == DType::Float16 ? DType::Float32 : type;
}

} // namespace nervure::onnx
