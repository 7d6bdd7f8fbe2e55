// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/graph_summary.h"

#include "core/builtins.h"
#include "core/graph/graph_totals.h"
#include "core/graph/parameters.h"
#include "widgets/document/graph_document.h"
#include "widgets/models/memory_plan.h"
#include "widgets/text/format.h"

namespace nervure {

GraphSummary summarise(const GraphDocument &document)
{
    const Graph &graph = *document.stage().graph;
    const Builtins &builtins = document.builtins();
    GraphSummary summary;
    const FormatSpec *format = builtins.formats.find(document.formatName());
    summary.format = toQString(format != nullptr ? format->title : document.formatName());
    summary.nodeCount = static_cast<std::int64_t>(graph.nodeCount());
    summary.outputCount = static_cast<std::int64_t>(graph.heads().size());
    const bool isOwn = !document.stage().isOfPass();
    const auto made = isOwn ? std::unordered_set<NodeId>() : findParameters(graph, builtins.ops);
    const auto &parameters = isOwn ? document.parameters() : made;
    const GraphCensus madeCensus = isOwn ? GraphCensus() : takeCensus(graph, made);
    const GraphCensus &census = isOwn ? document.census() : madeCensus;
    summary.operatorCount = census.operators;
    summary.parameterTensors = census.parameterTensors;
    summary.inputCount = static_cast<std::int64_t>(census.inputs.size());
    if (const auto index = document.analysedIndex()) {
        const GraphTotals totals =
            document.stage().totals
                ? *document.stage().totals
                : graphTotals(*index, document.analyses(), parameters, document.semantics());
        summary.parameters = totals.parameters;
        summary.parameterBytes = totals.parameterBytes;
        summary.macs = totals.macs;
    }
    if (const auto *bytes = document.analyses().find(keys::storageAllocatedBytes)) {
        summary.plannedBytes = *bytes;
    } else if (const auto index = document.analysedIndex()) {
        // Compiled graphs bring a plan without its sum.
        if (const auto plan = memoryPlanView(*index, document.analyses())) {
            summary.plannedBytes = plan->plannedBytes;
        }
    }
    return summary;
}

} // namespace nervure
