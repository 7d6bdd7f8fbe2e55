// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"

namespace nervure {

/// Attributes of NNVM's leaky_relu: x for positive x, else alpha * x.
struct LeakyReluAttrs {
    double alpha = 0.25;
};

/// Attributes of NNVM's clip: x limited to [minimum, maximum].
struct ClipAttrs {
    double minimum = 0;
    double maximum = 0;
};

} // namespace nervure
