// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/passes/passes_panel.h"

#include "core/builtins.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/jobs/pass_runner.h"
#include "widgets/models/input_model.h"
#include "widgets/models/pass_list_model.h"
#include "widgets/models/pass_step_model.h"
#include "widgets/models/stage_summary.h"
#include "widgets/panels/empty_state.h"
#include "widgets/panels/node_view.h"
#include "widgets/panels/passes/break_list.h"
#include "widgets/panels/passes/missing_inputs.h"
#include "widgets/panels/passes/pass_notice.h"
#include "widgets/panels/passes/pass_options.h"
#include "widgets/panels/passes/pipeline_list.h"
#include "widgets/panels/passes/pipeline_options.h"
#include "widgets/style/deferred_call.h"
#include "widgets/style/tinted_icon.h"
#include "widgets/text/format.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace nervure {

namespace {

constexpr const char *compilePass = "Compile";
constexpr int listWidth = 440;
constexpr int historyWidth = 360;

} // namespace

PassesPanel::PassesPanel(const PanelContext &context)
    : Panel(QStringLiteral("passes"), context),
      m_orient(new DeferredCall(this, [this] { orient(); })),
      m_split(new QSplitter(Qt::Horizontal, this)),
      m_passes(new PassListModel(context.builtins.passes, this)),
      m_steps(new PassStepModel(this)),
      m_passView(new NodeView(QStringLiteral("passes-list"), tr("Passes"), this)),
      m_stepView(new NodeView(QStringLiteral("passes-history"), tr("History"), this)),
      m_options(new PassOptions(this)),
      m_optionArea(new QScrollArea(this)),
      m_misfit(new QLabel(this)),
      m_missing(new MissingInputs(this)),
      m_runAll(new QPushButton(this)),
      m_compile(new QPushButton(this)),
      m_runOne(new QPushButton(this)),
      m_progress(new QProgressBar(this)),
      m_pages(new QStackedWidget(this)),
      m_empty(new EmptyState(this)),
      m_pipeline(new PipelineList(this)),
      m_pipelineOptions(
          new PipelineOptions(context.passes, context.builtins.passes, *m_pipeline, this)),
      m_notice(new PassNotice(context.passes, this)),
      m_breaks(new BreakList(this)),
      m_stopWhen(new QToolButton(this)),
      m_onlyChanges(new QCheckBox(tr("Only &steps that changed something"), this)),
      m_comparison(new QPushButton(tintedIcon(QStringLiteral("close")), QString(), this))
{
    m_split->setObjectName(QStringLiteral("passes-splitter"));
    m_split->addWidget(createList());
    m_split->addWidget(createHistory());
    // Their words decide about the widths, as long as nobody moves a border.
    m_split->setSizes({listWidth, historyWidth});
    m_split->setStretchFactor(0, 1);
    m_split->setStretchFactor(1, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_split);
    connect(&context.passes, &PassRunner::runningChanged, this, &PassesPanel::showRunning);
    connect(&context.passes, &PassRunner::breaksChanged, this, &PassesPanel::showRunning);
    connect(m_missing, &MissingInputs::shapesGiven, this, [this](const auto &shapes) {
        for (const auto &[name, shape] : shapes) {
            giveSizes(document(), name, shape);
        }
        this->context().passes.runUsual();
    });
    showChosen();
    showRunning();
}

