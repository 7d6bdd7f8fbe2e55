// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <QSortFilterProxyModel>
#include <QTreeView>

namespace nervure {

/// The table and tree of all panels: rows of our models, sortable, with the node a row is about.
/// Ctrl+C copies the selected rows as text with tabs.
class NodeView : public QTreeView {
    Q_OBJECT

public:
    /// `name` is the object name (kebab case), `title` what a screen reader says.
    NodeView(const QString &name, const QString &title, QWidget *parent = nullptr);

    /// Shows a model of ours through a sorting proxy. Flat models have no branches.
    void setRows(QAbstractItemModel *model, bool isTree = false);
    /// Shows a tree of ours that sorts itself: no proxy asks for rows before they are looked at.
    void setSortedRows(QAbstractItemModel *model);
    /// Lets a click on a header sort; starts with `column`.
    void setSortable(int column, Qt::SortOrder order);

    /// Becomes as high as its rows, up to `most` of them: for tables below each other on a page.
    void fitRows(int most);

    /// Makes the row current and visible without telling anybody; an invalid index clears.
    void showRow(const QModelIndex &sourceIndex);
    /// Goes to a row of the view as if the person had.
    void chooseRow(int row);
    /// The first row of that node in a flat model.
    void showNode(NodeId node);
    [[nodiscard]] NodeId currentNode() const;
    /// The view's index of a model's index, and back.
    [[nodiscard]] QModelIndex viewIndex(const QModelIndex &sourceIndex) const;
    [[nodiscard]] QModelIndex sourceIndex(const QModelIndex &viewIndex) const;

Q_SIGNALS:
    /// The person went to a row of a node, by mouse or keyboard.
    void nodeChosen(nervure::NodeId node);
    /// Double-click or Enter.
    void nodeActivated(nervure::NodeId node);

protected:
    bool event(QEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void copyRows() const;

    QSortFilterProxyModel *m_proxy;
    QModelIndex m_currentAtPress;
    bool m_isPersonal = false; ///< the person moves, not the program
};

} // namespace nervure
