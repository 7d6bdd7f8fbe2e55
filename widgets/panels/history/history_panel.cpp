// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/history/history_panel.h"

#include "widgets/document/graph_document.h"
#include "widgets/document/history_command.h"
#include "widgets/models/history_model.h"
#include "widgets/panels/empty_state.h"
#include "widgets/panels/node_view.h"
#include "widgets/panels/tables.h"

#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace nervure {

HistoryPanel::HistoryPanel(const PanelContext &context)
    : Panel(QStringLiteral("history"), context),
      m_model(new HistoryModel(this)),
      m_summary(new QLabel(this)),
      m_view(new NodeView(QStringLiteral("history-table"), tr("History"), this)),
      m_pages(new QStackedWidget(this)),
      m_empty(new EmptyState(this))
{
    m_summary->setObjectName(QStringLiteral("history-summary"));
    m_summary->setContentsMargins(8, 4, 8, 4);
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_view->setRows(m_model);
    m_view->setHeaderHidden(true);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    fitColumns(m_view, HistoryModel::Change);
    connect(m_view, &QTreeView::clicked, this, &HistoryPanel::goTo);
    connect(m_view, &QTreeView::activated, this, &HistoryPanel::goTo);
    connect(m_empty, &EmptyState::actionTriggered, this,
            [this] { Q_EMIT actionRequested(QStringLiteral("open")); });
    const QUndoStack *stack = &document().undoStack();
    connect(stack, &QUndoStack::indexChanged, this, &HistoryPanel::scheduleRefresh);
    connect(&document(), &GraphDocument::titleChanged, this, &HistoryPanel::scheduleRefresh);
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_empty);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_summary);
    column->addWidget(m_pages);
}

void HistoryPanel::takeFocus()
{
    m_pages->currentWidget()->setFocus(Qt::ShortcutFocusReason);
}

void HistoryPanel::refresh()
{
    const QUndoStack &stack = document().undoStack();
    const bool hasAny = stack.count() > 0;
    m_model->setDocument(document());
    m_view->showRow(m_model->index(m_model->presentRow(), HistoryModel::Change));
    m_summary->setVisible(hasAny);
    m_summary->setText(document().isDirty() ? tr(
                           "%n change(s) from the saved file", nullptr,
                           editsBetween(stack, std::max(document().savedStep(), 0), stack.index()))
                                            : tr("As in the file"));
    m_pages->setCurrentWidget(hasAny ? static_cast<QWidget *>(m_view) : m_empty);
    if (document().isEmpty()) {
        m_empty->setWords(tr("Every change of a model, to go back to any of them."),
                          tr("Open a model"));
    } else {
        m_empty->setWords(
            tr("No changes yet. Each edit is listed here; click one to go back to it."));
    }
}

void HistoryPanel::goTo(const QModelIndex &cell)
{
    document().goToHistory(m_view->sourceIndex(cell).row());
}

void registerHistory(PanelRegistry &panels)
{
    panels.add({"history", [] { return HistoryPanel::tr("History"); }, QStringLiteral("history"),
                Qt::RightDockWidgetArea, QKeySequence(QStringLiteral("Ctrl+Shift+H")),
                [](const PanelContext &context) { return new HistoryPanel(context); }, "editing"});
}

} // namespace nervure
