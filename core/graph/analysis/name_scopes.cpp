// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/name_scopes.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace nervure {

namespace {

struct TrieNode {
    std::string label;
    NodeId node;
    std::vector<std::size_t> children;
    int nodeCount = 0;
};

/// What stays whole in a name although it holds separators.
struct WholeWords {
    std::size_t head = 0; ///< characters at the front: "elemwise_add" in elemwise_add0
    std::size_t tail = std::string::npos; ///< from here on: "_moving_mean" in bn0_moving_mean
};

/// Collects names part by part; the root is at 0.
class Trie {
public:
    Trie() : m_nodes(1) {}

    void add(std::string_view name, NodeId node, WholeWords whole)
    {
        std::size_t at = 0;
        ++m_nodes[0].nodeCount;
        std::size_t begin = 0;
        while (begin < name.size()) {
            const std::size_t end = endOfPart(name, begin, whole);
            at = child(at, name.substr(begin, end - begin));
            ++m_nodes[at].nodeCount;
            begin = end;
        }
        if (!m_nodes[at].node.isValid() && at != 0) {
            m_nodes[at].node = node;
        } else { // a repeated or empty name still shows
            m_nodes.push_back({std::string(name), node, {}, 1});
            m_nodes[0].children.push_back(m_nodes.size() - 1);
        }
    }

    void write(std::vector<NameScope> &scopes) const
    {
        // An own stack: names as deep as the file likes.
        std::vector<std::pair<std::size_t, int>> stack;
        pushChildren(stack, 0, -1);
        while (!stack.empty()) {
            auto [at, parent] = stack.back();
            stack.pop_back();
            std::string label = m_nodes[at].label;
            while (!m_nodes[at].node.isValid() && m_nodes[at].children.size() == 1) {
                at = m_nodes[at].children.front();
                label += m_nodes[at].label;
            }
            scopes.push_back({bare(label), m_nodes[at].node, parent, m_nodes[at].nodeCount});
            pushChildren(stack, at, static_cast<int>(scopes.size()) - 1);
        }
    }

private:
    /// A part runs to the next separator and starts with the one before it.
    static std::size_t endOfPart(std::string_view name, std::size_t begin, WholeWords whole)
    {
        if (begin >= whole.tail) {
            return name.size();
        }
        const std::size_t end = name.find_first_of("_/", std::max(begin + 1, whole.head));
        return end == std::string_view::npos ? name.size() : end;
    }
    /// Without the separator that joins it to the scope above.
    static std::string bare(const std::string &label)
    {
        const bool joined = label.size() > 1 && (label.front() == '_' || label.front() == '/');
        return joined ? label.substr(1) : label;
    }
    std::size_t child(std::size_t at, std::string_view part)
    {
        const auto [it, isNew] = m_byPart.try_emplace({at, std::string(part)}, m_nodes.size());
        if (isNew) {
            m_nodes.push_back({std::string(part), {}, {}, 0});
            m_nodes[at].children.push_back(it->second);
        }
        return it->second;
    }
    void pushChildren(std::vector<std::pair<std::size_t, int>> &stack, std::size_t at,
                      int parent) const
    {
        const auto &children = m_nodes[at].children;
        for (auto it = children.rbegin(); it != children.rend(); ++it) {
            stack.emplace_back(*it, parent);
        }
    }

    std::vector<TrieNode> m_nodes;
    std::map<std::pair<std::size_t, std::string>, std::size_t> m_byPart;
};

/// Nodes named after their operator keep its name whole, variables that of the input they feed.
std::unordered_map<NodeId, WholeWords> wholeWords(const Graph &graph)
{
    std::unordered_map<NodeId, WholeWords> words;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (!node.isVariable() && node.name.starts_with(node.op)) {
            words[id].head = node.op.size();
        }
        for (const Entry &input : node.inputs) {
            if (!graph.contains(input.node) || !graph.node(input.node).isVariable()) {
                continue;
            }
            const std::string &name = graph.node(input.node).name;
            if (!node.name.empty() && name.starts_with(node.name + '_')) {
                words[input.node].tail = node.name.size();
            }
        }
    }
    return words;
}

} // namespace

std::vector<NameScope> nameScopes(const Graph &graph)
{
    const auto words = wholeWords(graph);
    Trie trie;
    for (const NodeId id : graph.nodes()) {
        const auto it = words.find(id);
        trie.add(graph.node(id).name, id, it == words.end() ? WholeWords() : it->second);
    }
    std::vector<NameScope> scopes;
    trie.write(scopes);
    return scopes;
}

} // namespace nervure