QWidget *PassesPanel::createList()
{
    auto *side = new QWidget(this);
    m_runAll->setObjectName(QStringLiteral("passes-run-all"));
    m_runAll->setText(tr("Infer shapes, types and memory"));
    m_runAll->setIcon(tintedIcon(QStringLiteral("passes")));
    m_runAll->setToolTip(
        tr("Runs InferShape, InferType and PlanMemory on the model as it was opened. Passes that "
           "are run then follow each other in the list."));
    connect(m_runAll, &QPushButton::clicked, this, [this] {
        this->context().passes.runUsual();
        m_stepView->setFocus(); // where the results will be stepped through
    });
    m_compile->setObjectName(QStringLiteral("passes-compile"));
    m_compile->setText(tr("Compile"));
    m_compile->setToolTip(tr("Runs what nnvm.compiler.build runs, each pass as a step: choose "
                             "Compile in the list for its options"));
    connect(m_compile, &QPushButton::clicked, this, [this] {
        this->context().passes.runFurther({{compilePass, {}}});
        m_stepView->setFocus();
    });
    m_runOne->setObjectName(QStringLiteral("passes-run-one"));
    connect(m_runOne, &QPushButton::clicked, this, &PassesPanel::runChosen);
    m_passView->setRows(m_passes);
    m_passView->setTextElideMode(Qt::ElideRight);
    m_passView->setSelectionMode(QAbstractItemView::SingleSelection);
    m_passView->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_passView->resizeColumnToContents(PassListModel::Name);
    connect(m_passView->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &PassesPanel::showChosen);
    connect(m_passView, &QTreeView::activated, this, &PassesPanel::runChosen);
    if (m_passes->rowCount() > 0) {
        m_passView->setCurrentIndex(m_passView->model()->index(0, 0));
    }
    m_optionArea->setWidgetResizable(true);
    m_optionArea->setFrameShape(QFrame::NoFrame);
    m_optionArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_optionArea->setWidget(m_options);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_runAll);
    buttons->addWidget(m_compile);
    buttons->addStretch();
    m_misfit->setObjectName(QStringLiteral("passes-misfit"));
    m_misfit->setWordWrap(true);
    auto *chosen = new QVBoxLayout;
    chosen->addWidget(m_optionArea, 1);
    chosen->addWidget(m_misfit);
    chosen->addWidget(m_runOne, 0, Qt::AlignLeft);
    auto *list = new QHBoxLayout;
    list->addWidget(m_passView, 1);
    list->addLayout(chosen, 1);
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(8, 8, 8, 8);
    column->addLayout(buttons);
    column->addLayout(list, 1);
    return side;
}

QWidget *PassesPanel::createHistory()
{
    auto *side = new QWidget(this);
    m_stepView->setRows(m_steps);
    m_stepView->setTextElideMode(Qt::ElideRight);
    m_stepView->setSelectionMode(QAbstractItemView::SingleSelection);
    connect(m_stepView->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex &current) {
                if (current.isValid() && !m_isShowing) {
                    document().setShownStep(
                        m_steps->stepOf(m_stepView->sourceIndex(current).row()));
                }
            });
    m_stepView->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_stepView, &QWidget::customContextMenuRequested, this, &PassesPanel::showStepMenu);
    m_onlyChanges->setObjectName(QStringLiteral("passes-only-changes"));
    connect(m_onlyChanges, &QCheckBox::toggled, &document(), &GraphDocument::setShowsOnlyChanges);
    connect(&document(), &GraphDocument::stepRowsChanged, this, &PassesPanel::showStage);
    m_pages->addWidget(m_stepView);
    m_pages->addWidget(m_empty);
    connect(m_empty, &EmptyState::actionTriggered, this, [this] {
        if (document().isEmpty()) {
            Q_EMIT actionRequested(QStringLiteral("open"));
        } else {
            context().passes.runUsual();
        }
    });
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_missing);
    column->addWidget(createRunning());
    column->addWidget(m_notice);
    column->addLayout(createPipeline());
    column->addWidget(m_pipelineOptions);
    column->addWidget(m_breaks);
    column->addLayout(createFilter());
    column->addWidget(m_pages, 1);
    return side;
}

