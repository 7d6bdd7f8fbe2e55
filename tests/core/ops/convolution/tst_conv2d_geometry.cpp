// SPDX-License-Identifier: Apache-2.0
#include "core/ops/convolution/conv2d_geometry.h"
#include "tests/core/ops/finite_difference.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// A convolution of any shape, small; `random` gives numbers from 0 on.
Conv2dGeometry anyGeometry(std::mt19937 &engine)
{
    const auto upTo = [&engine](std::int64_t most) {
        return 1 + static_cast<std::int64_t>(engine() % static_cast<unsigned>(most));
    };
    Conv2dGeometry g;
    g.batch = upTo(2);
    g.groups = upTo(3);
    g.inChannels = g.groups * upTo(3);
    g.outChannels = g.groups * upTo(6);
    g.kernelH = upTo(3);
    g.kernelW = upTo(4);
    g.strideH = upTo(3);
    g.strideW = upTo(4);
    g.dilationH = upTo(3);
    g.dilationW = upTo(2);
    g.padTop = upTo(4) - 1;
    g.padLeft = upTo(4) - 1;
    g.outH = upTo(5);
    g.outW = upTo(20);
    g.inH = upTo(9);
    g.inW = upTo(12);
    g.hasBias = upTo(2) == 1;
    return g;
}

struct Operands {
    FloatTensor data;
    FloatTensor weight;
    FloatTensor bias;

    explicit Operands(const Conv2dGeometry &g)
        : data(randomFloats({g.batch, g.inChannels, g.inH, g.inW}, 1)),
          weight(randomFloats({g.outChannels, g.inPerGroup(), g.kernelH, g.kernelW}, 2)),
          bias(randomFloats({g.outChannels}, 3))
    {}
    [[nodiscard]] std::vector<ConstTensorView> views(const Conv2dGeometry &g)
    {
        std::vector<ConstTensorView> views{data.view(), weight.view()};
        if (g.hasBias) {
            views.emplace_back(bias.view());
        }
        return views;
    }
};

/// One result by the book.
double resultAt(const Conv2dGeometry &g, const Operands &in, std::int64_t batch,
                std::int64_t channel, std::int64_t y, std::int64_t x)
{
    double sum = g.hasBias ? static_cast<double>(in.bias.data[std::size_t(channel)]) : 0.0;
    const std::int64_t group = channel / g.outPerGroup();
    for (std::int64_t i = 0; i < g.inPerGroup(); ++i) {
        for (std::int64_t ky = 0; ky < g.kernelH; ++ky) {
            for (std::int64_t kx = 0; kx < g.kernelW; ++kx) {
                const std::int64_t row = y * g.strideH + ky * g.dilationH - g.padTop;
                const std::int64_t column = x * g.strideW + kx * g.dilationW - g.padLeft;
                if (row < 0 || row >= g.inH || column < 0 || column >= g.inW) {
                    continue;
                }
                const std::int64_t plane = batch * g.inChannels + group * g.inPerGroup() + i;
                const std::int64_t tap =
                    ((channel * g.inPerGroup() + i) * g.kernelH + ky) * g.kernelW + kx;
                sum += static_cast<double>(in.weight.data[std::size_t(tap)])
                       * static_cast<double>(
                           in.data.data[std::size_t((plane * g.inH + row) * g.inW + column)]);
            }
        }
    }
    return sum;
}

std::vector<float> byTheBook(const Conv2dGeometry &g, const Operands &in)
{
    std::vector<float> results;
    for (std::int64_t plane = 0; plane < g.batch * g.outChannels; ++plane) {
        for (std::int64_t at = 0; at < g.outH * g.outW; ++at) {
            results.push_back(static_cast<float>(resultAt(
                g, in, plane / g.outChannels, plane % g.outChannels, at / g.outW, at % g.outW)));
        }
    }
    return results;
}

} // namespace

class TstConv2dGeometry : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyGeometryIsConvolved()
    {
        std::mt19937 engine(7);
        for (int i = 0; i < 300; ++i) {
            const Conv2dGeometry g = anyGeometry(engine);
            Operands in(g);
            FloatTensor out = counted({g.batch, g.outChannels, g.outH, g.outW});
            const auto views = in.views(g);
            QVERIFY(conv2dReference(g, views, out.view(), nullptr).ok());
            const double distance = largestDistance(out.data, byTheBook(g, in));
            QVERIFY2(distance < 1e-5,
                     (std::to_string(i) + ": " + std::to_string(distance)).c_str());
        }
    }

    void planesHoldWhatTheResultsMeet()
    {
        Conv2dGeometry g;
        g.outH = 3;
        g.outW = 4;
        g.kernelH = 3;
        g.kernelW = 2;
        g.dilationW = 3;
        g.strideH = 2;
        g.strideW = 5;
        const Conv2dPlanes planes = conv2dPlanes(g);
        QCOMPARE(planes.phaseH, std::int64_t(2));
        QCOMPARE(planes.phaseW, std::int64_t(4));
        QCOMPARE(planes.height, std::int64_t(4));
        QCOMPARE(planes.pitch, std::int64_t(4));
        QCOMPARE(planes.positions, std::int64_t(12));
        QCOMPARE(planes.channelSize(), std::int64_t(128));
    }

    void integersWrapAround()
    {
        Conv2dGeometry g;
        g.inW = 2;
        g.kernelW = 2;
        const Shape shape{1, 1, 1, 2};
        const Shape one{1, 1, 1, 1};
        std::vector<std::int32_t> numbers{2147483647, 2147483647};
        std::vector<std::int32_t> twos{2, 3};
        std::int32_t result = 0;
        const std::vector<ConstTensorView> in{
            {DType::Int32, shape, reinterpret_cast<const std::byte *>(numbers.data())},
            {DType::Int32, shape, reinterpret_cast<const std::byte *>(twos.data())}};
        QVERIFY(conv2dReference(g, in, {DType::Int32, one, reinterpret_cast<std::byte *>(&result)},
                                nullptr)
                    .ok());
        QCOMPARE(result, 2147483643); // 5 * (2^31 - 1) modulo 2^32
    }

    void paddingIsNoReasonToAllocateAnything()
    {
        Conv2dGeometry g;
        g.kernelH = 2;
        g.dilationH = std::int64_t{1} << 31;
        g.padTop = std::int64_t{1} << 30;
        Operands in(g);
        FloatTensor out = counted({1, 1, 1, 1});
        const Status status = conv2dReference(g, in.views(g), out.view(), nullptr);
        QVERIFY(!status.ok());
        QCOMPARE(status.error().code, std::string("reference-size"));
        g.dilationH = 0;
        NERVURE_VERIFY_ERROR(conv2dReference(g, in.views(g), out.view(), nullptr), "reference-size",
                             "strides or dilation are below 1");
    }
};

NERVURE_TEST(TstConv2dGeometry)
#include "tst_conv2d_geometry.moc"
