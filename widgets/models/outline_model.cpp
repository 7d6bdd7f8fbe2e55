// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/outline_model.h"

#include "core/graph/kernel_calls.h"
#include "widgets/models/name_scopes.h"
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

void OutlineModel::setGraph(const Graph &graph)
{
    Items items;
    m_places.clear();
    for (const NameScope &scope : nameScopes(graph)) {
        OutlineRow row{toQString(scope.label), {}, scope.node, scope.nodeCount};
        if (scope.node.isValid()) {
            const Node &node = graph.node(scope.node);
            row.op = node.isVariable() ? tr("variable") : toQString(nodeTitle(node));
        }
        const int place = addItem(items, scope.parent, std::move(row));
        if (scope.node.isValid()) {
            m_places.emplace(scope.node, place);
        }
    }
    setItems(std::move(items));
}

QModelIndex OutlineModel::find(NodeId node) const
{
    const auto it = m_places.find(node);
    return it == m_places.end() ? QModelIndex() : indexOf(it->second);
}

} // namespace nervure
