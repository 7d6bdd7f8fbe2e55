// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_builder.h"

#include <string>

namespace nervure {

/// Anchor boxes of a single-shot detector.
struct MultiboxPriorAttrs {
    NumberTuple sizes{1};
    NumberTuple ratios{1};
    NumberTuple steps{-1, -1};
    NumberTuple offsets{0.5, 0.5};
    bool clip = false;
};

/// Attributes, input and type, which NNVM's operator and MXNet's MultiBoxPrior have in common.
[[nodiscard]] OpBuilder<MultiboxPriorAttrs> declareMultiboxPrior(Dialect dialect, std::string name);

} // namespace nervure
