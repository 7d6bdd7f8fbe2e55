// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/groups.h"

#include "core/support/units.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <unordered_map>

namespace nervure {

namespace {

constexpr std::uint32_t noBox = 0xffffffff;

class Folder {
public:
    Folder(DrawnGraph drawn, const GroupTree &tree, const GroupFolding &folding)
        : m_drawn(std::move(drawn)),
          m_tree(tree),
          m_cardOf(tree.groups.size(), -1),
          m_boxOfCard(tree.groups.size(), noBox)
    {
        m_result.revision = m_drawn.revision;
        std::vector<int> depth(tree.groups.size(), 0);
        for (std::size_t i = 0; i < tree.groups.size(); ++i) {
            const NodeGroup &group = tree.groups[i];
            if (group.parent >= 0) {
                const auto above = static_cast<std::size_t>(group.parent);
                depth[i] = depth[above] + 1;
                m_cardOf[i] = m_cardOf[above];
            }
            const bool isFolded = folding.isFolded(group, depth[i]);
            if (m_cardOf[i] < 0 && isFolded) {
                m_cardOf[i] = static_cast<int>(i);
            }
            m_result.groups.push_back({group.key, group.label, group.parent, group.size,
                                       group.occurrences, isFolded, m_cardOf[i] < 0, group.subgraph,
                                       group.owner, group.part, group.body});
        }
    }

    DrawnGraph fold()
    {
        m_newBox.resize(m_drawn.nodes.size());
        for (std::uint32_t i = 0; i < m_drawn.nodes.size(); ++i) {
            m_newBox[i] = addBox(i);
        }
        m_result.indexOf = std::move(m_drawn.indexOf);
        for (std::uint32_t &box : m_result.indexOf) {
            box = box == DrawnGraph::notDrawn ? box : m_newBox[box];
        }
        nameCards();
        addEdges();
        return std::move(m_result);
    }

private:
    std::uint32_t addBox(std::uint32_t old)
    {
        DrawnNode &node = m_drawn.nodes[old];
        const int group = m_tree.groupOf[old];
        const int card = group >= 0 ? m_cardOf[static_cast<std::size_t>(group)] : -1;
        if (card < 0) {
            node.group = group;
            m_result.nodes.push_back(std::move(node));
            return lastBox();
        }
        std::uint32_t &box = m_boxOfCard[static_cast<std::size_t>(card)];
        if (box == noBox) {
            DrawnNode drawn;
            drawn.node = node.node;
            drawn.kind = DrawnKind::Group;
            drawn.group = card;
            drawn.isReachable = false;
            m_result.nodes.push_back(std::move(drawn));
            box = lastBox();
        }
        // What is inside a node tells of the card of its own subgraph alone.
        const bool isInside = subgraphOf(group) != nullptr;
        if (isInside && group != card) {
            return box;
        }
        DrawnNode &drawn = m_result.nodes[box];
        drawn.isHead |= node.isHead;
        drawn.isReachable |= node.isReachable;
        drawn.hasFaultyInput |= node.hasFaultyInput;
        drawn.isKnown &= node.isKnown;
        if (!isInside) {
            drawn.folded.push_back(node.node);
            drawn.folded.insert(drawn.folded.end(), node.folded.begin(), node.folded.end());
        }
        if (node.kind == DrawnKind::Operator) {
            ++m_categories[box][static_cast<std::size_t>(node.category)];
        }
        return box;
    }

    [[nodiscard]] const Graph *subgraphOf(int group) const
    {
        return m_tree.groups[static_cast<std::size_t>(group)].subgraph.get();
    }

    [[nodiscard]] std::uint32_t lastBox() const
    {
        return static_cast<std::uint32_t>(m_result.nodes.size() - 1);
    }

    /// A card says what the group is, has the color of most of its operators and tells its size.
    void nameCards()
    {
        for (std::size_t i = 0; i < m_boxOfCard.size(); ++i) {
            if (m_boxOfCard[i] == noBox) {
                continue;
            }
            DrawnNode &drawn = m_result.nodes[m_boxOfCard[i]];
            const auto &counts = m_categories[m_boxOfCard[i]];
            drawn.category = static_cast<OpCategory>(std::max_element(counts.begin(), counts.end())
                                                     - counts.begin());
            const NodeGroup &group = m_tree.groups[i];
            drawn.title = group.label;
            drawn.name = groupedText(group.size) + (group.size == 1 ? " node" : " nodes");
            if (group.occurrences > 1) {
                drawn.detail = "occurs " + groupedText(group.occurrences) + " times";
            }
        }
    }

    void addEdges()
    {
        std::set<std::tuple<std::uint32_t, Entry, bool>> known;
        std::set<std::uint32_t> results; // cards of subgraphs, each of which leads to one node
        for (DrawnEdge &edge : m_drawn.edges) {
            const std::uint32_t from = m_newBox[edge.from];
            const std::uint32_t to = m_newBox[edge.to];
            const bool isInside = from == to && edge.from != edge.to;
            const bool isFolded = m_result.nodes[to].kind == DrawnKind::Group;
            if (isInside || (isFolded && !known.insert({to, edge.value, edge.isControl}).second)) {
                continue;
            }
            const DrawnNode &source = m_result.nodes[from];
            if (source.kind == DrawnKind::Group && subgraphOf(source.group) != nullptr
                && !results.insert(from).second) {
                continue;
            }
            edge.from = from;
            edge.to = to;
            m_result.edges.push_back(std::move(edge));
        }
    }

    DrawnGraph m_drawn;
    const GroupTree &m_tree;
    std::vector<int> m_cardOf;              ///< by group: the outermost folded one around it
    std::vector<std::uint32_t> m_boxOfCard; ///< by group
    std::vector<std::uint32_t> m_newBox;
    std::unordered_map<std::uint32_t, std::array<std::uint32_t, 9>> m_categories;
    DrawnGraph m_result;
};

} // namespace

DrawnGraph foldGroups(DrawnGraph drawn, const GroupTree &tree, const GroupFolding &folding)
{
    return tree.groups.empty() ? std::move(drawn) : Folder(std::move(drawn), tree, folding).fold();
}

} // namespace nervure
