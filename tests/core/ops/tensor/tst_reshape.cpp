// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstReshape : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void specialNumbers_data()
    {
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<Shape>("expected");
        QTest::newRow("plain") << QByteArray("(6, 4)") << Shape{6, 4};
        QTest::newRow("keep") << QByteArray("(0, -1)") << Shape{2, 12};
        QTest::newRow("rest") << QByteArray("(-2,)") << Shape{2, 3, 4};
        QTest::newRow("merge") << QByteArray("(-3, 4)") << Shape{6, 4};
        QTest::newRow("split") << QByteArray("(-4, 1, -1, -2)") << Shape{1, 2, 3, 4};
        QTest::newRow("wrong size") << QByteArray("(5, 5)") << Shape{};
        QTest::newRow("two open") << QByteArray("(-1, -1)") << Shape{};
        QTest::newRow("too many") << QByteArray("(0, 0, 0, 0)") << Shape{};
        QTest::newRow("odd split") << QByteArray("(-4, 3, -1, -2)") << Shape{};
        QTest::newRow("no part of the split may be 0") << QByteArray("(-4, 0, -1, -2)") << Shape{};
    }

    void specialNumbers()
    {
        QFETCH(QByteArray, target);
        QFETCH(Shape, expected);
        const Shapes out =
            OpProbe("reshape", {{"shape", target.toStdString()}}).outputsFor({{2, 3, 4}});
        QCOMPARE(out.empty() ? Shape{} : out[0], expected);
    }

    void exactSemanticsPassesOverOtherNumbers()
    {
        QCOMPARE(OpProbe("reshape", {{"shape", "(-7, 24)"}}).outputsFor({{2, 3, 4}})[0],
                 (Shape{24}));
        QVERIFY(OpProbe::fixed("reshape", {{"shape", "(-7, 24)"}}).outputsFor({{2, 3, 4}}).empty());
    }

    /// NNVM counts in the target where it should count in the result.
    void exactSemanticsInfersAtThePlaceInTheTarget()
    {
        const AttrDict attrs{{"shape", "(-4, 1, 2, -1)"}};
        QVERIFY(OpProbe("reshape", attrs).outputsFor({{2, 3, 4}}).empty());
        QCOMPARE(OpProbe("reshape", attrs).outputsFor({{2}})[0], (Shape{1, 2, 1}));
        QCOMPARE(OpProbe::fixed("reshape", attrs).outputsFor({{2, 3, 4}})[0], (Shape{1, 2, 12}));
    }

    void unknownSizesPassThrough()
    {
        QCOMPARE(OpProbe("reshape", {{"shape", "(0, -1)"}}).outputsFor({{2, unknownSize, 4}})[0],
                 (Shape{2, unknownSize}));
        QVERIFY(OpProbe("reshape", {{"shape", "(6,)"}}).outputsFor({{2, unknownSize}}).empty());
        QCOMPARE(OpProbe("reshape", {{"shape", "(6,)"}}).outputsFor({{}}), Shapes{{}});
    }

    void hugeSizesAreRefused()
    {
        constexpr std::int64_t huge = std::int64_t{1} << 40;
        QVERIFY(OpProbe("reshape", {{"shape", "(-3,)"}}).outputsFor({{huge, huge}}).empty());
        QVERIFY(OpProbe("reshape", {{"shape", "(0, 0)"}}).outputsFor({{huge, huge}}).empty());
    }

    void theGradientGetsTheShapeBack()
    {
        QCOMPARE(RewriteProbe(OpProbe("reshape"), 1).gradient(),
                 std::string("n_grad = reshape_like(g0, x0)\n-> n_grad"));
        QCOMPARE(askLayout(OpProbe("reshape"), {"NCHW4c"}, 1, {"NCHW"}),
                 (LayoutAnswer{{"NCHW"}, {"-"}, {}}));
    }

    void reshapeLikeTakesTheShapeOfTheOther()
    {
        OpProbe op("reshape_like");
        QCOMPARE(op.outputsFor({{2, 3}, {6}})[0], (Shape{6}));
        QVERIFY(op.outputsFor({{2, 3}, {5}}).empty());
        QCOMPARE(op.firstOutput({counted({4}), counted({2, 2})}), (std::vector<float>{1, 2, 3, 4}));
        QVERIFY(op.spec()->isView);
    }

    void reshapeLikeWaitsInFixedSemantics()
    {
        QVERIFY(OpProbe("reshape_like").outputsFor({{}, {6, 4}}).empty());
        QCOMPARE(OpProbe::fixed("reshape_like").outputsFor({{}, {6, 4}})[0], (Shape{6, 4}));
    }

    void reshapeLikeKeepsTheTypeOfTheData()
    {
        DTypes in{DType::Int8, DType::Float32};
        QCOMPARE((*OpProbe("reshape_like").inferTypes(in))[0], DType::Int8);
        DTypes open{DType::Unknown, DType::Float32};
        QVERIFY(OpProbe("reshape_like").inferTypes(open, {DType::Int8}).ok());
        QCOMPARE(open[0], DType::Unknown);
    }

    void reshapeLikeHasTwoGradients()
    {
        QCOMPARE(RewriteProbe(OpProbe("reshape_like"), 2).gradient(),
                 std::string("n_grad = reshape_like(g0, x0)\nn_zero_grad = zeros_like(x1)\n"
                             "-> n_grad, n_zero_grad"));
        QCOMPARE(askLayout(OpProbe("reshape_like"), {"NCHW4c", "NC"}, 1, {"NCHW", "-"}),
                 (LayoutAnswer{{"NCHW", "NC"}, {"-"}, {}}));
    }

    void elementsKeepTheirOrder()
    {
        OpProbe op("reshape", {{"shape", "(2, -1)"}});
        QCOMPARE(op.firstOutput({counted({4})}), (std::vector<float>{1, 2, 3, 4}));
    }

    void whatNnvmCannotSayIsReshapedInFixedSemantics()
    {
        const OpProbe scalar = OpProbe::fixed("reshape", {{"shape", "()"}});
        QCOMPARE(scalar.outputsFor({{1, 1}}), Shapes{Shape::scalar()});
        QVERIFY(scalar.outputsFor({{2}}).empty());
        QVERIFY(OpProbe("reshape", {{"shape", "()"}}).outputsFor({{1}}).empty());
        const OpProbe row = OpProbe::fixed("reshape", {{"shape", "(-1,)"}});
        QCOMPARE(row.outputsFor({Shape::scalar()}), Shapes{Shape{1}});
        QCOMPARE(row.outputsFor({{0, 3}}), Shapes{Shape{0}});
        QCOMPARE(row.outputsFor({{unknownSize, 3}}), Shapes{Shape{unknownSize}});
        const OpProbe open = OpProbe::fixed("reshape", {{"shape", "(0, -1)"}});
        QVERIFY(open.outputsFor({{0, 3}}).empty());
        QCOMPARE(OpProbe::fixed("reshape", {{"shape", "(6,)"}}).outputsFor({{2, unknownSize}}),
                 Shapes{Shape{6}});
    }
};

NERVURE_TEST(TstReshape)
#include "tst_reshape.moc"
