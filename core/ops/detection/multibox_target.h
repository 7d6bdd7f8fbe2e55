// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_builder.h"

#include <string>

namespace nervure {

/// MXNet's MultiBoxTarget: what a single-shot detector should have found, for its losses.
struct MultiboxTargetAttrs {
    float overlapThreshold = 0.5F;
    float ignoreLabel = -1;
    float negativeMiningRatio = -1;
    float negativeMiningThresh = 0.5F;
    std::int64_t minimumNegativeSamples = 0;
    NumberTuple variances{0.1, 0.1, 0.2, 0.2};
};

/// Attributes, inputs, outputs, shapes and types, which MXNet's operator and ours have in common.
[[nodiscard]] OpBuilder<MultiboxTargetAttrs> declareMultiboxTarget(Dialect dialect,
                                                                   std::string name);

} // namespace nervure
