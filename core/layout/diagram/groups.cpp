// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/groups.h"

#include "core/graph/analysis/name_scopes.h"
#include "core/graph/indexed/indexed_graph.h"
#include "core/layout/diagram/acyclic_groups.h"
#include "core/layout/diagram/repeats.h"
#include "core/support/units.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <unordered_map>
#include <utility>

namespace nervure {

namespace {

constexpr std::array<std::pair<std::string_view, Grouping>, 4> groupingWords{
    {{"none", Grouping::None},
     {"scopes", Grouping::Scopes},
     {"repeats", Grouping::Repeats},
     {"fusion", Grouping::Fusion}}};

/// Operators name a group as far as they fit into so many characters: with how often a block repeats
/// before them, the title of a card is not cut in its middle again.
constexpr std::size_t longestLabel = 22;

/// Cards that can be taken in.
constexpr std::size_t mostReadable = 300;

/// "conv2d · batch_norm …": the different operators of some boxes in their order, but first those that
/// do most of the work.
std::string labelOf(const DrawnGraph &drawn, const std::vector<std::uint32_t> &boxes)
{
    std::vector<std::string_view> titles;
    for (const bool isHeavy : {true, false}) {
        for (const std::uint32_t box : boxes) {
            const DrawnNode &node = drawn.nodes[box];
            if (node.kind == DrawnKind::Operator
                && (node.category == OpCategory::Convolution) == isHeavy
                && std::find(titles.begin(), titles.end(), node.title) == titles.end()) {
                titles.push_back(node.title);
            }
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

/// Appends a group of these boxes; they are in it, unless they come into inner groups later.
int addGroup(const DrawnGraph &drawn, const std::vector<std::uint32_t> &boxes,
             std::uint32_t occurrences, int parent, GroupTree &tree)
{
    NodeGroup group;
    group.key = fmt::format("#{}", drawn.nodes[boxes.front()].node.value);
    if (parent >= 0) {
        group.key = tree.groups[static_cast<std::size_t>(parent)].key + '/' + group.key;
    }
    group.label = labelOf(drawn, boxes);
    group.parent = parent;
    group.size = static_cast<std::uint32_t>(boxes.size());
    group.occurrences = occurrences;
    const auto index = static_cast<int>(tree.groups.size());
    for (const std::uint32_t box : boxes) {
        tree.groupOf[box] = index;
    }
    tree.groups.push_back(std::move(group));
    return index;
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

/// Blocks that repeat, with blocks that repeat within them, and around very many of them one group.
class RepeatGroups {
public:
    RepeatGroups(const DrawnGraph &drawn, std::vector<std::uint32_t> order)
        : m_drawn(drawn),
          m_order(std::move(order)),
          m_codes(wiringCodes(drawn, m_order)),
          m_finder(drawn, m_order, m_codes)
    {}

    void addTo(GroupTree &tree)
    {
        const std::vector<RepeatedRun> runs =
            m_finder.find(0, static_cast<std::uint32_t>(m_order.size()));
        for (const RepeatedRun &run : runs) {
            m_occurrences[shapeOf(run)] += run.count;
        }
        for (const RepeatedRun &run : runs) {
            const std::uint32_t times = m_occurrences[shapeOf(run)];
            const int around = run.count > mostBlocks ? addRun(run, tree) : -1;
            const std::vector<RepeatedRun> inner = innerOf(run);
            for (std::uint32_t i = 0; i < run.count; ++i) {
                addBlock(run, i, times, around, inner, tree);
            }
        }
    }

private:
    /// More blocks in a row are one card first: "200 × conv2d · relu".
    static constexpr std::uint32_t mostBlocks = 24;

    /// Blocks of several runs may be alike: a block is known by its codes, less what its first box reads.
    [[nodiscard]] std::vector<std::uint64_t> shapeOf(const RepeatedRun &run) const
    {
        const auto begin = m_codes.begin() + run.first;
        return {begin, begin + run.period};
    }

    [[nodiscard]] std::vector<std::uint32_t> boxes(std::uint32_t first, std::uint32_t count) const
    {
        const auto begin = m_order.begin() + first;
        return {begin, begin + count};
    }

    /// What repeats within each block, as it stands in the first one.
    std::vector<RepeatedRun> innerOf(const RepeatedRun &run)
    {
        std::vector<RepeatedRun> inner = m_finder.find(run.first, run.first + run.period);
        // A block that is nothing but smaller ones has been found as these.
        std::erase_if(inner, [&run](const RepeatedRun &part) {
            return part.period * part.count >= run.period;
        });
        return inner;
    }

    int addRun(const RepeatedRun &run, GroupTree &tree)
    {
        const int group = addGroup(m_drawn, boxes(run.first, run.period * run.count), 1, -1, tree);
        NodeGroup &around = tree.groups[static_cast<std::size_t>(group)];
        around.key = std::to_string(run.count) + around.key;
        around.label = groupedText(run.count) + " × " + around.label;
        return group;
    }

    void addBlock(const RepeatedRun &run, std::uint32_t number, std::uint32_t times, int around,
                  const std::vector<RepeatedRun> &inner, GroupTree &tree)
    {
        const std::uint32_t shift = number * run.period;
        const int block =
            addGroup(m_drawn, boxes(run.first + shift, run.period), times, around, tree);
        for (const RepeatedRun &part : inner) {
            for (std::uint32_t i = 0; i < part.count; ++i) {
                addGroup(m_drawn, boxes(part.first + shift + i * part.period, part.period),
                         part.count, block, tree);
            }
        }
    }

    const DrawnGraph &m_drawn;
    std::vector<std::uint32_t> m_order;
    std::vector<std::uint64_t> m_codes;
    RepeatFinder m_finder;
    std::map<std::vector<std::uint64_t>, std::uint32_t> m_occurrences;
};

/// By the order of the file, as its author thinks of it; by levels where that leaves too many boxes.
void addRepeats(const DrawnGraph &drawn, GroupTree &tree)
{
    const std::vector<std::uint32_t> order = topologicalOrder(drawn);
    GroupTree byLevel = tree;
    RepeatGroups(drawn, order).addTo(tree);
    if (foldedBoxCount(tree) > mostReadable) {
        RepeatGroups(drawn, levelOrder(drawn, order)).addTo(byLevel);
        if (foldedBoxCount(byLevel) < foldedBoxCount(tree)) {
            tree = std::move(byLevel);
        }
    }
}

void addFusion(const DrawnGraph &drawn, const DrawOptions &options, GroupTree &tree)
{
    const auto *roots = options.analyses && options.indexed
                            ? options.analyses->find(keys::groupRoot, *options.indexed)
                            : nullptr;
    if (!roots) {
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
            addGroup(drawn, boxes, 1, -1, tree);
        }
    }
}

} // namespace

std::optional<Grouping> groupingFromName(std::string_view name)
{
    for (const auto &[word, grouping] : groupingWords) {
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
    case Grouping::Scopes:
        ScopeGroups(drawn, graph).addTo(tree);
        tree = makeFoldable(std::move(tree), drawn);
        break;
    case Grouping::Repeats: addRepeats(drawn, tree); break;
    case Grouping::Fusion: addFusion(drawn, options, tree); break;
    }
    return tree;
}

std::size_t foldedBoxCount(const GroupTree &tree)
{
    std::size_t count = 0;
    for (const int group : tree.groupOf) {
        count += group < 0 ? 1 : 0;
    }
    for (const NodeGroup &group : tree.groups) {
        count += group.parent < 0 ? 1 : 0;
    }
    return count;
}

Grouping readableGrouping(const DrawnGraph &drawn, const Graph &graph, const DrawOptions &options)
{
    for (const Grouping grouping : {Grouping::Scopes, Grouping::Repeats}) {
        const std::size_t boxes = foldedBoxCount(groupBoxes(drawn, graph, grouping, options));
        if (boxes <= mostReadable && boxes * 10 <= drawn.nodes.size()) {
            return grouping;
        }
    }
    return Grouping::None;
}

} // namespace nervure
