// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxReshape : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void specialNumbers()
    {
        QCOMPARE(MXNetProbe("Reshape", {{"shape", "(0, -1)"}}).outputsFor({{2, 3, 4}}),
                 (Shapes{{2, 12}}));

        QCOMPARE(MXNetProbe("Reshape", {{"shape", "(-2, 1)"}}).outputsFor({{2, 3, 4}}),
                 (Shapes{{2, 3, 4, 1}}));

        QCOMPARE(MXNetProbe("Reshape", {{"shape", "(-3, 0)"}}).outputsFor({{2, 3, 4}}),
                 (Shapes{{6, 4}}));

        QCOMPARE(MXNetProbe("Reshape", {{"shape", "(0, 0, -4, 2, -1)"}}).outputsFor({{2, 3, 4}}),
                 (Shapes{{2, 3, 2, 2}}));
    }

    void readFromTheRight()
    {
        QCOMPARE(MXNetProbe("Reshape", {{"shape", "(-1, 0)"}, {"reverse", "True"}})
                     .outputsFor({{10, 5, 4}}),
                 (Shapes{{50, 4}}));
    }

    void attributesOfOld()
    {
        QCOMPARE(MXNetProbe("Reshape", {{"target_shape", "(0, 6)"}}).outputsFor({{3, 4}}),
                 (Shapes{{2, 6}}));
    }

    void theOpenSizeFollowsFromTheOutput()
    {
        Shapes in{{unknownSize, 6}};
        QVERIFY(bool(MXNetProbe("Reshape", {{"shape", "(3, 4)"}}).infer(in, {{}})));
        QCOMPARE(in[0], (Shape{2, 6}));
    }

    void sizesOf0AndUnknownOnesStay()
    {
        const MXNetProbe open("Reshape", {{"shape", "(-1, 0)"}});
        QCOMPARE(open.outputsFor({{0, 4}}), (Shapes{{0, 4}}));
        QCOMPARE(open.outputsFor({{unknownSize, 4}}), (Shapes{{unknownSize, 4}}));
        QCOMPARE(MXNetProbe("Reshape", {{"shape", "(-3, 0)"}}).outputsFor({{2, unknownSize, 4}}),
                 (Shapes{{unknownSize, 4}}));
        QVERIFY(MXNetProbe("Reshape", {{"shape", "(0, -1)"}}).outputsFor({{0, 4}}).empty());
    }

    void whatDoesNotFitIsRefused()
    {
        QVERIFY(MXNetProbe("Reshape", {{"shape", "(5, -1)"}}).outputsFor({{2, 3}}).empty());
        QVERIFY(MXNetProbe("Reshape", {{"shape", "(-4, -1, -1)"}}).outputsFor({{6}}).empty());
    }

    void flattenKeepsTheFirst()
    {
        QCOMPARE(MXNetProbe("Flatten").outputsFor({{2, 3, 4}}), (Shapes{{2, 12}}));
        QCOMPARE(MXNetProbe("Flatten").outputsFor({{2, 0, 4}}), (Shapes{{2, 0}}));
        QVERIFY(MXNetProbe("Flatten").outputsFor({Shape::scalar()}).empty());
    }

    void newDimensionsFlowBack()
    {
        Shapes in{{}};
        QVERIFY(bool(MXNetProbe("expand_dims", {{"axis", "-1"}}).infer(in, {{2, 3, 1}})));
        QCOMPARE(in[0], (Shape{2, 3}));
    }

    void squeezeLeavesOneDimension()
    {
        QCOMPARE(MXNetProbe("squeeze").outputsFor({{1, 1}}), (Shapes{{1}}));
    }

    void squeezeTakesOnlyOnes()
    {
        QVERIFY(MXNetProbe("squeeze", {{"axis", "(0,)"}}).outputsFor({{2, 1}}).empty());
    }

    void partOfAnotherShape()
    {
        QCOMPARE(
            MXNetProbe("reshape_like",
                       {{"lhs_begin", "0"}, {"lhs_end", "1"}, {"rhs_begin", "0"}, {"rhs_end", "2"}})
                .outputsFor({{30, 7}, {15, 2, 4}}),
            (Shapes{{15, 2, 7}}));
    }
};

NERVURE_TEST(TstMxReshape)
#include "tst_mx_reshape.moc"
