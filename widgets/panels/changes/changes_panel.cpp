// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/changes/changes_panel.h"

#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/jobs/pass_runner.h"
#include "widgets/models/stage_summary.h"
#include "widgets/models/step_change_model.h"
#include "widgets/panels/empty_state.h"
#include "widgets/panels/node_view.h"

#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace nervure {

ChangesPanel::ChangesPanel(const PanelContext &context)
    : Panel(QStringLiteral("changes"), context),
      m_model(new StepChangeModel(this)),
      m_title(new QLabel(this)),
      m_view(new NodeView(QStringLiteral("changes-table"), tr("Changes"), this)),
      m_pages(new QStackedWidget(this)),
      m_empty(new EmptyState(this))
{
    m_title->setObjectName(QStringLiteral("changes-title"));
    m_title->setWordWrap(true);
    m_title->setContentsMargins(8, 8, 8, 4);
    m_view->setRows(m_model);
    m_view->setTextElideMode(Qt::ElideMiddle);
    connect(m_view, &NodeView::nodeChosen, &selection(), &Selection::jumpTo);
    connect(m_empty, &EmptyState::actionTriggered, this, [this] {
        this->context().passes.run({{"Compile", {}}});
    });
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_empty);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_title);
    column->addWidget(m_pages, 1);
}

void ChangesPanel::takeFocus()
{
    m_view->setFocus(Qt::ShortcutFocusReason);
}

void ChangesPanel::refresh()
{
    m_model->setStage(document().stage());
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
