// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMultibox : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyPositionHasAnchors()
    {
        OpProbe op("multibox_prior", {{"sizes", "(0.5, 0.3)"}, {"ratios", "(1, 2)"}});
        QCOMPARE(op.outputsFor({{2, 3, 4, 5}})[0], (Shape{1, 60, 4}));
        QVERIFY(op.outputsFor({{2, 3, 4}}).empty());
        QVERIFY(op.outputsFor({{}}).empty());
        QVERIFY(op.outputsFor({{2, 3, unknownSize, 5}}).empty());
        QCOMPARE(OpProbe::fixed("multibox_prior").outputsFor({{2, 3, unknownSize, 5}}), Shapes{{}});
        QVERIFY(OpProbe("multibox_prior", {{"steps", "(1,)"}}).outputsFor({{2, 3, 4, 5}}).empty());
        QVERIFY(OpProbe("multibox_prior", {{"sizes", "()"}, {"ratios", "()"}})
                    .outputsFor({{2, 3, 4, 5}})
                    .empty());
    }

    void anchorsLieAroundTheCenter()
    {
        OpProbe op("multibox_prior", {{"sizes", "(0.5,)"}, {"ratios", "(1, 4)"}});
        QCOMPARE(op.firstOutput({counted({1, 1, 1, 1})}),
                 (std::vector<float>{0.25, 0.25, 0.75, 0.75, 0, 0.375, 1, 0.625}));
        OpProbe moved(
            "multibox_prior",
            {{"sizes", "(1,)"}, {"steps", "(0.5, 0.25)"}, {"offsets", "(0, 1)"}, {"clip", "True"}});
        QCOMPARE(moved.firstOutput({counted({1, 1, 1, 1})}), (std::vector<float>{0, 0, 0.75, 0.5}));
    }

    void badNumbersAreRefused()
    {
        OpProbe op("multibox_prior", {{"ratios", "(1, -2)"}});
        QVERIFY(op.firstOutput({counted({1, 1, 2, 2})}).empty());
        OpProbe few("multibox_prior", {{"offsets", "(1,)"}});
        QVERIFY(few.firstOutput({counted({1, 1, 2, 2})}).empty());
    }

    void anchorsHaveTwoGradientsAsInNnvm()
    {
        QCOMPARE(RewriteProbe(OpProbe("multibox_prior"), 1).gradient(),
                 std::string("n_zero_grad = zeros_like(x0)\n-> n_zero_grad, g0"));
        QCOMPARE(askLayout(OpProbe("multibox_prior"), {"NHWC"}),
                 (LayoutAnswer{{"NCHW"}, {"-"}, {}}));
    }

    void locationsHaveRowsAndACount()
    {
        OpProbe op("multibox_transform_loc");
        QCOMPARE(op.outputsFor({{2, 3, 4}, {2, 16}, {1, 4, 4}}), (Shapes{{2, 4, 6}, {2}}));
        QVERIFY(op.outputsFor({{2, 3, 4}, {2, 15}, {1, 4, 4}}).empty());
        QVERIFY(op.outputsFor({{2, 3, 4}, {2, 16}, {1, 4, 5}}).empty());
        QVERIFY(op.outputsFor({{2, 3, 4}, {}, {1, 4, 4}}).empty());
        QCOMPARE(OpProbe::fixed("multibox_transform_loc").outputsFor({{2, 3, 4}, {}, {1, 4, 4}}),
                 (Shapes{{}, {}}));
    }

    void typesAreSetOnceAndForAll()
    {
        OpProbe op("multibox_transform_loc");
        DTypes in{DType::Float32, DType::Float32, DType::Float32};
        QCOMPARE(*op.inferTypes(in), (DTypes{DType::Float32, DType::Int32}));
        NERVURE_VERIFY_ERROR(op.inferTypes(in, (DTypes{DType::Float32, DType::Int64})),
                             "infer-type", "output 1 is int64, expected int32");
        DTypes open{DType::Unknown, DType::Unknown, DType::Unknown};
        QVERIFY(op.inferTypes(open).ok());
        NERVURE_VERIFY_ERROR(op.inferTypes(open, (DTypes{DType::Float32, DType::Unknown})),
                             "infer-type", "output 0 is float32");
    }

    void anchorsThatHoldSomethingAreListed()
    {
        OpProbe op("multibox_transform_loc", {{"threshold", "0.2"}, {"variances", "(1, 1, 1, 1)"}});
        // Three anchors, a background and two classes; the second anchor holds nothing.
        std::vector<FloatTensor> in{
            {{1, 3, 3}, {0.1F, 0.9F, 0.2F, 0.7F, 0.1F, 0.3F, 0.2F, 0.05F, 0.5F}},
            {{1, 12}, {0.5F, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
            {{1, 3, 4}, {0, 0, 0.5F, 1, 0, 0, 1, 1, 0.25F, 0.5F, 2, 1}}};
        const auto out = op.run(in);
        QVERIFY(out.ok());
        QCOMPARE((*out)[0].data, (std::vector<float>{0, 0.7F, 0.25F, 0, 0.75F, 1, 1, 0.5F, 0.25F,
                                                     0.5F, 1, 1, -1, -1, -1, -1, -1, -1}));
        QCOMPARE((*out)[1].data, (std::vector<float>{2}));
    }

    void locationsNeedFourVariances()
    {
        OpProbe op("multibox_transform_loc", {{"variances", "(1, 1)"}});
        std::vector<FloatTensor> in{counted({1, 2, 1}), counted({1, 4}), counted({1, 1, 4})};
        NERVURE_VERIFY_ERROR(op.run(in), "attr-invalid", "variances has 2 numbers, expected 4");
    }

    void locationsKeepTheirLayouts()
    {
        QCOMPARE(
            askLayout(OpProbe("multibox_transform_loc"), {"NC", "-", "AB"}, 2, {"-", "-", "BA"}),
            (LayoutAnswer{{"NC", "-", "BA"}, {"-", "-"}, {}}));
    }

    void detectionIsANameOnly()
    {
        OpProbe op("multibox_detection", {{"anything", "goes"}});
        QVERIFY(op.diagnostics.empty());
        QVERIFY(!op.spec()->inferShape);
        QCOMPARE(op.spec()->pattern, std::optional(OpPattern::Opaque));
        const RuleContext rule = op.rule();
        NERVURE_VERIFY_ERROR(op.spec()->reference({rule, {}, {}, {}}), "no-reference",
                             "NNVM has nothing but a name");
    }
};

NERVURE_TEST(TstMultibox)
#include "tst_multibox.moc"
