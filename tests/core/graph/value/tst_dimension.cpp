// SPDX-License-Identifier: Apache-2.0
#include "core/graph/value/dimension.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <limits>

using namespace nervure;

class TstDimension : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void textsReadBack()
    {
        for (const char *text : {"0", "224", "-1", "batch", "2*seq + 1", "batch*seq", "seq - 1",
                                 "?", "batch-size", "unk__12", "-seq", "3*batch*seq - 2*seq"}) {
            QCOMPARE(Dimension::fromText(text).text(), std::string(text));
        }
        QCOMPARE(Dimension::fromText("(past + seq)*2").text(), std::string("2*past + 2*seq"));
        QCOMPARE(Dimension::fromText("seq+past").text(), std::string("past + seq"));
    }

    void whatIsNoExpressionIsAName()
    {
        const std::string text = "round(h/2) + (";
        QCOMPARE(Dimension::fromText(text).text(), text);
        QCOMPARE(Dimension::fromText(std::string(200, '(')).names().size(), std::size_t(1));
        QVERIFY(Dimension::fromText(std::string(1000, 'n')).isUnknown());
    }

    void equalExpressionsAreEqual()
    {
        const Dimension seq = Dimension::named("seq");
        QVERIFY((seq + Dimension(1) + seq).equals(Dimension::fromText("2*seq + 1")));
        QVERIFY((seq - seq).is(0));
        QVERIFY(!Dimension().equals(Dimension()));
        QVERIFY(Dimension() == Dimension());
    }

    void quotientsMustBeWhole()
    {
        const Dimension all = Dimension::fromText("12*batch*seq");
        QCOMPARE(all.dividedBy(Dimension::fromText("4*seq")).text(), std::string("3*batch"));
        QVERIFY(all.dividedBy(5).isUnknown());
        QVERIFY(all.dividedBy(0).isUnknown());
        QVERIFY(all.dividedBy(all).is(1));
    }

    void roundedQuotientsTakeOutWhatIsWhole()
    {
        const Dimension height = Dimension::named("h");
        QCOMPARE((height * 2 + 1).floorOf(2).text(), std::string("h"));
        QCOMPARE((height - 1).floorOf(2).text(), std::string("floor((h + 1)/2) - 1"));
        QCOMPARE(height.ceilOf(2).text(), std::string("floor((h + 1)/2)"));
        QVERIFY(Dimension(-7).floorOf(2).is(-4));
        QVERIFY(Dimension(7).ceilOf(2).is(4));
    }

    void halvingAgainAndAgainStaysOneFloor()
    {
        Dimension width = Dimension::named("w");
        for (int i = 0; i < 3; ++i) {
            width = (width + 1).floorOf(2);
        }
        QCOMPARE(width.text(), std::string("floor((w + 7)/8)"));
        QCOMPARE(Dimension::fromText("2*floor((w + 7)/8) + 1").text(),
                 std::string("2*floor((w + 7)/8) + 1"));
        QVERIFY(
            (Dimension::fromText("floor(w/2) + 1") - 1).equals(Dimension::named("w").floorOf(2)));
    }

    void numbersTakeThePlaceOfNames()
    {
        const Dimension size = Dimension::fromText("2*seq + batch");
        QVERIFY(size.bound({{"seq", 4}, {"batch", 1}}).is(9));
        QCOMPARE(size.bound({{"seq", 4}}).text(), std::string("batch + 8"));
    }

    void whatDoesNotFitIsUnknown()
    {
        const Dimension large(std::numeric_limits<std::int64_t>::max());
        QVERIFY((large + 1).isUnknown());
        QVERIFY((large * 2).isUnknown());
        QVERIFY((Dimension() * 2).isUnknown());
        QVERIFY((Dimension() * 0).is(0));
        QVERIFY((large * Dimension::named("n") + large * Dimension::named("n")).isUnknown());
    }
};

NERVURE_TEST(TstDimension)
#include "tst_dimension.moc"
