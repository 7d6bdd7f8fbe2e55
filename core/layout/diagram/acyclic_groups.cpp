// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/acyclic_groups.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace nervure {

namespace {

/// Numbers that lead to numbers, as one array of targets.
class Successors {
public:
    Successors(std::uint32_t count,
               const std::vector<std::pair<std::uint32_t, std::uint32_t>> &edges)
        : m_begin(std::size_t{count} + 1, 0),
          m_targets(edges.size())
    {
        for (const auto &[from, to] : edges) {
            ++m_begin[std::size_t{from} + 1];
        }
        for (std::size_t i = 1; i < m_begin.size(); ++i) {
            m_begin[i] += m_begin[i - 1];
        }
        std::vector<std::uint32_t> next(m_begin.begin(), m_begin.end() - 1);
        for (const auto &[from, to] : edges) {
            m_targets[next[from]++] = to;
        }
    }

    [[nodiscard]] std::uint32_t count() const
    {
        return static_cast<std::uint32_t>(m_begin.size() - 1);
    }
    [[nodiscard]] std::uint32_t begin(std::uint32_t from) const { return m_begin[from]; }
    [[nodiscard]] std::uint32_t end(std::uint32_t from) const { return m_begin[from + 1]; }
    [[nodiscard]] std::uint32_t target(std::uint32_t at) const { return m_targets[at]; }

private:
    std::vector<std::uint32_t> m_begin;
    std::vector<std::uint32_t> m_targets;
};

/// What lies on cycles with each other (Tarjan, "Depth-first search and linear graph algorithms",
/// 1972), with a stack of its own: graphs are as deep as the file likes.
class Entanglements {
public:
    explicit Entanglements(const Successors &graph)
        : m_graph(graph),
          m_number(graph.count(), 0),
          m_lowest(graph.count(), 0),
          m_isOpen(graph.count(), false)
    {
        for (std::uint32_t i = 0; i < graph.count(); ++i) {
            if (m_number[i] == 0) {
                walkFrom(i);
            }
        }
    }

    /// Those of two and more.
    [[nodiscard]] const std::vector<std::vector<std::uint32_t>> &all() const { return m_all; }

private:
    void walkFrom(std::uint32_t first)
    {
        enter(first);
        while (!m_way.empty()) {
            auto &[at, next] = m_way.back();
            if (next == m_graph.end(at)) {
                leave(at);
                continue;
            }
            const std::uint32_t to = m_graph.target(next++);
            if (m_number[to] == 0) {
                enter(to);
            } else if (m_isOpen[to]) {
                m_lowest[at] = std::min(m_lowest[at], m_number[to]);
            }
        }
    }

    void enter(std::uint32_t at)
    {
        m_number[at] = m_lowest[at] = ++m_last;
        m_isOpen[at] = true;
        m_open.push_back(at);
        m_way.emplace_back(at, m_graph.begin(at));
    }

    void leave(std::uint32_t at)
    {
        m_way.pop_back();
        if (!m_way.empty()) {
            std::uint32_t &above = m_lowest[m_way.back().first];
            above = std::min(above, m_lowest[at]);
        }
        if (m_lowest[at] != m_number[at]) {
            return;
        }
        std::vector<std::uint32_t> entangled;
        do {
            entangled.push_back(m_open.back());
            m_isOpen[m_open.back()] = false;
            m_open.pop_back();
        } while (entangled.back() != at);
        if (entangled.size() > 1) {
            m_all.push_back(std::move(entangled));
        }
    }