/// The passes that run, with what they stop at.
QLayout *PassesPanel::createPipeline()
{
    auto *line = new QHBoxLayout;
    line->setContentsMargins(8, 4, 8, 0);
    line->addWidget(m_pipeline, 1);
    connect(m_pipeline, &PipelineList::changed, this,
            [this](const Pipeline &pipeline) { context().passes.setPipeline(pipeline); });
    connect(m_breaks, &BreakList::changed, this,
            [this](const PassBreaks &breaks) { context().passes.setBreaks(breaks); });
    m_stopWhen->setObjectName(QStringLiteral("passes-stop-when"));
    m_stopWhen->setText(tr("Stop when…"));
    m_stopWhen->setToolTip(tr("Add a condition that passes stop at"));
    m_stopWhen->setAutoRaise(true);
    m_stopWhen->setCheckable(true);
    connect(m_stopWhen, &QToolButton::toggled, m_breaks, &BreakList::setAsking);
    return line;
}

QLayout *PassesPanel::createFilter()
{
    auto *filter = new QHBoxLayout;
    filter->setContentsMargins(8, 4, 8, 4);
    filter->addWidget(m_onlyChanges);
    m_comparison->setObjectName(QStringLiteral("passes-comparison"));
    m_comparison->setToolTip(tr("Compare each step with the one before it again"));
    m_comparison->setAccessibleName(m_comparison->toolTip());
    connect(m_comparison, &QPushButton::clicked, this, [this] { document().compareWith({}); });
    filter->addStretch();
    filter->addWidget(m_comparison);
    filter->addWidget(m_stopWhen);
    return filter;
}

QWidget *PassesPanel::createRunning()
{
    m_running = new QWidget(this);
    m_progress->setObjectName(QStringLiteral("passes-progress"));
    m_progress->setAccessibleName(tr("Passes are running"));
    m_progress->setRange(0, 0);
    auto *stop = new QPushButton(tr("Stop"), m_running);
    stop->setObjectName(QStringLiteral("passes-stop"));
    connect(stop, &QPushButton::clicked, &context().passes, &PassRunner::cancel);
    auto *row = new QHBoxLayout(m_running);
    row->setContentsMargins(8, 8, 8, 8);
    row->addWidget(m_progress, 1);
    row->addWidget(stop);
    return m_running;
}

void PassesPanel::resizeEvent(QResizeEvent *event)
{
    Panel::resizeEvent(event);
    m_orient->request();
}

void PassesPanel::orient()
{
    // Side by side they want so much width that the panel may not become narrower of itself.
    const auto direction = 3 * height() > 2 * width() ? Qt::Vertical : Qt::Horizontal;
    if (direction == m_split->orientation()) {
        return;
    }
    m_split->setOrientation(direction);
    if (direction == Qt::Vertical) {
        m_split->setSizes({height() / 3, height() * 2 / 3});
    } else {
        m_split->setSizes({listWidth, historyWidth});
    }
}

void PassesPanel::takeFocus()
{
    m_passView->setFocus(Qt::ShortcutFocusReason);
}

void PassesPanel::refresh()
{
    const bool hasModel = document().graph().nodeCount() > 0;
    const std::vector<PassStep> &steps = document().passSteps();
    showStage();
    m_missing->setDocument(document());
    m_breaks->setDocument(document());
    m_pages->setCurrentWidget(steps.empty() ? static_cast<QWidget *>(m_empty) : m_stepView);
    if (!hasModel) {
        m_empty->setWords(tr("What each pass adds to the model, step by step."),
                          tr("Open a model"));
    } else if (m_missing->isHidden()) {
        m_empty->setWords(tr("No pass has run yet. Inference tells the shape and type of every "
                             "value."),
                          tr("Infer shapes, types and memory"));
    } else {
        m_empty->setWords(tr("No pass has run yet. Inference needs the shapes above."));
    }
    showRunning();
}

