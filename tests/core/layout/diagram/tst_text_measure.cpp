// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/text_measure.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstTextMeasure : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wideCharactersTakeOneEm();
    void brokenBytesAreMeasured();
    void shortTextIsNotCut();
    void longTextIsCutInTheMiddle();
    void cutsRespectCharacters();
};

void TstTextMeasure::wideCharactersTakeOneEm()
{
    const TableTextMeasure measure;
    QCOMPARE(measure.width("卷积", TextStyle::Name), 2 * textFace(TextStyle::Name).pixels);
    QCOMPARE(measure.width("", TextStyle::Name), 0.0);
    QVERIFY(measure.width("W", TextStyle::Name) > measure.width("i", TextStyle::Name));
    QCOMPARE(measure.width("WW", TextStyle::Detail), measure.width("ii", TextStyle::Detail));
}

void TstTextMeasure::brokenBytesAreMeasured()
{
    const TableTextMeasure measure;
    QVERIFY(measure.width("a\xC3", TextStyle::Name) > measure.width("a", TextStyle::Name));
    QVERIFY(measure.width("\xF0\x28\x8C\xBC", TextStyle::Name) > 0);
}

void TstTextMeasure::shortTextIsNotCut()
{
    QCOMPARE(elideMiddle("conv0", TextStyle::Name, 100, TableTextMeasure()), std::string("conv0"));
    QCOMPARE(elideMiddle("a\nb", TextStyle::Name, 100, TableTextMeasure()), std::string("a b"));
}

void TstTextMeasure::longTextIsCutInTheMiddle()
{
    const TableTextMeasure measure;
    const std::string cut = elideMiddle("stage4_unit2_conv1_weight", TextStyle::Name, 90, measure);
    QVERIFY(measure.width(cut, TextStyle::Name) <= 90);
    QVERIFY(cut.starts_with("sta"));
    QVERIFY(cut.ends_with("1_weight")); // names differ at their ends
    QVERIFY(cut.find("…") != std::string::npos);
    const std::string title =
        elideMiddle("stage4_unit2_conv1_weight", TextStyle::Title, 90, measure);
    QVERIFY(title.starts_with("stage"));
    const std::string huge = elideMiddle(std::string(1 << 20, 'x'), TextStyle::Name, 90, measure);
    QVERIFY(measure.width(huge, TextStyle::Name) <= 90);
}

void TstTextMeasure::cutsRespectCharacters()
{
    const TableTextMeasure measure;
    for (double limit = 0; limit < 150; limit += 5) {
        const QByteArray cut = QByteArray::fromStdString(
            elideMiddle("卷积卷积卷积卷积卷积卷积", TextStyle::Name, limit, measure));
        QCOMPARE(QString::fromUtf8(cut).toUtf8(), cut);
    }
}

NERVURE_TEST(TstTextMeasure)
#include "tst_text_measure.moc"
