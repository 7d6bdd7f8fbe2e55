// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/theme.h"

#include "tests/support/test_class.h"
#include "widgets/style/colors.h"
#include "widgets/style/fonts.h"
#include "widgets/style/qt_text_measure.h"
#include "widgets/style/style_sheet.h"
#include "widgets/style/tinted_icon.h"

#include <QApplication>
#include <QDBusVariant>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace nervure;

class TstTheme : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void choiceChangesTheLooks();
    void portalValuesAreRead();
    void styleSheetHasNoGaps();
    void iconsFollowThePalette();
    void measuresMatchTheFaces();
};

void TstTheme::choiceChangesTheLooks()
{
    Theme theme(*qApp);
    theme.setChoice(ThemeChoice::Light);
    QSignalSpy changed(&theme, &Theme::changed);
    theme.setChoice(ThemeChoice::Dark);
    QCOMPARE(changed.count(), 1);
    QVERIFY(theme.isDark());
    QCOMPARE(QApplication::palette().color(QPalette::Window), toQColor(darkPalette().card));
    QCOMPARE(&paletteFor(QApplication::palette()), &darkPalette());
    QPushButton button(QStringLiteral("Run"));
    QVERIFY(!button.grab().isNull());
    theme.setChoice(ThemeChoice::Light);
    QCOMPARE(changed.count(), 2);
    QCOMPARE(&paletteFor(QApplication::palette()), &lightPalette());
}

void TstTheme::portalValuesAreRead()
{
    const auto wrapped = [](uint value) {
        return QVariant::fromValue(
            QDBusVariant(QVariant::fromValue(QDBusVariant(QVariant::fromValue(value)))));
    };
    QCOMPARE(PortalColorScheme::read(wrapped(1)), std::optional(true));
    QCOMPARE(PortalColorScheme::read(wrapped(2)), std::optional(false));
    QCOMPARE(PortalColorScheme::read(wrapped(0)), std::optional<bool>());
    QCOMPARE(PortalColorScheme::read(QVariant(QStringLiteral("dark"))), std::optional<bool>());
}

void TstTheme::styleSheetHasNoGaps()
{
    for (const Palette *palette : {&lightPalette(), &darkPalette()}) {
        const QString sheet = styleSheet(*palette);
        QVERIFY(!sheet.contains(QLatin1Char('@')));
        QCOMPARE(sheet.count(QLatin1Char('{')), sheet.count(QLatin1Char('}')));
    }
}

void TstTheme::iconsFollowThePalette()
{
    Theme theme(*qApp);
    theme.setChoice(ThemeChoice::Light);
    const QIcon icon = tintedIcon(QStringLiteral("zoom-in"));
    QVERIFY(!icon.isNull());
    const QImage light = icon.pixmap(24, 24).toImage();
    theme.setChoice(ThemeChoice::Dark);
    QVERIFY(icon.pixmap(24, 24).toImage() != light);
    theme.setChoice(ThemeChoice::Light);
}

void TstTheme::measuresMatchTheFaces()
{
    const QtTextMeasure measure;
    QVERIFY(measure.width("conv2d", TextStyle::Title) > measure.width("conv2d", TextStyle::Name));
    QVERIFY(
        std::abs(measure.width("WW", TextStyle::Detail) - measure.width("ii", TextStyle::Detail))
        < 0.5);
    QCOMPARE(measure.width("", TextStyle::Title), 0.0);
    const QFontMetricsF metrics(pictureFont(TextStyle::Detail));
    for (const char *text : {"3×3 s2 p1 → 64", "stage1_unit1…conv1", "卷积层 1", "a×é"}) {
        const double shaped = metrics.horizontalAdvance(QString::fromUtf8(text));
        QVERIFY(std::abs(measure.width(text, TextStyle::Detail) - shaped) < 1);
    }
}

NERVURE_GUI_TEST(TstTheme)
#include "tst_theme.moc"
