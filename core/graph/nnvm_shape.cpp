// SPDX-License-Identifier: Apache-2.0
#include "core/graph/nnvm_shape.h"

#include <algorithm>

namespace nervure {

Shape shapeOfNnvm(const SmallVector<std::int64_t, 4> &sizes)
{
    if (sizes.empty()) {
        return {};
    }
    Shape shape(sizes);
    std::replace(shape.begin(), shape.end(), std::int64_t{0}, unknownSize);
    return shape;
}

SmallVector<std::int64_t, 4> nnvmSizes(const Shape &shape)
{
    SmallVector<std::int64_t, 4> sizes = shape;
    std::replace(sizes.begin(), sizes.end(), unknownSize, std::int64_t{0});
    return sizes;
}

void keepToConvention(Semantics semantics, Shapes &shapes)
{
    for (Shape &shape : shapes) {
        if (semantics == Semantics::Exact) {
            shape = shape.isScalar() ? Shape() : shape;
            std::replace(shape.begin(), shape.end(), std::int64_t{0}, unknownSize);
        }
    }
}

std::optional<std::int64_t> nnvmElementCount(const Shape &shape)
{
    return elementCount(Shape(nnvmSizes(shape)));
}

} // namespace nervure
