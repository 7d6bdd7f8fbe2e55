// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/proof/proof_controls.h"

#include "widgets/jobs/profile_runner.h"
#include "widgets/jobs/proof_runner.h"
#include "widgets/jobs/worker_process.h"
#include "widgets/style/fonts.h"
#include "widgets/style/tinted_icon.h"
#include "widgets/text/mnemonics.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>

namespace nervure {

namespace {

constexpr int proofProgressSteps = 1000;
constexpr int proofProgressWidth = 120;
constexpr int shortestDeviceName = 10; ///< characters
constexpr int toleranceWidth = 88;

} // namespace

ProofControls::ProofControls(ProofRunner &proofs, ProfileRunner &profiles, WorkerProcess &worker,
                             QWidget *parent)
    : QWidget(parent),
      m_proofs(proofs),
      m_profiles(profiles),
      m_worker(worker),
      m_step(createButton("proof-step", tr("Prove this step"),
                          tr("Runs the graph before and after the step that is shown, and compares "
                             "all values"),
                          ProofExtent::Step)),
      m_all(createButton("proof-all", tr("Prove all steps"),
                         tr("The same for every step, behind one that differs, too"),
                         ProofExtent::All)),
      m_bisect(createButton("proof-bisect", tr("Bisect"),
                            tr("Up to the first step that changes a value"), ProofExtent::First)),
      m_compare(new QPushButton(tr("Compare…"), this)),
      m_against(new QComboBox(this)),
      m_device(new QComboBox(this)),
      m_tolerance(new QLineEdit(this)),
      m_stop(new QPushButton(tintedIcon(QStringLiteral("stop")), tr("Stop"), this)),
      m_progress(new QProgressBar(this)),
      m_stage(new QLabel(this))
{
    createChoices();
    createComparison();
    createProgress();
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(8, 8, 8, 4);
    row->setSpacing(6);
    for (QWidget *widget : {static_cast<QWidget *>(m_step), static_cast<QWidget *>(m_all),
                            static_cast<QWidget *>(m_bisect), static_cast<QWidget *>(m_compare),
                            static_cast<QWidget *>(m_stop), static_cast<QWidget *>(m_against),
                            static_cast<QWidget *>(m_device)}) {
        row->addWidget(widget);
    }
    auto *title = new QLabel(tr("Tolerance"), this);
    title->setBuddy(m_tolerance);
    row->addSpacing(6);
    row->addWidget(title);
    row->addWidget(m_tolerance);
    row->addWidget(m_progress);
    row->addWidget(m_stage, 1);
    row->addStretch();
    connect(&proofs, &ProofRunner::stateChanged, this, &ProofControls::showState);
    connect(&worker, &WorkerProcess::busyChanged, this, &ProofControls::showState,
            Qt::QueuedConnection);
    connect(&proofs, &ProofRunner::optionsChanged, this, &ProofControls::showDevices);
    connect(&profiles, &ProfileRunner::optionsChanged, this, &ProofControls::showDevices);
    showDevices();
    showState();
}

QPushButton *ProofControls::createButton(const char *name, const QString &text,
                                         const QString &toolTip, ProofExtent extent)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(QLatin1String(name));
    button->setProperty("hint", toolTip);
    connect(button, &QPushButton::clicked, this, [this, extent] { m_proofs.prove(extent); });
    return button;
}

void ProofControls::createChoices()
{
    m_device->setObjectName(QStringLiteral("proof-device"));
    m_device->setAccessibleName(tr("Device"));
    m_device->setToolTip(tr("The device that the graphs are run on"));
    m_device->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_device->setMinimumContentsLength(shortestDeviceName);
    connect(m_device, &QComboBox::activated, this, [this](int index) {
        ProofOptions options = m_proofs.options();
        options.device = m_device->itemData(index).toString();
        m_proofs.setOptions(options);
    });
    m_tolerance->setObjectName(QStringLiteral("proof-tolerance"));
    m_tolerance->setAccessibleName(tr("Tolerance"));
    m_tolerance->setPlaceholderText(tr("rounding"));
    m_tolerance->setToolTip(
        tr("The relative difference that counts as equal, as 0.001; empty: that "
           "of rounding, by type"));
    m_tolerance->setFixedWidth(toleranceWidth);
    m_tolerance->setFont(numberFont());
    connect(m_tolerance, &QLineEdit::editingFinished, this, &ProofControls::takeTolerance);
}

