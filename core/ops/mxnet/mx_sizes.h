// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/rules/shape_rules.h"

#include <cstdint>

namespace nervure {

/// Questions of MXNet's rules about sizes that may be unknown.

/// True unless what is known says that the two differ.
[[nodiscard]] inline bool mayBeEqual(std::int64_t a, std::int64_t b)
{
    return a == b || isUnknownSize(a) || isUnknownSize(b);
}

/// Elements at one position of the first dimension; unknownSize where a size of the others is, and for a
/// scalar, which has no first dimension.
[[nodiscard]] inline std::int64_t rowSize(const Shape &shape)
{
    return shape.size() == 0 ? unknownSize : sizeOf(Shape(shape.begin() + 1, shape.end()));
}

} // namespace nervure
