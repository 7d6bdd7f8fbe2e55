// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op_spec.h"
#include "core/ops/copy_kernel.h"

#include <cstdint>

namespace nervure {

/// Whether all that is taken lies inside a source of `count` elements.
[[nodiscard]] bool isInside(const StridedSource &source, std::int64_t count);

/// Fills `out` from `in`, whatever the element type. Fails when they differ in type, when the sizes
/// are not those of `out`, and when something would be taken from outside of `in`.
[[nodiscard]] Status takeStrided(const StridedSource &source, const ConstTensorView &in,
                                 const TensorView &out);

/// Output 0 from input 0 like that.
[[nodiscard]] Status stridedReference(const StridedSource &source, const ReferenceCall &call);

} // namespace nervure
