// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstConv2d : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void outputAndWeightsFollowFromTheData()
    {
        Shapes in{{1, 3, 224, 224}, {}, {}};
        OpProbe op("conv2d", {{"channels", "64"},
                              {"kernel_size", "(7, 7)"},
                              {"strides", "(2, 2)"},
                              {"padding", "(3, 3)"}});
        const auto out = op.infer(in);
        QVERIFY(out.ok());
        QCOMPARE(in[1], (Shape{64, 3, 7, 7}));
        QCOMPARE(in[2], (Shape{64}));
        QCOMPARE((*out)[0], (Shape{1, 64, 112, 112}));
        QCOMPARE(op.spec()->macs(op.rule(), in, *out),
                 std::optional<std::int64_t>(64LL * 112 * 112 * 3 * 49));
    }

    void channelsLastIsInferredToo()
    {
        Shapes in{{1, 8, 8, 4}, {}};
        OpProbe op("conv2d", {{"channels", "6"},
                              {"kernel_size", "[3,3]"},
                              {"use_bias", "False"},
                              {"layout", "NHWC"},
                              {"kernel_layout", "HWIO"}});
        const auto out = op.infer(in);
        QVERIFY(out.ok());
        QCOMPARE(in[1], (Shape{3, 3, 4, 6}));
        QCOMPARE((*out)[0], (Shape{1, 6, 6, 6}));
    }

    void anOutputTypeOfItsOwnLeavesTheInputsToAgree()
    {
        const OpProbe op("conv2d",
                         {{"channels", "4"}, {"kernel_size", "(3, 3)"}, {"out_dtype", "int32"}});
        DTypes in{DType::Int8, DType::Unknown, DType::Unknown};
        DTypes out{DType::Unknown};
        QVERIFY(op.spec()->inferType(op.rule(), in, out).ok());
        QCOMPARE(in[2], DType::Int8);
        QCOMPARE(out[0], DType::Int32);
    }

    void contradictionsAreRefused()
    {
        const AttrDict attrs{{"channels", "4"}, {"kernel_size", "(3, 3)"}, {"use_bias", "False"}};
        QVERIFY(OpProbe("conv2d", attrs).outputsFor({{3, 8, 8}, {}}).empty());
        QVERIFY(OpProbe("conv2d", attrs).outputsFor({{1, 3, 2, 2}, {}}).empty());
        QVERIFY(OpProbe("conv2d", attrs).outputsFor({{1, 3, 8, 8}}).empty());
        AttrDict odd = attrs;
        odd.set("layout", "NCQW");
        QVERIFY(OpProbe("conv2d", odd).outputsFor({{1, 3, 8, 8}, {}}).empty());
        AttrDict still = attrs;
        still.set("strides", "(0, 1)");
        QVERIFY(OpProbe("conv2d", still).outputsFor({{1, 3, 8, 8}, {}}).empty());
    }

    void referenceConvolvesWithPaddingAndStride()
    {
        OpProbe op("conv2d", {{"channels", "1"},
                              {"kernel_size", "(3, 3)"},
                              {"strides", "(2, 2)"},
                              {"padding", "(1, 1)"}});
        const FloatTensor ones{{1, 1, 3, 3}, std::vector<float>(9, 1)};
        QCOMPARE(op.firstOutput({counted({1, 1, 3, 3}), ones, {{1}, {0.5F}}}),
                 (std::vector<float>{12.5F, 16.5F, 24.5F, 28.5F}));
    }

    void referenceKeepsGroupsApartAndDilates()
    {
        OpProbe grouped(
            "conv2d",
            {{"channels", "2"}, {"kernel_size", "(1, 1)"}, {"groups", "2"}, {"use_bias", "False"}});
        QCOMPARE(grouped.firstOutput({counted({1, 2, 1, 2}), {{2, 1, 1, 1}, {10, 100}}}),
                 (std::vector<float>{10, 20, 300, 400}));
        OpProbe dilated("conv2d", {{"channels", "1"},
                                   {"kernel_size", "(1, 2)"},
                                   {"dilation", "(1, 2)"},
                                   {"use_bias", "False"}});
        QCOMPARE(dilated.firstOutput({counted({1, 1, 1, 4}), {{1, 1, 1, 2}, {1, 10}}}),
                 (std::vector<float>{31, 42}));
    }
};

QTEST_APPLESS_MAIN(TstConv2d)
#include "tst_conv2d.moc"
