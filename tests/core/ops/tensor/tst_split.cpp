// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

OpProbe splitBy(const char *text, const char *axis = "1")
{
    return OpProbe("split", {{"indices_or_sections", text}, {"axis", axis}});
}

} // namespace

class TstSplit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aNumberMeansEqualParts()
    {
        QCOMPARE(splitBy("3").outputsFor({{2, 6}}), (Shapes{{2, 2}, {2, 2}, {2, 2}}));
        QVERIFY(splitBy("4").outputsFor({{2, 6}}).empty());
        QVERIFY(splitBy("0").outputsFor({{2, 6}}).empty());
    }

    void aTupleMeansPositions()
    {
        QCOMPARE(splitBy("(1, 3)").outputsFor({{2, 7}}), (Shapes{{2, 1}, {2, 2}, {2, 4}}));
        QCOMPARE(splitBy("(3)").outputsFor({{2, 7}}), (Shapes{{2, 3}, {2, 4}}));
        QVERIFY(splitBy("(3, 1)").outputsFor({{2, 7}}).empty());
        QVERIFY(splitBy("(3, 7)").outputsFor({{2, 7}}).empty());
        QVERIFY(splitBy("-2").outputsFor({{2, 7}}).empty());
    }

    void theFirstCharacterDecides()
    {
        QCOMPARE(splitBy(" 3").outputsFor({{2, 6}}), (Shapes{{2, 3}, {2, 3}}));
    }

    void outputsAreNumbered()
    {
        OpProbe op = splitBy("2");
        QCOMPARE(op.spec()->outputNames(op.rule()),
                 (std::vector<std::string>{"output0", "output1"}));
        OpProbe single = splitBy("1");
        QCOMPARE(single.spec()->outputNames(single.rule()), (std::vector<std::string>{"output"}));
    }

    void manyPartsAreRefused()
    {
        OpProbe op = splitBy("1000000000000", "0");
        QVERIFY(op.outputCount() < 100000);
        QVERIFY(op.outputsFor({{unknownSize, 6}}).empty());
    }

    void theAxisMustBeThere()
    {
        QCOMPARE(splitBy("2", "-1").outputsFor({{3, 4}}), (Shapes{{3, 2}, {3, 2}}));
        QVERIFY(splitBy("2", "17").outputsFor({{3, 4}}).empty());
        QVERIFY(splitBy("2", "-3").outputsFor({{3, 4}}).empty());
    }

    void unknownSizesPassThrough()
    {
        QCOMPARE(splitBy("2").outputsFor({{3, unknownSize}}),
                 (Shapes{{3, unknownSize}, {3, unknownSize}}));
        QVERIFY(splitBy("(1,)").outputsFor({{3, unknownSize}}).empty());
        QCOMPARE(OpProbe::fixed("split", {{"indices_or_sections", "(1,)"}})
                     .outputsFor({{3, unknownSize}}),
                 (Shapes{{}, {}}));
        QCOMPARE(splitBy("2").outputsFor({{}}), (Shapes{{}, {}}));
    }

    void everyPartIsCopied()
    {
        OpProbe op = splitBy("(1,)");
        std::vector<FloatTensor> in{counted({2, 3})};
        const auto out = op.run(in);
        QVERIFY(out.ok());
        QCOMPARE((*out)[0].data, (std::vector<float>{1, 4}));
        QCOMPARE((*out)[1].data, (std::vector<float>{2, 3, 5, 6}));
    }

    void theInputKeepsItsLayout()
    {
        QCOMPARE(askLayout(splitBy("2"), {"NCHW4c"}, 2, {"NCHW"}),
                 (LayoutAnswer{{"NCHW"}, {"-", "-"}, {}}));
    }

    void typesReachBothWays()
    {
        DTypes in{DType::Unknown};
        const auto out = splitBy("2").inferTypes(in, {DType::Unknown, DType::Int8});
        QVERIFY(out.ok());
        QCOMPARE(in[0], DType::Int8);
        QCOMPARE((*out)[0], DType::Int8);
    }

    void partsOfNoPositionsAreOfFixedSemantics()
    {
        QVERIFY(splitBy("(1, 1)").outputsFor({{2, 3}}).empty());
        OpProbe op = OpProbe::fixed("split", {{"indices_or_sections", "(1, 1)"}});
        QCOMPARE(op.outputsFor({{2, 3}}), (Shapes{{2, 1}, {2, 0}, {2, 2}}));
        std::vector<FloatTensor> in{counted({2, 3})};
        QVERIFY(op.run(in).ok());
        QCOMPARE(OpProbe::fixed("split", {{"indices_or_sections", "2"}}).outputsFor({{2, 0}}),
                 (Shapes{{2, 0}, {2, 0}}));
        QVERIFY(op.outputsFor({Shape::scalar()}).empty());
    }
};

NERVURE_TEST(TstSplit)
#include "tst_split.moc"
