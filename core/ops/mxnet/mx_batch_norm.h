// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"

namespace nervure {

/// Attributes of MXNet's batch normalizations; BatchNorm_v1 has only the first five.
struct MXNetBatchNormAttrs {
    double eps = 1e-3;
    float momentum = 0.9F;
    bool fixGamma = true;
    bool useGlobalStats = false;
    bool outputMeanVar = false;
    int axis = 1;
    bool cudnnOff = false;
    OptionalNumber minCalibRange;
    OptionalNumber maxCalibRange;
};

} // namespace nervure
