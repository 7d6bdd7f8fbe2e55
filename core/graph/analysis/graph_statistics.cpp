// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/graph_statistics.h"

#include <string_view>

namespace nervure {

GraphCensus takeCensus(const Graph &graph, const std::unordered_set<NodeId> &parameters)
{
    GraphCensus census;
    std::unordered_set<std::string_view> seen;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (!node.notes.empty()) {
            census.noted.push_back(id);
        }
        if (!node.isVariable()) {
            ++census.operators;
            if (seen.insert(node.op).second) {
                census.kinds.push_back(id);
            }
        } else if (parameters.count(id) != 0) {
            ++census.parameterTensors;
        } else {
            census.inputs.push_back(id);
        }
    }
    return census;
}

} // namespace nervure
