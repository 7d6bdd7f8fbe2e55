// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"

namespace nervure {

/// Attributes of NNVM's dropout. When a model runs (and does not learn) it passes its input on.
struct DropoutAttrs {
    float rate = 0.5F; ///< share of the elements that are dropped while learning
};

} // namespace nervure
