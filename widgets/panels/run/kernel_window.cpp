// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/run/kernel_window.h"

#include "core/execution/profile/profile.h"
#include "widgets/models/layer_words.h"
#include "widgets/panels/run/opencl_highlighter.h"
#include "widgets/text/format.h"

#include <QComboBox>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QVBoxLayout>

#include <utility>

namespace nervure {

namespace {
constexpr QSize usualSize(760, 640);

QString factsOfKernel(const LayerKernel &kernel)
{
    KernelProfile profile;
    profile.global = kernel.global;
    profile.local = kernel.local;
    QStringList facts{workSizes(profile)};
    if (!kernel.algorithm.empty()) {
        facts.append(toQString(kernel.algorithm));
    }
    if (kernel.localBytes > 0) {
        facts.append(KernelWindow::tr("%1 of local memory").arg(formatBytes(kernel.localBytes)));
    }
    return facts.join(QStringLiteral(" · "));
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

KernelWindow::KernelWindow(const QString &layer, std::vector<LayerKernel> kernels, QWidget *parent)
    : QDialog(parent),
      m_kernels(std::move(kernels)),
      m_choice(new QComboBox(this)),
      m_facts(new QLabel(this)),
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
    m_facts->setObjectName(QStringLiteral("kernel-facts"));
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_facts->setForegroundRole(QPalette::PlaceholderText);
    m_source->setObjectName(QStringLiteral("kernel-source"));
    m_source->setAccessibleName(tr("Source of the kernel"));
    m_source->setReadOnly(true);
    m_source->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_source->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    new OpenclHighlighter(m_source->document(), m_source->palette());
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_choice);
    column->addWidget(m_facts);
    column->addWidget(m_source, 1);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &KernelWindow::showKernel);
    showKernel(0);
}

/// Only what is seen can be scrolled.
void KernelWindow::showEvent(QShowEvent *event)
{
    QDialog::showEvent(event);
    m_source->centerCursor();
}

void KernelWindow::showKernel(int number)
{
    const LayerKernel &kernel = m_kernels[static_cast<std::size_t>(number)];
    m_facts->setText(factsOfKernel(kernel));
    m_source->setPlainText(toQString(*kernel.source));
    // The text holds what kernels share, too: its own function is what somebody wants to see.
    QTextCursor start = m_source->textCursor();
    start.setPosition(functionPlace(toQString(*kernel.source), toQString(kernel.entry)));
    m_source->setTextCursor(start);
    m_source->centerCursor();
}

} // namespace nervure
