// SPDX-License-Identifier: Apache-2.0
#include "widgets/dialogs/difference_dialog.h"

#include "widgets/style/colors.h"
#include "widgets/style/fonts.h"
#include "widgets/text/format.h"
#include "widgets/text/text_change.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBlock>
#include <QVBoxLayout>

namespace nervure {

namespace {

constexpr QSize firstSize{860, 560};
constexpr double tint = 0.18; ///< of lines that are removed or added

QTextBlockFormat groundOf(DifferenceLine::Kind kind, const QPalette &palette)
{
    const Palette &colors = paletteFor(palette);
    const auto tinted = [&](ChangeColor change) {
        const QColor color = changeColor(change, colors.isDark);
        const QColor ground = toQColor(colors.card);
        const auto mix = [](int from, int to) { return qRound(from + (to - from) * tint); };
        return QColor(mix(ground.red(), color.red()), mix(ground.green(), color.green()),
                      mix(ground.blue(), color.blue()));
    };
    QTextBlockFormat format;
    switch (kind) {
    case DifferenceLine::Kind::Removed: format.setBackground(tinted(ChangeColor::Removed)); break;
    case DifferenceLine::Kind::Added: format.setBackground(tinted(ChangeColor::Added)); break;
    case DifferenceLine::Kind::Place: format.setBackground(toQColor(colors.canvas)); break;
    case DifferenceLine::Kind::Same: break;
    }
    return format;
}

} // namespace

DifferenceDialog::DifferenceDialog(const DifferenceQuestion &question, QWidget *parent)
    : QDialog(parent),
      m_summary(new QLabel(tr("Comparing…"), this)),
      m_text(new QPlainTextEdit(this))
{
    setObjectName(QStringLiteral("difference-dialog"));
    setWindowTitle(question.title);
    resize(firstSize);
    auto *explanation = new QLabel(question.explanation, this);
    explanation->setObjectName(QStringLiteral("difference-explanation"));
    explanation->setWordWrap(true);
    explanation->setTextFormat(Qt::PlainText);
    m_summary->setObjectName(QStringLiteral("difference-summary"));
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_text->setObjectName(QStringLiteral("difference-text"));
    m_text->setAccessibleName(tr("Difference"));
    m_text->setReadOnly(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(numberFont());
    m_text->setTabChangesFocus(true);
    m_text->setCursorWidth(0);
    auto *buttons = new QDialogButtonBox(this);
    if (question.accept.isEmpty()) {
        buttons->addButton(QDialogButtonBox::Close);
    } else {
        QPushButton *accept = buttons->addButton(question.accept, QDialogButtonBox::AcceptRole);
        accept->setObjectName(QStringLiteral("difference-accept"));
        accept->setDefault(true);
        buttons->addButton(QDialogButtonBox::Cancel);
    }
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(8);
    column->addWidget(explanation);
    column->addWidget(m_text, 1);
    column->addWidget(m_summary);
    column->addWidget(buttons);
}

void DifferenceDialog::setDifference(const TextChange &change)
{
    QString summary = tr("The texts are equal.");
    if (change.added + change.removed > 0) {
        summary = tr("− %n line(s)", nullptr, static_cast<int>(change.removed))
                  + QStringLiteral("   ")
                  + tr("+ %n line(s)", nullptr, static_cast<int>(change.added));
    }
    if (change.isCut) {
        summary += QStringLiteral("   ")
                   + tr("The first %1 lines are shown.")
                         .arg(formatCount(static_cast<std::int64_t>(change.lines.size())));
    }
    m_summary->setText(summary);
    m_text->clear();
    QTextCursor cursor(m_text->document());
    cursor.beginEditBlock();
    bool isFirst = true;
    for (const DifferenceLine &line : change.lines) {
        const QTextBlockFormat ground = groundOf(line.kind, palette());
        if (isFirst) {
            cursor.setBlockFormat(ground);
        } else {
            cursor.insertBlock(ground);
        }
        isFirst = false;
        cursor.insertText(line.text);
    }
    cursor.endEditBlock();
    m_text->moveCursor(QTextCursor::Start);
}

void DifferenceDialog::setMessage(const QString &message)
{
    m_summary->setText(message);
}

} // namespace nervure
