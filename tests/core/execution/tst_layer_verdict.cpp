// SPDX-License-Identifier: Apache-2.0
#include "core/execution/layer_verdict.h"

#include <QTest>

using namespace nervure;

class TstLayerVerdict : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void boundIsTheNearerRoof_data();
    void boundIsTheNearerRoof();
    void numbersAreOfTheMedian();
    void withoutCeilingsNothingIsSaid();
    void hostStepsAreNotJudged();
    void layersShorterThanTheClockAreKnown();
    void aPeakThatPlainSumsPassIsTooLow();
};

namespace {

/// 100 GFLOP/s, 10 GB/s, 2 µs a launch.
const DeviceCeilings ceilings{10, 100, 0.05, 0.002, true, {}};

LayerProfile layerOf(double ms, std::int64_t flops, std::int64_t bytes)
{
    LayerProfile layer;
    layer.ms = summarise(std::vector<double>{ms});
    layer.flops = flops;
    layer.bytes = bytes;
    layer.kernels.push_back({"k", 2, {1, 1, 1}, {0, 0, 0}, {}});
    return layer;
}

} // namespace

void TstLayerVerdict::boundIsTheNearerRoof_data()
{
    QTest::addColumn<double>("ms");
    QTest::addColumn<int>("flops");
    QTest::addColumn<int>("bytes");
    QTest::addColumn<QString>("bound");
    // In one millisecond the device does 1e8 operations or moves 1e7 bytes.
    QTest::newRow("compute") << 1.0 << 70000000 << 1000000 << QStringLiteral("compute");
    QTest::newRow("bandwidth") << 1.0 << 30000000 << 7000000 << QStringLiteral("bandwidth");
    QTest::newRow("both") << 1.0 << 90000000 << 8000000 << QStringLiteral("compute");
    QTest::newRow("neither") << 1.0 << 59000000 << 5900000 << QStringLiteral("neither");
    QTest::newRow("launch") << 0.0079 << 700000 << 70000 << QStringLiteral("launch");
    QTest::newRow("just not launch") << 0.0081 << 10 << 70000 << QStringLiteral("bandwidth");
    QTest::newRow("no time") << 0.0 << 10 << 10 << QStringLiteral("unknown");
}

void TstLayerVerdict::boundIsTheNearerRoof()
{
    QFETCH(double, ms);
    QFETCH(int, flops);
    QFETCH(int, bytes);
    QFETCH(QString, bound);
    const LayerVerdict verdict = judgeLayer(layerOf(ms, flops, bytes), ceilings);
    QCOMPARE(std::string(layerBoundName(verdict.bound)), bound.toStdString());
}

void TstLayerVerdict::numbersAreOfTheMedian()
{
    const LayerVerdict verdict = judgeLayer(layerOf(2, 100000000, 4000000), ceilings);
    QCOMPARE(verdict.gflops, 50.0);
    QCOMPARE(verdict.gbs, 2.0);
    QCOMPARE(verdict.computeShare, 0.5);
    QCOMPARE(verdict.bandwidthShare, 0.2);
    QCOMPARE(verdict.roofMs, 1.0);
    QCOMPARE(verdict.roofShare, 0.5);
    QCOMPARE(verdict.enqueueMs, 0.004);
    QCOMPARE(verdict.text(),
             std::string("at neither roof: 50 % of the multiply-add peak, 20 % of the copy "
                         "bandwidth"));
}

void TstLayerVerdict::withoutCeilingsNothingIsSaid()
{
    const LayerVerdict verdict = judgeLayer(layerOf(2, 100000000, 4000000), std::nullopt);
    QCOMPARE(verdict.bound, LayerBound::Unknown);
    QCOMPARE(verdict.gflops, 50.0);
    QCOMPARE(verdict.roofMs, 0.0);
}

void TstLayerVerdict::hostStepsAreNotJudged()
{
    LayerProfile layer = layerOf(2, 100000000, 4000000);
    layer.kernels.clear();
    QCOMPARE(judgeLayer(layer, ceilings).bound, LayerBound::Host);
}

void TstLayerVerdict::layersShorterThanTheClockAreKnown()
{
    // Two launches: twenty ticks.
    const LayerProfile layer = layerOf(0.020, 10, 10);
    QVERIFY(!isBelowTimer(layer, 1000));
    QVERIFY(isBelowTimer(layer, 1001));
    QVERIFY(!isBelowTimer(layer, 0));
}

void TstLayerVerdict::aPeakThatPlainSumsPassIsTooLow()
{
    ProfileData data;
    data.ceilings = ceilings;
    data.layers = {layerOf(1, 101000000, 10), layerOf(1, 400000000, 10)};
    data.layers[1].kernels[0].algorithm = "winograd-f4";
    QVERIFY(!isPeakTooLow(data));
    data.layers[0].flops = 110000000;
    QVERIFY(isPeakTooLow(data));
    data.ceilings.reset();
    QVERIFY(!isPeakTooLow(data));
}

QTEST_GUILESS_MAIN(TstLayerVerdict)
#include "tst_layer_verdict.moc"
