// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLineEdit>
#include <QTest>
#include <QTreeView>

namespace nervure::tests {

/// Opens the editor of a cell by double click, with its text selected; null where there is none.
inline QLineEdit *openCellEditor(QTreeView *view, const QModelIndex &cell)
{
    if (!cell.isValid()) {
        return nullptr;
    }
    view->scrollTo(cell);
    const QPoint point = view->visualRect(cell).center();
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, point);
    QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, point);
    auto *editor = view->findChild<QLineEdit *>(QStringLiteral("cell-editor"));
    if (editor != nullptr) {
        editor->selectAll();
    }
    return editor;
}

/// Types a text into a cell and ends with Enter; false where it cannot be edited.
inline bool typeIntoCell(QTreeView *view, const QModelIndex &cell, const QString &text)
{
    QLineEdit *editor = openCellEditor(view, cell);
    if (editor == nullptr) {
        return false;
    }
    QTest::keyClicks(editor, text);
    QTest::keyClick(editor, Qt::Key_Return);
    return true;
}

} // namespace nervure::tests
