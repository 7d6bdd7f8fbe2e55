// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_spec.h"
#include "core/graph/tensor_layout.h"
#include "core/graph/tensor_view.h"
#include "core/ops/rules/copy_kernel.h"

#include <cstddef>
#include <cstdint>

namespace nervure {

/// Fills `to`, row-major and of the sizes of `source`, with the elements that `source` takes from
/// `from`; both have elements of `elementBytes`. Every position must lie inside `from`.
void copyStrided(const StridedSource &source, const std::byte *from, std::size_t elementBytes,
                 std::byte *to);

/// Whether all that is taken lies inside a source of `count` elements.
[[nodiscard]] bool isInside(const StridedSource &source, std::int64_t count);

/// Fills `out` from `in`, whatever the element type. Fails when they differ in type, when the sizes
/// are not those of `out`, and when something would be taken from outside of `in`.
[[nodiscard]] Status takeStrided(const StridedSource &source, const ConstTensorView &in,
                                 const TensorView &out);

/// Output 0 from input 0 like that.
[[nodiscard]] Status stridedReference(const StridedSource &source, const ReferenceCall &call);

/// Fills `to`, a tensor of layout `toLayout`, with the elements of `from`, a tensor of layout
/// `fromLayout`. Types must be equal, and `to` must have the shape that converting that of `from`
/// gives; what a block cannot hold is left out. Fails when they are not.
[[nodiscard]] Status copyToLayout(const ConstTensorView &from, const Layout &fromLayout,
                                  const TensorView &to, const Layout &toLayout);

} // namespace nervure
