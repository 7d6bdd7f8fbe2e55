// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/graph_examination.h"

#include "core/graph/analysis/parameters.h"
#include "core/graph/check/graph_check.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

namespace nervure {

namespace {

constexpr std::size_t mostNodesAtOnce = 2000;

/// Takes the graph's nodes from `rest`, those in subgraphs too, until none are left.
void takeNodes(const Graph &graph, std::size_t &rest)
{
    rest -= std::min(rest, graph.nodeCount());
    for (const NodeId id : graph.nodes()) {
        if (rest == 0) {
            return;
        }
        for (const std::shared_ptr<const Graph> &held : graph.node(id).subgraphs) {
            takeNodes(*held, rest);
        }
    }
}

} // namespace

GraphExamination examine(const Graph &graph, const OpRegistry &ops, Semantics semantics,
                         const std::set<std::string, std::less<>> &loaded)
{
    GraphExamination found;
    found.revision = graph.revision();
    found.findings = checkWithSubgraphs(graph, ops, semantics);
    found.parameters =
        std::make_shared<const std::unordered_set<NodeId>>(findParameters(graph, ops, loaded));
    found.statistics =
        std::make_shared<const GraphStatistics>(makeGraphStatistics(graph, *found.parameters));
    return found;
}

bool isSoonExamined(const Graph &graph)
{
    std::size_t rest = mostNodesAtOnce + 1;
    takeNodes(graph, rest);
    return rest > 0;
}

GraphExamination withoutLost(GraphExamination before, const Graph &graph)
{
    if (before.statistics) {
        GraphStatistics statistics = *before.statistics;
        for (std::vector<NodeId> *nodes :
             {&statistics.inputs, &statistics.noted, &statistics.kinds}) {
            std::erase_if(*nodes, [&graph](NodeId id) { return !graph.contains(id); });
        }
        before.statistics = std::make_shared<const GraphStatistics>(std::move(statistics));
    }
    return before;
}

} // namespace nervure
