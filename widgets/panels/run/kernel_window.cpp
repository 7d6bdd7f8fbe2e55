// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/run/kernel_window.h"

#include "core/execution/profile/profile.h"
#include "widgets/jobs/profile_runner.h"
#include "widgets/models/layer_words.h"
#include "widgets/panels/run/opencl_highlighter.h"
#include "widgets/text/format.h"

#include <QComboBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace nervure {

namespace {
constexpr QSize usualSize(760, 640);
constexpr int columnSpace = 16;

QString factsOfKernel(const LayerKernel &kernel)
{
    KernelProfile profile;
    profile.global = kernel.global;
    profile.local = kernel.local;
    QStringList facts{workSizes(profile)};
    if (!kernel.algorithm.empty()) {
        facts.append(toQString(kernel.algorithm));
    }
    if (const std::int64_t bytes = std::max(kernel.localBytes, kernel.facts.localBytes);
        bytes > 0) {
        facts.append(KernelWindow::tr("%1 of local memory").arg(formatBytes(bytes)));
    }
    if (kernel.facts.privateBytes > 0) {
        facts.append(KernelWindow::tr("%1 of private memory for an item")
                         .arg(formatBytes(kernel.facts.privateBytes)));
    }
    if (kernel.facts.mostItems > 0) {
        facts.append(KernelWindow::tr("at most %1 items in a group")
                         .arg(QLocale().toString(kernel.facts.mostItems)));
    }
    return facts.join(QStringLiteral(" · "));
}

QString groupSizeWords(const std::array<std::size_t, 3> &size)
{
    return size[0] == 0 ? KernelWindow::tr("as the driver likes")
                        : QStringLiteral("%1 × %2 × %3").arg(size[0]).arg(size[1]).arg(size[2]);
}

/// What is to be said of a size that was tried.
QString remarkOn(const LaunchTrial &launch, const SizeTrial &size)
{
    QStringList remarks;
    if (&size == &launch.sizes.front()) {
        remarks.append(KernelWindow::tr("as planned"));
    }
    if (!size.fault.empty()) {
        remarks.append(toQString(size.fault));
    } else if (!size.isCorrect) {
        remarks.append(KernelWindow::tr("wrong results"));
    } else if (&size == launch.best()) {
        remarks.append(KernelWindow::tr("the fastest"));
    }
    return remarks.join(QStringLiteral(", "));
}
/// Where the function begins; of one whose name macros put together, where the first kernel does.
int functionPlace(const QString &source, const QString &entry)
{
    const QString name = QRegularExpression::escape(entry);
    for (const QString &pattern :
         {QStringLiteral("\\b%1\\s*\\(").arg(name), QStringLiteral("(kernel|KERNEL)\\s+void\\b")}) {
        const auto found =
            QRegularExpression(pattern, QRegularExpression::MultilineOption).match(source);
        if (found.hasMatch()) {
            return static_cast<int>(found.capturedStart());
        }
    }
    return 0;
}
} // namespace

KernelWindow::KernelWindow(const QString &layer, std::vector<LayerKernel> kernels,
                           ProfileRunner &runner, QWidget *parent)
    : QDialog(parent),
      m_layer(layer),
      m_kernels(std::move(kernels)),
      m_runner(runner),
      m_choice(new QComboBox(this)),
      m_facts(new QLabel(this)),
      m_log(new QLabel(this)),
      m_try(new QPushButton(tr("Try sizes of work-groups"), this)),
      m_state(new QLabel(this)),
      m_sizes(new QTreeWidget(this)),
      m_source(new QPlainTextEdit(this))
{
    setObjectName(QStringLiteral("kernel-window"));
    setWindowTitle(tr("Kernels of %1").arg(layer));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(usualSize);
    m_choice->setObjectName(QStringLiteral("kernel-choice"));
    m_choice->setAccessibleName(tr("Kernel"));
    for (const LayerKernel &kernel : m_kernels) {
        m_choice->addItem(toQString(kernel.entry));
    }
    for (QLabel *label : {m_facts, m_log}) {
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setForegroundRole(QPalette::PlaceholderText);
    }
    m_facts->setObjectName(QStringLiteral("kernel-facts"));
    m_log->setObjectName(QStringLiteral("kernel-log"));
    createSource();
    createSizes();
    auto *tries = new QHBoxLayout;
    tries->addWidget(m_try);
    tries->addWidget(m_state, 1);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_choice);
    column->addWidget(m_facts);
    column->addWidget(m_log);
    column->addLayout(tries);
    column->addWidget(m_sizes, 1);
    column->addWidget(m_source, 2);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &KernelWindow::showKernel);
    showKernel(0);
    showState();
}

void KernelWindow::createSource()
{
    m_source->setObjectName(QStringLiteral("kernel-source"));
    m_source->setAccessibleName(tr("Source of the kernel"));
    m_source->setReadOnly(true);
    m_source->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_source->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    new OpenclHighlighter(m_source->document(), m_source->palette());
}

