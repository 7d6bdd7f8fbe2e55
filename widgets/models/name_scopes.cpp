// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/name_scopes.h"

#include <map>
#include <string_view>
#include <utility>

namespace nervure {

namespace {

struct TrieNode {
    std::string label;
    NodeId node;
    std::vector<std::size_t> children;
    int nodeCount = 0;
};

/// Collects names part by part; the root is at 0.
class Trie {
public:
    Trie() : m_nodes(1) {}

    void add(std::string_view name, NodeId node)
    {
        std::size_t at = 0;
        ++m_nodes[0].nodeCount;
        std::size_t begin = 0;
        while (begin < name.size()) {
            const std::size_t end = endOfPart(name, begin);
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
    static std::size_t endOfPart(std::string_view name, std::size_t begin)
    {
        const std::size_t end = name.find_first_of("_/", begin + 1);
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

} // namespace

std::vector<NameScope> nameScopes(const Graph &graph)
{
    Trie trie;
    for (const NodeId id : graph.nodes()) {
        trie.add(graph.node(id).name, id);
    }
    std::vector<NameScope> scopes;
    trie.write(scopes);
    return scopes;
}

} // namespace nervure
