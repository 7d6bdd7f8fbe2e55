// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/passes/pass_notice.h"

#include "widgets/jobs/pass_runner.h"
#include "widgets/text/format.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace nervure {

namespace {

/// "conv0, conv1 and 3 more".
QString nodeWords(const std::vector<std::string> &names)
{
    constexpr std::size_t shown = 3;
    QStringList all;
    for (std::size_t i = 0; i < std::min(shown, names.size()); ++i) {
        all.append(toQString(names[i]));
    }
    const QString told = all.join(PassNotice::tr(", ", "between names"));
    return names.size() <= shown
               ? told
               : PassNotice::tr("%1 and %n more", nullptr, static_cast<int>(names.size() - shown))
                     .arg(told);
}

QString stopWords(const BreakHit &hit)
{
    const QString pass = toQString(hit.pass);
    const Result<StepBreak> condition = StepBreak::parse(hit.condition);
    if (!condition || condition->kind() == StepBreak::Kind::Slower) {
        return PassNotice::tr("Stopped after %1, which took %2").arg(pass, formatTime(hit.ms));
    }
    const QString nodes = nodeWords(hit.nodes);
    switch (condition->kind()) {
    case StepBreak::Kind::Appears:
        return PassNotice::tr("Stopped after %1, which made %2").arg(pass, nodes);
    case StepBreak::Kind::Vanishes:
        return PassNotice::tr("Stopped after %1, which removed %2").arg(pass, nodes);
    default:
        return PassNotice::tr("Stopped after %1, which changed the shape of %2").arg(pass, nodes);
    }
}

/// The text as it is: what draws nothing, or turns other letters around, has its number.
QString visibleText(const QString &text)
{
    QString all;
    for (const char32_t letter : text.toUcs4()) {
        const bool isSeen = letter == U'\n' || QChar::isPrint(letter);
        all += isSeen ? QString::fromUcs4(&letter, 1)
                      : QStringLiteral("\\u{%1}").arg(static_cast<uint>(letter), 0, 16);
    }
    return all;
}

} // namespace

PassNotice::PassNotice(PassRunner &passes, QWidget *parent)
    : QFrame(parent),
      m_passes(passes),
      m_text(new QLabel(this)),
      m_command(new QPlainTextEdit(this)),
      m_goOn(addButton(tr("Go on"), QStringLiteral("passes-go-on"))),
      m_run(addButton(tr("Run"), QStringLiteral("passes-run-command"))),
      m_leaveOut(addButton(tr("Leave out"), QStringLiteral("passes-leave-out-command")))
{
    setObjectName(QStringLiteral("passes-notice"));
    setProperty("isMessage", true);
    m_text->setObjectName(QStringLiteral("passes-notice-text"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_command->setObjectName(QStringLiteral("passes-notice-command"));
    m_command->setAccessibleName(tr("Command of the program"));
    m_command->setReadOnly(true);
    m_command->setTabChangesFocus(true);
    m_command->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_goOn->setToolTip(tr("Run the passes behind this one, up to the next stop"));
    m_run->setToolTip(tr("Let this command run on this model, now and after each change"));
    m_leaveOut->setToolTip(tr("Switch its pass off"));
    connect(m_goOn, &QPushButton::clicked, &passes, &PassRunner::goOn);
    connect(m_run, &QPushButton::clicked, &passes, [&passes] { passes.answerCommand(true); });
    connect(m_leaveOut, &QPushButton::clicked, &passes, [&passes] { passes.answerCommand(false); });
    auto *row = new QHBoxLayout;
    row->addWidget(m_text, 1);
    for (QPushButton *button : {m_goOn, m_run, m_leaveOut}) {
        row->addWidget(button);
    }
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 4, 8, 4);
    column->setSpacing(4);
    column->addLayout(row);
    column->addWidget(m_command);
    hide();
}

QPushButton *PassNotice::addButton(const QString &text, const QString &name)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(name);
    button->setAutoDefault(false);
    return button;
}

void PassNotice::showState()
{
    const auto &hit = m_passes.hit();
    const bool asks = !hit && m_passes.askedCommand();
    if (hit) {
        m_text->setText(stopWords(*hit));
        m_text->setToolTip(toQString(hit->condition));
    } else if (asks) {
        m_text->setText(tr("Run this program? It came with the file, as the pass that is next."));
        m_text->setToolTip({});
        showCommand();
    }
    m_text->setAccessibleName(m_text->text());
    m_command->setVisible(asks);
    m_goOn->setVisible(hit.has_value());
    for (QPushButton *button : {m_goOn, m_run, m_leaveOut}) {
        button->setEnabled(!m_passes.isRunning());
    }
    m_run->setVisible(asks);
    m_leaveOut->setVisible(asks);
    setVisible(hit || asks);
}

/// All of it, whatever its length: it scrolls.
void PassNotice::showCommand()
{
    const QString text = visibleText(toQString(*m_passes.askedCommand()));
    if (text != m_command->toPlainText()) {
        m_command->setPlainText(text);
    }
    constexpr int mostLines = 4;
    const int letters = std::max(1, static_cast<int>(text.size()));
    constexpr int lettersOfALine = 60;
    const int lines = static_cast<int>(text.count(u'\n')) + letters / lettersOfALine + 1;
    m_command->setFixedHeight(std::min(lines, mostLines) * m_command->fontMetrics().lineSpacing()
                              + 2 * static_cast<int>(m_command->document()->documentMargin())
                              + 2 * m_command->frameWidth());
}

} // namespace nervure
