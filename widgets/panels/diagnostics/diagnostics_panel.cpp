// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/diagnostics/diagnostics_panel.h"

#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/models/diagnostic_model.h"
#include "widgets/panels/empty_state.h"
#include "widgets/panels/node_view.h"

#include <QHeaderView>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace nervure {

DiagnosticsPanel::DiagnosticsPanel(const PanelContext &context)
    : Panel(QStringLiteral("diagnostics"), context),
      m_model(new DiagnosticModel(this)),
      m_summary(new QLabel(this)),
      m_view(new NodeView(QStringLiteral("diagnostics-table"), tr("Diagnostics"), this)),
      m_pages(new QStackedWidget(this)),
      m_empty(new EmptyState(this))
{
    m_summary->setObjectName(QStringLiteral("diagnostics-summary"));
    m_summary->setContentsMargins(8, 4, 8, 4);
    m_view->setRows(m_model);
    m_view->setSortable(DiagnosticModel::SeverityColumn, Qt::AscendingOrder);
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(DiagnosticModel::SeverityColumn,
                                           QHeaderView::ResizeToContents);
    m_view->header()->setSectionResizeMode(DiagnosticModel::Message, QHeaderView::Stretch);
    m_view->header()->setSectionResizeMode(DiagnosticModel::Where, QHeaderView::ResizeToContents);
    connect(m_view, &NodeView::nodeChosen, this, [this](NodeId node) { selection().jumpTo(node); });
    connect(m_empty, &EmptyState::actionTriggered, this, [this] {
        Q_EMIT actionRequested(document().isEmpty() ? QStringLiteral("open")
                                                    : QStringLiteral("infer"));
    });
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_empty);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_summary);
    column->addWidget(m_pages);
}

void DiagnosticsPanel::takeFocus()
{
    m_pages->currentWidget()->setFocus(Qt::ShortcutFocusReason);
}

void DiagnosticsPanel::refresh()
{
    m_model->setDocument(document());
    const bool hasAny = m_model->rowCount() > 0;
    m_summary->setVisible(hasAny);
    m_summary->setText(QStringLiteral("%1 · %2").arg(
        tr("%n error(s)", nullptr, m_model->count(Severity::Error)),
        tr("%n warning(s)", nullptr, m_model->count(Severity::Warning))));
    m_pages->setCurrentWidget(hasAny ? static_cast<QWidget *>(m_view) : m_empty);
    if (document().isEmpty()) {
        m_empty->setWords(tr("What is wrong with a model, and where."), tr("Open a model"));
    } else if (document().passSteps().empty()) {
        m_empty->setWords(tr("Nothing is wrong with the file. Inference checks shapes and types."),
                          tr("Infer shapes and types"));
    } else {
        m_empty->setWords(tr("Nothing is wrong with this model."));
    }
}

void DiagnosticsPanel::showSelection()
{
    if (m_view->currentNode() != selection().current()) {
        m_view->showNode(selection().current());
    }
}

void registerDiagnostics(PanelRegistry &panels)
{
    panels.add({"diagnostics", [] { return DiagnosticsPanel::tr("Diagnostics"); },
                QStringLiteral("diagnostics"), Qt::BottomDockWidgetArea,
                QKeySequence(QStringLiteral("Ctrl+Shift+D")),
                [](const PanelContext &context) { return new DiagnosticsPanel(context); }});
}

} // namespace nervure
