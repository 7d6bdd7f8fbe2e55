// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/amount_marks.h"

#include "widgets/document/graph_document.h"
#include "widgets/text/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace nervure {

namespace {

using Amounts = std::unordered_map<NodeId, double>;

/// Bytes of all outputs of each operator whose shapes and types are known.
Amounts outputBytes(const GraphDocument &document)
{
    Amounts amounts;
    const auto index = document.analysedIndex();
    if (!index) {
        return amounts;
    }
    for (const IndexedNode &node : index->nodes()) {
        double bytes = 0;
        bool isKnown = !node.isVariable();
        for (std::uint32_t output = 0; isKnown && output < node.outputCount; ++output) {
            const EntryFacts facts = document.factsOf({node.source, output, 0});
            const std::size_t element = dtypeBytes(facts.dtype);
            isKnown = !isUnknown(facts.shape) && element != 0;
            double elements = 1;
            for (const std::int64_t size : facts.shape) {
                elements *= static_cast<double>(size);
            }
            bytes += elements * static_cast<double>(element);
        }
        if (isKnown) {
            amounts.emplace(node.source, bytes);
        }
    }
    return amounts;
}

double largestOf(const Amounts &amounts)
{
    double largest = 0;
    for (const auto &[node, amount] : amounts) {
        largest = std::max(largest, amount);
    }
    return largest;
}

/// Operators without an amount are missing, which is not zero.
bool hasMissing(const Graph &graph, const Amounts &amounts)
{
    return std::any_of(graph.nodes().begin(), graph.nodes().end(), [&](NodeId id) {
        return !graph.node(id).isVariable() && amounts.count(id) == 0;
    });
}

void addHeat(CanvasMarks &marks, const Amounts &amounts, double largest)
{
    for (const auto &[node, amount] : amounts) {
        marks.nodes[node].heat = largest > 0 ? amount / largest : 0;
    }
}

} // namespace

void addTimeMarks(CanvasMarks &marks, const GraphDocument &document)
{
    if (!document.profile()) {
        return;
    }
    const Amounts times = timeByNode(*document.profile(), document.graph());
    const double largest = largestOf(times);
    const double total = document.profile()->totalMs();
    addHeat(marks, times, largest);
    for (const auto &[node, ms] : times) {
        // Smaller shares would be noise beside the name.
        constexpr double tellingShare = 0.005;
        if (total > 0 && ms / total >= tellingShare) {
            marks.nodes[node].badge = formatShare(ms / total);
        }
    }
    marks.scale =
        HeatScale{QCoreApplication::translate("AmountMarks", "Time by layer"),
                  formatTime(0, timeUnitFor(largest)), formatTime(largest, timeUnitFor(largest)),
                  hasMissing(document.graph(), times)};
}

void addMemoryMarks(CanvasMarks &marks, const GraphDocument &document)
{
    const Amounts bytes = outputBytes(document);
    if (bytes.empty()) {
        return;
    }
    const double largest = largestOf(bytes);
    addHeat(marks, bytes, largest);
    marks.scale = HeatScale{QCoreApplication::translate("AmountMarks", "Output memory"),
                            formatBytes(0), formatBytes(static_cast<std::int64_t>(largest)),
                            hasMissing(document.graph(), bytes)};
}

} // namespace nervure
