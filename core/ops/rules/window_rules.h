// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"
#include "core/graph/op/op_spec.h"

namespace nervure {

/// What the rules of convolutions and poolings check of their attributes.

/// An attribute that should hold two numbers, for height and width.
struct WindowTuple {
    const char *name;
    const IntTuple *numbers;
    /// NNVM counts them. Where it does not, it reads the first two and never sees further ones.
    bool isCounted = true;
};

/// Fails unless there are two numbers (in exact semantics: at least two where NNVM does not count
/// them), all within 2^31.
[[nodiscard]] Status checkWindowTuple(const WindowTuple &tuple, Semantics semantics);

/// Fails for sizes that no tensor has, so that the arithmetic of rules stays within 64 bits.
[[nodiscard]] Status checkExtents(const Shape &shape);

} // namespace nervure
