// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/junit.h"
#include "app/cli/table.h"
#include "core/proof/bisection.h"
#include "core/proof/model_comparison.h"

#include <string>
#include <vector>

namespace nervure::cli {

/// A row for each result, then one for each node that was compared.
[[nodiscard]] Table modelsTable(const ModelComparison &models);
/// What to know of them in a few lines.
[[nodiscard]] std::string modelsSummary(const ModelComparison &models);
/// A case for each result.
[[nodiscard]] std::vector<JunitCase> modelsCases(const ModelComparison &models);

/// A row for each step.
[[nodiscard]] Table bisectionTable(const Bisection &bisection);
/// The pass and the value, or that there is none.
[[nodiscard]] std::string bisectionSummary(const Bisection &bisection);
/// A case for each step that changed the graph.
[[nodiscard]] std::vector<JunitCase> bisectionCases(const Bisection &bisection);

} // namespace nervure::cli
