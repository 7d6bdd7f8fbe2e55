// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile_summary.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstProfileSummary : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everythingOfARunIsAccountedFor();
    void launchesHaveTheirStages();
    void gapsAreThoseOfPipelinedRuns();
    void ofARunThatWasStoppedTheLayersThatEnded();
};

namespace {

/// Two steps of which the second has two launches, an input and an output.
ExecutionPlan samplePlan()
{
    ExecutionPlan plan;
    for (const std::string name : {"x", "y"}) {
        PlanBuffer buffer;
        buffer.id = static_cast<std::uint32_t>(plan.buffers.size());
        buffer.name = name;
        buffer.bytes = 400;
        plan.buffers.push_back(buffer);
    }
    for (std::uint32_t id = 0; id < 2; ++id) {
        PlanStep step;
        step.id = id;
        step.root = "n" + std::to_string(id);
        step.macs = 50;
        step.flops = 100;
        step.kernel.launches.resize(id + 1);
        step.kernel.launches[0].entry = "first";
        plan.steps.push_back(step);
    }
    plan.steps[1].kernel.launches[1].entry = "second";
    return plan;
}

/// A run in which everything takes `scale` times as long.
RunRecord recordOf(double scale)
{
    RunRecord record;
    record.wallMs = 20 * scale;
    record.deviceMs = 10 * scale;
    record.transfers = {{0, true, 1 * scale, 0.5 * scale, 0, 1 * scale},
                        {1, false, 2 * scale, 0.5 * scale, 17 * scale, 19 * scale}};
    record.steps = {{0, 4 * scale, 1 * scale, 2 * scale, 6 * scale, 0, 1, {}},
                    {1, 6 * scale, 2 * scale, 9 * scale, 16 * scale, 0, 1, {}}};
    record.launches = {{0, 0, 1 * scale, 1.5 * scale, 2 * scale, 6 * scale},
                       {1, 0, 7 * scale, 8 * scale, 9 * scale, 11 * scale},
                       {1, 1, 7.5 * scale, 8 * scale, 12 * scale, 16 * scale}};
    return record;
}

const RecordedRuns runs{{100, 30}, {recordOf(1), recordOf(2), recordOf(3)}};

} // namespace

void TstProfileSummary::ofARunThatWasStoppedTheLayersThatEnded()
{
    RecordedRuns stopped;
    stopped.stepsBeforeStop = {recordOf(1).steps[0]};
    const ProfileData data = summarizeRuns(samplePlan(), RunMode::Serialized, stopped, runs);
    QCOMPARE(data.repeat, std::size_t{0});
    QCOMPARE(data.wallMs.count, std::size_t{0});
    QCOMPARE(data.unprofiledWallMs.median, 40.0);
    QCOMPARE(data.deviceMs, 4.0);
    QCOMPARE(data.layers.size(), std::size_t{1});
    QCOMPARE(data.layers[0].node.name, std::string("n0"));
    QCOMPARE(data.layers[0].ms.median, 4.0);
    QVERIFY(data.transfers.empty());
}

void TstProfileSummary::everythingOfARunIsAccountedFor()
{
    const ProfileData data = summarizeRuns(samplePlan(), RunMode::Serialized, runs, runs);
    QCOMPARE(data.warmup, std::size_t{2});
    QCOMPARE(data.warmupMs, (std::vector<double>{100, 30}));
    QCOMPARE(data.repeat, std::size_t{3});
    QCOMPARE(data.wallMs.median, 40.0);
    QCOMPARE(data.unprofiledWallMs.median, 40.0);
    QCOMPARE(data.deviceMs, 20.0);
    QCOMPARE(data.layers.size(), std::size_t{2});
    QCOMPARE(data.layers[1].ms.median, 12.0);
    QCOMPARE(data.layers[1].launchMs, 4.0);
    QCOMPARE(data.layers[1].macs, 50);
    QCOMPARE(data.transfers.size(), std::size_t{2});
    QCOMPARE(data.transfers[0].name, std::string("x"));
    QVERIFY(data.transfers[0].isUpload);
    QCOMPARE(data.transfers[1].ms.median, 4.0);
    QCOMPARE(data.transfers[1].launchMs, 1.0);
    QCOMPARE(data.transfers[1].bytes, 400);
    // 20 of wall, 13 in layers, 4 in transfers.
    QCOMPARE(explainedPart(data), 0.65);
    QCOMPARE(remainderMs(data), 6.0);
    QCOMPARE(launchCount(data), std::size_t{3});
}

void TstProfileSummary::launchesHaveTheirStages()
{
    const ProfileData data = summarizeRuns(samplePlan(), RunMode::Serialized, runs, {});
    const std::vector<LaunchProfile> &launches = data.layers[1].launches;
    QCOMPARE(launches.size(), std::size_t{2});
    QCOMPARE(launches[1].kernel, std::string("second"));
    QCOMPARE(launches[1].queueMs.median, 1.0);
    QCOMPARE(launches[1].submitMs.median, 8.0);
    QCOMPARE(launches[1].ms.median, 8.0);
    QCOMPARE(launches[1].last.endMs, 48.0);
    QCOMPARE(data.layers[1].kernels.size(), std::size_t{2});
    QCOMPARE(data.unprofiledWallMs.count, std::size_t{0});
}

void TstProfileSummary::gapsAreThoseOfPipelinedRuns()
{
    const ProfileData pipelined = summarizeRuns(samplePlan(), RunMode::Pipelined, runs, {});
    QCOMPARE(pipelined.layers[0].gapMs, 0.0);
    QCOMPARE(pipelined.layers[1].gapMs, 6.0);
    QCOMPARE(summarizeRuns(samplePlan(), RunMode::Serialized, runs, {}).layers[1].gapMs, 0.0);
}

NERVURE_TEST(TstProfileSummary)
#include "tst_profile_summary.moc"
