// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/semantics.h"
#include "core/graph/tensor_type.h"

#include <optional>

namespace nervure {

/// NNVM's convention for shapes (nnvm/README.md "shapes"): a list without items is an unknown rank and a 0
/// an unknown size, so that it can say neither a scalar nor a size of 0. It holds in NNVM's JSON, in the
/// shapes that variables of NNVM and MXNet declare, and in Semantics::Exact.

/// The shape that such a list says.
[[nodiscard]] Shape shapeOfNnvm(const SmallVector<std::int64_t, 4> &sizes);
/// The list that says most of the shape: unknown sizes are 0, and an unknown rank has no items.
[[nodiscard]] SmallVector<std::int64_t, 4> nnvmSizes(const Shape &shape);
/// In exact semantics scalars become unknown ranks and sizes of 0 unknown ones, as NNVM takes them.
void keepToConvention(Semantics semantics, Shapes &shapes);
/// NNVM's number of elements, with unknown sizes as 0; nothing on overflow. Of an unknown rank it is 1.
[[nodiscard]] std::optional<std::int64_t> nnvmElementCount(const Shape &shape);
/// As NNVM computes with a size: 0 where it is unknown.
[[nodiscard]] inline std::int64_t nnvmSize(std::int64_t size)
{
    return isUnknownSize(size) ? 0 : size;
}

} // namespace nervure
