// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/rewrite_rules.h"

namespace nervure {

// Rules for FoldScaleAxis that several operators share; see RewriteRules::ScaleBackwardRule and
// RewriteRules::ScaleForwardRule.

/// f(x) * s = f(x * s) along any axis: relu, leaky_relu. That holds for scales that are not
/// negative; NNVM does not look, so in fixed semantics nothing passes.
bool passScaleBackward(const ScaleCall &call, const AxisScale &out, std::vector<AxisScale> &in);
Result<bool> passScaleForward(const ScaleCall &call, std::vector<AxisScale> &in, AxisScale &out);

/// (x + b) * s = x * s + b * s, where b is a vector along the scale's axis, and x * s + b =
/// (x + b / s) * s. The latter needs scales other than 0: not done in fixed semantics.
bool addScaleBackward(const ScaleCall &call, const AxisScale &out, std::vector<AxisScale> &in);
Result<bool> addScaleForward(const ScaleCall &call, std::vector<AxisScale> &in, AxisScale &out);

} // namespace nervure
