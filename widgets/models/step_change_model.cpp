// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/step_change_model.h"

#include "core/graph/kernel_calls.h"
#include "widgets/text/format.h"

namespace nervure {

StepChangeModel::StepChangeModel(QObject *parent) : TableModel(parent)
{
    using Row = StepChangeRow;
    setColumns({
        Column<Row>(tr("Change"),
                    [](const Row &row) {
                        return QStringLiteral("%1 %2").arg(changeSign(row.mark),
                                                           changeWord(row.mark));
                    })
            .sort([](const Row &row) { return static_cast<int>(row.mark); }),
        Column<Row>(tr("Node"), [](const Row &row) { return row.name; }),
        Column<Row>(tr("Operator"), [](const Row &row) { return row.op; }).muted(),
        Column<Row>(tr("From"), [](const Row &row) { return row.from; })
            .muted()
            .toolTip([](const Row &row) { return row.from; }),
    });
}

void StepChangeModel::setStage(const ModelStage &stage)
{
    std::vector<StepChangeRow> rows;
    if (stage.isOfPass() && stage.changes) {
        for (const NodeChange &change : *stage.changes) {
            const bool isGone = change.mark == ChangeMark::Removed;
            const Node &node = (isGone ? *stage.before : *stage.graph).node(change.node);
            rows.push_back({change.mark, toQString(node.name), toQString(nodeTitle(node)),
                            originText(change, *stage.before), isGone ? NodeId() : change.node});
        }
    }
    setRows(std::move(rows));
}

} // namespace nervure
