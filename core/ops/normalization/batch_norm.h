// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"
#include "core/graph/semantics.h"

#include <string>

namespace nervure {

/// Attributes of NNVM's batch_norm: (x - mean) / sqrt(var + epsilon) * gamma + beta along `axis`.
struct BatchNormAttrs {
    int axis = 1;
    double epsilon = 1e-5;
    bool center = true; ///< add beta
    bool scale = true;  ///< multiply by gamma
};

/// Epsilon as it is written where batch_norm is simplified: with six decimals in exact semantics, as
/// NNVM writes it, with all its digits in fixed.
[[nodiscard]] std::string epsilonText(double epsilon, Semantics semantics);

/// Epsilon as it counts. NNVM computes batch_norm in no other form than the simplified one, so that in
/// exact semantics what its six decimals do not hold is lost wherever the operator is computed.
[[nodiscard]] double countedEpsilon(double epsilon, Semantics semantics);

} // namespace nervure
