// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/outline_model.h"

#include "core/graph/kernel_calls.h"
#include "core/graph/name_scopes.h"
#include "widgets/text/format.h"

namespace nervure {

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
    Content content;
    for (const NameScope &scope : nameScopes(graph)) {
        OutlineRow row{toQString(scope.label), {}, scope.node, scope.nodeCount};
        if (scope.node.isValid()) {
            const Node &node = graph.node(scope.node);
            row.op = node.isVariable() ? tr("variable") : toQString(nodeTitle(node));
        }
        const int place = addItem(content.items, scope.parent, std::move(row));
        if (scope.node.isValid()) {
            content.places.emplace(scope.node, place);
        }
    }
    return content;
}

void OutlineModel::setContent(Content content)
{
    m_places = std::move(content.places);
    setItems(std::move(content.items));
}

QModelIndex OutlineModel::find(NodeId node) const
{
    const auto it = m_places.find(node);
    return it == m_places.end() ? QModelIndex() : indexOf(it->second);
}

} // namespace nervure
