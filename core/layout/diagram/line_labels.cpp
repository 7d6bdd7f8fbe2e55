// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/line_labels.h"

#include "core/graph/analysis/value_names.h"
#include "core/graph/indexed/indexed_graph.h"
#include "core/graph/tensor_layout.h"

#include <fmt/format.h>

namespace nervure {

namespace {

void joinWord(std::string &text, const std::string &word)
{
    text += (text.empty() || word.empty() ? "" : " ") + word;
}

} // namespace

LineLabels::LineLabels(const Graph &graph, const DrawOptions &options)
    : m_graph(graph),
      m_options(options)
{
    if (options.analyses && options.indexed) {
        m_labels = ValueLabels(*options.analyses, *options.indexed);
        m_layouts = options.analyses->find(keys::layout, *options.indexed);
    }
}

std::string LineLabels::of(const Entry &value) const
{
    std::string label;
    if (m_options.labelNames) {
        joinWord(label, nameOf(value));
    }
    if (const auto entry = entryOf(value)) {
        joinWord(label, m_options.labelShapes ? shapeOf(*entry) : std::string());
        joinWord(label, typeOf(*entry));
    }
    return label;
}

std::string LineLabels::typeAndShape(const Entry &value) const
{
    std::string text;
    if (const auto entry = entryOf(value)) {
        text = m_labels.type(*entry);
        joinWord(text, shapeOf(*entry));
    }
    return text;
}

std::string LineLabels::nameOf(const Entry &value) const
{
    if (m_graph.dialect() == Dialect::Onnx) {
        if (std::string own = ownValueName(m_graph, value); !own.empty()) {
            return own;
        }
    }
    const Node *node = m_graph.find(value.node);
    std::string name = node ? node->name : std::string();
    return value.index == 0 ? name : fmt::format("{}:{}", name, value.index);
}

std::optional<std::size_t> LineLabels::entryOf(const Entry &value) const
{
    const auto node = m_options.indexed ? m_options.indexed->find(value.node) : std::nullopt;
    if (!node) {
        return std::nullopt;
    }
    const std::uint32_t first = m_options.indexed->entryId(*node, 0);
    const std::uint32_t outputs = m_options.indexed->entryId(*node + 1, 0) - first;
    return value.index < outputs ? std::optional<std::size_t>(first + value.index) : std::nullopt;
}

std::string LineLabels::shapeOf(std::size_t entry) const
{
    const std::string shape = m_labels.shape(entry);
    if (shape.empty()) {
        return {};
    }
    const bool hasLayout =
        m_layouts && entry < m_layouts->size() && (*m_layouts)[entry] != Layout::undefinedText;
    return hasLayout ? shape + " " + (*m_layouts)[entry] : shape;
}

std::string LineLabels::typeOf(std::size_t entry) const
{
    std::string type = m_labels.type(entry);
    const bool isTold = m_options.labelTypes || type != dtypeName(DType::Float32);
    return isTold ? type : std::string();
}

} // namespace nervure
