// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/run/run_panel.h"

#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/jobs/profile_runner.h"
#include "widgets/models/profile_model.h"
#include "widgets/panels/empty_state.h"
#include "widgets/panels/node_view.h"
#include "widgets/panels/run/run_controls.h"

#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {
constexpr int shownPrintedLines = 5;
constexpr int shownWarnings = 3;
constexpr int mostPrintedLines = 10000; ///< of what a model prints, the last ones

/// Of the run and its device; those of the model are shown with it.
QStringList warningsOf(const ProfileReport &profile)
{
    QStringList warnings;
    for (const Diagnostic &found : profile.diagnostics) {
        const std::string &node = found.where.node;
        if (found.code.starts_with("device-") || found.code == "host-fallback"
            || found.code == "file-not-written") {
            warnings.append(toQString(node.empty() ? found.message : node + ": " + found.message));
        }
    }
    return warnings;
}

double transfersMs(const ProfileData &data)
{
    double sum = 0;
    for (const TransferProfile &transfer : data.transfers) {
        sum += transfer.ms.median;
    }
    return sum;
}

QString foldedText(const ProfileData &data)
{
    QStringList lines;
    for (const FoldedNode &folded : data.folded) {
        const std::string &name = folded.node.name;
        lines.append(toQString(folded.into.empty() ? name : name + " → " + folded.into));
    }
    return lines.join(u'\n');
}
} // namespace

RunPanel::RunPanel(const PanelContext &context)
    : Panel(QStringLiteral("run"), context),
      m_model(new ProfileModel(this)),
      m_controls(new RunControls(context.profiles, context.worker, this)),
      m_totals(new QLabel(this)),
      m_notice(new QLabel(this)),
      m_failure(new QLabel(this)),
      m_warnings(new QLabel(this)),
      m_printed(new QPlainTextEdit(this)),
      m_view(new NodeView(QStringLiteral("run-layers"), tr("Layers"), this)),
      m_pages(new QStackedWidget(this)),
      m_empty(new EmptyState(this))
{
    createView();
    connect(&context.profiles, &ProfileRunner::stateChanged, this, &RunPanel::showState);
    connect(m_empty, &EmptyState::actionTriggered, this, [this] {
        if (document().isEmpty()) {
            Q_EMIT actionRequested(QStringLiteral("open"));
        } else {
            this->context().profiles.run();
        }
    });
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_controls);
    for (QWidget *part : {static_cast<QWidget *>(m_notice), static_cast<QWidget *>(m_failure),
                          static_cast<QWidget *>(m_totals), static_cast<QWidget *>(m_warnings),
                          static_cast<QWidget *>(m_printed)}) {
        column->addWidget(part);
    }
    column->addWidget(m_pages, 1);
}

void RunPanel::createView()
{
    for (QLabel *label : {m_notice, m_totals, m_failure, m_warnings}) {
        label->setContentsMargins(8, 0, 8, 6);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setWordWrap(true);
    }
    m_notice->setObjectName(QStringLiteral("run-notice"));
    m_totals->setObjectName(QStringLiteral("run-totals"));
    m_failure->setObjectName(QStringLiteral("run-failure"));
    m_warnings->setObjectName(QStringLiteral("run-warnings"));
    m_printed->setObjectName(QStringLiteral("run-printed"));
    m_printed->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_printed->setAccessibleName(tr("Printed by the model"));
    m_printed->setReadOnly(true);
    m_printed->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_printed->setFrameShape(QFrame::NoFrame);
    m_printed->setMaximumBlockCount(mostPrintedLines);
    m_view->setRows(m_model);
    m_view->setSortable(ProfileModel::Time, Qt::DescendingOrder);
    m_view->header()->resizeSection(ProfileModel::Name, 220);
    connect(m_view, &NodeView::nodeChosen, this, [this](NodeId node) { selection().jumpTo(node); });
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_empty);
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
    const auto &profile = document().profile();
    m_controls->setRunnable(document().graph().nodeCount() > 0);
    if (profile) {
        m_model->setProfile(*profile, document().graph());
        for (int column = ProfileModel::Op; column < ProfileModel::Kernel; ++column) {
            m_view->resizeColumnToContents(column);
        }
    } else {
        m_model->setRows({});
    }
    m_pages->setCurrentWidget(profile ? static_cast<QWidget *>(m_view) : m_empty);
    showState();
}

void RunPanel::showState()
{
    const ProfileRunner &runner = context().profiles;
    m_notice->setVisible(!runner.notice().isEmpty());
    m_notice->setText(runner.notice());
    m_failure->setVisible(!runner.failure().isEmpty());
    m_failure->setText(runner.failure());
    showPrinted(runner.printed().trimmed());
    showTotals();
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

void RunPanel::showTotals()
{
    const auto &profile = document().profile();
    m_totals->setVisible(profile != nullptr);
    if (!profile) {
        return;
    }
    const ProfileData &times = profile->data;
    QStringList parts{tr("Run %1").arg(formatTime(times.wallMs.median)),
                      tr("layers %1").arg(formatTime(totalMs(times)))};
    if (times.unprofiledWallMs.median > 0) {
        parts.append(tr("unprofiled %1").arg(formatTime(times.unprofiledWallMs.median)));
    }
    if (const double transfers = transfersMs(times); transfers > 0) {
        parts.append(tr("transfers %1").arg(formatTime(transfers)));
    }
    if (const double rest = remainderMs(times); rest > 0) {
        parts.append(tr("unexplained %1").arg(formatTime(rest)));
    }
    parts.append(tr("prepared in %1").arg(formatTime(times.prepareMs)));
    parts.append(tr("%n layer(s)", nullptr, static_cast<int>(times.layers.size())));
    if (!times.folded.empty()) {
        parts.append(tr("%n node(s) folded", nullptr, static_cast<int>(times.folded.size())));
    }
    if (profile->pipeline == "none") {
        parts.append(tr("one kernel per node"));
    }
    parts.append(toQString(profile->device.name));
    const DeviceCeilings best = times.ceilings.value_or(DeviceCeilings());
    if (best.multiplyAddGflops > 0 && best.copyGbs > 0) {
        parts.append((best.isTrusted() ? tr("at best %1 GFLOP/s and %2 GB/s")
                                       : tr("at best about %1 GFLOP/s and %2 GB/s"))
                         .arg(QLocale().toString(best.multiplyAddGflops, 'f', 0),
                              QLocale().toString(best.copyGbs, 'f', 1)));
    }
    m_totals->setText(parts.join(QStringLiteral(" · ")));
    m_totals->setToolTip(foldedText(times));
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
    m_view->showNode(selection().current());
}

void registerRun(PanelRegistry &panels)
{
    panels.add({"run", [] { return RunPanel::tr("Run"); }, QStringLiteral("run"),
                Qt::BottomDockWidgetArea, QKeySequence(QStringLiteral("Ctrl+Shift+R")),
                [](const PanelContext &context) { return new RunPanel(context); }, "profiling"});
}

} // namespace nervure
