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

/// What one node holds and costs; nothing stands where a shape, a type or a rule is unknown.
struct NodeSummary {
    std::optional<std::int64_t> parameters; ///< elements of the parameters it reads, or is itself
    std::optional<std::int64_t> parameterBytes;
    std::optional<std::int64_t> macs; ///< multiply-accumulates of one run
};

/// Of a node of the graph that is shown.
[[nodiscard]] NodeSummary summarize(const GraphDocument &document, NodeId node);

} // namespace nervure