void ProofControls::createComparison()
{
    m_compare->setObjectName(QStringLiteral("proof-compare"));
    connect(m_compare, &QPushButton::clicked, this, &ProofControls::comparisonWanted);
    m_against->setObjectName(QStringLiteral("proof-against"));
    m_against->setAccessibleName(tr("What steps are compared with"));
    m_against->setToolTip(
        tr("Each step beside the one before it; or beside the first graph, where small errors add "
           "up"));
    m_against->addItem(tr("Step before"), false);
    m_against->addItem(tr("First graph"), true);
    m_against->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_against, &QComboBox::activated, this, [this](int index) {
        ProofOptions options = m_proofs.options();
        options.isAgainstFirst = m_against->itemData(index).toBool();
        m_proofs.setOptions(options);
    });
}

void ProofControls::createProgress()
{
    m_stop->setObjectName(QStringLiteral("proof-stop"));
    m_stop->setAccessibleName(tr("Stop the proof"));
    connect(m_stop, &QPushButton::clicked, &m_proofs, &ProofRunner::stop);
    m_progress->setObjectName(QStringLiteral("proof-progress"));
    m_progress->setAccessibleName(tr("Progress of the proof"));
    m_progress->setTextVisible(false);
    m_progress->setMaximumWidth(proofProgressWidth);
    m_stage->setObjectName(QStringLiteral("proof-stage"));
    m_stage->setForegroundRole(QPalette::PlaceholderText);
    // Words that come and go must not push the window's docks about.
    m_stage->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

/// What is no such number becomes none.
void ProofControls::takeTolerance()
{
    bool isNumber = false;
    const QString text = m_tolerance->text().trimmed();
    double value = QLocale().toDouble(text, &isNumber);
    if (!isNumber) {
        value = text.toDouble(&isNumber);
    }
    ProofOptions options = m_proofs.options();
    options.tolerance = isNumber && value >= 0 ? std::optional(value) : std::nullopt;
    m_tolerance->setText(options.tolerance ? QLocale().toString(*options.tolerance, 'g', 6)
                                           : QString());
    if (options.tolerance != m_proofs.options().tolerance) {
        m_proofs.setOptions(options);
    }
}

void ProofControls::showDevices()
{
    const QSignalBlocker blocker(m_device);
    m_device->clear();
    for (const WorkerDevice &device : m_worker.devices()) {
        m_device->addItem(device.label, device.id);
    }
    m_device->setPlaceholderText(tr("No device yet"));
    m_device->setCurrentIndex(m_device->findData(m_proofs.device()));
    showState();
}

void ProofControls::showState()
{
    const bool isRunning = m_proofs.isRunning();
    for (const auto &[button, extent] : {std::pair(m_step, ProofExtent::Step),
                                         {m_all, ProofExtent::All},
                                         {m_bisect, ProofExtent::First}}) {
        const QString why = m_proofs.whyNot(extent);
        button->setVisible(!isRunning);
        button->setEnabled(why.isEmpty());
        button->setToolTip(why.isEmpty() ? button->property("hint").toString() : why);
    }
    m_stop->setVisible(isRunning);
    m_progress->setVisible(isRunning);
    const bool isKnown = m_proofs.fraction() >= 0;
    m_progress->setRange(0, isKnown ? proofProgressSteps : 0);
    m_progress->setValue(isKnown ? static_cast<int>(m_proofs.fraction() * proofProgressSteps) : -1);
    m_stage->setText(m_proofs.stage().isEmpty() ? tr("Preparing") : m_proofs.stage());
    m_stage->setVisible(isRunning);
    m_compare->setVisible(!isRunning);
    const QString whyNotComparing = m_proofs.whyNot(ProofExtent::None);
    m_compare->setEnabled(whyNotComparing.isEmpty());
    m_compare->setToolTip(
        whyNotComparing.isEmpty()
            ? tr("Runs the model and that of another file on the same inputs and weights, and "
                 "compares all values")
            : whyNotComparing);
    m_against->setEnabled(!isRunning);
    m_against->setCurrentIndex(m_proofs.options().isAgainstFirst ? 1 : 0);
    m_device->setEnabled(!isRunning);
    m_tolerance->setEnabled(!isRunning);
}

} // namespace nervure
