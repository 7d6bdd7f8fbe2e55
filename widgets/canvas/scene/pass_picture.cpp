// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/scene/pass_picture.h"

#include <algorithm>

namespace nervure {

namespace {

/// Of more, nobody sees the graph that is left, and a large one would take minutes to lay out.
constexpr std::size_t mostRemoved = 300;

bool isDrawn(const NodeChange &change, const Graph &before)
{
    return change.mark == ChangeMark::Removed && !before.node(change.node).isVariable();
}

/// Where nodes of the graph before are in the picture: where they are in the graph after, or drawn as removed.
class Places {
public:
    explicit Places(const ModelStage &stage) : m_after(stage.nodesAfter()) {}

    void putRemoved(NodeId before, NodeId place) { m_removed[before] = place; }
    [[nodiscard]] NodeId of(NodeId before) const
    {
        const auto removed = m_removed.find(before);
        return removed == m_removed.end() ? m_after.of(before) : removed->second;
    }

private:
    NodesAfter m_after;
    std::unordered_map<NodeId, NodeId> m_removed;
};

/// The inputs that are still drawn.
Entries inputsOf(const Node &removed, const Places &places, const Graph &picture)
{
    Entries inputs;
    for (const Entry &input : removed.inputs) {
        const NodeId node = places.of(input.node);
        if (node.isValid() && picture.contains(node)) {
            inputs.push_back({node, input.index, 0});
        }
    }
    return inputs;
}

} // namespace

PassPicture pictureOf(const ModelStage &stage)
{
    PassPicture picture{stage.graph, {}, {}};
    const NodeChanges &changes = stage.changes();
    const auto removedCount =
        std::count_if(changes.begin(), changes.end(),
                      [&stage](const NodeChange &one) { return isDrawn(one, *stage.before); });
    const bool drawsRemoved = static_cast<std::size_t>(removedCount) <= mostRemoved;
    Graph withRemoved = *stage.graph;
    Places places(stage);
    std::vector<std::pair<NodeId, NodeId>> removed;
    for (const NodeChange &change : stage.changes()) {
        if (change.mark != ChangeMark::Removed) {
            picture.marks[change.node] = change.mark;
        } else if (drawsRemoved && isDrawn(change, *stage.before)) {
            const NodeId place = withRemoved.add(stage.before->node(change.node));
            places.putRemoved(change.node, place);
            removed.emplace_back(change.node, place);
            picture.marks[place] = ChangeMark::Removed;
            picture.removed[place] = change.node;
        }
    }
    if (removed.empty()) {
        return picture;
    }
    for (const auto &[before, place] : removed) {
        Node &node = withRemoved.edit(place);
        node.inputs = inputsOf(stage.before->node(before), places, withRemoved);
        node.controlDeps.clear();
    }
    picture.graph = std::make_shared<const Graph>(std::move(withRemoved));
    return picture;
}

} // namespace nervure
