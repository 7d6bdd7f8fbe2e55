// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure {

/// A layer as Core ML's Python messages have it: what the file does not say is 0, false or an empty list.
class CoreMlLayer {
public:
    CoreMlLayer(const Graph &graph, const Node &node) : m_graph(graph), m_node(node) {}

    [[nodiscard]] const Node &node() const { return m_node; }
    [[nodiscard]] const std::string &op() const { return m_node.op; }
    [[nodiscard]] std::int64_t integer(std::string_view name) const;
    [[nodiscard]] bool flag(std::string_view name) const;
    /// The double of the number of 32 bits.
    [[nodiscard]] double number(std::string_view name) const;
    [[nodiscard]] std::vector<std::int64_t> integers(std::string_view name) const;
    [[nodiscard]] std::string_view text(std::string_view name) const;
    /// The document's variable that holds the layer's weights of that name; null: there are none.
    [[nodiscard]] const Node *weights(std::string_view name) const;

private:
    const Graph &m_graph;
    const Node &m_node;
};

/// What a function of nnvm.symbol is called with by name.
using SymbolAttrs = std::initializer_list<std::pair<std::string_view, std::string>>;
[[nodiscard]] AttrDict attrsOfSymbol(SymbolAttrs attrs);

/// Numbers as Python writes them, and a list of them.
[[nodiscard]] std::vector<std::string> numberTexts(const std::vector<std::int64_t> &numbers);
[[nodiscard]] std::string numberList(const std::vector<std::int64_t> &numbers);

} // namespace nervure
