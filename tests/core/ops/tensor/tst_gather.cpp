// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstGather : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takePutsTheIndicesInPlaceOfTheAxis()
    {
        OpProbe op("take", {{"axis", "1"}});
        QCOMPARE(op.outputsFor({{2, 3, 4}, {5, 6}})[0], (Shape{2, 5, 6, 4}));
        QCOMPARE(op.firstOutput({counted({2, 3}), {{2}, {2, 0}}}),
                 (std::vector<float>{3, 1, 6, 4}));
        QCOMPARE(OpProbe("take", {{"axis", "-2"}}).outputsFor({{2, 3, 4}, {5}})[0],
                 (Shape{2, 5, 4}));
        QVERIFY(OpProbe("take", {{"axis", "3"}}).outputsFor({{2, 3, 4}, {5}}).empty());
    }

    void takeWithoutAnAxisCountsElements()
    {
        OpProbe op("take", {{"axis", "None"}});
        QCOMPARE(op.outputsFor({{2, 3}, {4}})[0], (Shape{4}));
        QCOMPARE(op.firstOutput({counted({2, 3}), {{3}, {5, 0, 3}}}),
                 (std::vector<float>{6, 1, 4}));
    }

    void indicesOutsideOfTheDataAreRefused()
    {
        OpProbe op("take", {{"axis", "0"}});
        QVERIFY(op.firstOutput({counted({2, 2}), {{1}, {2}}}).empty());
        QVERIFY(op.firstOutput({counted({2, 2}), {{1}, {-1}}}).empty());
        QVERIFY(op.firstOutput({counted({2, 2}), {{1}, {1e30F}}}).empty());
    }

    void indicesOfAnotherRowAreRefusedInFixedSemantics()
    {
        const std::vector<FloatTensor> in{counted({2, 2}), {{1}, {2}}};
        QVERIFY(OpProbe("take", {{"axis", "1"}}).firstOutput(in).empty());
        const std::vector<FloatTensor> inside{counted({2, 2}), {{2, 1}, {0, 3}}};
        QCOMPARE(OpProbe("gather_nd").firstOutput(inside), (std::vector<float>{4}));
        QVERIFY(OpProbe::fixed("gather_nd").firstOutput(inside).empty());
    }

    void takeWantsKnownIndexTypes()
    {
        OpProbe op("take");
        DTypes in{DType::Float32, DType::Int32};
        QCOMPARE((*op.inferTypes(in))[0], DType::Float32);
        for (const DType type : {DType::Unknown, DType::Int64, DType::Float32}) {
            DTypes wrong{DType::Float32, type};
            NERVURE_VERIFY_ERROR(op.inferTypes(wrong), "infer-type", "input 1 (indices) is");
        }
        DTypes open{DType::Float32, DType::Unknown};
        QVERIFY(OpProbe::fixed("take").inferTypes(open).ok());
        QCOMPARE(open[1], DType::Int32);
    }

    void gatherTakesColumnsOfIndices()
    {
        OpProbe op("gather_nd");
        QCOMPARE(op.outputsFor({{2, 3, 4}, {2, 5}})[0], (Shape{5, 4}));
        QCOMPARE(op.outputsFor({{2, 3}, {2, 5, 6}})[0], (Shape{5, 6}));
        QCOMPARE(op.firstOutput({counted({2, 2}), {{2, 3}, {1, 1, 0, 0, 1, 0}}}),
                 (std::vector<float>{3, 4, 1}));
        QCOMPARE(op.firstOutput({counted({2, 2}), {{1, 2}, {1, 0}}}),
                 (std::vector<float>{3, 4, 1, 2}));
    }

    void gatherDoesNotWaitForItsInputs()
    {
        OpProbe op("gather_nd");
        QVERIFY(op.outputsFor({{2, 3}, {}}).empty());
        QVERIFY(op.outputsFor({{}, {2, 5}}).empty());
        QVERIFY(op.outputsFor({{2, 3}, {3, 5}}).empty());
        QCOMPARE(op.outputsFor({{2, 3}, {unknownSize, 5}})[0], (Shape{5, 2, 3}));
        QCOMPARE(OpProbe::fixed("gather_nd").outputsFor({{}, {2, 5}}), Shapes{{}});
        QCOMPARE(OpProbe::fixed("gather_nd").outputsFor({{2, 3}, {unknownSize, 5}}), Shapes{{}});
    }

    void inputsKeepTheirLayouts()
    {
        QCOMPARE(askLayout(OpProbe("take"), {"NCHW4c", "-"}, 1, {"NCHW", "-"}),
                 (LayoutAnswer{{"NCHW", "-"}, {"-"}, {}}));
    }

    void nothingIsTakenFromNothing()
    {
        OpProbe op = OpProbe::fixed("take", {{"axis", "0"}});
        QCOMPARE(op.outputsFor({{3, 2}, Shape::scalar()}), Shapes{Shape{2}});
        QCOMPARE(op.outputsFor({{0, 2}, {0}}), (Shapes{{0, 2}}));
        std::vector<FloatTensor> none{counted({0, 2}), counted({0})};
        QVERIFY(op.run(none).ok());
        std::vector<FloatTensor> outside{counted({0, 2}), counted({1})};
        QVERIFY(!op.run(outside).ok());
    }
};

NERVURE_TEST(TstGather)
#include "tst_gather.moc"
