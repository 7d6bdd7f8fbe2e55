// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/graph_summary.h"

#include "core/builtins.h"
#include "core/graph/parameters.h"
#include "widgets/document/graph_document.h"
#include "widgets/text/format.h"

namespace nervure {

namespace {

/// Adds, or becomes nothing when either is nothing.
void accumulate(std::optional<std::int64_t> &sum, const std::optional<std::int64_t> &part)
{
    if (sum && part) {
        *sum += *part;
    } else {
        sum.reset();
    }
}

void addParameter(GraphSummary &summary, const EntryFacts &facts)
{
    ++summary.parameterTensors;
    const bool isKnown = !isUnknown(facts.shape);
    accumulate(summary.parameters, isKnown ? elementCount(facts.shape) : std::nullopt);
    accumulate(summary.parameterBytes, isKnown && facts.dtype != DType::Unknown
                                           ? byteCount(facts.shape, facts.dtype)
                                           : std::nullopt);
}

/// Multiply-accumulates of a node; nothing while a shape it needs is unknown.
std::optional<std::int64_t> macsOf(const IndexedGraph &index, std::uint32_t id,
                                   const Shapes &shapes, Semantics semantics)
{
    const IndexedNode &node = index.node(id);
    if (node.spec == nullptr || !node.spec->macs) {
        return 0;
    }
    Shapes in;
    for (const IndexedEntry &input : node.inputs) {
        const std::uint32_t entry = index.entryId(input);
        if (entry >= shapes.size() || isUnknown(shapes[entry])) {
            return std::nullopt;
        }
        in.push_back(shapes[entry]);
    }
    Shapes out;
    for (std::uint32_t i = 0; i < node.outputCount; ++i) {
        const Shape &shape = shapes[index.entryId(id, i)];
        if (isUnknown(shape)) {
            return std::nullopt;
        }
        out.push_back(shape);
    }
    return node.spec->macs(node.rule(semantics), in, out);
}

std::optional<std::int64_t> macsOf(const GraphDocument &document)
{
    const auto index = document.analysedIndex();
    const Shapes *shapes = document.analyses().find(keys::shape);
    if (!index || shapes == nullptr || shapes->size() < index->entryCount()) {
        return std::nullopt;
    }
    std::optional<std::int64_t> macs = 0;
    for (std::uint32_t id = 0; id < index->nodeCount(); ++id) {
        accumulate(macs, macsOf(*index, id, *shapes, document.semantics()));
    }
    return macs;
}

} // namespace

GraphSummary summarise(const GraphDocument &document)
{
    const Graph &graph = document.graph();
    const Builtins &builtins = document.builtins();
    GraphSummary summary;
    const FormatSpec *format = builtins.formats.find(document.formatName());
    summary.format = toQString(format != nullptr ? format->title : document.formatName());
    summary.nodeCount = static_cast<std::int64_t>(graph.nodeCount());
    summary.outputCount = static_cast<std::int64_t>(graph.heads().size());
    summary.parameters = 0;
    summary.parameterBytes = 0;
    const auto parameters = findParameters(graph, builtins.ops);
    for (const NodeId id : graph.nodes()) {
        if (!graph.node(id).isVariable()) {
            ++summary.operatorCount;
        } else if (parameters.count(id) != 0) {
            addParameter(summary, document.factsOf({id}));
        } else {
            ++summary.inputCount;
        }
    }
    summary.macs = macsOf(document);
    if (const auto *bytes = document.analyses().find(keys::storageAllocatedBytes)) {
        summary.plannedBytes = *bytes;
    }
    return summary;
}

} // namespace nervure
