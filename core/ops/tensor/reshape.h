// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"

namespace nervure {

/// Attributes of NNVM's reshape. In `shape`, 0 keeps a dimension, -1 is what is left over, -2 keeps
/// all that follow, -3 merges two, -4 splits one into the two numbers that come next. In fixed no numbers
/// make a scalar; a size of 0 is only kept.
struct ReshapeAttrs {
    IntTuple shape;
};

} // namespace nervure
