// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"

namespace nervure {

/// Attributes of NNVM's elemwise_sum.
struct ElementwiseSumAttrs {
    int numArgs = 1; ///< number of inputs
};

} // namespace nervure
