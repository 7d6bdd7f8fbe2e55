// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/layer_verdict.h"

#include "core/execution/profile/profile.h"
#include "tests/support/test_class.h"

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
    void aRoofThatLayersPassIsTooLow();
    void ceilingsThatAreNotTrustedJudgeNothing();
    void sharesAreOfOperationsPerformed();
    void bandwidthIsOfTheLevelThatTheTensorsFit();
    void timesThatSayTwoThingsJudgeNothing();
    void uncertainTrafficIsNotHeldAgainstTheRoof();
};

namespace {

/// 100 GFLOP/s, 10 GB/s, 2 µs a launch.
const DeviceCeilings ceilings{10, 100, 0.05, 0.002, true, {}};

LayerProfile layerOf(double ms, std::int64_t flops, std::int64_t bytes)
{
    LayerProfile layer;
    layer.ms = summarize(std::vector<double>{ms});
    layer.flops = flops;
    layer.performedFlops = flops;
    layer.bytes = bytes;
    layer.traffic = {static_cast<double>(bytes) / 2, static_cast<double>(bytes) / 2};
    layer.isTrafficCertain = true;
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
             std::string("at neither roof: 50 % of the multiply-add peak, 20 % of the "
                         "bandwidth of memory"));
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

void TstLayerVerdict::aRoofThatLayersPassIsTooLow()
{
    ProfileData data;
    data.ceilings = ceilings;
    data.layers = {layerOf(1, 104000000, 10), layerOf(1, 400000000, 10)};
    data.layers[1].performedFlops = 100000000;
    QVERIFY(layerBeyondRoof(data) == nullptr);
    data.layers[0].performedFlops = 106000000;
    QCOMPARE(layerBeyondRoof(data), &data.layers[0]);
    data.layers[0] = layerOf(1, 10, 10600000);
    QCOMPARE(layerBeyondRoof(data), &data.layers[0]);
    data.layers[0].kernels.clear(); // on the host
    QVERIFY(layerBeyondRoof(data) == nullptr);
    data.ceilings.reset();
    QVERIFY(layerBeyondRoof(data) == nullptr);
}

void TstLayerVerdict::ceilingsThatAreNotTrustedJudgeNothing()
{
    DeviceCeilings doubtful = ceilings;
    doubtful.compute.rounds = {100, 97, 80};
    doubtful.compute.best = 100;
    const LayerProfile layer = layerOf(1, 90000000, 10);
    const LayerVerdict verdict = judgeLayer(layer, doubtful);
    QCOMPARE(verdict.bound, LayerBound::Unknown);
    QCOMPARE(verdict.roofShare, 0.0);
    QCOMPARE(verdict.gflops, 90.0);
    QVERIFY(verdict.text().find("no verdict") == 0);
    QVERIFY(distrustText(doubtful).find("20 % apart") != std::string::npos);
    doubtful.compute.rounds[2] = 91;
    QCOMPARE(judgeLayer(layer, doubtful).bound, LayerBound::Compute);
    QCOMPARE(distrustText(doubtful), std::string());
    // What was measured and never undisturbed is no roof; what nobody measured is taken for granted.
    DeviceCeilings disturbed = ceilings;
    QVERIFY(disturbed.isTrusted());
    disturbed.measuredAt = "2026-11-22T01:02:03Z";
    QVERIFY(!disturbed.isTrusted());
    doubtful.isPassed = true;
    QCOMPARE(judgeLayer(layer, doubtful).bound, LayerBound::Unknown);
    doubtful.otherLoad = 0.6;
    QVERIFY(distrustText(doubtful).find("others had 60 % of the processors") != std::string::npos);
}

void TstLayerVerdict::sharesAreOfOperationsPerformed()
{
    LayerProfile layer = layerOf(1, 160000000, 10);
    layer.performedFlops = 40000000;
    const LayerVerdict verdict = judgeLayer(layer, ceilings);
    QCOMPARE(verdict.gflops, 160.0);
    QCOMPARE(verdict.performedGflops, 40.0);
    QCOMPARE(verdict.computeShare, 0.4);
    QCOMPARE(verdict.roofShare, 0.4);
    QCOMPARE(verdict.counts, std::string("40.0 M operations performed, 160 M in the plain sum"));
    QVERIFY(verdict.text().find(verdict.counts) != std::string::npos);
    QCOMPARE(judgeLayer(layerOf(1, 100, 10), ceilings).counts, std::string());
}

void TstLayerVerdict::bandwidthIsOfTheLevelThatTheTensorsFit()
{
    DeviceCeilings levels = ceilings;
    levels.levels = {{1000000, 80, 80, 80}, {100000000, 10, 10, 10}};
    // 8 MB in a tenth of a millisecond: all that the cache gives, eight times what memory does.
    const LayerVerdict cached = judgeLayer(layerOf(0.1, 10, 8000000), levels);
    QCOMPARE(cached.bandwidthShare, 1.0);
    QVERIFY(cached.isFromCache);
    QCOMPARE(cached.bound, LayerBound::Bandwidth);
    QVERIFY(cached.text().find("100 % of the bandwidth of the cache") != std::string::npos);
    const LayerVerdict beyond = judgeLayer(layerOf(20, 10, 200000000), levels);
    QCOMPARE(beyond.bandwidthShare, 1.0);
    QVERIFY(!beyond.isFromCache);
}

void TstLayerVerdict::timesThatSayTwoThingsJudgeNothing()
{
    LayerProfile layer = layerOf(1, 90000000, 10); // 90 % of the peak
    layer.ms.min = 0.95;
    layer.ms.interval = Interval{0.98, 1.1, 0.95};
    QCOMPARE(judgeLayer(layer, ceilings).bound, LayerBound::Compute);
    // While others had the processors: its fastest run was at the peak, and its median is far from it.
    layer.ms.median = 2;
    layer.ms.interval = Interval{1.2, 2.6, 0.95};
    const LayerVerdict busy = judgeLayer(layer, ceilings);
    QCOMPARE(busy.bound, LayerBound::Unknown);
    QVERIFY(busy.isUncertain);
    QCOMPARE(busy.roofShare, 0.0);
    QCOMPARE(busy.gflops, 45.0);
    QVERIFY2(busy.text().find("no verdict: its times lie 83 % apart") == 0, busy.text().c_str());
    // Few runs have no interval: their slowest counts.
    layer.ms.interval.reset();
    layer.ms.median = 1;
    layer.ms.max = 3;
    QVERIFY(judgeLayer(layer, ceilings).isUncertain);
    layer.ms.max = 1.2;
    QCOMPARE(judgeLayer(layer, ceilings).bound, LayerBound::Compute);
}

void TstLayerVerdict::uncertainTrafficIsNotHeldAgainstTheRoof()
{
    ProfileData data;
    data.ceilings = ceilings;
    // A window with strides that passes over most of its input.
    data.layers = {layerOf(1, 10, 40000000)};
    data.layers[0].isTrafficCertain = false;
    QVERIFY(layerBeyondRoof(data) == nullptr);
    const LayerVerdict verdict = judgeLayer(data.layers[0], ceilings);
    QCOMPARE(verdict.bandwidthShare, 0.0);
    QCOMPARE(verdict.bound, LayerBound::Neither);
}

NERVURE_TEST(TstLayerVerdict)
#include "tst_layer_verdict.moc"
