// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/table_copy.h"

#include "core/support/table_text.h"
#include "widgets/panels/node_view.h"
#include "widgets/style/tinted_icon.h"
#include "widgets/text/format.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>

#include <utility>

namespace nervure {

namespace {

using TableText = std::pair<std::vector<TextColumn>, TextRows>;

TableText textOf(const NodeView &view)
{
    TableText text;
    const QAbstractItemModel &model = *view.model();
    std::vector<int> columns;
    for (int column = 0; column < model.columnCount(); ++column) {
        if (!view.isColumnHidden(column)) {
            const auto header = [&](int role) {
                return model.headerData(column, Qt::Horizontal, role);
            };
            columns.push_back(column);
            text.first.push_back({header(Qt::DisplayRole).toString().toStdString(),
                                  (header(Qt::TextAlignmentRole).toInt() & Qt::AlignRight) != 0});
        }
    }
    for (int row = 0; row < model.rowCount(); ++row) {
        std::vector<std::string> &cells = text.second.emplace_back();
        for (const int column : columns) {
            cells.push_back(model.index(row, column).data().toString().toStdString());
        }
    }
    return text;
}

} // namespace

QString tableAsCsv(const NodeView &view)
{
    const auto [columns, rows] = textOf(view);
    return toQString(csvTable(columns, rows));
}

QString tableAsMarkdown(const NodeView &view)
{
    const auto [columns, rows] = textOf(view);
    return toQString(markdownTable(columns, rows));
}

void addCopyActions(QMenu &menu, NodeView &view)
{
    const auto add = [&menu, &view](const char *name, const QString &text,
                                    QString (*write)(const NodeView &view)) {
        QAction *action =
            menu.addAction(tintedIcon(QStringLiteral("copy")), text, &view,
                           [&view, write] { QGuiApplication::clipboard()->setText(write(view)); });
        action->setObjectName(QString::fromLatin1(name));
    };
    add("copy-csv", QCoreApplication::translate("TableCopy", "Copy table as CSV"), tableAsCsv);
    add("copy-markdown", QCoreApplication::translate("TableCopy", "Copy table as Markdown"),
        tableAsMarkdown);
}

} // namespace nervure