/// The history, and where it stands.
void PassesPanel::showStage()
{
    const QScopedValueRollback<bool> guard(m_isShowing, true);
    const std::vector<StepRow> rows = document().stepRows();
    m_steps->setSteps(document().passSteps(), rows);
    for (int column = 0; column + 1 < m_steps->columnCount(); ++column) {
        m_stepView->resizeColumnToContents(column);
    }
    const auto row = static_cast<int>(rowOfStep(rows, document().shownStep()));
    m_stepView->showRow(m_steps->index(row, 0));
    m_onlyChanges->setVisible(!document().passSteps().empty());
    const std::optional<int> base = document().comparedStep();
    m_comparison->setVisible(base.has_value());
    if (base) {
        m_comparison->setText(tr("Compared with %1").arg(stepTitle(document(), *base)));
    }
}

const PassSpec *PassesPanel::chosenPass() const
{
    const QModelIndex index = m_passView->sourceIndex(m_passView->currentIndex());
    return index.isValid() ? m_passes->row(index.row()) : nullptr;
}

/// Of the graph that a further pass would run on: what the steps made, or the model.
Dialect PassesPanel::reachedDialect() const
{
    const std::vector<PassStep> &steps = document().passSteps();
    const auto last = std::find_if(steps.rbegin(), steps.rend(),
                                   [](const PassStep &step) { return step.graph != nullptr; });
    return last == steps.rend() ? document().graph().dialect() : last->graph->dialect();
}

void PassesPanel::showChosen()
{
    const PassSpec *pass = chosenPass();
    m_options->setPass(pass);
    m_optionArea->setVisible(pass != nullptr && !pass->options.empty());
    m_runOne->setText(pass == nullptr ? tr("Run a pass") : tr("Run %1").arg(toQString(pass->name)));
    m_runOne->setAccessibleName(m_runOne->text());
    showRunning();
}

void PassesPanel::showRunning()
{
    const bool isRunning = context().passes.isRunning();
    const bool hasModel = document().graph().nodeCount() > 0;
    const bool canRun = !isRunning && hasModel;
    m_runAll->setEnabled(canRun);
    m_compile->setEnabled(canRun);
    m_passes->setDialect(reachedDialect());
    const PassSpec *pass = chosenPass();
    const QString misfit = pass != nullptr && hasModel ? m_passes->misfit(*pass) : QString();
    m_misfit->setText(misfit);
    m_misfit->setVisible(!misfit.isEmpty());
    m_runOne->setEnabled(canRun && pass != nullptr && misfit.isEmpty());
    if (m_running != nullptr) {
        m_running->setVisible(isRunning);
    }
    const PassRunner &passes = context().passes;
    m_pipeline->setVisible(!passes.pipeline().empty());
    m_pipeline->setPipeline(passes.pipeline());
    m_pipelineOptions->showState();
    m_breaks->setBreaks(passes.breaks());
    m_stopWhen->setVisible(hasModel);
    m_notice->showState();
}

void PassesPanel::showStepMenu(const QPoint &place)
{
    const QModelIndex index = m_stepView->sourceIndex(m_stepView->indexAt(place));
    if (!index.isValid()) {
        return;
    }
    const int step = m_steps->stepOf(index.row());
    auto *menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("passes-step-menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    // Steps may be others under the same numbers.
    connect(m_steps, &QAbstractItemModel::modelReset, menu, &QMenu::close);
    menu->addAction(tr("&Compare others with this step"), this,
                    [this, step] { document().compareWith(step); });
    menu->popup(m_stepView->viewport()->mapToGlobal(place));
}

void PassesPanel::runChosen()
{
    const PassSpec *pass = chosenPass();
    if (pass != nullptr && m_runOne->isEnabled()) {
        context().passes.runFurther({{pass->name, m_options->values()}});
        m_stepView->setFocus();
    }
}

void registerPasses(PanelRegistry &panels)
{
    panels.add({"passes", [] { return PassesPanel::tr("Passes"); }, QStringLiteral("passes"),
                Qt::BottomDockWidgetArea, QKeySequence(QStringLiteral("Ctrl+Alt+P")),
                [](const PanelContext &context) { return new PassesPanel(context); }, "passes"});
}

} // namespace nervure
