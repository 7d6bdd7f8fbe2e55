// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/run/run_panel.h"

#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/jobs/profile_runner.h"
#include "widgets/models/input_model.h"
#include "widgets/panels/empty_state.h"
#include "widgets/panels/run/kept_runs.h"
#include "widgets/panels/run/missing_sizes_row.h"
#include "widgets/panels/run/run_controls.h"
#include "widgets/panels/run/run_figures.h"
#include "widgets/panels/run/run_tables.h"
#include "widgets/text/diagnostic_words.h"
#include "widgets/text/format.h"

#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace nervure {

namespace {
constexpr int shownPrintedLines = 5;
constexpr int shownWarnings = 3;
constexpr qsizetype shownInvented = 2;
constexpr int runListWidth = 260;
constexpr double tellingLoad = 0.1;     ///< of the processors that others may have without a word
constexpr int mostPrintedLines = 10000; ///< of what a model prints, the last ones

/// Of the run and its device; those of the model are shown with it.
QStringList warningsOf(const ProfileReport &profile)
{
    QStringList warnings;
    for (const Diagnostic &found : profile.diagnostics) {
        const std::string &node = found.where.node;
        if (found.code.starts_with("device-") || found.code == "host-fallback"
            || found.code == "file-not-written" || found.code == "profile-unplaced") {
            const QString words = diagnosticMessage(found);
            warnings.append(node.empty() ? words : toQString(node) + QStringLiteral(": ") + words);
        }
    }
    return warnings;
}

/// The first few variables whose values nobody gave.
QString inventedNames(const ProfileReport &profile)
{
    QStringList names;
    for (const std::string &name : profile.invented) {
        if (names.size() == shownInvented) {
            names.append(QStringLiteral("…"));
            break;
        }
        names.append(toQString(name));
    }
    return names.join(QStringLiteral(", "));
}
} // namespace

RunPanel::RunPanel(const PanelContext &context)
    : Panel(QStringLiteral("run"), context),
      m_controls(new RunControls(context.profiles, context.worker, context.document, this)),
      m_figures(new RunFigures(this)),
      m_notice(new QLabel(this)),
      m_failure(new QLabel(this)),
      m_missing(new MissingSizesRow(this)),
      m_warnings(new QLabel(this)),
      m_printed(new QPlainTextEdit(this)),
      m_runs(new KeptRuns(context.document, this)),
      m_tables(new RunTables({context.document, context.selection, context.jobs}, context.profiles,
                             this)),
      m_pages(new QStackedWidget(this)),
      m_empty(new EmptyState(this))
{
    createLabels();
    followRuns();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_controls);
    for (QWidget *part : {static_cast<QWidget *>(m_notice), static_cast<QWidget *>(m_failure),
                          static_cast<QWidget *>(m_missing), static_cast<QWidget *>(m_figures),
                          static_cast<QWidget *>(m_warnings), static_cast<QWidget *>(m_printed)}) {
        column->addWidget(part);
    }
    m_pages->addWidget(createBody());
    m_pages->addWidget(m_empty);
    column->addWidget(m_pages, 1);
}

void RunPanel::followRuns()
{
    connect(&context().profiles, &ProfileRunner::stateChanged, this, &RunPanel::showState);
    connect(&context().profiles, &ProfileRunner::tuned, this, &RunPanel::scheduleRefresh);
    connect(m_missing, &MissingSizesRow::given, this,
            [this](const std::vector<std::pair<QString, Shape>> &sizes) {
                for (const auto &[name, shape] : sizes) {
                    giveShape(document(), name, shape);
                }
                context().profiles.run();
            });
    const RunList &runs = document().runs();
    connect(&runs, &RunList::listChanged, this, &RunPanel::scheduleRefresh);
    connect(&runs, &RunList::comparisonChanged, this, &RunPanel::scheduleRefresh);
    connect(m_tables, &RunTables::nodeChosen, this,
            [this](NodeId node) { selection().jumpTo(node); });
    connect(m_tables, &RunTables::tableChanged, this, &RunPanel::showFigures);
    connect(m_tables, &RunTables::actionRequested, this, &RunPanel::actionRequested);
    connect(&runs, &RunList::comparisonChanged, this, [this] {
        if (document().runs().comparison()) {
            m_tables->showTable(RunTables::Comparison);
        }
    });
    connect(m_empty, &EmptyState::actionTriggered, this, [this] {
        if (document().isEmpty()) {
            Q_EMIT actionRequested(QStringLiteral("open"));
        } else {
            context().profiles.run();
        }
    });
}

void RunPanel::createLabels()
{
    for (QLabel *label : {m_notice, m_failure, m_warnings}) {
        label->setContentsMargins(8, 0, 8, 6);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setWordWrap(true);
    }
    m_notice->setObjectName(QStringLiteral("run-notice"));
    m_failure->setObjectName(QStringLiteral("run-failure"));
    m_warnings->setObjectName(QStringLiteral("run-warnings"));
    m_printed->setObjectName(QStringLiteral("run-printed"));
    m_printed->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_printed->setAccessibleName(tr("Printed by the model"));
    m_printed->setReadOnly(true);
    m_printed->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_printed->setFrameShape(QFrame::NoFrame);
    m_printed->setMaximumBlockCount(mostPrintedLines);
}

