// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/rewrite_rules.h"

namespace nervure {

/// conv2d's rules for FoldScaleAxis. Its weight (OIHW) takes a scale along the channels: of its output,
/// with the bias, or of its input where that is all one group or each channel a group of its own.
bool convScaleBackward(const ScaleCall &call, const AxisScale &out, std::vector<AxisScale> &in);
Result<bool> convScaleForward(const ScaleCall &call, std::vector<AxisScale> &in, AxisScale &out);

} // namespace nervure
