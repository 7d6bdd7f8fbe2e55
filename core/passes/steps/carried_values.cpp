// SPDX-License-Identifier: Apache-2.0
#include "core/passes/steps/carried_values.h"

#include "core/passes/graph_attributes.h"
#include "core/passes/live/live_inference.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

constexpr std::array<std::string_view, 3> carriedKeys{keys::shape.name, keys::dtype.name,
                                                      keys::layout.name};

bool saysAll(const Analyses &carried, const IndexedGraph &index)
{
    const Shapes *shapes = carried.find(keys::shape, index);
    const DTypes *types = carried.find(keys::dtype, index);
    return shapes && types && std::none_of(shapes->begin(), shapes->end(), isUnknown)
           && std::find(types->begin(), types->end(), DType::Unknown) == types->end();
}

} // namespace

void trustCarriedValues(const IndexedGraph &index, Analyses &analyses)
{
    Diagnostics told; // with the file
    const Analyses carried = readGraphAttributes(index, ListOrder::File, told);
    for (const std::string_view key : carriedKeys) {
        if (carried.holds(key, index)) {
            analyses.take(key, carried, index);
        }
    }
}

GraphValues carriedValues(const Graph &graph, const OpRegistry &ops)
{
    Diagnostics told;
    GraphValues values;
    if (const auto index = IndexedGraph::build(graph, ops, told)) {
        values.index = *index;
        values.analyses = readGraphAttributes(*values.index, ListOrder::File, told);
    }
    return values;
}

GraphValues valuesOf(const Graph &graph, PassEnvironment environment)
{
    GraphValues values = carriedValues(graph, environment.ops);
    if (!values.index || saysAll(values.analyses, *values.index)) {
        return values; // as in a compiler's own dumps, of which there may be hundreds
    }
    environment.keepsGoing = true;
    PassRun run = runPasses(graph, livePasses(graph), environment);
    if (run.index) {
        values = {run.index, std::move(run.analyses)};
        trustCarriedValues(*values.index, values.analyses);
    }
    return values;
}

} // namespace nervure
