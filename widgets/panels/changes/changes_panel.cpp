// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/changes/changes_panel.h"

#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/jobs/pass_runner.h"
#include "widgets/models/node_trail_model.h"
#include "widgets/models/stage_summary.h"
#include "widgets/models/step_change_model.h"
#include "widgets/panels/empty_state.h"
#include "widgets/panels/node_view.h"

#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace nervure {

ChangesPanel::ChangesPanel(const PanelContext &context)
    : Panel(QStringLiteral("changes"), context),
      m_model(new StepChangeModel(this)),
      m_title(new QLabel(this)),
      m_view(new NodeView(QStringLiteral("changes-table"), tr("Changes"), this)),
      m_pages(new QStackedWidget(this)),
      m_empty(new EmptyState(this)),
      m_trail(new NodeTrailModel(this)),
      m_trailView(
          new NodeView(QStringLiteral("changes-trail"), tr("The selection in every step"), this)),
      m_trailSide(nullptr)
{
    m_title->setObjectName(QStringLiteral("changes-title"));
    m_title->setWordWrap(true);
    m_title->setContentsMargins(8, 8, 8, 4);
    m_view->setRows(m_model);
    m_view->setTextElideMode(Qt::ElideMiddle);
    connect(m_view, &NodeView::nodeChosen, &selection(), &Selection::jumpTo);
    connect(m_empty, &EmptyState::actionTriggered, this, [this] {
        this->context().passes.runFurther({{"Compile", {}}});
    });
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_empty);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_title);
    auto *split = new QSplitter(Qt::Vertical, this);
    split->setObjectName(QStringLiteral("changes-splitter"));
    split->addWidget(m_pages);
    split->addWidget(createTrail());
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    column->addWidget(split, 1);
}

QWidget *ChangesPanel::createTrail()
{
    m_trailSide = new QWidget(this);
    auto *title = new QLabel(tr("The selection in every step"), m_trailSide);
    title->setContentsMargins(8, 4, 8, 4);
    m_trailView->setRows(m_trail);
    m_trailView->setTextElideMode(Qt::ElideMiddle);
    m_trailView->setSelectionMode(QAbstractItemView::SingleSelection);
    const auto goThere = [this](const QModelIndex &index) {
        document().setShownStep(m_trail->row(m_trailView->sourceIndex(index).row()).step);
    };
    connect(m_trailView, &QTreeView::clicked, this, goThere);
    connect(m_trailView, &QTreeView::activated, this, goThere);
    auto *column = new QVBoxLayout(m_trailSide);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(title);
    column->addWidget(m_trailView, 1);
    return m_trailSide;
}

void ChangesPanel::showSelection()
{
    m_trail->follow(document(), selection().nodes());
    for (int column = 0; column + 1 < m_trail->columnCount(); ++column) {
        m_trailView->resizeColumnToContents(column);
    }
    m_trailSide->setVisible(m_trail->rowCount() > 0);
    for (int row = 0; row < m_trail->rowCount(); ++row) {
        if (m_trail->row(row).isShown) {
            m_trailView->showRow(m_trail->index(row, 0));
        }
    }
    m_view->showNode(selection().current());
}

void ChangesPanel::takeFocus()
{
    m_view->setFocus(Qt::ShortcutFocusReason);
}

void ChangesPanel::refresh()
{
    m_model->setStage(document().stage());
    m_view->setColumnHidden(StepChangeModel::Match, !m_model->isMatched());
    for (int column = 0; column + 1 < m_model->columnCount(); ++column) {
        m_view->resizeColumnToContents(column);
    }
    const QString title = stageSummary(document());
    m_title->setText(title);
    m_title->setVisible(!title.isEmpty());
    m_pages->setCurrentWidget(m_model->rowCount() > 0 ? static_cast<QWidget *>(m_view) : m_empty);
    if (document().passSteps().empty() && document().graph().nodeCount() > 0) {
        m_empty->setWords(tr("What a pass changes, node by node."), tr("Compile"));
    } else if (document().passSteps().empty()) {
        m_empty->setWords(tr("What a pass changes, node by node."));
    } else if (document().shownStep() == 0) {
        m_empty->setWords(tr("This is the model as it was opened. Step to a pass to see what it "
                             "changes."));
    } else {
        m_empty->setWords(tr("This pass changed no node."));
    }
}

void registerChanges(PanelRegistry &panels)
{
    panels.add({"changes", [] { return ChangesPanel::tr("Changes"); },
                QStringLiteral("select-path"), Qt::RightDockWidgetArea, QKeySequence(),
                [](const PanelContext &context) { return new ChangesPanel(context); }, "passes"});
}

} // namespace nervure
