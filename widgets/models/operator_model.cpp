// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/operator_model.h"

#include "widgets/text/format.h"

#include <algorithm>
#include <map>

namespace nervure {

OperatorModel::OperatorModel(QObject *parent) : TreeModel(parent)
{
    using Row = OperatorRow;
    setColumns({
        Column<Row>(tr("Operator"), [](const Row &row) { return row.label; }),
        Column<Row>(
            tr("Nodes"),
            [](const Row &row) { return row.count > 0 ? formatCount(row.count) : QString(); })
            .sort([](const Row &row) { return row.count; })
            .number()
            .muted(),
    });
}

void OperatorModel::setGraph(const Graph &graph)
{
    std::map<std::string, std::vector<NodeId>> byOp;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        byOp[node.isVariable() ? std::string() : node.op].push_back(id);
    }
    std::vector<std::pair<std::string, std::vector<NodeId>>> sorted(byOp.begin(), byOp.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto &a, const auto &b) {
        // Variables last: one looks for operators.
        return a.first.empty() != b.first.empty() ? b.first.empty()
                                                  : a.second.size() > b.second.size();
    });
    Items items;
    m_places.clear();
    for (const auto &[op, nodes] : sorted) {
        const QString label = op.empty() ? tr("variable") : toQString(op);
        const int parent = addItem(items, -1, {label, {}, static_cast<int>(nodes.size())});
        for (const NodeId id : nodes) {
            m_places[id] = addItem(items, parent, {toQString(graph.node(id).name), id, 0});
        }
    }
    setItems(std::move(items));
}

QModelIndex OperatorModel::find(NodeId node) const
{
    const auto it = m_places.find(node);
    return it == m_places.end() ? QModelIndex() : indexOf(it->second);
}

} // namespace nervure
