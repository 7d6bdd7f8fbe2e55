// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/node_view.h"

#include "widgets/models/column.h"
#include "widgets/panels/row_delegate.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>

namespace nervure {

namespace {

constexpr int leastColumn = 56;   ///< short headings in any language fit
constexpr int rowsMeasured = 100; ///< for the width of a column: all would take too long

/// With room for whole titles: what a style sheet's header asks for is measured without fractions of pixels.
class TitleRow : public QHeaderView {
public:
    explicit TitleRow(QWidget *parent) : QHeaderView(Qt::Horizontal, parent)
    {
        setSectionsMovable(true);
    }

protected:
    [[nodiscard]] QSize sectionSizeFromContents(int section) const override
    {
        constexpr int spare = 4;
        return QHeaderView::sectionSizeFromContents(section) + QSize(spare, 0);
    }
};

NodeId nodeAt(const QModelIndex &index)
{
    const QVariant node = index.data(NodeRole);
    return node.isValid() ? NodeId{node.toUInt()} : NodeId{};
}

} // namespace

NodeView::NodeView(const QString &name, const QString &title, QWidget *parent)
    : QTreeView(parent),
      m_proxy(new QSortFilterProxyModel(this))
{
    setObjectName(name);
    setAccessibleName(title);
    setHeader(new TitleRow(this));
    setItemDelegate(new RowDelegate(this));
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setSelectionMode(ExtendedSelection);
    setFrameShape(QFrame::NoFrame);
    setTextElideMode(Qt::ElideMiddle);
    setEditTriggers(DoubleClicked | EditKeyPressed | SelectedClicked);
    header()->setStretchLastSection(true);
    header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header()->setHighlightSections(false);
    header()->setResizeContentsPrecision(rowsMeasured);
    header()->setMinimumSectionSize(leastColumn);
    m_proxy->setSortRole(SortRole);
    m_proxy->setSortCaseSensitivity(Qt::CaseInsensitive);
    connect(this, &QTreeView::clicked, this, [this](const QModelIndex &index) {
        // A click on the current row moves nothing, yet means "go there".
        if (m_currentAtPress == index && nodeAt(index).isValid()) {
            Q_EMIT nodeChosen(nodeAt(index));
        }
    });
    connect(this, &QTreeView::activated, this, [this](const QModelIndex &index) {
        if (nodeAt(index).isValid()) {
            Q_EMIT nodeActivated(nodeAt(index));
        }
    });
}

void NodeView::setRows(QAbstractItemModel *model, bool isTree)
{
    m_proxy->setSourceModel(model);
    setModel(m_proxy);
    setRootIsDecorated(isTree);
    setItemsExpandable(isTree);
}

void NodeView::setSortedRows(QAbstractItemModel *model)
{
    setModel(model);
    setRootIsDecorated(true);
    setItemsExpandable(true);
}

void NodeView::setSortable(int column, Qt::SortOrder order)
{
    setSortingEnabled(true);
    sortByColumn(column, order);
}

void NodeView::showRow(const QModelIndex &sourceIndex)
{
    const QScopedValueRollback<bool> guard(m_isPersonal, false);
    const QModelIndex index = viewIndex(sourceIndex);
    if (!index.isValid()) {
        selectionModel()->clear();
        return;
    }
    if (nodeAt(currentIndex()) != nodeAt(index)
        || !selectionModel()->isRowSelected(index.row(), index.parent())) {
        selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect
                                                     | QItemSelectionModel::Rows);
        scrollTo(index);
    }
}

void NodeView::fitRows(int most)
{
    constexpr int leastRow = 24;
    const int rows = std::clamp(model()->rowCount(), 1, most);
    const int bar =
        header()->length() > viewport()->width() ? horizontalScrollBar()->sizeHint().height() : 0;
    setFixedHeight(header()->sizeHint().height() + rows * std::max(leastRow, sizeHintForRow(0))
                   + bar + 2 * frameWidth());
}

void NodeView::chooseRow(int row)
{
    const QModelIndex index = model()->index(row, 0);
    setCurrentIndex(index);
    if (nodeAt(index).isValid()) {
        Q_EMIT nodeChosen(nodeAt(index));
    }
}

void NodeView::showNode(NodeId node)
{
    if (nodeAt(currentIndex()) == node && node.isValid()) {
        return;
    }
    const QAbstractItemModel *model = m_proxy->sourceModel();
    for (int row = 0; node.isValid() && row < model->rowCount(); ++row) {
        const QModelIndex index = model->index(row, 0);
        if (nodeAt(index) == node) {
            showRow(index);
            return;
        }
    }
    showRow({});
}

NodeId NodeView::currentNode() const
{
    return nodeAt(currentIndex());
}

QModelIndex NodeView::viewIndex(const QModelIndex &sourceIndex) const
{
    return model() == m_proxy ? m_proxy->mapFromSource(sourceIndex) : sourceIndex;
}

QModelIndex NodeView::sourceIndex(const QModelIndex &viewIndex) const
{
    return model() == m_proxy ? m_proxy->mapToSource(viewIndex) : viewIndex;
}

bool NodeView::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        // What these keys do in a table they do not do in the window.
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool copies = key->matches(QKeySequence::Copy) && selectionModel()
                            && selectionModel()->hasSelection();
        const bool edits = key->key() == Qt::Key_F2 && currentIndex().isValid()
                           && (currentIndex().flags() & Qt::ItemIsEditable);
        if (copies || edits) {
            event->accept();
            return true;
        }
    }
    return QTreeView::event(event);
}

void NodeView::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTreeView::currentChanged(current, previous);
    // A view that gets the focus makes its first row current: nobody chose that.
    if (m_isPersonal && current.row() >= 0 && nodeAt(current).isValid()) {
        Q_EMIT nodeChosen(nodeAt(current));
    }
}

void NodeView::mousePressEvent(QMouseEvent *event)
{
    const QScopedValueRollback<bool> guard(m_isPersonal, true);
    m_currentAtPress = currentIndex();
    QTreeView::mousePressEvent(event);
}

void NodeView::keyPressEvent(QKeyEvent *event)
{
    const QScopedValueRollback<bool> guard(m_isPersonal, true);
    if (event->matches(QKeySequence::Copy)) {
        copyRows();
        return;
    }
    QTreeView::keyPressEvent(event);
}

void NodeView::copyRows() const
{
    QStringList lines;
    const QModelIndexList rows = selectionModel()->selectedRows();
    for (const QModelIndex &row : rows) {
        QStringList cells;
        for (int column = 0; column < model()->columnCount(); ++column) {
            cells.append(row.siblingAtColumn(column).data().toString());
        }
        lines.append(cells.join(u'\t'));
    }
    QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

} // namespace nervure
