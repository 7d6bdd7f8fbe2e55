// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/outline_model.h"

#include "core/graph/analysis/name_scopes.h"
#include "core/graph/op/kernel_parts.h"
#include "widgets/text/format.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>

namespace nervure {

namespace {

/// More rows under one are listed in ranges: nobody reads on so far, and views lay out all of them.
constexpr int mostSiblings = 1000;

/// The rows of one parent, on their way into ranges if they are many.
struct Siblings {
    int count = 0;
    int taken = 0;
    int range = -1; ///< the row of the range that is filled
    QString first;  ///< what that range begins with

    /// As many rows in a range as there are ranges.
    [[nodiscard]] int rangeLength() const
    {
        return static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count))));
    }
};

/// "in0 … 38": the last name of a range without what it has in common with the first, where what is
/// left is a number. Names are long and the panel narrow.
QString rangeLabel(const QString &first, const QString &last)
{
    const auto differ = std::mismatch(first.begin(), first.end(), last.begin(), last.end()).second;
    qsizetype common = differ - last.begin();
    while (common > 0 && last[common - 1].isDigit()) {
        --common;
    }
    const bool isNumber = common < last.size() && last[common].isDigit();
    return first + QStringLiteral(" … ") + (isNumber ? last.mid(common) : last);
}

class OutlineMaker {
public:
    explicit OutlineMaker(const Graph &graph)
        : m_graph(graph),
          m_scopes(nameScopes(graph)),
          m_places(m_scopes.size()),
          m_siblings(m_scopes.size() + 1)
    {
        for (const NameScope &scope : m_scopes) {
            ++siblingsOf(scope).count;
        }
    }

    OutlineModel::Content make()
    {
        m_content.places.assign(m_graph.idLimit(), -1);
        m_content.items.reserve(m_scopes.size() + rangeCount());
        for (std::size_t i = 0; i < m_scopes.size(); ++i) {
            add(i);
        }
        return std::move(m_content);
    }

private:
    /// Those at the top are the last ones.
    [[nodiscard]] Siblings &siblingsOf(const NameScope &scope)
    {
        return m_siblings[scope.parent < 0 ? m_scopes.size()
                                           : static_cast<std::size_t>(scope.parent)];
    }

    [[nodiscard]] std::size_t rangeCount() const
    {
        std::size_t ranges = 0;
        for (const Siblings &siblings : m_siblings) {
            ranges += siblings.count > mostSiblings
                          ? static_cast<std::size_t>(siblings.rangeLength()) + 1
                          : 0;
        }
        return ranges;
    }

    /// Of each text one, which its rows share.
    const QString &shared(const std::string &text)
    {
        const auto [it, isNew] = m_texts.try_emplace(text);
        if (isNew) {
            it->second = toQString(text);
        }
        return it->second;
    }

    void add(std::size_t at)
    {
        const NameScope &scope = m_scopes[at];
        OutlineRow row{toQString(scope.label), {}, scope.node, scope.nodeCount};
        if (scope.node.isValid()) {
            const Node &node = m_graph.node(scope.node);
            row.op = node.isVariable() ? m_variable : shared(nodeTitle(node));
        }
        int parent = scope.parent < 0 ? -1 : m_places[static_cast<std::size_t>(scope.parent)];
        if (siblingsOf(scope).count > mostSiblings) {
            parent = addToRange(row, parent, siblingsOf(scope));
        }
        m_places[at] = OutlineModel::addItem(m_content.items, parent, std::move(row));
        if (scope.node.isValid()) {
            m_content.places[scope.node.value] = m_places[at];
        }
    }

    /// The row of the range that `row` goes into.
    int addToRange(const OutlineRow &row, int parent, Siblings &siblings)
    {
        if (siblings.taken++ % siblings.rangeLength() == 0) {
            siblings.range = OutlineModel::addItem(m_content.items, parent, {});
            siblings.first = row.label;
        }
        OutlineRow &range = m_content.items[static_cast<std::size_t>(siblings.range)].row;
        range.label = rangeLabel(siblings.first, row.label);
        range.count += row.count;
        return siblings.range;
    }

    const Graph &m_graph;
    const QString m_variable = OutlineModel::tr("variable");
    std::unordered_map<std::string, QString> m_texts;
    std::vector<NameScope> m_scopes;
    std::vector<int> m_places;        ///< by scope: its row
    std::vector<Siblings> m_siblings; ///< by the scope above
    OutlineModel::Content m_content;
};

} // namespace

OutlineModel::OutlineModel(QObject *parent) : TreeModel(parent)
{
    using Row = OutlineRow;
    setColumns({
        Column<Row>(tr("Name"), [](const Row &row) { return row.label; }),
        Column<Row>(tr("Operator"), [](const Row &row) { return row.op; }).muted(),
        Column<Row>(
            tr("Nodes"),
            [](const Row &row) { return row.count > 1 ? formatCount(row.count) : QString(); })
            .sort([](const Row &row) { return row.count; })
            .number()
            .muted()
            .hint(tr("How many nodes the scope holds")),
    });
}

OutlineModel::Content OutlineModel::contentOf(const Graph &graph)
{
    return OutlineMaker(graph).make();
}

void OutlineModel::setContent(Content content)
{
    m_places = std::move(content.places);
    setItems(std::move(content.items));
}

QModelIndex OutlineModel::find(NodeId node) const
{
    return node.value < m_places.size() ? indexOf(m_places[node.value]) : QModelIndex();
}

} // namespace nervure
