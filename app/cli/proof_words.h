// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proof/value_comparison.h"

#include <string>
#include <vector>

namespace nervure::cli {

/// An error with three digits.
[[nodiscard]] std::string errorText(double value);
/// How far a value is from the other, expected how far at most; why it was not compared.
[[nodiscard]] std::string errorWords(const ComparedValue &value);

/// "so do, none of whose inputs differ: 'b', 'c'", a line: where differences begin beside the first. Empty: nowhere.
[[nodiscard]] std::string otherOriginsLine(const std::vector<ComparedValue> &values,
                                           const std::string &first);

/// "'exp0' of numbers: 3 NaN".
[[nodiscard]] std::string nonFiniteText(const NonFiniteSource &source);

} // namespace nervure::cli
