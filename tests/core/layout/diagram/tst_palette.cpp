// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/palette.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstPalette : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void textIsLegible();
    void marksAreVisible();
    void cividisGrowsBrighter();
};

void TstPalette::textIsLegible()
{
    for (const Palette *palette : {&lightPalette(), &darkPalette()}) {
        for (const Rgb ground : {palette->canvas, palette->card}) {
            QVERIFY(contrast(palette->text, ground) >= 4.5);
            QVERIFY(contrast(palette->muted, ground) >= 4.5);
        }
        QVERIFY(contrast(palette->edge, palette->canvas) >= 3);
        QVERIFY(contrast(palette->accent, palette->card) >= 3);
    }
    for (double at = 0; at <= 1; at += 0.05) {
        QVERIFY(contrast(cividis(at), inkOn(cividis(at))) >= 3.9);
    }
}

void TstPalette::marksAreVisible()
{
    for (int c = 0; c <= static_cast<int>(OpCategory::Other); ++c) {
        const Rgb color = categoryColor(static_cast<OpCategory>(c), true);
        QVERIFY2(contrast(color, darkPalette().card) >= 3, hexText(color).c_str());
    }
    QCOMPARE(hexText(categoryColor(OpCategory::Convolution, false)), std::string("#4477AA"));
}

void TstPalette::cividisGrowsBrighter()
{
    for (double at = 0.05; at <= 1; at += 0.05) {
        QVERIFY(contrast(cividis(at), rgb(0)) > contrast(cividis(at - 0.05), rgb(0)));
    }
    QCOMPARE(cividis(7), cividis(1));
}

NERVURE_TEST(TstPalette)
#include "tst_palette.moc"
