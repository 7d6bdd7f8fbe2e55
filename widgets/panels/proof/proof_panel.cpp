// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/proof/proof_panel.h"

#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/jobs/pass_runner.h"
#include "widgets/jobs/profile_runner.h"
#include "widgets/jobs/proof_runner.h"
#include "widgets/models/proof_model.h"
#include "widgets/models/proof_summary.h"
#include "widgets/panels/empty_state.h"
#include "widgets/panels/node_view.h"
#include "widgets/panels/proof/proof_controls.h"
#include "widgets/text/format.h"

#include <QFileInfo>
#include <QLabel>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace nervure {

namespace {

constexpr int stepTableWidth = 560;
constexpr int valueTableWidth = 640;
constexpr int widestProofName = 168;

/// Numbers are never elided; long names are.
void fitTexts(NodeView *view, int name)
{
    for (int column = 0; column < view->model()->columnCount(); ++column) {
        view->resizeColumnToContents(column);
    }
    view->setColumnWidth(name, std::min(view->columnWidth(name), widestProofName));
}

} // namespace

ProofPanel::ProofPanel(const PanelContext &context)
    : Panel(QStringLiteral("proof"), context),
      m_controls(new ProofControls(context.proofs, context.profiles, context.worker, this)),
      m_summary(new QLabel(this)),
      m_steps(new ProofStepModel(this)),
      m_stepView(new NodeView(QStringLiteral("proof-steps"), tr("Proved steps"), this)),
      m_values(new ProvedValueModel(this)),
      m_valueView(new NodeView(QStringLiteral("proof-values"), tr("Compared values"), this)),
      m_pages(new QStackedWidget(this)),
      m_empty(new EmptyState(this))
{
    m_summary->setObjectName(QStringLiteral("proof-summary"));
    m_summary->setWordWrap(true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_summary->setContentsMargins(8, 0, 8, 6);
    m_pages->addWidget(createTables());
    m_pages->addWidget(m_empty);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_controls);
    column->addWidget(m_summary);
    column->addWidget(m_pages, 1);
    connect(m_empty, &EmptyState::actionTriggered, this, [this] {
        if (document().isEmpty()) {
            Q_EMIT actionRequested(QStringLiteral("open"));
        } else if (document().passSteps().empty()) {
            this->context().passes.runFurther({{"Compile", {}}});
        } else {
            this->context().proofs.prove(ProofExtent::All);
        }
    });
    connect(&context.proofs, &ProofRunner::compared, this, [this] {
        if (!this->context().proofs.comparedSide()) {
            document().setShownStep(0); // passes made another graph than the one that was compared
        }
        refreshNow();
        showFirst();
    });
    connect(m_controls, &ProofControls::comparisonWanted, this, &ProofPanel::compare);
    connect(&context.proofs, &ProofRunner::finished, this, &ProofPanel::scheduleRefresh);
    connect(&context.proofs, &ProofRunner::optionsChanged, this, &ProofPanel::scheduleRefresh);
    connect(&context.profiles, &ProfileRunner::optionsChanged, this, &ProofPanel::scheduleRefresh);
    connect(&context.passes, &PassRunner::runningChanged, this, &ProofPanel::scheduleRefresh);
}

QWidget *ProofPanel::createTables()
{
    m_tables = new QSplitter(Qt::Horizontal, this);
    m_tables->setObjectName(QStringLiteral("proof-splitter"));
    m_stepView->setRows(m_steps);
    m_stepView->setTextElideMode(Qt::ElideRight);
    m_stepView->setSelectionMode(QAbstractItemView::SingleSelection);
    connect(m_stepView->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex &current) {
                if (current.isValid() && !m_isShowing) {
                    goToStep(m_stepView->sourceIndex(current).row());
                }
            });
    m_valueView->setRows(m_values);
    m_valueView->setTextElideMode(Qt::ElideMiddle);
    connect(m_valueView, &NodeView::nodeChosen, &selection(), &Selection::jumpTo);
    m_tables->addWidget(m_stepView);
    m_tables->addWidget(m_valueView);
    m_tables->setSizes({stepTableWidth, valueTableWidth});
    m_tables->setStretchFactor(0, 1);
    m_tables->setStretchFactor(1, 1);
    return m_tables;
}

void ProofPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    context().profiles.findDevices();
}

void ProofPanel::takeFocus()
{
    m_stepView->setFocus(Qt::ShortcutFocusReason);
}

