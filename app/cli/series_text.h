// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/compare_text.h"

namespace nervure::cli {

/// What `compare` says of more than two: see comparisonTexts().
[[nodiscard]] ComparisonTexts seriesTexts(const ProfileSeries &series,
                                          std::optional<double> failOver);

} // namespace nervure::cli
