// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensorflow/tf_loops.h"

#include "core/formats/tensorflow/tf_node.h"
#include "core/graph/back_edge.h"
#include "core/support/text.h"

#include <algorithm>
#include <unordered_set>

namespace nervure::tensorflow {

namespace {

NodeId sourceAt(const Node &node, std::size_t input)
{
    return input < node.inputs.size() ? node.inputs[input].node : NodeId();
}

/// Which Exits there are. A loop is known by what its Switches ask: all have one condition.
class Exits {
public:
    explicit Exits(const Graph &graph)
    {
        for (const NodeId id : graph.nodes()) {
            const Node &node = graph.node(id);
            if (isSwitch(node.op)) {
                m_conditionOf.emplace(sourceAt(node, 0), sourceAt(node, 1));
            } else if (isExit(node.op) && sourceAt(node, 0).isValid()) {
                const Node &branch = graph.node(sourceAt(node, 0));
                m_ofMerge.emplace(sourceAt(branch, 0), id);
                m_ofCondition.emplace(sourceAt(branch, 1), id);
            }
        }
    }

    /// That of the Merge's value, else the first of its loop; not valid: there is none.
    [[nodiscard]] NodeId of(NodeId merge) const
    {
        const auto own = m_ofMerge.find(merge);
        if (own != m_ofMerge.end()) {
            return own->second;
        }
        const auto any = m_ofCondition.find(loopOf(merge));
        return any != m_ofCondition.end() ? any->second : NodeId();
    }
    /// What tells loops apart.
    [[nodiscard]] NodeId loopOf(NodeId merge) const
    {
        const auto condition = m_conditionOf.find(merge);
        const bool isKnown = condition != m_conditionOf.end() && condition->second.isValid();
        return isKnown ? condition->second : merge;
    }

private:
    std::unordered_map<NodeId, NodeId> m_conditionOf; ///< by what a Switch passes on
    std::unordered_map<NodeId, NodeId> m_ofMerge;
    std::unordered_map<NodeId, NodeId> m_ofCondition;
};

} // namespace

std::vector<NodeId> Loops::close(Graph &graph, Diagnostics &diagnostics) const
{
    std::vector<NodeId> loose;
    if (m_nextOf.empty()) {
        return loose;
    }
    const Exits exits(graph);
    std::unordered_set<NodeId> told;
    for (const NodeId merge : std::vector<NodeId>(graph.nodes().begin(), graph.nodes().end())) {
        const auto next = m_nextOf.find(merge);
        if (next == m_nextOf.end()) {
            continue;
        }
        graph.edit(merge).attrs.set(backEdgeKey, graph.node(next->second).name);
        if (const NodeId exit = exits.of(merge); exit.isValid()) {
            addControl(graph.edit(exit), next->second);
            continue;
        }
        loose.push_back(next->second);
        if (told.insert(exits.loopOf(merge)).second) {
            const std::string &name = graph.node(merge).name;
            diagnostics.push_back(makeWarning(
                "tensorflow", "nothing leaves the loop of {}, expected an Exit", quoted(name)));
            diagnostics.back().where.node = name;
        }
    }
    return loose;
}

void addControl(Node &node, NodeId control)
{
    if (std::find(node.controlDeps.begin(), node.controlDeps.end(), control)
        == node.controlDeps.end()) {
        node.controlDeps.push_back(control);
    }
}

} // namespace nervure::tensorflow
