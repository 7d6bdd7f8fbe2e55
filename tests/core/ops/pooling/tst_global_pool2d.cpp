// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstGlobalPool2d : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachChannelIsPooledWhole()
    {
        QCOMPARE(OpProbe("global_avg_pool2d").firstOutput({counted({1, 2, 2, 2})}),
                 (std::vector<float>{2.5F, 6.5F}));
        QCOMPARE(OpProbe("global_max_pool2d").firstOutput({counted({1, 2, 2, 2})}),
                 (std::vector<float>{4, 8}));
    }

    void layoutSaysWhichDimensions()
    {
        OpProbe op("global_avg_pool2d", {{"layout", "NHWC"}});
        QCOMPARE(op.outputsFor({{1, 7, 7, 3}})[0], (Shape{1, 1, 1, 3}));
        QCOMPARE(op.firstOutput({counted({1, 2, 2, 2})}), (std::vector<float>{4, 5}));
        OpProbe blocks("global_max_pool2d", {{"layout", "NCHW2c"}});
        QCOMPARE(blocks.firstOutput({counted({1, 1, 2, 2, 2})}), (std::vector<float>{7, 8}));
    }

    void unknownSizesBecomeOne()
    {
        QCOMPARE(OpProbe("global_avg_pool2d").outputsFor({{1, 3, unknownSize, unknownSize}})[0],
                 (Shape{1, 3, 1, 1}));
        QVERIFY(OpProbe("global_avg_pool2d").outputsFor({{5}}).empty());
        OpProbe split("global_avg_pool2d", {{"layout", "NCHW2h"}});
        QVERIFY(split.outputsFor({{1, 3, 4, 4, 2}}).empty());
    }

    void aMissingWidthIsSeenInFixedSemanticsAlone()
    {
        OpProbe op("global_avg_pool2d");
        Shapes in{{1, 3, 5}};
        Shapes out(1);
        QVERIFY(op.spec()->inferShape(op.rule(), in, out).ok());
        QCOMPARE(out[0], (Shape{1, 3, 1}));
        NERVURE_VERIFY_ERROR(op.spec()->inferShape(op.rule(Semantics::Fixed), in, out),
                             "infer-shape",
                             "input 0 (data) has 3 dimensions, expected layout NCHW");
        QVERIFY(op.firstOutput({counted({1, 3, 5})}).empty());
    }

    void layoutsWithTheSameHeightAndWidthStay()
    {
        const OpProbe op("global_max_pool2d");
        QCOMPARE(askLayout(op, {"NCHW8c"}), (LayoutAnswer{{"NCHW8c"}, {"NCHW8c"}, {}}));
        QCOMPARE(askLayout(op, {"NHWC"}), (LayoutAnswer{{"NCHW"}, {"NCHW"}, {}}));
        QVERIFY(!op.spec()->rewrites->gradient);
    }
};

NERVURE_TEST(TstGlobalPool2d)
#include "tst_global_pool2d.moc"
