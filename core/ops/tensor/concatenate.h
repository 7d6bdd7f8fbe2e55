// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"

#include <cstdint>

namespace nervure {

/// Attributes of NNVM's concatenate, which takes any number of inputs.
struct ConcatenateAttrs {
    std::int64_t axis = 1; ///< negative: from the last dimension
};

} // namespace nervure
