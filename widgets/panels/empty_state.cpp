// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/empty_state.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace nervure {

EmptyState::EmptyState(QWidget *parent)
    : QWidget(parent),
      m_sentence(new QLabel(this)),
      m_button(new QPushButton(this))
{
    setObjectName(QStringLiteral("empty-state"));
    m_sentence->setWordWrap(true);
    m_sentence->setAlignment(Qt::AlignCenter);
    m_sentence->setForegroundRole(QPalette::PlaceholderText);
    m_sentence->setObjectName(QStringLiteral("empty-state-sentence"));
    m_button->setObjectName(QStringLiteral("empty-state-action"));
    m_button->hide(); // until setWords() gives it something to say
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addStretch();
    column->addWidget(m_sentence);
    column->addWidget(m_button, 0, Qt::AlignHCenter);
    column->addStretch();
    connect(m_button, &QPushButton::clicked, this, &EmptyState::actionTriggered);
}

void EmptyState::setWords(const QString &sentence, const QString &action)
{
    m_sentence->setText(sentence);
    setAccessibleName(sentence);
    m_button->setText(action);
    m_button->setVisible(!action.isEmpty());
}

} // namespace nervure
