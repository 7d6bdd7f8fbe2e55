// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "widgets/style/tinted_icon.h"

#include <QGuiApplication>
#include <QImage>
#include <QPalette>
#include <QTest>

using namespace nervure;

class TstTintedIcon : public QObject {
    Q_OBJECT

private:
    /// The color of the pixels that are all ink; invalid when there are none.
    static QColor ink(const QIcon &icon, QIcon::Mode mode = QIcon::Normal)
    {
        const QImage image = icon.pixmap(QSize(64, 64), 1.0, mode).toImage();
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixelColor(x, y).alpha() == 255) {
                    return image.pixelColor(x, y);
                }
            }
        }
        return {};
    }
    static void usePalette(const QColor &window, const QColor &text)
    {
        QPalette palette;
        palette.setColor(QPalette::Window, window);
        palette.setColor(QPalette::WindowText, text);
        palette.setColor(QPalette::Disabled, QPalette::WindowText, Qt::gray);
        QGuiApplication::setPalette(palette);
    }

private Q_SLOTS:
    void iconsFollowThePalette()
    {
        const QIcon icon = tintedIcon(QStringLiteral("run"));
        usePalette(Qt::white, QColor(0x10, 0x20, 0x30));
        QCOMPARE(ink(icon), QColor(0x10, 0x20, 0x30));
        QCOMPARE(ink(icon, QIcon::Disabled), QColor(Qt::gray));
        usePalette(Qt::black, QColor(0xe0, 0xe1, 0xe2));
        QCOMPARE(ink(icon), QColor(0xe0, 0xe1, 0xe2));
    }

    void signsOfStateKeepTheirColor()
    {
        const QIcon icon = tintedIcon(QStringLiteral("error"));
        usePalette(Qt::white, Qt::black);
        const QColor light = ink(icon);
        QVERIFY(light.red() > light.green() && light.red() > light.blue());
        usePalette(Qt::black, Qt::white);
        QVERIFY(ink(icon) != light);
    }

    void unknownNamesGiveNothing()
    {
        QVERIFY(tintedIcon(QStringLiteral("no-such-icon")).isNull());
        QVERIFY(tintedIcon({}).isNull());
    }
};

NERVURE_GUI_TEST(TstTintedIcon)
#include "tst_tinted_icon.moc"