    const Successors &m_graph;
    std::vector<std::uint32_t> m_number; ///< in the order of the walk, from 1; 0: not seen yet
    std::vector<std::uint32_t> m_lowest; ///< the lowest number that it leads back to
    std::vector<bool> m_isOpen;
    std::vector<std::uint32_t> m_open;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_way; ///< and the next line to follow
    std::vector<std::vector<std::uint32_t>> m_all;
    std::uint32_t m_last = 0;
};

/// A group and all that is in it.
struct Level {
    int parent = -1;
    std::vector<int> groups; ///< parents before children
    std::vector<std::uint32_t> boxes;
    std::vector<std::uint32_t> edges; ///< with both ends in it
};

/// Folding any groups makes no cycle if, within each group, folding all of its groups makes none: of
/// a cycle of cards and boxes look at the innermost group that holds all of them.
class AcyclicGroups {
public:
    AcyclicGroups(GroupTree tree, const DrawnGraph &drawn)
        : m_tree(std::move(tree)),
          m_drawn(drawn),
          m_isGone(m_tree.groups.size(), false),
          m_top(m_tree.groups.size(), -1),
          m_element(m_tree.groups.size(), 0),
          m_elementOfBox(drawn.nodes.size(), 0)
    {}

    GroupTree fix()
    {
        Level all;
        for (std::size_t i = 0; i < m_tree.groups.size(); ++i) {
            all.groups.push_back(static_cast<int>(i));
        }
        for (std::uint32_t i = 0; i < m_drawn.nodes.size(); ++i) {
            all.boxes.push_back(i);
        }
        for (std::uint32_t i = 0; i < m_drawn.edges.size(); ++i) {
            all.edges.push_back(i);
        }
        std::vector<Level> levels;
        levels.push_back(std::move(all));
        while (!levels.empty()) {
            Level level = std::move(levels.back());
            levels.pop_back();
            while (untangle(level)) {
                giveUpLost(level);
            }
            split(level, levels);
        }
        return remaining();
    }

private:
    /// A box that stands alone in the level, or a group whose parent the level is.
    struct Element {
        int group = -1;
        std::uint32_t box = 0;
        std::uint32_t size = 0; ///< boxes
    };

    NodeGroup &group(int index) { return m_tree.groups[static_cast<std::size_t>(index)]; }
    int &top(int index) { return m_top[static_cast<std::size_t>(index)]; }

    void findElements(const Level &level)
    {
        m_elements.clear();
        for (const int index : level.groups) {
            const int parent = group(index).parent;
            top(index) = parent == level.parent ? index : top(parent);
            if (parent == level.parent) {
                m_element[static_cast<std::size_t>(index)] = elementCount();
                m_elements.push_back({index, 0, 0});
            }
        }
        for (const std::uint32_t box : level.boxes) {
            const int inside = m_tree.groupOf[box];
            std::uint32_t &element = m_elementOfBox[box];
            element = elementCount();
            if (inside == level.parent) {
                m_elements.push_back({-1, box, 1});
            } else {
                element = m_element[static_cast<std::size_t>(top(inside))];
                ++m_elements[element].size;
            }
        }
    }

    /// One round; whether there may have to be another.
    bool untangle(const Level &level)
    {
        findElements(level);
        bool isChanged = false;
        for (const Element &element : m_elements) {
            // One that has come to hold everything around it, or nothing else, says nothing.
            if (element.group >= 0 && element.size == level.boxes.size()) {
                isChanged |= giveUp(element);
            }
        }
        if (isChanged) {
            return true;
        }
        std::vector<std::pair<std::uint32_t, std::uint32_t>> lines;
        for (const std::uint32_t edge : level.edges) {
            const std::uint32_t from = m_elementOfBox[m_drawn.edges[edge].from];
            const std::uint32_t to = m_elementOfBox[m_drawn.edges[edge].to];
            if (from != to) {
                lines.emplace_back(from, to);
            }
        }
        const Successors successors(elementCount(), lines);
        const Entanglements entanglements(successors);
        for (const auto &entangled : entanglements.all()) {
            isChanged |= resolve(entangled);
        }
        return isChanged;
    }

    bool resolve(const std::vector<std::uint32_t> &entangled)
    {
        const Element *largest = nullptr;
        std::uint32_t groups = 0;
        for (const std::uint32_t at : entangled) {
            const Element &element = m_elements[at];
            groups += element.group >= 0 ? 1 : 0;
            if (element.group >= 0 && (!largest || element.size > largest->size)) {
                largest = &element;
            }
        }
        if (!largest) {
            return false; // a cycle of the graph itself
        }
        const std::size_t between = entangled.size() - 1;
        if (groups == 1 && between * 2 > largest->size) {
            return giveUp(*largest);
        }
        for (const std::uint32_t at : entangled) {
            const Element &element = m_elements[at];
            if (groups == 1 && element.group < 0) {
                m_tree.groupOf[element.box] = largest->group;
            } else if (&element != largest) {
                giveUp(element);
            }
        }
        return true;
    }

