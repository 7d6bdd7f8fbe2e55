// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proof/bisection.h"
#include "core/proof/comparison_json.h"

#include <QString>

#include <string>
#include <vector>

namespace nervure {

/// The first step and value that differ, or that there is none, and who makes what is no number.
[[nodiscard]] QString proofSummary(const Bisection &proof);

/// True if another file's model computes the same, the first value that does not, and what was not compared.
[[nodiscard]] QString comparisonSummary(const ToldComparison &comparison, const QString &file);

/// "exp0 makes 3 NaN of numbers".
[[nodiscard]] QString nonFiniteWords(const NonFiniteSource &source);
/// "conv0, relu0".
[[nodiscard]] QString joinedNames(const std::vector<std::string> &names);

} // namespace nervure
