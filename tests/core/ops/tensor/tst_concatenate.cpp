// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstConcatenate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sizesAddUpAlongTheAxis()
    {
        OpProbe op("concatenate", {{"axis", "-1"}});
        QCOMPARE(op.firstOutput({counted({2, 1}), {{2, 2}, {7, 8, 9, 10}}}),
                 (std::vector<float>{1, 7, 8, 2, 9, 10}));
    }

    void otherDimensionsMustAgree()
    {
        QVERIFY(OpProbe("concatenate").outputsFor({{2, 3}, {4, 3}}).empty());
        QVERIFY(OpProbe("concatenate", {{"axis", "5"}}).outputsFor({{2, 3}, {2, 3}}).empty());
    }

    void anUnknownInputLearnsTheOtherDimensions()
    {
        Shapes in{{2, 3}, {}};
        const auto out = OpProbe("concatenate").infer(in);
        QVERIFY(out.ok());
        QCOMPARE(in[1], (Shape{2, unknownSize}));
        QCOMPARE((*out)[0], (Shape{2, 3}));
    }

    /// NNVM counts an input it knows nothing of as 0.
    void theOutputFillsTheOpenInputInFixedSemantics()
    {
        Shapes in{{2, 3}, {}, {2, 1}};
        NERVURE_VERIFY_ERROR(OpProbe("concatenate").infer(in, {{2, 9}}), "infer-shape", "output 0");
        Shapes open{{2, 3}, {}, {2, 1}};
        QVERIFY(OpProbe::fixed("concatenate").infer(open, {{2, 9}}).ok());
        QCOMPARE(open[1], (Shape{2, 5}));
        QCOMPARE(OpProbe::fixed("concatenate").outputsFor({{2, 3}, {}}),
                 (Shapes{{2, unknownSize}}));
    }

    void zerosOutsideTheAxisAreFilled()
    {
        Shapes in{{2, unknownSize}, {1, 5}};
        const auto out = OpProbe("concatenate", {{"axis", "0"}}).infer(in);
        QVERIFY(out.ok());
        QCOMPARE(in[0], (Shape{2, 5}));
        QCOMPARE((*out)[0], (Shape{3, 5}));
    }

    void nothingIsLearntFromTheEndOfAnUnknownShape()
    {
        Shapes in{{}, {2, 3}};
        const auto out = OpProbe("concatenate", {{"axis", "-1"}}).infer(in);
        QVERIFY(out.ok());
        QVERIFY(!(*out)[0].hasRank());
        QVERIFY(!in[0].hasRank());
    }

    void allInputsFollowTheFirstLayout()
    {
        OpProbe op("concatenate");
        QCOMPARE(askLayout(op, {"NCHW4c", "NCHW"}, 1, {"NCHW", "NCHW"}),
                 (LayoutAnswer{{"NCHW4c", "NCHW4c"}, {"NCHW4c"}, {}}));
        QCOMPARE(askLayout(op, {"NHWC", "NHWC"}, 1, {"NCHW", "NCHW"}),
                 (LayoutAnswer{{"NCHW", "NCHW"}, {"NCHW"}, {}}));
        QCOMPARE(askLayout(op, {"-", "NC"}, 1, {"NC", "NC"}),
                 (LayoutAnswer{{"NC", "NC"}, {"NC"}, {}}));
        QCOMPARE(askLayout(op, {"-", "NC"}), (LayoutAnswer{{"-", "NC"}, {"-"}, {}}));
    }

    void theAxisMustBeInTheLayout()
    {
        OpProbe op("concatenate", {{"axis", "2"}});
        QVERIFY(!askLayout(op, {"NC", "NC"}).error.empty());
        QCOMPARE(askLayout(op, {"NC", "NC"}, 1, {"NCW", "NCW"}),
                 (LayoutAnswer{{"NCW", "NCW"}, {"NCW"}, {}}));
        QCOMPARE(askLayout(OpProbe("concatenate", {{"axis", "-1"}}), {"NHWC", "NHWC"}, 1,
                           {"NCHW", "NCHW"}),
                 (LayoutAnswer{{"NHWC", "NHWC"}, {"NHWC"}, {}}));
    }

    void scalarsDoNotJoinAndEmptyPartsDo()
    {
        OpProbe op = OpProbe::fixed("concatenate", {{"axis", "0"}});
        QVERIFY(op.outputsFor({Shape::scalar(), {2}}).empty());
        QVERIFY(OpProbe::fixed("concatenate", {{"axis", "-1"}})
                    .outputsFor({Shape::scalar(), Shape::scalar()})
                    .empty());
        QCOMPARE(op.outputsFor({{0, 2}, {3, 2}}), (Shapes{{3, 2}}));
        QCOMPARE(op.firstOutput({counted({0, 2}), counted({1, 2})}), (std::vector<float>{1, 2}));
        Shapes in{{3, 2}, {unknownSize, 2}};
        QVERIFY(op.infer(in, {{3, 2}}).ok());
        QCOMPARE(in[1], (Shape{0, 2}));
    }
};

NERVURE_TEST(TstConcatenate)
#include "tst_concatenate.moc"
