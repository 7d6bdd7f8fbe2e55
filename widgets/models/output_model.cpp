// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/output_model.h"

#include "core/builtins.h"
#include "core/graph/analysis/value_names.h"
#include "core/graph/edits/rename_value.h"
#include "widgets/document/document_edits.h"
#include "widgets/document/graph_document.h"
#include "widgets/models/input_model.h"
#include "widgets/models/value_model.h"
#include "widgets/text/format.h"

#include <utility>

namespace nervure {

namespace {

QString knownText(const QString &text)
{
    return text.isEmpty() ? OutputModel::tr("unknown") : text;
}

QString typeToolTip(const OutputRow &row)
{
    if (row.isDeclared) {
        return OutputModel::tr("The file declares it; it does not follow from the inputs");
    }
    return row.canDeclare ? OutputModel::tr("Double-click to change what the file declares")
                          : QString();
}

QString outputNameToolTip(const OutputRow &row)
{
    return row.canRename ? OutputModel::tr("Double-click to give the value another name")
                         : OutputModel::tr("Named after the node that makes it");
}

} // namespace

OutputModel::OutputModel(QObject *parent) : TableModel(parent)
{
    using Row = OutputRow;
    setColumns({
        Column<Row>(tr("Output"), [](const Row &row) { return row.name; })
            .toolTip(outputNameToolTip),
        Column<Row>(tr("Shape"), [](const Row &row) { return knownText(row.shape); })
            .code()
            .toolTip(typeToolTip),
        Column<Row>(tr("Type"), [](const Row &row) { return knownText(row.type); })
            .code()
            .toolTip(typeToolTip),
        Column<Row>(tr("Made by"), [](const Row &row) { return row.producer; })
            .toolTip([](const Row &row) {
                return tr("%1: Enter or double-click goes there").arg(row.producer);
            }),
    });
}

void OutputModel::setDocument(const GraphDocument &document)
{
    const Graph &graph = *document.stage().graph;
    std::vector<OutputRow> rows;
    for (std::size_t head = 0; head < graph.heads().size(); ++head) {
        const Entry &value = graph.heads()[head];
        const EntryFacts facts = document.factsOf(value);
        OutputRow row;
        row.head = head;
        row.value = value;
        row.name = toQString(valueName(graph, document.builtins().ops, value));
        row.shape = facts.shapeText;
        row.type = facts.typeText;
        row.producer = valueName(graph, value);
        row.canRename = isEditable(document) && canRenameValue(graph, value);
        row.canDeclare = canDeclare(document, value);
        row.isDeclared = facts.isDeclared;
        rows.push_back(std::move(row));
    }
    setRows(std::move(rows));
}

Qt::ItemFlags OutputModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = TableModel::flags(index);
    if (!index.isValid() || index.column() == Producer) {
        return flags;
    }
    const OutputRow &shown = row(index.row());
    const bool canEdit = index.column() == Name ? shown.canRename : shown.canDeclare;
    return canEdit ? flags | Qt::ItemIsEditable : flags;
}

QVariant OutputModel::data(const QModelIndex &index, int role) const
{
    if (index.isValid() && index.column() == Type && role == ChoicesRole) {
        return InputModel::typeNames();
    }
    if (index.isValid() && index.column() == ShapeColumn && role == Qt::EditRole) {
        return row(index.row()).shape;
    }
    return TableModel::data(index, role);
}

bool OutputModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || !index.isValid() || index.column() == Producer) {
        return false;
    }
    const OutputRow changed = row(index.row());
    const QString text = value.toString().trimmed();
    if (index.column() == Name && text != changed.name) {
        Q_EMIT renameAsked(changed.value, text);
    } else if (index.column() == ShapeColumn && text != changed.shape) {
        Q_EMIT shapeAsked(changed.value, text);
    } else if (index.column() == Type && text != changed.type) {
        Q_EMIT typeAsked(changed.value, dtypeFromName(text.toStdString()).value_or(DType::Unknown));
    }
    return true;
}

} // namespace nervure
