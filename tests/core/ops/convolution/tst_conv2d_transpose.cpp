// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

const AttrDict doubling{
    {"channels", "3"}, {"kernel_size", "(2, 2)"}, {"strides", "(2, 2)"}, {"use_bias", "False"}};

AttrDict transposedWith(AttrDict attrs, const std::vector<AttrDict::Item> &more)
{
    for (const auto &[key, value] : more) {
        attrs.set(key, value);
    }
    return attrs;
}

} // namespace

class TstConv2dTranspose : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void outputAndWeightFollowFromTheData()
    {
        Shapes in{{1, 4, 5, 6}, {}, {}};
        const OpProbe op("conv2d_transpose", {{"channels", "6"},
                                              {"kernel_size", "(3, 3)"},
                                              {"strides", "(2, 2)"},
                                              {"padding", "(1, 0)"},
                                              {"output_padding", "(1, 0)"},
                                              {"dilation", "(1, 2)"},
                                              {"groups", "2"}});
        const auto out = op.infer(in);
        QVERIFY(out.ok());
        QCOMPARE(in[1], (Shape{4, 3, 3, 3}));
        QCOMPARE(in[2], (Shape{6}));
        QCOMPARE((*out)[0], (Shape{1, 6, 10, 15}));
        QCOMPARE(op.spec()->macs(op.rule(), in, *out),
                 std::optional<std::int64_t>(4 * 5 * 6 * 3 * 9));
    }

    void otherLayoutsAreInferred()
    {
        Shapes in{{1, 5, 6, 4}, {}};
        const AttrDict nhwc =
            transposedWith(doubling, {{"layout", "NHWC"}, {"kernel_layout", "HWOI"}});
        QCOMPARE((*OpProbe("conv2d_transpose", nhwc).infer(in))[0], (Shape{1, 10, 12, 3}));
        QCOMPARE(in[1], (Shape{2, 2, 4, 3}));
    }

    void unknownSizesAreReckonedWithAsNnvmDoes()
    {
        const OpProbe op("conv2d_transpose", transposedWith(doubling, {{"kernel_size", "(3, 3)"}}));
        Shapes in{{unknownSize, 4, unknownSize, 2}, {}};
        Shapes out(1);
        QVERIFY(op.spec()->inferShape(op.rule(), in, out).ok());
        QCOMPARE(out[0], (Shape{unknownSize, 3, 1, 5}));
        Shapes fixed(1);
        QVERIFY(op.spec()->inferShape(op.rule(Semantics::Fixed), in, fixed).ok());
        QCOMPARE(fixed[0], (Shape{unknownSize, 3, unknownSize, 5}));
    }

    void furtherDimensionsAreSeenInFixedSemanticsAlone()
    {
        const OpProbe op("conv2d_transpose", doubling);
        Shapes in{{1, 4, 2, 2, 7}, {}};
        Shapes out(1);
        QVERIFY(op.spec()->inferShape(op.rule(), in, out).ok());
        QCOMPARE(out[0], (Shape{1, 3, 4, 4}));
        NERVURE_VERIFY_ERROR(op.spec()->inferShape(op.rule(Semantics::Fixed), in, out),
                             "infer-shape", "input 0 (data) has 5 dimensions, expected 4");
    }

    void contradictionsAreRefused()
    {
        QVERIFY(OpProbe("conv2d_transpose", doubling).outputsFor({{4, 2, 2}, {}}).empty());
        QVERIFY(
            OpProbe("conv2d_transpose", doubling).outputsFor({{1, 4, 2, 2}, {3, 4, 2, 2}}).empty());
        for (const auto &[name, value] :
             {std::pair{"groups", "2"}, std::pair{"strides", "(0, 1)"},
              std::pair{"kernel_size", "(3,)"}, std::pair{"layout", "NCQW"},
              std::pair{"padding", "(3, 3)"}}) {
            const AttrDict attrs = transposedWith(doubling, {{name, value}});
            QVERIFY2(OpProbe("conv2d_transpose", attrs).outputsFor({{1, 4, 2, 2}, {}}).empty(),
                     name);
        }
    }

    void layoutsAreThoseOfTheAttributes()
    {
        const AttrDict blocks =
            transposedWith(doubling, {{"layout", "NCHW4c"}, {"use_bias", "True"}});
        QCOMPARE(askLayout(OpProbe("conv2d_transpose", blocks), {"NCHW", "-", "-"}),
                 (LayoutAnswer{{"NCHW4c", "OIHW", "C"}, {"NCHW4c"}, {}}));
        QVERIFY(!OpProbe("conv2d_transpose", doubling).spec()->rewrites->gradient);
    }

    void everyElementStampsItsKernel()
    {
        OpProbe op("conv2d_transpose", transposedWith(doubling, {{"channels", "1"}}));
        QCOMPARE(op.firstOutput({counted({1, 1, 1, 2}), counted({1, 1, 2, 2}, 10)}),
                 (std::vector<float>{10, 20, 20, 40, 30, 40, 60, 80}));
    }

    void whatOverlapsIsAddedAndPaddingCutOff()
    {
        OpProbe op("conv2d_transpose", {{"channels", "1"},
                                        {"kernel_size", "(1, 3)"},
                                        {"padding", "(0, 1)"},
                                        {"use_bias", "False"}});
        QCOMPARE(op.firstOutput({counted({1, 1, 1, 3}), {{1, 1, 1, 3}, {1, 10, 100}}}),
                 (std::vector<float>{12, 123, 230}));
    }

    void outputPaddingIsZerosWithoutTheBias()
    {
        OpProbe op("conv2d_transpose",
                   {{"channels", "1"}, {"kernel_size", "(1, 1)"}, {"output_padding", "(1, 1)"}});
        QCOMPARE(op.firstOutput({counted({1, 1, 1, 2}), counted({1, 1, 1, 1}), {{1}, {5}}}),
                 (std::vector<float>{6, 7, 0, 0, 0, 0}));
    }

    void groupsAreKeptApart()
    {
        OpProbe op(
            "conv2d_transpose",
            {{"channels", "2"}, {"kernel_size", "(1, 1)"}, {"groups", "2"}, {"use_bias", "False"}});
        QCOMPARE(op.firstOutput({counted({1, 2, 1, 2}), {{2, 1, 1, 1}, {10, 100}}}),
                 (std::vector<float>{10, 20, 300, 400}));
    }

    void channelsLastGivesTheSameNumbers()
    {
        OpProbe op("conv2d_transpose",
                   transposedWith(doubling,
                                  {{"channels", "2"}, {"layout", "NHWC"}, {"padding", "(1, 0)"}}));
        // One pixel high; the upper and lower half of every stamp are cut off with padding 1.
        QCOMPARE(op.outputsFor({{1, 2, 1, 1}, {}})[0], (Shape{1, 2, 2, 2}));
        QCOMPARE(op.firstOutput({counted({1, 2, 1, 1}), counted({1, 2, 2, 2})}),
                 (std::vector<float>{3, 7, 4, 8, 2, 10, 4, 12}));
    }
};

NERVURE_TEST(TstConv2dTranspose)
#include "tst_conv2d_transpose.moc"
