// SPDX-License-Identifier: Apache-2.0
#include "core/layout/groups.h"

#include "core/graph/indexed_graph.h"
#include "core/graph/name_scopes.h"
#include "core/layout/repeats.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <utility>

namespace nervure {

namespace {

constexpr std::array<std::pair<std::string_view, Grouping>, 4> words{
    {{"none", Grouping::None},
     {"scopes", Grouping::Scopes},
     {"repeats", Grouping::Repeats},
     {"fusion", Grouping::Fusion}}};

/// Operators name a group as far as they fit into so many characters.
constexpr std::size_t longestLabel = 26;

/// "conv2d · batch_norm …": the different operators of some boxes, in their order.
std::string labelOf(const DrawnGraph &drawn, const std::vector<std::uint32_t> &boxes)
{
    std::vector<std::string_view> titles;
    for (const std::uint32_t box : boxes) {
        const DrawnNode &node = drawn.nodes[box];
        if (node.kind == DrawnKind::Operator
            && std::find(titles.begin(), titles.end(), node.title) == titles.end()) {
            titles.push_back(node.title);
        }
    }
    std::string label;
    for (const std::string_view title : titles) {
        if (!label.empty() && label.size() + title.size() > longestLabel) {
            return label + " …";
        }
        label += (label.empty() ? "" : " · ") + std::string(title);
    }
    return label;
}

/// Appends a group of these boxes, which are in no group yet.
void addGroup(const DrawnGraph &drawn, const std::vector<std::uint32_t> &boxes,
              std::uint32_t occurrences, GroupTree &tree)
{
    NodeGroup group;
    group.key = '#' + std::to_string(drawn.nodes[boxes.front()].node.value);
    group.label = labelOf(drawn, boxes);
    group.size = static_cast<std::uint32_t>(boxes.size());
    group.occurrences = occurrences;
    for (const std::uint32_t box : boxes) {
        tree.groupOf[box] = static_cast<int>(tree.groups.size());
    }
    tree.groups.push_back(std::move(group));
}

class ScopeGroups {
public:
    ScopeGroups(const DrawnGraph &drawn, const Graph &graph)
        : m_drawn(drawn),
          m_scopes(nameScopes(graph)),
          m_boxes(m_scopes.size(), 0),
          m_groupOf(m_scopes.size(), -1)
    {}

    void addTo(GroupTree &tree)
    {
        for (std::size_t i = m_scopes.size(); i-- > 0;) {
            m_boxes[i] += boxOf(m_scopes[i]) ? 1 : 0;
            if (m_scopes[i].parent >= 0) {
                m_boxes[static_cast<std::size_t>(m_scopes[i].parent)] += m_boxes[i];
            }
        }
        for (std::size_t i = 0; i < m_scopes.size(); ++i) {
            place(i, tree);
            if (const auto box = boxOf(m_scopes[i])) {
                tree.groupOf[*box] = m_groupOf[i];
            }
        }
    }

private:
    /// The box of a scope that is a node, unless it is folded into another one.
    [[nodiscard]] std::optional<std::uint32_t> boxOf(const NameScope &scope) const
    {
        const auto box = scope.node.isValid() ? m_drawn.find(scope.node) : std::nullopt;
        return box && m_drawn.nodes[*box].node == scope.node ? box : std::nullopt;
    }

    void place(std::size_t at, GroupTree &tree)
    {
        const NameScope &scope = m_scopes[at];
        const int above =
            scope.parent >= 0 ? m_groupOf[static_cast<std::size_t>(scope.parent)] : -1;
        const std::size_t around =
            above >= 0 ? tree.groups[static_cast<std::size_t>(above)].size : m_drawn.nodes.size();
        if (m_boxes[at] < 2 || m_boxes[at] == around) {
            m_groupOf[at] = above;
            return;
        }
        NodeGroup group;
        const std::string path =
            above >= 0 ? tree.groups[static_cast<std::size_t>(above)].key + '/' : std::string();
        group.key = path + scope.label;
        group.label = scope.label;
        group.parent = above;
        group.size = m_boxes[at];
        m_groupOf[at] = static_cast<int>(tree.groups.size());
        tree.groups.push_back(std::move(group));
    }

    const DrawnGraph &m_drawn;
    std::vector<NameScope> m_scopes;
    std::vector<std::uint32_t> m_boxes; ///< by scope: boxes inside
    std::vector<int> m_groupOf;         ///< by scope: the innermost group it is or lies in
};

void addRepeats(const DrawnGraph &drawn, GroupTree &tree)
{
    const std::vector<std::uint32_t> order = topologicalOrder(drawn);
    const std::vector<std::uint64_t> codes = wiringCodes(drawn, order);
    const std::vector<RepeatedRun> runs = findRepeats(drawn, order, codes);
    // Blocks of several runs may be alike: a block is known by its codes, less what its first box reads.
    std::map<std::vector<std::uint64_t>, std::uint32_t> occurrences;
    const auto shapeOf = [&codes](const RepeatedRun &run) {
        const auto begin = codes.begin() + run.first;
        return std::vector<std::uint64_t>(begin, begin + run.period);
    };
    for (const RepeatedRun &run : runs) {
        occurrences[shapeOf(run)] += run.count;
    }
    for (const RepeatedRun &run : runs) {
        const std::uint32_t times = occurrences[shapeOf(run)];
        for (std::uint32_t i = 0; i < run.count; ++i) {
            const auto begin = order.begin() + run.first + i * run.period;
            addGroup(drawn, std::vector<std::uint32_t>(begin, begin + run.period), times, tree);
        }
    }
}

void addFusion(const DrawnGraph &drawn, const DrawOptions &options, GroupTree &tree)
{
    const auto *roots = options.analyses ? options.analyses->find(keys::groupRoot) : nullptr;
    if (!roots || !options.indexed) {
        return;
    }
    std::map<std::int64_t, std::vector<std::uint32_t>> groups;
    for (std::uint32_t id = 0; id < options.indexed->nodeCount() && id < roots->size(); ++id) {
        const IndexedNode &node = options.indexed->node(id);
        const auto box = drawn.find(node.source);
        if ((*roots)[id] >= 0 && !node.isVariable() && box
            && drawn.nodes[*box].node == node.source) {
            groups[(*roots)[id]].push_back(*box);
        }
    }
    for (const auto &[root, boxes] : groups) {
        if (boxes.size() > 1) {
            addGroup(drawn, boxes, 1, tree);
        }
    }
}

} // namespace

std::optional<Grouping> groupingFromName(std::string_view name)
{
    for (const auto &[word, grouping] : words) {
        if (word == name) {
            return grouping;
        }
    }
    return std::nullopt;
}

int GroupTree::depthOf(int group) const
{
    int depth = 0;
    while ((group = groups[static_cast<std::size_t>(group)].parent) >= 0) {
        ++depth;
    }
    return depth;
}

GroupTree groupBoxes(const DrawnGraph &drawn, const Graph &graph, Grouping grouping,
                     const DrawOptions &options)
{
    GroupTree tree;
    tree.groupOf.assign(drawn.nodes.size(), -1);
    switch (grouping) {
    case Grouping::None: break;
    case Grouping::Scopes: ScopeGroups(drawn, graph).addTo(tree); break;
    case Grouping::Repeats: addRepeats(drawn, tree); break;
    case Grouping::Fusion: addFusion(drawn, options, tree); break;
    }
    return tree;
}

} // namespace nervure