/// The row of the step that the document shows; -1: it is none of them.
int ProofPanel::shownRow() const
{
    for (int row = 0; row < m_steps->rowCount(); ++row) {
        if (m_steps->row(row).number == document().shownStep()) {
            return row;
        }
    }
    return -1;
}

void ProofPanel::refresh()
{
    m_controls->showState();
    const ProofRunner &proofs = context().proofs;
    const Bisection *proof = proofs.result();
    const ToldComparison *comparison = proofs.comparison();
    m_pages->setCurrentWidget(proof || comparison ? static_cast<QWidget *>(m_tables) : m_empty);
    m_stepView->setVisible(comparison == nullptr);
    const QString &failure = proofs.failure();
    m_summary->setProperty("isFaulty", !failure.isEmpty());
    m_summary->setText(!failure.isEmpty() ? failure
                       : comparison       ? comparisonSummary(*comparison, comparedName())
                       : proof            ? proofSummary(*proof)
                                          : QString());
    m_summary->setVisible(!m_summary->text().isEmpty() && !proofs.isRunning());
    const QString why = proofs.whyNot(ProofExtent::All);
    if (document().isEmpty()) {
        m_empty->setWords(tr("Whether passes leave what the model computes as it was."),
                          tr("Open a model"));
    } else if (document().passSteps().empty() && !context().passes.isRunning()) {
        m_empty->setWords(tr("Whether passes leave what the model computes as it was. No pass has "
                             "run yet."),
                          tr("Compile"));
    } else {
        m_empty->setWords(tr("Whether passes leave what the model computes as it was: the graphs "
                             "are run on the same inputs and weights, and all values compared."),
                          why.isEmpty() ? tr("Prove all steps") : QString());
    }
    showResult();
}

void ProofPanel::showResult()
{
    const QScopedValueRollback<bool> guard(m_isShowing, true);
    const Bisection *proof = context().proofs.result();
    if (proof) {
        m_steps->setProof(*proof,
                          [this](std::size_t step) { return context().proofs.documentStep(step); });
        fitTexts(m_stepView, ProofStepModel::Name);
        m_stepView->showRow(m_steps->index(shownRow(), 0));
    }
    showValues();
}

void ProofPanel::showValues()
{
    const Bisection *proof = context().proofs.result();
    const int row = proof ? shownRow() : -1;
    const std::vector<PassStep> &steps = document().passSteps();
    const auto number = static_cast<std::size_t>(std::max(document().shownStep(), 1)) - 1;
    if (const ToldComparison *comparison = context().proofs.comparison()) {
        const bool isSecond =
            document().shownStep() > 0 && number < steps.size()
            && steps[number].file == context().proofs.comparedFile().toStdString();
        m_values->setComparison(*comparison, document().stage(), isSecond);
    } else if (row < 0 || number >= steps.size()) {
        m_values->setRows({});
    } else {
        m_values->setValues(*proof, static_cast<std::size_t>(row), steps[number]);
    }
    fitTexts(m_valueView, ProvedValueModel::Name);
    showSelection();
}

/// With the file that is beside the model already, else with one that is asked for.
void ProofPanel::compare()
{
    const auto &files = context().passes.stepFiles();
    if (files.size() == 1) {
        context().proofs.compareWith(toQString(files.front().string()));
    } else {
        Q_EMIT actionRequested(QStringLiteral("compare-values"));
    }
}

QString ProofPanel::comparedName() const
{
    return QFileInfo(context().proofs.comparedFile()).fileName();
}

/// Shows the step, and the node of its first value that differs.
void ProofPanel::goToStep(int row)
{
    if (m_steps->row(row).number == 0) {
        return; // a file that could not be read
    }
    document().setShownStep(m_steps->row(row).number);
    refreshNow();
    showFirst();
}

/// Selects the node of the first value that differs.
void ProofPanel::showFirst()
{
    for (const ProvedValueRow &value : m_values->rows()) {
        if (value.isFirst && value.node.isValid()) {
            selection().jumpTo(value.node);
            return;
        }
    }
}

void ProofPanel::showSelection()
{
    m_valueView->showNode(selection().current());
}

void registerProof(PanelRegistry &panels)
{
    panels.add({"proof", [] { return ProofPanel::tr("Proof"); }, QStringLiteral("check"),
                Qt::BottomDockWidgetArea, QKeySequence(QStringLiteral("Ctrl+Alt+V")),
                [](const PanelContext &context) { return new ProofPanel(context); },
                "proving-passes"});
}

} // namespace nervure
