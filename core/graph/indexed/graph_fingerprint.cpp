// SPDX-License-Identifier: Apache-2.0
#include "core/graph/indexed/graph_fingerprint.h"

#include "core/support/fingerprint.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

namespace {

/// Tells pieces with their lengths, so that no two lists of pieces read alike.
class Pieces {
public:
    void text(std::string_view piece)
    {
        number(piece.size());
        m_print.add(piece);
    }

    void number(std::uint64_t value) { m_print.add(fmt::format("{} ", value)); }

    void entries(std::span<const IndexedEntry> list)
    {
        number(list.size());
        for (const IndexedEntry &entry : list) {
            number(entry.nodeId);
            number(entry.index);
        }
    }

    void attributes(const AttrDict &attrs)
    {
        std::vector<AttrDict::Item> items(attrs.begin(), attrs.end());
        std::sort(items.begin(), items.end());
        number(items.size());
        for (const auto &[key, value] : items) {
            text(key);
            text(value);
        }
    }

    [[nodiscard]] std::string result() const { return m_print.text(); }

private:
    Fingerprint m_print;
};

} // namespace

std::string graphFingerprint(const IndexedGraph &graph)
{
    Pieces pieces;
    for (const IndexedNode &node : graph.nodes()) {
        pieces.text(dialectName(node.node->dialect));
        pieces.text(node.isVariable() ? std::string() : node.node->op);
        pieces.text(node.node->name);
        pieces.attributes(node.node->attrs);
        pieces.entries(node.inputs);
        pieces.number(node.controlDeps.size());
        for (const std::uint32_t dependency : node.controlDeps) {
            pieces.number(dependency);
        }
    }
    pieces.entries(graph.heads());
    return pieces.result();
}

} // namespace nervure
