// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/attr_field.h"

namespace nervure {

/// Attributes of NNVM's batch_norm: (x - mean) / sqrt(var + epsilon) * gamma + beta along `axis`.
struct BatchNormAttrs {
    int axis = 1;
    double epsilon = 1e-5;
    bool center = true; ///< add beta
    bool scale = true;  ///< multiply by gamma
};

} // namespace nervure
