// SPDX-License-Identifier: Apache-2.0
#include "core/ops/convolution/conv2d_tasks.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <array>
#include <random>

using namespace nervure;

namespace {

/// The convolution that leads from some output back to the data of a transposed one.
Conv2dGeometry anyBackward(std::mt19937 &engine)
{
    const auto upTo = [&engine](std::int64_t most) {
        return 1 + static_cast<std::int64_t>(engine() % static_cast<unsigned>(most));
    };
    Conv2dGeometry g;
    g.batch = upTo(2);
    g.groups = upTo(2);
    g.inChannels = g.groups * upTo(3);
    g.outChannels = g.groups * upTo(3);
    g.kernelH = upTo(4);
    g.kernelW = upTo(4);
    g.strideH = upTo(3);
    g.strideW = upTo(4);
    g.padTop = upTo(3) - 1;
    g.padLeft = upTo(3) - 1;
    g.outH = upTo(6);
    g.outW = upTo(6);
    g.inH = std::max<std::int64_t>(g.strideH * (g.outH - 1) + g.kernelH - 2 * g.padTop, 1);
    g.inW = std::max<std::int64_t>(g.strideW * (g.outW - 1) + g.kernelW - 2 * g.padLeft, 1);
    return g;
}

/// The tensors of such a one: data, weight, result.
struct Tensors {
    std::array<Shape, 2> in;
    std::array<Shape, 1> out;
    std::array<DType, 2> inTypes{DType::Float32, DType::Float32};
    std::array<DType, 1> outTypes{DType::Float32};

    explicit Tensors(const Conv2dGeometry &g)
        : in{{{g.batch, g.outChannels, g.outH, g.outW},
              {g.outChannels, g.inPerGroup(), g.kernelH, g.kernelW}}},
          out{{{g.batch, g.inChannels, g.inH, g.inW}}}
    {}
    [[nodiscard]] KernelContext context() const { return {in, out, inTypes, outTypes, {}}; }
};

} // namespace

class TstConv2dTasks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void phasesTileTheOutput();
    void phasesShareTheTaps();
    void plainWeightsStayWhereTheyAre();
    void whatKernelsDoNotKnowIsRefused();
};

/// Every element of the output belongs to one phase.
void TstConv2dTasks::phasesTileTheOutput()
{
    std::mt19937 engine(5);
    for (int round = 0; round < 200; ++round) {
        const Conv2dGeometry g = anyBackward(engine);
        const Tensors tensors(g);
        const auto parts = transposedTasks(g, plainPlacing(), {}, tensors.context());
        QVERIFY(parts);
        QVERIFY(!parts->zeros.isAny());
        std::vector<int> met(static_cast<std::size_t>(g.inH * g.inW));
        for (const Conv2dTask &task : parts->tasks) {
            for (std::int64_t y = 0; y < task.g.outH; ++y) {
                for (std::int64_t x = 0; x < task.g.outW; ++x) {
                    ++met.at(static_cast<std::size_t>(task.outFirst + y * task.out.row
                                                      + x * task.out.column));
                }
            }
        }
        QVERIFY(std::all_of(met.begin(), met.end(), [](int times) { return times == 1; }));
    }
}

/// Each tap is packed once, or never where no result meets it.
void TstConv2dTasks::phasesShareTheTaps()
{
    std::mt19937 engine(6);
    for (int round = 0; round < 200; ++round) {
        const Conv2dGeometry g = anyBackward(engine);
        const Tensors tensors(g);
        const auto parts = transposedTasks(g, plainPlacing(), {}, tensors.context());
        QVERIFY(parts && parts->weights);
        std::int64_t taps = 0;
        for (const Conv2dTask &task : parts->tasks) {
            QCOMPARE(task.weightFirst, g.inChannels * g.outChannels / g.groups * taps);
            taps += task.g.kernelH * task.g.kernelW;
        }
        QVERIFY(taps <= g.kernelH * g.kernelW);
        if (g.inH >= g.strideH && g.inW >= g.strideW) {
            QCOMPARE(taps, g.kernelH * g.kernelW);
        }
    }
}

void TstConv2dTasks::plainWeightsStayWhereTheyAre()
{
    Conv2dGeometry g;
    g.inChannels = 3;
    g.outChannels = 4;
    g.inH = g.inW = 7;
    g.outH = g.outW = 5;
    g.kernelH = g.kernelW = 3;
    const std::array<Shape, 2> in{{{1, 3, 7, 7}, {4, 3, 3, 3}}};
    const std::array<Shape, 1> out{{{1, 4, 5, 5}}};
    std::array<DType, 2> types{DType::Float32, DType::Float32};
    const KernelContext context{in, out, types, std::span(types).first(1), {}};
    const auto parts = plainTasks(g, plainPlacing(), context);
    QVERIFY(parts && !parts->weights);
    QVERIFY((parts->tasks.at(0).in == PlaneSteps{147, 49, 7, 1}));
    types = {DType::Float16, DType::Float16};
    const auto halves = plainTasks(g, plainPlacing(), context);
    QVERIFY2(halves && halves->weights, "they are wanted in float");
    QCOMPARE(halves->weights->floats, std::int64_t{4 * 3 * 3 * 3});
}

void TstConv2dTasks::whatKernelsDoNotKnowIsRefused()
{
    std::mt19937 engine(7);
    Conv2dGeometry g = anyBackward(engine);
    Tensors tensors(g);
    g.dilationH = 2;
    QVERIFY(!transposedTasks(g, plainPlacing(), {}, tensors.context()));
    g.dilationH = 1;
    tensors.inTypes = {DType::Int8, DType::Int8};
    QVERIFY(!transposedTasks(g, plainPlacing(), {}, tensors.context()));
    tensors.inTypes = {DType::Float32, DType::Float16};
    QVERIFY2(!transposedTasks(g, plainPlacing(), {}, tensors.context()), "one type for both");
    tensors.inTypes = {DType::Float32, DType::Float32};
    g.inH = std::int64_t{1} << 40;
    QVERIFY(!transposedTasks(g, plainPlacing(), {}, tensors.context()));
}

NERVURE_TEST(TstConv2dTasks)
#include "tst_conv2d_tasks.moc"
