// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"
#include "core/graph/op/op_spec.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace nervure {

/// What a softmax goes along, in either dialect.
struct SoftmaxAttrs {
    std::int64_t axis = -1; ///< negative: from the last dimension
};

/// The axis as a position in a shape of `rank` dimensions, or nothing.
[[nodiscard]] inline std::optional<std::size_t> softmaxAxis(const SoftmaxAttrs &attrs,
                                                            std::size_t rank)
{
    const auto count = static_cast<std::int64_t>(rank);
    const std::int64_t axis = attrs.axis < 0 ? attrs.axis + count : attrs.axis;
    return axis < 0 || axis >= count ? std::nullopt : std::optional(static_cast<std::size_t>(axis));
}

/// Naive softmax (or its logarithm) of input 0 along the axis.
[[nodiscard]] Status softmaxReference(const SoftmaxAttrs &attrs, bool isLog,
                                      const ReferenceCall &call);

} // namespace nervure
