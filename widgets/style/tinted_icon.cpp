// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/tinted_icon.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace nervure {

namespace {

/// The color of icons that are signs of state; invalid for all others.
QColor signColor(const QString &name, bool isDark)
{
    if (name == u"error") {
        return isDark ? QColor(0xff, 0x7a, 0x5c) : QColor(0xcc, 0x33, 0x11);
    }
    if (name == u"warning") {
        return isDark ? QColor(0xe0, 0xb0, 0x3a) : QColor(0x9a, 0x6f, 0x08);
    }
    if (name == u"check") {
        return isDark ? QColor(0x5c, 0xc4, 0x6a) : QColor(0x22, 0x88, 0x33);
    }
    return {};
}

class TintedIconEngine : public QIconEngine {
public:
    TintedIconEngine(QString name, QByteArray svg) : m_name(std::move(name)), m_svg(std::move(svg))
    {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        QByteArray svg = m_svg;
        svg.replace("currentColor", color(mode).name().toLatin1());
        QSvgRenderer(svg).render(painter, rect);
    }
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        const QString key = QStringLiteral("nervure-icon/%1/%2/%3x%4")
                                .arg(m_name, color(mode).name())
                                .arg(size.width())
                                .arg(size.height());
        QPixmap pixmap;
        if (!QPixmapCache::find(key, &pixmap)) {
            pixmap = QPixmap(size);
            pixmap.fill(Qt::transparent);
            QPainter painter(&pixmap);
            paint(&painter, QRect(QPoint(), size), mode, state);
            painter.end();
            QPixmapCache::insert(key, pixmap);
        }
        return pixmap;
    }
    [[nodiscard]] QIconEngine *clone() const override { return new TintedIconEngine(*this); }

private:
    [[nodiscard]] QColor color(QIcon::Mode mode) const
    {
        const QPalette palette = QGuiApplication::palette();
        if (mode == QIcon::Disabled) {
            return palette.color(QPalette::Disabled, QPalette::WindowText);
        }
        const bool isDark = palette.color(QPalette::Window).lightness() < 128;
        const QColor sign = signColor(m_name, isDark);
        return sign.isValid() ? sign : palette.color(QPalette::Active, QPalette::WindowText);
    }

    QString m_name;
    QByteArray m_svg;
};

} // namespace

QIcon tintedIcon(const QString &name)
{
    QFile file(QStringLiteral(":/nervure/icons/%1.svg").arg(name));
    if (name.isEmpty() || !file.open(QIODevice::ReadOnly)) {
        return {};
    }
    return QIcon(new TintedIconEngine(name, file.readAll()));
}

} // namespace nervure
