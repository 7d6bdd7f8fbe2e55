// SPDX-License-Identifier: Apache-2.0
#include "app/window/message_bar.h"

#include "widgets/style/tinted_icon.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

namespace nervure {

namespace {
constexpr int messageIconSide = 16;
} // namespace

MessageBar::MessageBar(QWidget *parent, const QString &name)
    : QFrame(parent),
      m_icon(new QLabel(this)),
      m_text(new QLabel(this)),
      m_close(new QToolButton(this)),
      m_actions(new QHBoxLayout)
{
    setObjectName(name);
    setProperty("isMessage", true);
    m_text->setObjectName(name + QStringLiteral("-text"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_close->setObjectName(name + QStringLiteral("-close"));
    m_close->setAutoRaise(true);
    m_close->setIcon(tintedIcon(QStringLiteral("close")));
    m_close->setIconSize({messageIconSide, messageIconSide});
    m_close->setToolTip(tr("Close this message"));
    m_close->setAccessibleName(tr("Close this message"));
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 8, 8, 8);
    row->setSpacing(8);
    row->addWidget(m_icon, 0, Qt::AlignVCenter);
    row->addWidget(m_text, 1);
    m_actions->setSpacing(8);
    row->addLayout(m_actions);
    row->addWidget(m_close, 0, Qt::AlignVCenter);
    hide();
}

void MessageBar::setActions(const QList<MessageAction> &actions)
{
    while (QLayoutItem *item = m_actions->takeAt(0)) {
        // The message may be another one because a button of this one was clicked.
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    QWidget *before = m_text;
    for (const MessageAction &action : actions) {
        auto *button = new QPushButton(action.text, this);
        button->setObjectName(action.name);
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, [this, run = action.run] {
            hide();
            run();
        });
        m_actions->addWidget(button, 0, Qt::AlignVCenter);
        setTabOrder(before, button);
        before = button;
    }
    setTabOrder(before, m_close);
}

void MessageBar::showMessage(Kind kind, const QString &text, const QList<MessageAction> &actions)
{
    setActions(actions);
    const QString sign = kind == Kind::Error ? QStringLiteral("error") : QStringLiteral("info");
    m_icon->setPixmap(
        tintedIcon(sign).pixmap(QSize(messageIconSide, messageIconSide), devicePixelRatioF()));
    setProperty("isError", kind == Kind::Error);
    style()->unpolish(this);
    style()->polish(this);
    m_icon->setAccessibleName(kind == Kind::Error ? tr("Error") : tr("Information"));
    m_text->setText(text);
    m_text->setAccessibleName(text);
    show();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

QString MessageBar::text() const
{
    return isHidden() ? QString() : m_text->text();
}

} // namespace nervure
