// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

namespace {

constexpr const char *transformOp = "_contrib_conv2d_winograd_weight_transform";
constexpr const char *convolutionOp = "_contrib_conv2d_winograd_without_weight_transform";

AttrDict convolution(const char *tile, const char *padding = "(1, 1)")
{
    return {
        {"channels", "3"}, {"kernel_size", "(3, 3)"}, {"padding", padding}, {"tile_size", tile}};
}

/// Numbers that follow no line, so that a mistake in a matrix shows.
FloatTensor wavy(const Shape &shape)
{
    FloatTensor tensor = counted(shape);
    for (float &number : tensor.data) {
        number = std::sin(number * number);
    }
    return tensor;
}

bool isClose(const std::vector<float> &a, const std::vector<float> &b)
{
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](float x, float y) {
               return std::abs(x - y) <= 1e-5F;
           });
}

} // namespace

class TstConv2dWinograd : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theTransformedWeightHasATileForEveryPairOfChannels()
    {
        const OpProbe op(transformOp, {{"tile_size", "4"}});
        QCOMPARE(op.outputsFor({{4, 3, 3, 3}})[0], (Shape{6, 6, 4, 3}));
        QCOMPARE(OpProbe(transformOp, {{"tile_size", "5"}}).outputsFor({{4, 3, 2, 1}})[0],
                 (Shape{6, 5, 4, 3}));
        QVERIFY(op.outputsFor({{}}).empty());
        QVERIFY(op.outputsFor({{4, 3, 3}}).empty());
        QVERIFY(!op.spec()->rewrites->layout);
    }

    void theConvolutionTakesAnyWeight()
    {
        Shapes in{{1, 2, 9, 8}, {7, 7}, {}};
        const OpProbe op(convolutionOp, convolution("4"));
        QCOMPARE((*op.infer(in))[0], (Shape{1, 3, 9, 8}));
        QCOMPARE(in[1], (Shape{7, 7}));
        QCOMPARE(in[2], (Shape{3}));
        QCOMPARE(askLayout(op, {"NHWC", "-", "-"}),
                 (LayoutAnswer{{"NCHW", "OIHW", "C"}, {"NCHW"}, {}}));
    }

    void bothTogetherAreAConvolution_data()
    {
        QTest::addColumn<QString>("tile");
        QTest::addColumn<QString>("padding");
        QTest::newRow("small tiles") << "2"
                                     << "(1, 1)";
        QTest::newRow("large tiles") << "4"
                                     << "(1, 1)";
        QTest::newRow("no padding") << "4"
                                    << "(0, 0)";
        QTest::newRow("uneven padding") << "2"
                                        << "(0, 2)";
    }
    void bothTogetherAreAConvolution()
    {
        QFETCH(QString, tile);
        QFETCH(QString, padding);
        const AttrDict attrs =
            convolution(tile.toStdString().c_str(), padding.toStdString().c_str());
        AttrDict direct = attrs;
        direct.erase("tile_size");
        const FloatTensor data = wavy({2, 4, 7, 9});
        const FloatTensor weight = wavy({3, 4, 3, 3});
        const FloatTensor bias{{3}, {1, -2, 3}};
        const std::vector<float> expected =
            OpProbe("conv2d", direct).firstOutput({data, weight, bias});
        QVERIFY(!expected.empty());

        std::vector<FloatTensor> plain{weight};
        const auto transformed =
            OpProbe(transformOp, {{"tile_size", tile.toStdString()}}).run(plain);
        QVERIFY(transformed.ok());
        OpProbe winograd(convolutionOp, attrs);
        QVERIFY(isClose(winograd.firstOutput({data, (*transformed)[0], bias}), expected));

        // The other order of channels, which NNVM's devices want.
        const FloatTensor &tiles = (*transformed)[0];
        FloatTensor turned{{tiles.shape[0], tiles.shape[1], 4, 3}, tiles.data};
        for (std::size_t i = 0; i < turned.data.size(); ++i) {
            const std::size_t tileStart = i / 12 * 12;
            turned.data[i] = tiles.data[tileStart + i % 3 * 4 + i % 12 / 3];
        }
        QVERIFY(isClose(winograd.firstOutput({data, turned, bias}), expected));
    }

    void whatCannotBeComputedIsSaid()
    {
        const FloatTensor data = wavy({1, 4, 7, 9});
        const FloatTensor bias{{3}, {1, -2, 3}};
        AttrDict strided = convolution("4");
        strided.set("strides", "(2, 2)");
        QVERIFY(
            OpProbe(convolutionOp, strided).firstOutput({data, wavy({6, 6, 3, 4}), bias}).empty());
        OpProbe op(convolutionOp, convolution("4"));
        QVERIFY(op.firstOutput({data, wavy({4, 4, 3, 4}), bias}).empty());
        QVERIFY(op.firstOutput({data, wavy({3, 3}), bias}).empty());
        QVERIFY(
            OpProbe(transformOp, {{"tile_size", "3"}}).firstOutput({wavy({3, 4, 3, 3})}).empty());
        QVERIFY(
            OpProbe(transformOp, {{"tile_size", "4"}}).firstOutput({wavy({3, 4, 5, 5})}).empty());
    }
};

NERVURE_TEST(TstConv2dWinograd)
#include "tst_conv2d_winograd.moc"