    bool giveUp(const Element &element)
    {
        if (element.group < 0) {
            return false;
        }
        m_isGone[static_cast<std::size_t>(element.group)] = true;
        return true;
    }

    /// What was in groups that are gone is in the level now.
    void giveUpLost(Level &level)
    {
        const auto isGone = [this](int index) {
            return index >= 0 && m_isGone[static_cast<std::size_t>(index)];
        };
        std::erase_if(level.groups, isGone);
        for (const int index : level.groups) {
            if (isGone(group(index).parent)) {
                group(index).parent = level.parent;
            }
        }
        for (const std::uint32_t box : level.boxes) {
            if (isGone(m_tree.groupOf[box])) {
                m_tree.groupOf[box] = level.parent;
            }
        }
    }

    /// Appends a level for each group that holds others; boxes have their final elements.
    void split(const Level &level, std::vector<Level> &levels)
    {
        std::vector<Level> inner(m_elements.size());
        for (const int index : level.groups) {
            Level &around = inner[m_element[static_cast<std::size_t>(top(index))]];
            if (top(index) == index) {
                around.parent = index;
                group(index).size = m_elements[m_element[static_cast<std::size_t>(index)]].size;
            } else {
                around.groups.push_back(index);
            }
        }
        for (const std::uint32_t box : level.boxes) {
            if (m_elements[m_elementOfBox[box]].group >= 0) {
                inner[m_elementOfBox[box]].boxes.push_back(box);
            }
        }
        for (const std::uint32_t edge : level.edges) {
            const std::uint32_t from = m_elementOfBox[m_drawn.edges[edge].from];
            if (from == m_elementOfBox[m_drawn.edges[edge].to]) {
                inner[from].edges.push_back(edge);
            }
        }
        for (Level &made : inner) {
            if (!made.groups.empty()) {
                levels.push_back(std::move(made));
            }
        }
    }

    /// Without the groups that are gone. A label says where in the group around it a group is.
    GroupTree remaining()
    {
        GroupTree tree;
        std::vector<int> newIndex(m_tree.groups.size(), -1);
        for (std::size_t i = 0; i < m_tree.groups.size(); ++i) {
            if (m_isGone[i]) {
                continue;
            }
            NodeGroup made = std::move(m_tree.groups[i]);
            if (made.parent >= 0) {
                made.parent = newIndex[static_cast<std::size_t>(made.parent)];
            }
            const std::size_t prefix =
                made.parent < 0 ? 0
                                : tree.groups[static_cast<std::size_t>(made.parent)].key.size() + 1;
            made.label = made.key.substr(prefix);
            newIndex[i] = static_cast<int>(tree.groups.size());
            tree.groups.push_back(std::move(made));
        }
        tree.groupOf = std::move(m_tree.groupOf);
        for (int &index : tree.groupOf) {
            index = index < 0 ? -1 : newIndex[static_cast<std::size_t>(index)];
        }
        return tree;
    }

    [[nodiscard]] std::uint32_t elementCount() const
    {
        return static_cast<std::uint32_t>(m_elements.size());
    }

    GroupTree m_tree;
    const DrawnGraph &m_drawn;
    std::vector<bool> m_isGone;                ///< by group
    std::vector<int> m_top;                    ///< by group: the one right below the level
    std::vector<std::uint32_t> m_element;      ///< by group right below the level
    std::vector<std::uint32_t> m_elementOfBox; ///< by box of the level
    std::vector<Element> m_elements;           ///< of the level
};

} // namespace

GroupTree makeFoldable(GroupTree tree, const DrawnGraph &drawn)
{
    return tree.groups.empty() ? std::move(tree) : AcyclicGroups(std::move(tree), drawn).fix();
}

} // namespace nervure
