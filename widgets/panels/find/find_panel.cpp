// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/find/find_panel.h"

#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/models/find_model.h"
#include "widgets/panels/empty_state.h"
#include "widgets/panels/node_view.h"
#include "widgets/style/tinted_icon.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace nervure {

FindPanel::FindPanel(const PanelContext &context)
    : Panel(QStringLiteral("find"), context),
      m_model(new FindModel(this)),
      m_query(new QLineEdit(this)),
      m_count(new QLabel(this)),
      m_view(new NodeView(QStringLiteral("find-results"), tr("Results"), this)),
      m_pages(new QStackedWidget(this)),
      m_empty(new EmptyState(this))
{
    m_query->setObjectName(QStringLiteral("find-query"));
    m_query->setAccessibleName(tr("Search"));
    m_query->setPlaceholderText(tr("Name, operator, attribute or shape"));
    m_query->setClearButtonEnabled(true);
    m_query->addAction(tintedIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_query->installEventFilter(this);
    m_count->setObjectName(QStringLiteral("find-count"));
    m_count->setForegroundRole(QPalette::PlaceholderText);
    createView();
    connect(m_query, &QLineEdit::textChanged, this, &FindPanel::scheduleRefresh);
    connect(m_query, &QLineEdit::returnPressed, this, &FindPanel::goToFirst);
    connect(m_empty, &EmptyState::actionTriggered, this, [this] {
        if (document().isEmpty()) {
            Q_EMIT actionRequested(QStringLiteral("open"));
        } else {
            m_query->clear();
        }
    });
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(m_query);
    column->addWidget(m_count);
    column->addWidget(m_pages);
}

void FindPanel::createView()
{
    m_view->setRows(m_model);
    m_view->header()->setSectionResizeMode(QHeaderView::Interactive);
    connect(m_view, &NodeView::nodeChosen, this, [this](NodeId node) { selection().jumpTo(node); });
    connect(m_view, &NodeView::nodeActivated, this,
            [this](NodeId node) { selection().jumpTo(node); });
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_empty);
}

void FindPanel::takeFocus()
{
    m_query->setFocus(Qt::ShortcutFocusReason);
    m_query->selectAll();
}

bool FindPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_query && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Down && m_model->rowCount() > 0) {
            m_view->setFocus(Qt::TabFocusReason);
            m_view->chooseRow(0);
            return true;
        }
    }
    return Panel::eventFilter(watched, event);
}

void FindPanel::refresh()
{
    m_model->search(document(), m_query->text());
    const int found = m_model->rowCount();
    const bool isAsked = !m_query->text().trimmed().isEmpty();
    m_count->setVisible(isAsked);
    m_count->setText(tr("%n node(s)", nullptr, found));
    m_pages->setCurrentWidget(found > 0 ? static_cast<QWidget *>(m_view) : m_empty);
    if (document().isEmpty()) {
        m_empty->setWords(
            tr("Finds nodes of the open model by name, operator, attribute or shape."),
            tr("Open a model"));
    } else if (!isAsked) {
        m_empty->setWords(
            tr("Type words that a node has in its name, operator, attributes or shape; all must "
               "fit. \"Quotes\" keep words together."));
    } else {
        m_empty->setWords(tr("No node fits %1.").arg(m_query->text()), tr("Clear the search"));
    }
}

void FindPanel::showSelection()
{
    m_view->showNode(selection().current());
}

void FindPanel::goToFirst()
{
    refreshNow();
    if (m_model->rowCount() == 0) {
        return;
    }
    // Enter again goes on to the next result.
    const QModelIndex current = m_view->currentIndex();
    const int next = current.isValid() ? (current.row() + 1) % m_model->rowCount() : 0;
    m_view->chooseRow(next);
}

void registerFind(PanelRegistry &panels)
{
    panels.add({"find", [] { return FindPanel::tr("Find"); }, QStringLiteral("search"),
                Qt::LeftDockWidgetArea, QKeySequence(QKeySequence::Find),
                [](const PanelContext &context) { return new FindPanel(context); }});
}

} // namespace nervure
