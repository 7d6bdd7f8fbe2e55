// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/value_rules.h"

/// Results whose sizes their inputs' elements decide, where those are all known.
namespace nervure::onnx {

/// The indices of the elements that are not 0, a column each. Nothing where elements are not known.
void chooseNonZero(ValueCall &call);
/// Each element or slice once, where it was first, which of them each one is, and how often it was.
void chooseUnique(ValueCall &call);
/// Non-maximum suppression (onnx "NonMaxSuppression"): batch, class and number of each box that stays.
void chooseBoxes(ValueCall &call);

} // namespace nervure::onnx
