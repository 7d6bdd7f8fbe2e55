// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/outline/outline_panel.h"

#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/models/operator_model.h"
#include "widgets/models/outline_model.h"
#include "widgets/panels/empty_state.h"
#include "widgets/panels/node_view.h"

#include <QHeaderView>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

namespace nervure {

namespace {

/// Larger graphs are listed off the UI thread, and their scopes come folded.
constexpr std::size_t mostNodesAtOnce = 3000;
constexpr int mostUnfolded = 200;

} // namespace

OutlinePanel::OutlinePanel(const PanelContext &context)
    : Panel(QStringLiteral("outline"), context),
      m_scopes(new OutlineModel(this)),
      m_operators(new OperatorModel(this)),
      m_scopeView(createView(QStringLiteral("outline-scopes"), tr("Nodes by name"), m_scopes)),
      m_operatorView(
          createView(QStringLiteral("outline-operators"), tr("Nodes by operator"), m_operators)),
      m_pages(new QStackedWidget(this)),
      m_empty(new EmptyState(this))
{
    // In a narrow panel names get as much room as operators.
    m_scopeView->header()->setSectionResizeMode(OutlineModel::Op, QHeaderView::Stretch);
    m_pages->addWidget(m_scopeView);
    m_pages->addWidget(m_operatorView);
    m_pages->addWidget(m_empty);
    m_empty->setWords(tr("The nodes of the open model, by name and by operator."),
                      tr("Open a model"));
    connect(m_empty, &EmptyState::actionTriggered, this,
            [this] { Q_EMIT actionRequested(QStringLiteral("open")); });
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(createTabs());
    column->addWidget(m_pages);
}

QWidget *OutlinePanel::createTabs()
{
    m_tabs = new QTabBar(this);
    m_tabs->setObjectName(QStringLiteral("outline-tabs"));
    m_tabs->setAccessibleName(tr("Order of the outline"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->addTab(tr("By name"));
    m_tabs->addTab(tr("By operator"));
    connect(m_tabs, &QTabBar::currentChanged, this, [this] {
        m_shown.reset();
        scheduleRefresh();
    });
    return m_tabs;
}

NodeView *OutlinePanel::createView(const QString &name, const QString &title,
                                   QAbstractItemModel *model)
{
    auto *view = new NodeView(name, title, this);
    view->setRows(model, true);
    view->header()->setStretchLastSection(false);
    view->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    view->setIndentation(12);
    for (int column = 1; column < model->columnCount(); ++column) {
        view->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    }
    connect(view, &NodeView::nodeChosen, this, [this](NodeId node) {
        if (m_ids.isShown(document())) {
            selection().jumpTo(node);
        }
    });
    return view;
}

void OutlinePanel::takeFocus()
{
    m_pages->currentWidget()->setFocus(Qt::ShortcutFocusReason);
}

void OutlinePanel::refresh()
{
    const ModelStage &stage = document().stage();
    const bool hasNodes = stage.graph->nodeCount() > 0;
    m_tabs->setVisible(hasNodes);
    if (!hasNodes) {
        m_shown.reset();
        m_pages->setCurrentWidget(m_empty);
        return;
    }
    // What passes find out does not change the tree; leave what is unfolded alone.
    const Shown now{document().revision(), stage.isOfPass() ? stage.graph : nullptr};
    if (m_shown == now) {
        return;
    }
    m_shown = now;
    const bool byName = m_tabs->currentIndex() == 0;
    if (byName) {
        showScopes(stage.graph);
    } else {
        m_operators->setGraph(*stage.graph);
        m_ids = GraphOfIds(document());
    }
    m_pages->setCurrentWidget(byName ? m_scopeView : m_operatorView);
}

void OutlinePanel::showScopes(const std::shared_ptr<const Graph> &graph)
{
    context().jobs.startOrDo(
        graph->nodeCount() <= mostNodesAtOnce, {tr("Listing the nodes"), QStringLiteral("outline")},
        this, [graph](const JobControl &) { return OutlineModel::contentOf(*graph); },
        [this, ids = GraphOfIds(document())](OutlineModel::Content content) {
            m_ids = ids;
            m_scopes->setContent(std::move(content));
            if (m_scopes->rowCount() <= mostUnfolded) {
                m_scopeView->expandToDepth(0);
            }
            showSelection();
        });
}

void OutlinePanel::showSelection()
{
    if (m_pages->currentWidget() == m_scopeView) {
        m_scopeView->showRow(m_scopes->find(selection().current()));
    } else if (m_pages->currentWidget() == m_operatorView) {
        m_operatorView->showRow(m_operators->find(selection().current()));
    }
}

void registerOutline(PanelRegistry &panels)
{
    panels.add({"outline", [] { return OutlinePanel::tr("Outline"); }, QStringLiteral("outline"),
                Qt::LeftDockWidgetArea, QKeySequence(QStringLiteral("Ctrl+Shift+O")),
                [](const PanelContext &context) { return new OutlinePanel(context); },
                "reading-a-graph"});
}

} // namespace nervure
