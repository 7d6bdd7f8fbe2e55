// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/graph_summary.h"

#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/graph/analysis/declared_types.h"
#include "widgets/document/graph_document.h"
#include "widgets/models/gap_words.h"
#include "widgets/text/format.h"

namespace nervure {

namespace {

using Amount = std::optional<std::int64_t>;

/// Adds up what the file itself says of its parameters: nothing where it does not say it of all.
void addDeclared(GraphTotals &totals, const Graph &graph,
                 const std::unordered_set<NodeId> &parameters)
{
    Amount elements = 0;
    Amount bytes = 0;
    const auto add = [](Amount &sum, const Amount &part) {
        sum = sum && part ? Amount(*sum + *part) : std::nullopt;
    };
    for (const NodeId id : parameters) {
        if (!elements && !bytes) {
            break; // as of the first variable of most files that declare nothing
        }
        const ValueType type = graph.contains(id) ? declaredTypeOf(graph, Entry{id}) : ValueType();
        add(elements, type.elementCount());
        add(bytes, type.byteCount());
    }
    totals.parameters = elements;
    totals.parameterBytes = bytes;
}

} // namespace

GraphSummary summarize(const GraphDocument &document)
{
    const Graph &graph = *document.stage().graph;
    const Builtins &builtins = document.builtins();
    GraphSummary summary;
    const FormatSpec *format = builtins.formats.find(document.formatName());
    summary.format = toQString(format != nullptr ? formatTitle(*format, document.graph())
                                                 : document.formatName());
    summary.nodeCount = static_cast<std::int64_t>(graph.nodeCount());
    summary.outputCount = static_cast<std::int64_t>(graph.heads().size());
    const ModelStage &stage = document.stage();
    const bool isOwn = !stage.isOfPass();
    const InheritedFacts none;
    const InheritedFacts &inherited = stage.inherited ? *stage.inherited : none;
    const auto &parameters = isOwn ? document.parameters() : inherited.parameters;
    const GraphStatistics madeStatistics =
        isOwn ? GraphStatistics() : makeGraphStatistics(graph, parameters);
    const GraphStatistics &statistics = isOwn ? document.statistics() : madeStatistics;
    summary.operatorCount = statistics.operators;
    summary.parameterTensors = statistics.parameterTensors;
    summary.inputCount = static_cast<std::int64_t>(statistics.inputs.size());
    summary.isInferred = stage.analyses.contains(keys::shape.name);
    if (stage.totals) {
        summary.totals = *stage.totals;
    } else if (const auto index = document.analyzedIndex()) {
        summary.totals = graphTotals(*index, document.analyses(), parameters, document.semantics(),
                                     &inherited.kernelMacs);
    }
    if (!summary.totals.parameters && !parameters.empty()) {
        addDeclared(summary.totals, graph,
                    parameters); // an edit that breaks the wiring changes no weights
    }
    summary.planGap = planGap(document.stage());
    return summary;
}

NodeSummary summarize(const GraphDocument &document, NodeId node)
{
    const auto index = document.analyzedIndex();
    const auto id = index ? index->find(node) : std::nullopt;
    if (!id) {
        return {};
    }
    const ModelStage &stage = document.stage();
    const InheritedFacts none;
    const InheritedFacts &inherited = stage.inherited ? *stage.inherited : none;
    const auto &parameters = stage.isOfPass() ? inherited.parameters : document.parameters();
    const NodeCosts costs(*index, document.analyses(), document.semantics(), &inherited.kernelMacs);
    NodeSummary summary{0, 0, costs.macs(*id)};
    const auto add = [](std::optional<std::int64_t> &sum, std::optional<std::int64_t> part) {
        sum = sum && part ? std::optional(*sum + *part) : std::nullopt;
    };
    const auto addValue = [&](std::uint32_t entry) {
        add(summary.parameters, costs.elements(entry));
        add(summary.parameterBytes, costs.bytes(entry));
    };
    if (parameters.count(node) != 0) {
        addValue(index->entryId(*id, 0));
    }
    for (const IndexedEntry &input : index->node(*id).inputs) {
        if (parameters.count(index->node(input.nodeId).source) != 0) {
            addValue(index->entryId(input));
        }
    }
    return summary;
}

} // namespace nervure
