// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/history_model.h"

#include "widgets/document/graph_document.h"
#include "widgets/document/history_command.h"

namespace nervure {

namespace {

QString markOf(const HistoryRow &row)
{
    QStringList marks;
    if (row.isPresent) {
        marks.append(HistoryModel::tr("now"));
    }
    if (row.isSaved) {
        marks.append(HistoryModel::tr("saved"));
    }
    return marks.join(QStringLiteral(", "));
}

QVariant changeIcon(const HistoryRow &row)
{
    if (row.isStart) {
        return QStringLiteral("open");
    }
    return row.isEdit ? QStringLiteral("edit") : QStringLiteral("passes");
}

QString changeToolTip(const HistoryRow &row)
{
    if (row.isPresent) {
        return HistoryModel::tr("The model is in this state");
    }
    return row.isDone ? HistoryModel::tr("Click to undo what came after this")
                      : HistoryModel::tr("Undone; click to redo");
}

} // namespace

HistoryModel::HistoryModel(QObject *parent) : TableModel(parent)
{
    using Row = HistoryRow;
    setColumns({
        Column<Row>(tr("Change"), [](const Row &row) { return row.text; })
            .icon(changeIcon)
            .toolTip(changeToolTip)
            .mutedIf([](const Row &row) { return !row.isDone; }),
        Column<Row>(tr("File"), markOf).muted(),
    });
}

void HistoryModel::setDocument(const GraphDocument &document)
{
    const QUndoStack &stack = document.undoStack();
    m_present = stack.index();
    const int saved = document.savedStep();
    std::vector<HistoryRow> rows;
    rows.reserve(static_cast<std::size_t>(stack.count()) + 1);
    for (int state = 0; state <= stack.count(); ++state) {
        HistoryRow row;
        row.text = state == 0 ? tr("As opened") : stack.text(state - 1);
        row.isStart = state == 0;
        row.isEdit = isEdit(stack, state);
        row.isDone = state <= m_present;
        row.isPresent = state == m_present;
        row.isSaved = state == saved && !document.path().isEmpty();
        rows.push_back(std::move(row));
    }
    setRows(std::move(rows));
}

} // namespace nervure
