// SPDX-License-Identifier: Apache-2.0
#include "app/window/file_card.h"

#include <QPainter>
#include <QPainterPath>

namespace nervure {

namespace {

constexpr int cardWidth = 224;
constexpr int cardHeight = 124;
constexpr int pictureHeight = 64;
constexpr int gap = 8;
constexpr int radius = 6;

} // namespace

FileCard::FileCard(const QString &path, const QString &title, const QString &detail,
                   const QIcon &symbol, QWidget *parent)
    : QAbstractButton(parent),
      m_path(path),
      m_detail(detail),
      m_symbol(symbol)
{
    setText(title);
    setShortcut({}); // a & in the name of a file is no mnemonic
    setToolTip(path);
    setAccessibleName(title);
    setAccessibleDescription(detail);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
    setFixedSize(sizeHint());
}

void FileCard::setPicture(const QImage &picture)
{
    m_picture = picture;
    update();
}

QSize FileCard::pictureSize()
{
    return {cardWidth - 2 * gap, pictureHeight};
}

QSize FileCard::cardSize()
{
    return {cardWidth, cardHeight};
}

QSize FileCard::sizeHint() const
{
    return cardSize();
}

void FileCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF card = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    const QColor line =
        palette().color(underMouse() || hasFocus() ? QPalette::Highlight : QPalette::Mid);
    painter.setPen(QPen(line, hasFocus() ? 2 : 1));
    painter.setBrush(palette().color(isDown() ? QPalette::AlternateBase : QPalette::Base));
    painter.drawRoundedRect(card, radius, radius);
    const QRect picture(QPoint(gap, gap), pictureSize());
    paintPicture(painter, picture);
    paintWords(painter, QRect(gap + 2, picture.bottom() + 1, picture.width() - 4,
                              height() - picture.bottom() - gap / 2));
}

void FileCard::paintPicture(QPainter &painter, const QRect &frame) const
{
    QPainterPath clip;
    clip.addRoundedRect(frame, 4, 4);
    painter.save();
    painter.setClipPath(clip);
    painter.fillRect(frame, palette().color(QPalette::Window));
    if (m_picture.isNull()) {
        painter.drawPixmap(frame.center() - QPoint(15, 15),
                           m_symbol.pixmap(QSize(32, 32), devicePixelRatioF()));
    } else {
        const QSize size = m_picture.size().scaled(frame.size(), Qt::KeepAspectRatio);
        QRect place(QPoint(), size);
        place.moveCenter(frame.center());
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.drawImage(place, m_picture);
    }
    painter.restore();
}

void FileCard::paintWords(QPainter &painter, const QRect &frame) const
{
    QFont title = font();
    title.setWeight(QFont::DemiBold);
    const QFontMetrics titleMetrics(title);
    const int top = frame.center().y() - titleMetrics.height();
    painter.setFont(title);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(QRect(frame.left(), top, frame.width(), titleMetrics.height()),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     titleMetrics.elidedText(text(), Qt::ElideMiddle, frame.width()));
    painter.setFont(font());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(
        QRect(frame.left(), top + titleMetrics.height() + 2, frame.width(), fontMetrics().height()),
        Qt::AlignLeft | Qt::AlignVCenter,
        fontMetrics().elidedText(m_detail, Qt::ElideMiddle, frame.width()));
}

} // namespace nervure
