// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/passes/pipeline_list.h"

#include "widgets/text/format.h"

#include <QContextMenuEvent>
#include <QCursor>
#include <QDrag>
#include <QDropEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

constexpr int mostRows = 4; ///< then it scrolls
constexpr int placeRole = Qt::UserRole;

} // namespace

PipelineList::PipelineList(QWidget *parent) : QListWidget(parent)
{
    setObjectName(QStringLiteral("passes-pipeline"));
    setAccessibleName(tr("Passes that run one after the other"));
    setToolTip(tr("Drag a pass, or move it with Alt and the arrows; F2 shows its options, Delete "
                  "takes it out"));
    setFrameShape(QFrame::NoFrame);
    setDragDropMode(DragDrop);
    setDefaultDropAction(Qt::MoveAction);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(this, &QListWidget::itemChanged, this, [this] {
        if (!m_isFilling) {
            Q_EMIT changed(shown());
        }
    });
    connect(this, &QListWidget::currentRowChanged, this, [this] {
        if (!m_isFilling && !m_isPressing) {
            Q_EMIT chosen();
        }
    });
    connect(this, &QListWidget::itemDoubleClicked, this, &PipelineList::optionsWanted);
}

void PipelineList::setPipeline(const Pipeline &pipeline)
{
    if (pipeline == m_pipeline && pipeline == shown()) {
        return; // a row may be under a hand that drags
    }
    const QScopedValueRollback<bool> guard(m_isFilling, true);
    const int row = currentRow();
    m_pipeline = pipeline;
    if (m_menu) {
        m_menu->close();
    }
    clear();
    for (std::size_t i = 0; i < pipeline.size(); ++i) {
        auto *item = new QListWidgetItem(toQString(pipelineText({&pipeline[i].request, 1})), this);
        item->setCheckState(pipeline[i].isOn ? Qt::Checked : Qt::Unchecked);
        item->setData(placeRole, static_cast<int>(i));
        item->setFlags(item->flags() & ~Qt::ItemIsDropEnabled);
        item->setToolTip(item->text());
        // No wider than the list: long commands end in dots.
        item->setSizeHint({1, sizeHintForIndex(indexFromItem(item)).height()});
    }
    setCurrentRow(std::min(row, count() - 1));
    updateGeometry();
}

QSize PipelineList::sizeHint() const
{
    const int rows = std::clamp(count(), 1, mostRows);
    return {200, rows * std::max(sizeHintForRow(0), fontMetrics().height()) + 2 * frameWidth() + 4};
}

QSize PipelineList::minimumSizeHint() const
{
    return {80, sizeHint().height()};
}

Pipeline PipelineList::shown() const
{
    Pipeline pipeline;
    for (int row = 0; row < count(); ++row) {
        const QListWidgetItem *one = item(row);
        const auto place = static_cast<std::size_t>(one->data(placeRole).toInt());
        pipeline.push_back({m_pipeline[place].request, one->checkState() == Qt::Checked});
    }
    return pipeline;
}

void PipelineList::move(int row, int by)
{
    const int to = row + by;
    if (row < 0 || to < 0 || to >= count()) {
        return;
    }
    Pipeline pipeline = shown();
    std::swap(pipeline[static_cast<std::size_t>(row)], pipeline[static_cast<std::size_t>(to)]);
    setCurrentRow(to);
    Q_EMIT changed(pipeline);
}

QStringList PipelineList::mimeTypes() const
{
    return {QStringLiteral("application/x-nervure-pass-row")};
}

/// Which list a row is of.
QByteArray PipelineList::dragSign() const
{
    return QByteArray::number(reinterpret_cast<quintptr>(this)) + ' ';
}

QMimeData *PipelineList::mimeData(const QList<QListWidgetItem *> &items) const
{
    auto *sent = new QMimeData;
    if (!items.isEmpty()) {
        sent->setData(mimeTypes().front(), dragSign() + QByteArray::number(row(items.front())));
    }
    return sent;
}

/// The view would take the row out itself where a drag ends as a move.
void PipelineList::startDrag(Qt::DropActions /*actions*/)
{
    if (QListWidgetItem *dragged = currentItem()) {
        auto *drag = new QDrag(this);
        drag->setMimeData(mimeData({dragged}));
        const QRect place = visualItemRect(dragged);
        drag->setPixmap(viewport()->grab(place));
        drag->setHotSpot(viewport()->mapFromGlobal(QCursor::pos()) - place.topLeft());
        drag->exec(Qt::MoveAction);
    }
}

