// SPDX-License-Identifier: Apache-2.0
#include "app/window/progress_card.h"

#include <QEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace nervure {

namespace {
constexpr int cardPatienceMs = 250;
constexpr int progressCardWidth = 320;
constexpr int progressSteps = 1000;
} // namespace

ProgressCard::ProgressCard(QWidget *area)
    : QFrame(area),
      m_text(new QLabel(this)),
      m_bar(new QProgressBar(this))
{
    setObjectName(QStringLiteral("progress-card"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_text->setAlignment(Qt::AlignCenter);
    m_text->setWordWrap(true);
    m_bar->setTextVisible(false);
    auto *button = new QPushButton(tr("Cancel"), this);
    button->setObjectName(QStringLiteral("progress-cancel"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 12);
    column->setSpacing(12);
    column->addWidget(m_text);
    column->addWidget(m_bar);
    column->addWidget(button, 0, Qt::AlignHCenter);
    connect(button, &QPushButton::clicked, this, &ProgressCard::canceled);
    m_patience.setSingleShot(true);
    m_patience.setInterval(cardPatienceMs);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        place();
        show();
        raise();
    });
    area->installEventFilter(this);
    hide();
}

void ProgressCard::begin(const QString &text)
{
    m_text->setText(text);
    m_bar->setAccessibleName(text);
    setProgress(-1);
    if (isHidden() && !m_patience.isActive()) {
        m_patience.start();
    }
}

void ProgressCard::setProgress(double fraction)
{
    const bool known = fraction >= 0;
    m_bar->setRange(0, known ? progressSteps : 0);
    m_bar->setValue(known ? static_cast<int>(fraction * progressSteps) : 0);
}

void ProgressCard::end()
{
    m_patience.stop();
    hide();
}

bool ProgressCard::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize) {
        place();
    }
    return QFrame::eventFilter(watched, event);
}

void ProgressCard::place()
{
    resize(progressCardWidth, sizeHint().height());
    QRect box = rect();
    box.moveCenter(parentWidget()->rect().center());
    setGeometry(box);
}

} // namespace nervure
