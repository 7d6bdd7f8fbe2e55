// SPDX-License-Identifier: Apache-2.0
#include "core/ops/rules/strided_copy.h"
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <limits>

using namespace nervure;
using namespace nervure::tests;

namespace {

const AttrDict attrs3x3{{"channels", "4"}, {"kernel_size", "(3, 3)"}};

AttrDict convolvedWith(AttrDict attrs, const std::vector<AttrDict::Item> &more)
{
    for (const auto &[key, value] : more) {
        attrs.set(key, value);
    }
    return attrs;
}

FloatTensor inLayout(FloatTensor tensor, const char *from, const char *to)
{
    const Layout source = *Layout::parse(from);
    const Layout target = *Layout::parse(to);
    FloatTensor result = counted(*source.convert(tensor.shape, target), 0);
    const Status status = copyToLayout(tensor.view(), source, result.view(), target);
    Q_ASSERT(status.ok());
    return result;
}

/// The result of conv2d, in NCHW, when it works in these layouts.
std::vector<float> convolved(AttrDict attrs, const char *data, const char *kernel, const char *out,
                             const char *bias)
{
    attrs.set("layout", data);
    attrs.set("kernel_layout", kernel);
    attrs.set("out_layout", out);
    OpProbe op("conv2d", attrs);
    std::vector<FloatTensor> in{inLayout(counted({2, 4, 5, 6}), "NCHW", data),
                                inLayout(counted({8, 2, 3, 2}, 0.5F), "OIHW", kernel),
                                inLayout(counted({8}, 10), "C", bias)};
    const auto result = op.run(in);
    return result ? inLayout((*result)[0], out, "NCHW").data : std::vector<float>{};
}

} // namespace

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

    void aGivenWeightIsLookedAtInFixedSemanticsAlone()
    {
        const OpProbe op("conv2d", convolvedWith(attrs3x3, {{"use_bias", "False"}}));
        Shapes in{{1, 3, 8, 8}, {4, 5, 3, 3}};
        Shapes out(1);
        QVERIFY(op.spec()->inferShape(op.rule(), in, out).ok());
        QCOMPARE(out[0], (Shape{1, 4, 6, 6}));
        const Status fixed = op.spec()->inferShape(op.rule(Semantics::Fixed), in, out);
        QVERIFY(!fixed.ok());
        QCOMPARE(fixed.error().message,
                 std::string("input 1 (weight) has shape [4,5,3,3], expected "
                             "[4,3,3,3]"));
    }

    void whatIsUnknownStaysUnknown()
    {
        const AttrDict padded = convolvedWith(attrs3x3, {{"padding", "(1, 1)"}});
        Shapes in{{unknownSize, 3, unknownSize, 8}, {}, {}};
        QCOMPARE((*OpProbe("conv2d", attrs3x3).infer(in))[0],
                 (Shape{unknownSize, 4, unknownSize, 6}));
        QCOMPARE(in[1], (Shape{4, 3, 3, 3}));
        Shapes backwards{{unknownSize, 3, unknownSize, unknownSize}, {}, {}};
        QVERIFY(OpProbe("conv2d", padded).infer(backwards, {{2, 4, 8, 7}}).ok());
        QCOMPARE(backwards[0], (Shape{2, 3, 8, 7}));
        Shapes nothing{{}, {4, 3, 3, 3}, {}};
        QVERIFY(OpProbe("conv2d", padded).infer(nothing, {{2, 4, 8, 7}}).ok());
        QCOMPARE(nothing[2], Shape{});
    }

    void blocksReachWeightAndBias()
    {
        const AttrDict blocked =
            convolvedWith({{"channels", "16"}, {"kernel_size", "(3, 3)"}},
                          {{"layout", "NCHW8c"}, {"kernel_layout", "OIHW8i16o"}});
        Shapes in{{1, 2, 9, 9, 8}, {}, {}};
        QCOMPARE((*OpProbe("conv2d", blocked).infer(in))[0], (Shape{1, 2, 7, 7, 8}));
        QCOMPARE(in[1], (Shape{1, 2, 3, 3, 8, 16}));
        QCOMPARE(in[2], (Shape{2, 8}));
        Shapes turned{{1, 2, 9, 9, 8}, {}, {}};
        const AttrDict out = convolvedWith(blocked, {{"out_layout", "N4cCHW"}});
        QCOMPARE((*OpProbe("conv2d", out).infer(turned))[0], (Shape{1, 4, 4, 7, 7}));
        QCOMPARE(turned[2], (Shape{4, 4}));
        QVERIFY(OpProbe("conv2d", blocked).outputsFor({{1, 2, 9, 9, 7}, {}, {}}).empty());
    }

    void theWeightOfGroupsIsSplitGroupByGroup()
    {
        const AttrDict depthwise{{"channels", "8"},
                                 {"groups", "8"},
                                 {"kernel_size", "(3, 3)"},
                                 {"use_bias", "False"},
                                 {"kernel_layout", "OIHW1i4o"}};
        QVERIFY(OpProbe("conv2d", depthwise).outputsFor({{1, 8, 5, 5}, {}}).empty());
        Shapes in{{1, 8, 5, 5}, {}};
        const AttrDict ones = convolvedWith(depthwise, {{"kernel_layout", "OIHW1i1o"}});
        QVERIFY(OpProbe("conv2d", ones).infer(in).ok());
        QCOMPARE(in[1], (Shape{8, 1, 3, 3, 1, 1}));
    }

    void anOutputTypeNeedsTheTypeOfTheData()
    {
        const OpProbe op("conv2d", convolvedWith(attrs3x3, {{"out_dtype", "int32"}}));
        DTypes in{DType::Unknown, DType::Int8, DType::Unknown};
        DTypes out{DType::Unknown};
        NERVURE_VERIFY_ERROR(op.spec()->inferType(op.rule(), in, out), "infer-type",
                             "the type of input 0 (data) is unknown, expected a type when");
        QVERIFY(op.spec()->inferType(op.rule(Semantics::Fixed), in, out).ok());
        QCOMPARE(in[0], DType::Int8);
        QCOMPARE(out[0], DType::Int32);
    }

    void onlyThePaddingMayHaveFurtherNumbers()
    {
        const AttrDict four = convolvedWith(attrs3x3, {{"padding", "(1, 1, 7, 7)"}});
        QCOMPARE(OpProbe("conv2d", four).outputsFor({{1, 3, 8, 8}, {}, {}})[0],
                 (Shape{1, 4, 8, 8}));
        for (const char *name : {"kernel_size", "strides", "dilation"}) {
            const AttrDict three = convolvedWith(attrs3x3, {{name, "(1, 1, 1)"}});
            QVERIFY(OpProbe("conv2d", three).outputsFor({{1, 3, 8, 8}, {}, {}}).empty());
        }
        const AttrDict one = convolvedWith(attrs3x3, {{"padding", "(1,)"}});
        QVERIFY(OpProbe("conv2d", one).outputsFor({{1, 3, 8, 8}, {}, {}}).empty());
    }

    void absurdSizesAreRefused()
    {
        const std::int64_t most = std::numeric_limits<std::int64_t>::max();
        QVERIFY(OpProbe("conv2d", attrs3x3).outputsFor({{1, 3, most, 8}, {}, {}}).empty());
        QVERIFY(OpProbe("conv2d", attrs3x3).outputsFor({{1, -3, 8, 8}, {}, {}}).empty());
        QVERIFY(!OpProbe("conv2d", convolvedWith(attrs3x3, {{"channels", "4294967296"}}))
                     .diagnostics.empty());
    }

    void layoutsAreThoseOfTheAttributes()
    {
        const OpProbe plain("conv2d", convolvedWith(attrs3x3, {{"use_bias", "False"}}));
        QCOMPARE(askLayout(plain, {"NHWC", "-"}), (LayoutAnswer{{"NCHW", "OIHW"}, {"NCHW"}, {}}));
        const AttrDict blocks = convolvedWith(
            attrs3x3,
            {{"layout", "NCHW8c"}, {"kernel_layout", "OIHW8i4o"}, {"out_layout", "NCHW4c"}});
        QCOMPARE(askLayout(OpProbe("conv2d", blocks), {"-", "-", "-"}),
                 (LayoutAnswer{{"NCHW8c", "OIHW8i4o", "C4c"}, {"NCHW4c"}, {}}));
        QCOMPARE(askLayout(OpProbe("_contrib_conv2d_NCHWc", blocks), {"-", "-", "-"}),
                 (LayoutAnswer{{"NCHW8c", "OIHW8i4o", "C4c"}, {"NCHW4c"}, {}}));
    }

    void theGradientIsOneNode()
    {
        const OpProbe op("conv2d", attrs3x3);
        QCOMPARE(RewriteProbe(op, 3).gradient(),
                 std::string("n_grad = _conv2d_grad(g0, x0, x1) {channels=4, kernel_size=(3, 3)}\n"
                             "-> n_grad, n_grad.1, n_grad.2"));
        const OpProbe noBias("conv2d", convolvedWith(attrs3x3, {{"use_bias", "False"}}));
        QVERIFY(RewriteProbe(noBias, 2).gradient().ends_with("-> n_grad, n_grad.1"));
    }

    void everyLayoutGivesTheSameNumbers()
    {
        const AttrDict attrs{{"channels", "8"},      {"kernel_size", "(3, 2)"},
                             {"strides", "(2, 1)"},  {"padding", "(1, 2)"},
                             {"dilation", "(1, 2)"}, {"groups", "2"}};
        const std::vector<float> plain = convolved(attrs, "NCHW", "OIHW", "NCHW", "C");
        QCOMPARE(plain.size(), std::size_t(2 * 8 * 3 * 8));
        QCOMPARE(convolved(attrs, "NHWC", "HWIO", "NHWC", "C"), plain);
        QCOMPARE(convolved(attrs, "NCHW2c", "OIHW2i4o", "NCHW4c", "C4c"), plain);
        QCOMPARE(convolved(attrs, "NHWC", "OIHW", "N2cHWC", "2cC"), plain);
    }

    void integersAndHalvesAreComputed()
    {
        const OpProbe op("conv2d", {{"channels", "1"},
                                    {"kernel_size", "(1, 2)"},
                                    {"out_dtype", "int32"},
                                    {"use_bias", "False"}});
        std::vector<std::int8_t> data{100, 100, -100};
        std::vector<std::int8_t> weight{100, 3};
        std::vector<std::int32_t> out{0, 0};
        const Shape dataShape{1, 1, 1, 3};
        const Shape weightShape{1, 1, 1, 2};
        const Shape outShape{1, 1, 1, 2};
        const std::vector<ConstTensorView> in{
            {DType::Int8, dataShape, reinterpret_cast<const std::byte *>(data.data())},
            {DType::Int8, weightShape, reinterpret_cast<const std::byte *>(weight.data())}};
        const std::vector<TensorView> result{
            {DType::Int32, outShape, reinterpret_cast<std::byte *>(out.data())}};
        QVERIFY(op.spec()->reference({op.rule(), in, result, {}}).ok());
        QCOMPARE(out, (std::vector<std::int32_t>{10300, 9700}));

        const OpProbe half("conv2d",
                           {{"channels", "1"}, {"kernel_size", "(1, 2)"}, {"use_bias", "False"}});
        std::vector<std::uint16_t> ones{0x3c00, 0x3c00, 0x4000}; // 1, 1, 2
        std::vector<std::uint16_t> halves{0, 0};
        const std::vector<ConstTensorView> halfIn{
            {DType::Float16, dataShape, reinterpret_cast<const std::byte *>(ones.data())},
            {DType::Float16, weightShape, reinterpret_cast<const std::byte *>(ones.data())}};
        const std::vector<TensorView> halfOut{
            {DType::Float16, outShape, reinterpret_cast<std::byte *>(halves.data())}};
        QVERIFY(half.spec()->reference({half.rule(), halfIn, halfOut, {}}).ok());
        QCOMPARE(halves, (std::vector<std::uint16_t>{0x4000, 0x4200})); // 2, 3
    }

    void aWeightThatDoesNotFitIsNotComputedWith()
    {
        OpProbe op("conv2d", convolvedWith(attrs3x3, {{"use_bias", "False"}}));
        QVERIFY(op.firstOutput({counted({1, 3, 8, 8}), counted({4, 5, 3, 3})}).empty());
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

    void unknownAndEmptySizesInFixedSemantics()
    {
        const OpProbe op = OpProbe::fixed("conv2d", attrs3x3);
        Shapes open{{unknownSize, unknownSize, 5, unknownSize}, {}, {}};
        const auto out = op.infer(open);
        QVERIFY(out.ok());
        QCOMPARE((*out)[0], (Shape{unknownSize, 4, 3, unknownSize}));
        QCOMPARE(open[1], (Shape{4, unknownSize, 3, 3}));
        QCOMPARE(op.outputsFor({{0, 3, 5, 5}, {}, {}}), (Shapes{{0, 4, 3, 3}}));
        QVERIFY(op.outputsFor({{1, 3, 0, 5}, {}, {}}).empty());
        QVERIFY(op.outputsFor({Shape::scalar(), {}, {}}).empty());
    }
};

NERVURE_TEST(TstConv2d)
#include "tst_conv2d.moc"
