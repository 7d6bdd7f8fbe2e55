// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/run/run_controls.h"

#include "core/engine/pipeline_choice.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/history_command.h"
#include "widgets/jobs/profile_runner.h"
#include "widgets/jobs/worker_process.h"
#include "widgets/panels/run/run_settings.h"
#include "widgets/panels/run/what_if_dialog.h"
#include "widgets/style/tinted_icon.h"
#include "widgets/text/format.h"
#include "widgets/text/mnemonics.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>

namespace nervure {

namespace {
constexpr int mostRepeats = 1000;
constexpr int progressSteps = 1000;
constexpr int progressWidth = 160;
constexpr int shortestProgress = 48;
constexpr int shortestDevice = 10; ///< characters
} // namespace

RunControls::RunControls(ProfileRunner &runner, WorkerProcess &worker,
                         const GraphDocument &document, QWidget *parent)
    : QWidget(parent),
      m_runner(runner),
      m_worker(worker),
      m_document(document),
      m_device(new QComboBox(this)),
      m_mode(new QComboBox(this)),
      m_repeat(new QSpinBox(this)),
      m_choices(new QPushButton(this)),
      m_settings(new RunSettings(runner, document, this)),
      m_run(new QPushButton(this)),
      m_whatIf(new QToolButton(this)),
      m_stop(new QPushButton(tintedIcon(QStringLiteral("stop")), tr("Stop"), this)),
      m_progress(new QProgressBar(this)),
      m_stage(new QLabel(this))
{
    createDevice();
    createMode();
    createRepeat();
    createButtons();
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(8, 8, 8, 8);
    row->setSpacing(6);
    row->addWidget(m_run);
    row->addWidget(m_whatIf);
    row->addWidget(m_stop);
    row->addWidget(m_device);
    row->addWidget(m_mode);
    row->addWidget(m_repeat);
    row->addWidget(m_choices);
    row->addWidget(m_progress);
    row->addWidget(m_stage, 1);
    row->addStretch();
    connect(&runner, &ProfileRunner::optionsChanged, this, &RunControls::showDevices);
    connect(&runner, &ProfileRunner::stateChanged, this, &RunControls::showState);
    connect(&runner, &ProfileRunner::progressChanged, this, &RunControls::showProgress);
    showDevices();
    showState();
}

void RunControls::createDevice()
{
    m_device->setObjectName(QStringLiteral("run-device"));
    m_device->setAccessibleName(tr("Device"));
    m_device->setToolTip(tr("The device to run on"));
    m_device->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_device->setMinimumContentsLength(shortestDevice);
    connect(m_device, &QComboBox::activated, this, [this](int index) {
        ProfileOptions options = m_runner.options();
        options.device = m_device->itemData(index).toString();
        m_runner.setOptions(options);
    });
}

void RunControls::createMode()
{
    m_mode->setObjectName(QStringLiteral("run-mode"));
    m_mode->setAccessibleName(tr("Mode"));
    m_mode->setToolTip(
        tr("Serialized: each layer alone, with its launch cost. Pipelined: all layers "
           "in flight, as in production."));
    m_mode->addItem(tr("Serialized"), QStringLiteral("serialised"));
    m_mode->addItem(tr("Pipelined"), QStringLiteral("pipelined"));
    connect(m_mode, &QComboBox::activated, this, [this](int index) {
        ProfileOptions options = m_runner.options();
        options.mode = m_mode->itemData(index).toString();
        m_runner.setOptions(options);
    });
}

void RunControls::createRepeat()
{
    m_repeat->setObjectName(QStringLiteral("run-repeat"));
    m_repeat->setAccessibleName(tr("Repeats"));
    m_repeat->setToolTip(tr("How often the model runs; times are medians"));
    m_repeat->setRange(1, mostRepeats);
    m_repeat->setPrefix(tr("× "));
    m_repeat->setValue(m_runner.options().repeat);
    connect(m_repeat, &QSpinBox::valueChanged, this, [this](int value) {
        ProfileOptions options = m_runner.options();
        options.repeat = value;
        m_runner.setOptions(options);
    });
}

void RunControls::createButtons()
{
    m_run->setObjectName(QStringLiteral("run-start"));
    m_run->setIcon(tintedIcon(QStringLiteral("play-profile")));
    m_choices->setObjectName(QStringLiteral("run-choices"));
    m_choices->setProperty("hasMenu", true); // for the style sheet
    m_choices->setToolTip(tr("How the model is run"));
    connect(m_choices, &QPushButton::clicked, this, [this] { m_settings->openBelow(m_choices); });
    m_stop->setObjectName(QStringLiteral("run-stop"));
    m_stop->setAccessibleName(tr("Stop the run"));
    m_progress->setObjectName(QStringLiteral("run-progress"));
    m_progress->setAccessibleName(tr("Progress of the run"));
    m_progress->setTextVisible(false);
    m_progress->setRange(0, progressSteps);
    m_progress->setMinimumWidth(shortestProgress);
    m_progress->setMaximumWidth(progressWidth);
    m_stage->setObjectName(QStringLiteral("run-stage"));
    m_stage->setForegroundRole(QPalette::PlaceholderText);
    // Words that come and go must not push the window's docks about.
    m_stage->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_whatIf->setObjectName(QStringLiteral("run-what-if"));
    m_whatIf->setIcon(tintedIcon(QStringLiteral("side-by-side")));
    m_whatIf->setToolTip(
        tr("What if: measure the model beside itself with something changed, by turns"));
    m_whatIf->setAccessibleName(tr("What if"));
    m_whatIf->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(m_whatIf);
    menu->setObjectName(QStringLiteral("run-what-if-menu"));
    connect(menu, &QMenu::aboutToShow, this, &RunControls::fillWhatIf);
    m_whatIf->setMenu(menu);
    connect(m_run, &QPushButton::clicked, &m_runner, &ProfileRunner::run);
    connect(m_stop, &QPushButton::clicked, &m_runner, &ProfileRunner::stop);
}

/// What can be changed now: the model was edited, or a pass is left out.
void RunControls::fillWhatIf()
{
    QMenu &menu = *m_whatIf->menu();
    menu.clear();
    const auto steps = m_runner.editedSince();
    const QUndoStack &history = m_document.undoStack();
    const int edits = steps ? editsBetween(history, *steps, history.index()) : 0;
    QAction *edit = menu.addAction(edits > 0 ? tr("Measure the last %n edit(s)", nullptr, edits)
                                             : tr("Measure edits: there are none"),
                                   &m_runner, &ProfileRunner::measureEdit);
    edit->setObjectName(QStringLiteral("what-if-edit"));
    edit->setEnabled(edits > 0);
    menu.addSeparator();
    for (const PassRequest &pass : devicePassesOf(m_document.graph(), m_document.builtins())) {
        const QString name = toQString(pass.name);
        QAction *without = menu.addAction(tr("Measure without %1").arg(name), &m_runner,
                                          [this, name] { m_runner.measureWithout(name); });
        without->setObjectName(QStringLiteral("what-if-without-") + name);
    }
    menu.addSeparator();
    menu.addAction(tr("Measure with other passes or options…"), this,
                   [this] { askWhatIf(m_runner, m_document, this); })
        ->setObjectName(QStringLiteral("what-if-ask"));
}

void RunControls::setRunnable(bool isRunnable)
{
    m_isRunnable = isRunnable;
    showState();
}

void RunControls::showDevices()
{
    const QSignalBlocker blocker(m_device);
    m_device->clear();
    for (const WorkerDevice &device : m_worker.devices()) {
        m_device->addItem(device.label, device.id);
        m_device->setItemData(
            m_device->count() - 1,
            QStringLiteral("%1\n%2\n%3").arg(device.name, device.platform, device.version),
            Qt::ToolTipRole);
    }
    m_device->setPlaceholderText(tr("No device yet"));
    m_device->setCurrentIndex(m_device->findData(m_runner.options().device));
    m_mode->setCurrentIndex(m_mode->findData(m_runner.options().mode));
    const QSignalBlocker repeatBlocker(m_repeat);
    m_repeat->setValue(m_runner.options().repeat);
    showChanged();
    const QString name = m_runner.deviceName();
    const QString run = name.isEmpty() ? tr("Run") : tr("Run on %1").arg(name);
    m_run->setText(withoutMnemonics(run));
    m_run->setAccessibleName(run);
}

/// The button tells how many are on, so that nobody wonders about figures of a run that was not the
/// usual one.
void RunControls::showChanged()
{
    const int count = m_settings->changedCount();
    m_choices->setText(count == 0 ? tr("Settings") : tr("Settings (%1)").arg(count));
}

/// "12 of 100 runs, 1.24 ms · 350 MB": how far it is, and the memory of the process that runs it.
QString RunControls::progressText() const
{
    const auto held = m_runner.memoryBytes();
    return held && *held > 0 ? QStringLiteral("%1 · %2").arg(
               stageText(), formatBytes(static_cast<std::int64_t>(*held)))
                             : stageText();
}

QString RunControls::stageText() const
{
    if (const auto &live = m_runner.liveRuns()) {
        return tr("%1 of %2 runs, %3")
            .arg(live->done)
            .arg(live->asked)
            .arg(formatTime(live->medianMs));
    }
    const QString stage = m_runner.stage().isEmpty() ? tr("Running") : m_runner.stage();
    const int percent = static_cast<int>(m_runner.fraction() * 100);
    return m_runner.fraction() >= 0 ? tr("%1, %2 %").arg(stage).arg(percent) : stage;
}

/// The bar stands still where nobody knows how far the run is: one that moves to and fro is painted all the time, and
/// takes its part of a processor that is being measured.
void RunControls::showProgress()
{
    m_progress->setValue(static_cast<int>(std::max(0.0, m_runner.fraction()) * progressSteps));
    const QString text = progressText();
    if (m_stage->text() != text) {
        m_stage->setText(text);
        m_stage->setToolTip(text);
    }
}

void RunControls::showState()
{
    const bool isRunning = m_runner.isRunning();
    m_run->setVisible(!isRunning);
    m_run->setEnabled(m_isRunnable);
    m_whatIf->setVisible(!isRunning);
    m_whatIf->setEnabled(m_isRunnable);
    m_stop->setVisible(isRunning);
    m_progress->setVisible(isRunning);
    showProgress();
    m_stage->setVisible(isRunning);
    for (QWidget *widget : {static_cast<QWidget *>(m_device), static_cast<QWidget *>(m_mode),
                            static_cast<QWidget *>(m_repeat), static_cast<QWidget *>(m_choices)}) {
        widget->setEnabled(!isRunning);
    }
}

} // namespace nervure
