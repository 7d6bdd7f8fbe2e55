// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/core/ops/typed_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstPool2d : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sizesRoundDownUnlessAsked()
    {
        const AttrDict attrs{{"pool_size", "(2, 2)"}, {"strides", "(2, 2)"}};
        QCOMPARE(OpProbe("max_pool2d", attrs).outputsFor({{1, 1, 5, 5}})[0], (Shape{1, 1, 2, 2}));
        AttrDict ceil = attrs;
        ceil.set("ceil_mode", "True");
        QCOMPARE(OpProbe("max_pool2d", ceil).outputsFor({{1, 1, 5, 5}})[0], (Shape{1, 1, 3, 3}));
    }

    void aWindowLargerThanTheInputIsRefused()
    {
        OpProbe op("avg_pool2d", {{"pool_size", "(2, 2)"}});
        QVERIFY(op.outputsFor({{4, 4}}).empty());
        QVERIFY(op.outputsFor({{1, 1, 1, 4}}).empty());
    }

    void anUnknownSizeIsPooledAsNnvmDoes()
    {
        const OpProbe op("max_pool2d", {{"pool_size", "(2, 2)"}, {"padding", "(1, 1)"}});
        Shapes in{{unknownSize, 3, unknownSize, 8}};
        Shapes out(1);
        QVERIFY(op.spec()->inferShape(op.rule(), in, out).ok());
        QCOMPARE(out[0], (Shape{unknownSize, 3, 1, 9}));
        Shapes fixed(1);
        QVERIFY(op.spec()->inferShape(op.rule(Semantics::Fixed), in, fixed).ok());
        QCOMPARE(fixed[0], (Shape{unknownSize, 3, unknownSize, 9}));
        QVERIFY(OpProbe("max_pool2d", {{"pool_size", "(2, 2)"}})
                    .outputsFor({{1, 3, unknownSize, 8}})
                    .empty());
    }

    void threePaddingsSayNothing()
    {
        const OpProbe op("avg_pool2d", {{"pool_size", "(2, 2)"}, {"padding", "(1, 1, 1)"}});
        QCOMPARE(op.outputsFor({{1, 1, 4, 4}})[0], Shape{});
        Shapes in{{1, 1, 4, 4}};
        Shapes out(1);
        NERVURE_VERIFY_ERROR(op.spec()->inferShape(op.rule(Semantics::Fixed), in, out),
                             "attr-invalid", "padding has 3 numbers, expected 1, 2 or 4");
    }

    void theLayoutSaysWhatIsPooled()
    {
        OpProbe last("max_pool2d", {{"pool_size", "(2, 1)"}, {"layout", "NHWC"}});
        QCOMPARE(last.firstOutput({counted({1, 2, 2, 3}, -1)}),
                 (std::vector<float>{-1, -2, -3, -4, -5, -6}));
        OpProbe blocks("avg_pool2d", {{"pool_size", "(1, 2)"}, {"layout", "NCHW2c"}});
        QCOMPARE(blocks.firstOutput({counted({1, 1, 1, 3, 2})}), (std::vector<float>{2, 3, 4, 5}));
        OpProbe turned("max_pool2d", {{"pool_size", "(2, 1)"}, {"layout", "WHNC"}});
        QCOMPARE(turned.firstOutput({counted({2, 3, 1, 1})}), (std::vector<float>{2, 3, 5, 6}));
    }

    void furtherDimensionsArePooledToo()
    {
        // What is left of a graph whose layouts were changed to blocks: the attribute stays.
        OpProbe op("max_pool2d", {{"pool_size", "(1, 2)"}});
        QCOMPARE(op.outputsFor({{1, 1, 1, 3, 2}})[0], (Shape{1, 1, 1, 2, 2}));
        QCOMPARE(op.firstOutput({counted({1, 1, 1, 3, 2})}), (std::vector<float>{3, 4, 5, 6}));
    }

    void layoutsWithTheSameHeightAndWidthStay()
    {
        const OpProbe op("max_pool2d", {{"pool_size", "(2, 2)"}});
        QCOMPARE(askLayout(op, {"-"}), (LayoutAnswer{{"NCHW"}, {"NCHW"}, {}}));
        QCOMPARE(askLayout(op, {"NCHW4c"}), (LayoutAnswer{{"NCHW4c"}, {"NCHW4c"}, {}}));
        QCOMPARE(askLayout(op, {"NHWC"}), (LayoutAnswer{{"NCHW"}, {"NCHW"}, {}}));
        QCOMPARE(askLayout(op, {"NCHW2h"}), (LayoutAnswer{{"NCHW"}, {"NCHW"}, {}}));
        QVERIFY(!askLayout(op, {"OIHW"}).error.empty());
    }

    void onlyTheMaximumHasAGradient()
    {
        const AttrDict attrs{{"pool_size", "(2, 2)"}};
        QVERIFY(!OpProbe("avg_pool2d", attrs).spec()->rewrites->gradient);
        const OpProbe op("max_pool2d", attrs);
        QCOMPARE(RewriteProbe(op, 1).gradient(),
                 std::string("n_grad = _max_pool2d_grad(g0, x0, n) {pool_size=(2, 2)}\n-> n_grad"));
    }

    void maximumIgnoresPadding()
    {
        OpProbe op("max_pool2d", {{"pool_size", "(2, 2)"}, {"padding", "(1, 1, 0, 0)"}});
        QCOMPARE(op.firstOutput({counted({1, 1, 2, 2}, -1)}), (std::vector<float>{-1, -1, -1, -1}));
    }

    void averageCountsPaddingOnlyWhenAsked()
    {
        const AttrDict attrs{
            {"pool_size", "(2, 2)"}, {"strides", "(2, 2)"}, {"padding", "(1, 1, 1, 1)"}};
        QCOMPARE(OpProbe("avg_pool2d", attrs).firstOutput({counted({1, 1, 2, 2})}),
                 (std::vector<float>{1, 2, 3, 4}));
        AttrDict counting = attrs;
        counting.set("count_include_pad", "1");
        QCOMPARE(OpProbe("avg_pool2d", counting).firstOutput({counted({1, 1, 2, 2})}),
                 (std::vector<float>{0.25F, 0.5F, 0.75F, 1}));
    }

    void moreCellsThanATypeCountsGiveNoDivisionBy0()
    {
        // 256 is 0 in eight bits: the kernel then stores 0.
        const Elements<std::uint8_t> ones{{1, 1, 16, 16}, std::vector<std::uint8_t>(256, 1)};
        const OpProbe op("avg_pool2d", {{"pool_size", "(16, 16)"}});
        QCOMPARE(computed<std::uint8_t>(op, ones), (std::vector<std::uint8_t>{0}));
    }

    void onlyTheAverageKnowsCountIncludePad()
    {
        const AttrDict attrs{{"pool_size", "(2, 2)"}, {"count_include_pad", "1"}};
        NERVURE_VERIFY_ERROR(OpProbe("max_pool2d", attrs), "attr-unknown",
                             "max_pool2d 'n': attribute 'count_include_pad' is unknown");
        QVERIFY(OpProbe("avg_pool2d", attrs).diagnostics.empty());
    }
};

NERVURE_TEST(TstPool2d)
#include "tst_pool2d.moc"