void PipelineList::dropEvent(QDropEvent *event)
{
    const QByteArray sent = event->mimeData()->data(mimeTypes().front());
    bool isRow = sent.startsWith(dragSign());
    const int from = isRow ? sent.mid(dragSign().size()).toInt(&isRow) : -1;
    if (isRow && from >= 0 && from < count()) {
        const QModelIndex at = indexAt(event->position().toPoint());
        const int below = dropIndicatorPosition() == BelowItem ? 1 : 0;
        const int before = at.isValid() ? at.row() + below : count();
        event->acceptProposedAction();
        // The view is not done with the drag, and the rows are made anew.
        QMetaObject::invokeMethod(
            this, [this, from, before] { drop(from, before); }, Qt::QueuedConnection);
    }
    stopAutoScroll();
    setState(NoState);
    viewport()->update();
}

/// Puts a pass in front of another one, or behind all.
void PipelineList::drop(int row, int before)
{
    const int to = before > row ? before - 1 : before;
    Pipeline pipeline = shown();
    if (row == to || std::max(row, to) >= static_cast<int>(pipeline.size())) {
        return;
    }
    const PipelinePass pass = pipeline[static_cast<std::size_t>(row)];
    pipeline.erase(pipeline.begin() + row);
    pipeline.insert(pipeline.begin() + to, pass);
    {
        const QScopedValueRollback<bool> guard(m_isFilling, true);
        setCurrentRow(to); // it stays the chosen one
    }
    Q_EMIT changed(pipeline);
}

void PipelineList::takeOut(int row)
{
    if (row >= 0) {
        Pipeline pipeline = shown();
        pipeline.erase(pipeline.begin() + row);
        Q_EMIT changed(pipeline);
    }
}

/// What is behind it stays in the list.
void PipelineList::runTo(int row)
{
    Pipeline pipeline = shown();
    for (std::size_t i = 0; i < pipeline.size(); ++i) {
        pipeline[i].isOn = pipeline[i].isOn && i <= static_cast<std::size_t>(row);
    }
    pipeline[static_cast<std::size_t>(row)].isOn = true;
    Q_EMIT changed(pipeline);
}

/// Keys that the window has for nodes are this list's while it has the keyboard.
bool PipelineList::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if ((key == Qt::Key_F2 || key == Qt::Key_Delete) && currentRow() >= 0) {
            event->accept();
            return true;
        }
    }
    return QListWidget::event(event);
}

void PipelineList::keyPressEvent(QKeyEvent *event)
{
    const bool isMoved = event->modifiers() == Qt::AltModifier;
    if (isMoved && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)) {
        move(currentRow(), event->key() == Qt::Key_Up ? -1 : 1);
    } else if (event->key() == Qt::Key_Delete) {
        takeOut(currentRow());
    } else if (const int key = event->key();
               currentRow() >= 0 && !isMoved
               && (key == Qt::Key_F2 || key == Qt::Key_Return || key == Qt::Key_Enter)) {
        Q_EMIT optionsWanted();
    } else {
        QListWidget::keyPressEvent(event);
    }
}

/// What is told of a row may move the list: not from under a hand that is about to drag.
void PipelineList::mousePressEvent(QMouseEvent *event)
{
    const QScopedValueRollback<bool> guard(m_isPressing, true);
    QListWidget::mousePressEvent(event);
}

void PipelineList::mouseReleaseEvent(QMouseEvent *event)
{
    QListWidget::mouseReleaseEvent(event);
    if (currentRow() >= 0) {
        Q_EMIT chosen();
    }
}

void PipelineList::contextMenuEvent(QContextMenuEvent *event)
{
    const int row = indexAt(event->pos()).row();
    if (row < 0) {
        return;
    }
    auto *menu = new QMenu(this);
    m_menu = menu;
    menu->setObjectName(QStringLiteral("passes-pipeline-menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("&Options…"), this, [this, row] {
        setCurrentRow(row);
        Q_EMIT optionsWanted();
    });
    menu->addAction(tr("&Run to here"), this, [this, row] { runTo(row); });
    menu->addAction(tr("Move &up"), this, [this, row] { move(row, -1); });
    menu->addAction(tr("Move &down"), this, [this, row] { move(row, 1); });
    menu->addAction(tr("&Take out"), this, [this, row] { takeOut(row); });
    menu->popup(event->globalPos());
}

} // namespace nervure