void KernelWindow::createSizes()
{
    m_try->setObjectName(QStringLiteral("kernel-try"));
    m_try->setAutoDefault(false);
    m_try->setToolTip(tr(
        "Runs this layer alone on the device that is chosen, as often as a run repeats, with one "
        "size of work-groups after the other"));
    m_state->setObjectName(QStringLiteral("kernel-state"));
    m_state->setWordWrap(true);
    m_state->setForegroundRole(QPalette::PlaceholderText);
    m_sizes->setObjectName(QStringLiteral("kernel-sizes"));
    m_sizes->setAccessibleName(tr("Sizes of work-groups"));
    m_sizes->setHeaderLabels(
        {tr("Work-group"), tr("Time"), tr("±"), tr("To the planned"), tr("Remark")});
    for (const int column : {1, 2, 3}) {
        m_sizes->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
    m_sizes->setRootIsDecorated(false);
    m_sizes->setUniformRowHeights(true);
    m_sizes->hide();
    connect(m_try, &QPushButton::clicked, this, [this] {
        m_isTrying = true;
        m_runner.peek(m_layer);
    });
    connect(&m_runner, &ProfileRunner::stateChanged, this, &KernelWindow::showState);
    connect(&m_runner, &ProfileRunner::progressChanged, this, &KernelWindow::showState);
    connect(&m_runner, &ProfileRunner::peeked, this, [this](const LayerPeek &peek) {
        if (std::exchange(m_isTrying, false)) {
            m_peek = peek;
            showLog();
            showSizes();
            showState();
        }
    });
}

/// Of the last try, how far it is or why it came to nothing.
void KernelWindow::showState()
{
    const bool isRunning = m_runner.isRunning();
    m_try->setEnabled(!isRunning);
    if (m_isTrying && isRunning) {
        m_state->setText(m_runner.stage());
    } else if (m_isTrying) {
        m_isTrying = m_runner.failure().isEmpty();
        m_state->setText(m_runner.failure());
    } else if (m_peek) {
        m_state->setText(tr("The layer alone takes %1, the median of %n run(s).", nullptr,
                            static_cast<int>(m_peek->trial.ms.count))
                             .arg(formatTime(m_peek->trial.ms.median)));
    }
}

/// Of the kernel that is shown.
void KernelWindow::showSizes()
{
    const auto number = static_cast<std::size_t>(m_choice->currentIndex());
    m_sizes->clear();
    m_sizes->setVisible(m_peek && number < m_peek->trial.launches.size());
    if (m_sizes->isHidden()) {
        return;
    }
    const LaunchTrial &launch = m_peek->trial.launches[number];
    const double planned = launch.sizes.empty() ? 0 : launch.sizes.front().ms.median;
    for (const SizeTrial &size : launch.sizes) {
        const bool ran = size.ms.count > 0;
        const auto spread = size.ms.uncertainty();
        auto *row = new QTreeWidgetItem(m_sizes);
        row->setText(0, groupSizeWords(size.local));
        row->setText(1, ran ? formatTime(size.ms.median) : QString());
        row->setText(2, spread ? formatShare(*spread) : QString());
        row->setText(3, ran && planned > 0
                            ? QLocale().toString(size.ms.median / planned, 'f', 2) + u'×'
                            : QString());
        row->setText(4, remarkOn(launch, size));
        for (const int column : {1, 2, 3}) {
            row->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        }
        if (&size == launch.best()) {
            m_sizes->setCurrentItem(row);
        }
    }
    for (int column = 0; column + 1 < m_sizes->columnCount(); ++column) { // the last one stretches
        m_sizes->resizeColumnToContents(column);
        m_sizes->setColumnWidth(column, m_sizes->columnWidth(column) + columnSpace);
    }
}

/// Only what is seen can be scrolled.
void KernelWindow::showEvent(QShowEvent *event)
{
    QDialog::showEvent(event);
    m_source->centerCursor();
}

/// Of a build of its own once the layer was run alone: programs that ran come from a cache, mostly.
void KernelWindow::showLog()
{
    const auto number = static_cast<std::size_t>(m_choice->currentIndex());
    const bool isTried = m_peek && number < m_peek->trial.launches.size();
    const KernelFacts &facts =
        isTried ? m_peek->trial.launches[number].facts : m_kernels[number].facts;
    if (!facts.log.empty()) {
        m_log->setText(tr("The compiler says: %1").arg(toQString(facts.log)));
    } else if (facts.isLogOwn) {
        m_log->setText(tr("The compiler said nothing."));
    } else {
        m_log->setText(tr("What the compiler says is asked when sizes are tried: it then builds "
                          "the kernel afresh."));
    }
}

void KernelWindow::showKernel(int number)
{
    const LayerKernel &kernel = m_kernels[static_cast<std::size_t>(number)];
    m_facts->setText(factsOfKernel(kernel));
    showLog();
    showSizes();
    m_source->setPlainText(toQString(*kernel.source));
    // The text holds what kernels share, too: its own function is what somebody wants to see.
    QTextCursor start = m_source->textCursor();
    start.setPosition(functionPlace(toQString(*kernel.source), toQString(kernel.entry)));
    m_source->setTextCursor(start);
    m_source->centerCursor();
}

} // namespace nervure
