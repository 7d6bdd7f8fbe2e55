// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/subgraph_bodies.h"

#include "core/graph/indexed/control_flow.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure {

namespace {

using Kind = SubgraphPart::Kind;

/// Where attributes name the subgraphs ("graph …"), as ONNX's and TensorFlow's do: what they are, in order.
std::vector<Kind> namedParts(const Node &owner)
{
    constexpr std::array<std::pair<std::string_view, Kind>, 4> names{{{"cond", Kind::Condition},
                                                                      {"body", Kind::Body},
                                                                      {"then_branch", Kind::Then},
                                                                      {"else_branch", Kind::Else}}};
    std::vector<Kind> parts;
    for (const auto &[key, text] : owner.attrs) {
        if (text.starts_with("graph ")) {
            const auto known =
                std::find_if(names.begin(), names.end(),
                             [&name = key](const auto &one) { return one.first == name; });
            parts.push_back(known == names.end() ? Kind::Subgraph : known->second);
        }
    }
    return parts;
}

/// What control flow holds, in the order of its subgraphs.
std::vector<Kind> partsOf(const Node &owner)
{
    switch (ControlFlow::kindOf(owner).value_or(ControlFlow::Kind::Once)) {
    case ControlFlow::Kind::Foreach: return {Kind::Body};
    case ControlFlow::Kind::While: return {Kind::Condition, Kind::Body};
    case ControlFlow::Kind::Cond: return {Kind::Condition, Kind::Then, Kind::Else};
    case ControlFlow::Kind::Once: break;
    }
    return namedParts(owner);
}

SubgraphPart partOf(const Node &owner, std::size_t number)
{
    SubgraphPart part;
    part.owner = owner.name.empty() ? owner.op : owner.name;
    if (const std::vector<Kind> parts = partsOf(owner); number < parts.size()) {
        part.kind = parts[number];
    }
    if (part.kind == Kind::Subgraph && owner.subgraphs.size() > 1) {
        part.number = static_cast<std::uint32_t>(number + 1);
    }
    return part;
}

/// "choice: then", "mine: subgraph 2", or "mine: subgraph" where it has one.
std::string labelOf(const SubgraphPart &part)
{
    constexpr std::array<std::string_view, 5> words{"subgraph", "condition", "body", "then",
                                                    "else"};
    std::string label = part.owner + ": ";
    label += words.at(static_cast<std::size_t>(part.kind));
    return part.number == 0 ? label : fmt::format("{} {}", label, part.number);
}

class Bodies {
public:
    Bodies(DrawnGraph &drawn, GroupTree &tree, const OpRegistry &ops, const DrawOptions &options)
        : m_drawn(drawn),
          m_tree(tree),
          m_ops(ops),
          m_options(options)
    {
        m_options.indexed = nullptr;
        m_options.analyses = nullptr;
    }

    void addAll(const Graph &graph)
    {
        for (const NodeId id : m_drawn.owners) {
            if (const auto box = m_drawn.find(id)) { // not of a selection without it
                addOf({graph.node(id), id, id, *box, m_tree.groupOf[*box], "subgraph:", 1});
            }
        }
    }

private:
    /// A node whose subgraphs are drawn.
    struct Owner {
        const Node &node;
        NodeId id;        ///< its own, in the graph that it is of
        NodeId outermost; ///< of the graph: it, or what holds it
        std::uint32_t box = 0;
        int group = -1;
        std::string path; ///< of keys
        int level = 1;
    };

    void addOf(const Owner &owner)
    {
        std::size_t left = 0;
        for (std::size_t i = 0; i < owner.node.subgraphs.size(); ++i) {
            const std::shared_ptr<const Graph> &subgraph = owner.node.subgraphs[i];
            if (!subgraph || subgraph->nodeCount() == 0) {
                continue;
            }
            if (owner.level > deepestSubgraph || subgraph->nodeCount() > m_room) {
                ++left;
                continue;
            }
            m_room -= subgraph->nodeCount();
            addBody(owner, i, subgraph);
        }
        if (left != 0) {
            std::string &detail = m_drawn.nodes[owner.box].detail;
            detail += fmt::format("{}{} not drawn", (detail.empty() ? "" : ", "), left);
        }
    }

    void addBody(const Owner &owner, std::size_t number,
                 const std::shared_ptr<const Graph> &subgraph)
    {
        DrawnGraph body = makeDrawnGraph(*subgraph, m_ops, m_options);
        const auto first = static_cast<std::uint32_t>(m_drawn.nodes.size());
        const auto group = static_cast<int>(m_tree.groups.size());
        const std::string key = keyOf(owner, number);
        const SubgraphPart part = partOf(owner.node, number);
        m_tree.groups.push_back({key, labelOf(part), owner.group,
                                 static_cast<std::uint32_t>(body.nodes.size()), 1, subgraph,
                                 owner.outermost, part, BodyPlace{owner.id, number}});
        m_tree.groupOf.resize(m_tree.groupOf.size() + body.nodes.size(), group);
        addLines(owner, body, *subgraph, first);
        for (DrawnNode &box : body.nodes) {
            box.inner = box.node;
            box.node = owner.outermost;
            box.isHead = false; // its line to the owner says so
            box.folded.assign(box.folded.size(), owner.outermost);
            m_drawn.nodes.push_back(std::move(box));
        }
        for (const NodeId id : body.owners) {
            addOf({subgraph->node(id), id, owner.outermost, first + *body.find(id), group,
                   key + '/', owner.level + 1});
        }
    }

    /// Those of the body, and those that lead out of it. Of a body without heads the last box leads
    /// out: that is where one that runs in its order ends.
    void addLines(const Owner &owner, DrawnGraph &body, const Graph &subgraph, std::uint32_t first)
    {
        for (DrawnEdge &edge : body.edges) {
            edge.value.node = owner.outermost;
            edge.reader = owner.outermost;
            edge.from += first;
            edge.to += first;
            m_drawn.edges.push_back(std::move(edge));
        }
        std::set<std::uint32_t> ends;
        for (const Entry &head : subgraph.heads()) {
            if (const auto box = body.find(head.node)) {
                ends.insert(*box);
            }
        }
        if (ends.empty()) {
            ends.insert(static_cast<std::uint32_t>(body.nodes.size() - 1));
        }
        std::uint32_t input = 0;
        for (const std::uint32_t end : ends) {
            m_drawn.edges.push_back(
                {Entry{owner.outermost}, first + end, owner.box, input++, true, {}});
        }
    }

    /// Names repeat in faulty graphs.
    std::string keyOf(const Owner &owner, std::size_t number)
    {
        std::string key = fmt::format("{}{}#{}", owner.path, owner.node.name, number);
        if (!m_keys.insert(key).second) {
            key += fmt::format("@{}", m_keys.size());
            m_keys.insert(key);
        }
        return key;
    }

    DrawnGraph &m_drawn;
    GroupTree &m_tree;
    const OpRegistry &m_ops;
    DrawOptions m_options;
    std::size_t m_room = mostSubgraphNodes;
    std::set<std::string> m_keys;
};

} // namespace

void addSubgraphBodies(DrawnGraph &drawn, GroupTree &tree, const Graph &graph,
                       const OpRegistry &ops, const DrawOptions &options)
{
    Bodies(drawn, tree, ops, options).addAll(graph);
}

} // namespace nervure
