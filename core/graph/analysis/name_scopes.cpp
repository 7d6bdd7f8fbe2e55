// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/name_scopes.h"

#include "core/support/containers/hash_index.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>

namespace nervure {

namespace {

struct TrieNode {
    std::string label;
    std::size_t parent = 0;
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
            m_nodes.push_back({std::string(name), 0, node, {}, 1});
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
        std::size_t end = std::max(begin + 1, whole.head) - 1;
        do {
            end = name.find_first_of("_/", end + 1);
        } while (end != std::string_view::npos && isOneOfSeveral(name, end));
        return end == std::string_view::npos ? name.size() : end;
    }
    /// The number of "encoder_1/conv" tells the second encoder from the first, and is nothing in it.
    static bool isOneOfSeveral(std::string_view name, std::size_t separator)
    {
        const std::size_t end = name.find_first_not_of("0123456789", separator + 1);
        return name[separator] == '_' && end != std::string_view::npos && end > separator + 1
               && name[end] == '/';
    }
    /// Without the separator that joins it to the scope above.
    static std::string bare(const std::string &label)
    {
        const bool joined = label.size() > 1 && (label.front() == '_' || label.front() == '/');
        return joined ? label.substr(1) : label;
    }
    std::size_t child(std::size_t at, std::string_view part)
    {
        constexpr std::size_t spread = 0x9E3779B97F4A7C15U;
        const std::size_t hash = std::hash<std::string_view>()(part) ^ (at * spread);
        const std::uint32_t known = m_byPart.find(hash, [&](std::uint32_t number) {
            const TrieNode &node = m_nodes[m_parts[number]];
            return node.parent == at && node.label == part;
        });
        if (known != HashIndex::none) {
            return m_parts[known];
        }
        m_byPart.add(hash);
        m_parts.push_back(m_nodes.size());
        m_nodes[at].children.push_back(m_nodes.size());
        m_nodes.push_back({std::string(part), at, {}, {}, 0});
        return m_nodes.size() - 1;
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
    std::vector<std::size_t> m_parts; ///< all but repeated and empty names, by parent and label
    HashIndex m_byPart;               ///< numbers in m_parts
};

/// By id. Nodes named after their operator keep its name whole, variables that of the input they feed.
std::vector<WholeWords> wholeWords(const Graph &graph)
{
    std::vector<WholeWords> words(graph.idLimit());
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (!node.isVariable() && node.name.starts_with(node.op)) {
            words[id.value].head = node.op.size();
        }
        for (const Entry &input : node.inputs) {
            if (!graph.contains(input.node) || !graph.node(input.node).isVariable()) {
                continue;
            }
            const std::string &name = graph.node(input.node).name;
            if (!node.name.empty() && name.size() > node.name.size()
                && name[node.name.size()] == '_' && name.starts_with(node.name)) {
                words[input.node.value].tail = node.name.size();
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
        trie.add(graph.node(id).name, id, words[id.value]);
    }
    std::vector<NameScope> scopes;
    trie.write(scopes);
    return scopes;
}

} // namespace nervure
