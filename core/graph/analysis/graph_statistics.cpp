// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/graph_statistics.h"

#include <string_view>

namespace nervure {

GraphStatistics makeGraphStatistics(const Graph &graph,
                                    const std::unordered_set<NodeId> &parameters)
{
    GraphStatistics statistics;
    std::unordered_set<std::string_view> seen;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (!node.notes.empty()) {
            statistics.noted.push_back(id);
        }
        if (!node.isVariable()) {
            ++statistics.operators;
            if (seen.insert(node.op).second) {
                statistics.kinds.push_back(id);
            }
        } else if (parameters.count(id) != 0) {
            ++statistics.parameterTensors;
        } else {
            statistics.inputs.push_back(id);
        }
    }
    return statistics;
}

} // namespace nervure
