// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_builder.h"

#include <string>

namespace nervure {

/// Regions of interest, cut out of feature maps to one size.
struct RoiPoolAttrs {
    IntTuple pooledSize;
    float spatialScale = 0;
};

struct RoiAlignAttrs : RoiPoolAttrs {
    std::int64_t sampleRatio = -1;
    bool positionSensitive = false;
    bool aligned = false;
};

/// Attributes, inputs, outputs, shapes and types, which MXNet's operators and ours have in common:
/// MXNet's ROIPooling and ROIAlign.
[[nodiscard]] OpBuilder<RoiPoolAttrs> declareRoiPool(Dialect dialect, std::string name);
[[nodiscard]] OpBuilder<RoiAlignAttrs> declareRoiAlign(Dialect dialect, std::string name);

} // namespace nervure
