// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/passes/pass_notice.h"

#include "widgets/jobs/pass_runner.h"
#include "widgets/text/format.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

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

} // namespace

PassNotice::PassNotice(PassRunner &passes, QWidget *parent)
    : QFrame(parent),
      m_passes(passes),
      m_text(new QLabel(this)),
      m_goOn(new QPushButton(tr("Go on"), this))
{
    setObjectName(QStringLiteral("passes-notice"));
    setProperty("isMessage", true);
    m_text->setObjectName(QStringLiteral("passes-notice-text"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_goOn->setObjectName(QStringLiteral("passes-go-on"));
    m_goOn->setToolTip(tr("Run the passes behind this one, up to the next stop"));
    m_goOn->setAutoDefault(false);
    connect(m_goOn, &QPushButton::clicked, &passes, &PassRunner::goOn);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    row->addWidget(m_text, 1);
    row->addWidget(m_goOn);
    hide();
}

void PassNotice::update()
{
    const auto &hit = m_passes.hit();
    if (hit) {
        m_text->setText(stopWords(*hit));
        m_text->setToolTip(toQString(hit->condition));
        m_text->setAccessibleName(m_text->text());
    }
    m_goOn->setEnabled(!m_passes.isRunning());
    setVisible(hit.has_value());
}

} // namespace nervure
