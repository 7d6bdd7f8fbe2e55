// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/step_change_model.h"

#include "core/graph/op/kernel_parts.h"
#include "widgets/text/format.h"

namespace nervure {

namespace {

QString changeText(const StepChangeRow &row)
{
    const ChangeMark mark = row.change->mark;
    return QStringLiteral("%1 %2").arg(changeSign(mark), changeWord(mark));
}

QString fromText(const StepChangeRow &row)
{
    return originText(*row.change, *row.before);
}

} // namespace

StepChangeModel::StepChangeModel(QObject *parent) : TableModel(parent)
{
    using Row = StepChangeRow;
    setColumns({
        Column<Row>(tr("Change"), changeText).sort([](const Row &row) {
            return static_cast<int>(row.change->mark);
        }),
        Column<Row>(tr("Node"), [](const Row &row) { return toQString(row.node->name); }),
        Column<Row>(tr("Operator"), [](const Row &row) { return toQString(nodeTitle(*row.node)); })
            .muted(),
        Column<Row>(tr("From"), fromText).muted().toolTip(fromText),
    });
}

void StepChangeModel::setStage(const ModelStage &stage)
{
    setRows({});
    m_stage = stage;
    std::vector<StepChangeRow> rows;
    if (m_stage.isOfPass() && m_stage.changes) {
        for (const NodeChange &change : *m_stage.changes) {
            const bool isGone = change.mark == ChangeMark::Removed;
            const Graph &graph = isGone ? *m_stage.before : *m_stage.graph;
            rows.push_back({&change, &graph.node(change.node), m_stage.before.get()});
        }
    }
    setRows(std::move(rows));
}

NodeId StepChangeModel::nodeOf(const StepChangeRow &row) const
{
    return row.change->mark == ChangeMark::Removed ? NodeId() : row.change->node;
}

} // namespace nervure
