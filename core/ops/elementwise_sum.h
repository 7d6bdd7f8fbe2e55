// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/attr_field.h"

#include <cstdint>

namespace nervure {

/// Attributes of NNVM's elemwise_sum.
struct ElementwiseSumAttrs {
    std::int64_t numArgs = 1; ///< number of inputs
};

} // namespace nervure