QWidget *RunPanel::createBody()
{
    auto *split = new QSplitter(Qt::Horizontal, this);
    split->setObjectName(QStringLiteral("run-splitter"));
    split->setChildrenCollapsible(true);
    split->addWidget(m_runs);
    split->addWidget(m_tables);
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 4);
    split->setSizes({runListWidth, 4 * runListWidth});
    return split;
}

void RunPanel::save(QSettings &store) const
{
    m_tables->save(store);
}

void RunPanel::restore(const QSettings &store)
{
    m_tables->restore(store);
}

void RunPanel::takeFocus()
{
    m_controls->runButton()->setFocus(Qt::ShortcutFocusReason);
}

void RunPanel::showEvent(QShowEvent *event)
{
    // Starting a worker takes a moment; only those who look at devices pay for it.
    context().profiles.findDevices();
    Panel::showEvent(event);
}

void RunPanel::refresh()
{
    m_controls->setRunnable(document().graph().nodeCount() > 0);
    m_runs->refresh();
    m_tables->refresh();
    const bool isEmpty =
        document().runs().history().empty() && context().profiles.tuning() == nullptr;
    m_pages->setCurrentIndex(isEmpty ? 1 : 0);
    showState();
}

void RunPanel::showState()
{
    const ProfileRunner &runner = context().profiles;
    m_notice->setVisible(!runner.notice().isEmpty());
    m_notice->setText(runner.notice());
    m_failure->setVisible(!runner.failure().isEmpty());
    m_failure->setText(runner.failure());
    m_missing->setMissing(runner.missingSizes());
    showPrinted(runner.printed().trimmed());
    showFigures();
    showWarnings();
    if (document().isEmpty()) {
        m_empty->setWords(tr("The time of each layer, measured on a device."), tr("Open a model"));
    } else if (runner.isRunning()) {
        m_empty->setWords(tr("Running; the layers show here when the run has ended."));
    } else {
        const QString device = runner.deviceName();
        m_empty->setWords(tr("Run the model to see the time of each layer."),
                          device.isEmpty() ? tr("Run") : tr("Run on %1").arg(device));
    }
}

/// As tall as the text, up to a few lines; the rest is scrolled to.
void RunPanel::showPrinted(const QString &text)
{
    m_printed->setVisible(!text.isEmpty());
    if (m_printed->toPlainText() == text) {
        return;
    }
    m_printed->setPlainText(text);
    const int lines = std::min(m_printed->blockCount(), shownPrintedLines);
    const int line = m_printed->fontMetrics().lineSpacing();
    const int bar = m_printed->horizontalScrollBar()->sizeHint().height();
    // A line more: what the document and the frame put around the text.
    m_printed->setFixedHeight((lines + 1) * line + bar);
}

void RunPanel::showFigures()
{
    const auto &profile = document().profile();
    const RunList &runs = document().runs();
    const auto &tuning = context().profiles.tuning();
    const bool showsTuning = tuning && m_tables->shownTable() == RunTables::Tuning;
    m_figures->setVisible(profile != nullptr || showsTuning);
    if (showsTuning) {
        m_figures->showTuning(*tuning);
    } else if (profile && runs.comparison() && m_tables->shownTable() == RunTables::Comparison) {
        m_figures->showComparison(*runs.comparison());
    } else if (profile) {
        QStringList remarks;
        if (!runs.isOf(runs.shown(), document().modelState())) {
            remarks.append(tr("of the model as it was then"));
        }
        if (profile->isStopped) {
            remarks.append(
                tr("stopped after %n run(s)", nullptr, static_cast<int>(profile->data.repeat)));
        }
        if (!profile->invented.empty()) {
            remarks.append(tr("with made-up values of %1").arg(inventedNames(*profile)));
        }
        if (profile->data.otherLoad && *profile->data.otherLoad >= tellingLoad) {
            remarks.append(tr("others had %1 of the processors during this run")
                               .arg(formatShare(*profile->data.otherLoad)));
        }
        m_figures->showRun(*profile, remarks.join(QStringLiteral(" · ")));
    }
}

/// The first few, without a compiler's log behind them; all is in the tool tip.
void RunPanel::showWarnings()
{
    const auto &profile = document().profile();
    const QStringList warnings = profile ? warningsOf(*profile) : QStringList();
    QStringList lines;
    for (const QString &warning :
         warnings.first(std::min<qsizetype>(warnings.size(), shownWarnings))) {
        lines.append(warning.section(u'\n', 0, 0));
    }
    if (lines.size() < warnings.size()) {
        lines.append(tr("%n more", nullptr, static_cast<int>(warnings.size() - lines.size())));
    }
    m_warnings->setVisible(!warnings.isEmpty());
    m_warnings->setText(lines.join(u'\n'));
    m_warnings->setToolTip(warnings.join(u'\n'));
}

void RunPanel::showSelection()
{
    m_tables->showNode(selection().current());
}

void registerRun(PanelRegistry &panels)
{
    panels.add({"run", [] { return RunPanel::tr("Run"); }, QStringLiteral("run"),
                Qt::BottomDockWidgetArea, QKeySequence(QStringLiteral("Ctrl+Shift+R")),
                [](const PanelContext &context) { return new RunPanel(context); }, "profiling"});
}

} // namespace nervure
