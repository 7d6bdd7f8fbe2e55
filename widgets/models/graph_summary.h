// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <cstdint>
#include <optional>

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
    std::optional<std::int64_t> parameters;     ///< elements; nothing while a shape is unknown
    std::optional<std::int64_t> parameterBytes; ///< nothing while a shape or type is unknown
    std::optional<std::int64_t> macs;           ///< of one run; nothing while a shape is unknown
    std::optional<std::int64_t> plannedBytes;   ///< NNVM's plan; nothing before PlanMemory
};

[[nodiscard]] GraphSummary summarise(const GraphDocument &document);

} // namespace nervure
