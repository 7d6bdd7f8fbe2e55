// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_builder.h"

#include <string>

namespace nervure {

/// MXNet's box_nms: rows of numbers, one of which is the score, four the box, and maybe one the class.
struct BoxNmsAttrs {
    float overlapThresh = 0.5F;
    float validThresh = 0;
    std::int64_t topk = -1;
    std::int64_t coordStart = 2;
    std::int64_t scoreIndex = 1;
    std::int64_t idIndex = -1;
    std::int64_t backgroundId = -1;
    bool forceSuppress = false;
    std::string inFormat = "corner";
    std::string outFormat = "corner";
};

/// Attributes, inputs, outputs, shapes and types, which MXNet's operator and ours have in common.
[[nodiscard]] OpBuilder<BoxNmsAttrs> declareBoxNms(Dialect dialect, std::string name);

} // namespace nervure
