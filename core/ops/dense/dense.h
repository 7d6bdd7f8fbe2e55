// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"

namespace nervure {

/// Attributes of NNVM's dense. Data has any number of dimensions; the last one is what the layer
/// connects. Weight is [units, inputs].
struct DenseAttrs {
    int units = 1;
    bool useBias = true;
};

} // namespace nervure
