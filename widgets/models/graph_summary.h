// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/graph_totals.h"
#include "core/passes/step_gap.h"

#include <QString>

#include <cstdint>

namespace nervure {

class GraphDocument;

/// What a model is, in numbers: for the inspector and the status bar.
struct GraphSummary {
    QString format;
    std::int64_t nodeCount = 0;
    std::int64_t operatorCount = 0; ///< nodes that are no variables
    std::int64_t inputCount = 0;
    std::int64_t outputCount = 0;
    std::int64_t parameterTensors = 0;
    GraphTotals totals;             ///< of the graph that is shown
    bool isInferred = false;        ///< shapes were inferred: what is not known will not be
    std::optional<StepGap> planGap; ///< what the plan leaves open
};

[[nodiscard]] GraphSummary summarize(const GraphDocument &document);

} // namespace nervure
