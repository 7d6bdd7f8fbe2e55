// SPDX-License-Identifier: Apache-2.0
#include "core/engine/repeated_runs.h"

#include "core/engine/profile_json.h"
#include "core/engine/run_model.h"
#include "core/formats/project/open_model.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <chrono>
#include <thread>

using namespace nervure;

namespace {

const std::string repeatedModel = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "null", "name": "w", "inputs": []},
    {"op": "dense", "name": "fc", "attrs": {"units": "64", "use_bias": "False"},
     "inputs": [[0, 0, 0], [1, 0, 0]]},
    {"op": "relu", "name": "y", "inputs": [[2, 0, 0]]}],
    "arg_nodes": [0, 1], "node_row_ptr": [0, 1, 2, 3, 4], "heads": [[3, 0, 0]]})";

/// Four steps of 20 ms each.
class SlowPlan : public PreparedPlan {
public:
    [[nodiscard]] const PrepareRecord &prepared() const override { return m_prepared; }
    Result<RunOutcome> run(const TensorMap &, RunMode, const JobControl &control) override
    {
        constexpr std::uint32_t steps = 4;
        RunOutcome outcome;
        m_stepsBeforeStop.clear();
        for (std::uint32_t step = 0; step < steps; ++step) {
            if (control.cancel.isCanceled()) {
                m_stepsBeforeStop = outcome.record.steps;
                return makeError("cancelled", "the run was cancelled");
            }
            const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
            while (std::chrono::steady_clock::now() < end) {
                std::this_thread::yield();
            }
            StepTiming timing;
            timing.step = step;
            timing.deviceMs = 20;
            outcome.record.steps.push_back(timing);
            if (cancelAfter == ++m_ended) {
                control.cancel.cancel();
            }
        }
        outcome.record.wallMs = 80;
        return outcome;
    }

    int cancelAfter = 0; ///< steps in all

private:
    PrepareRecord m_prepared;
    int m_ended = 0;
};

} // namespace

/// What is left of a profile that somebody stops, and what others did meanwhile.
class TstRepeatedRuns : public QObject {
    Q_OBJECT

    const Builtins m_builtins = makeBuiltins();

    /// Profiles the model and stops it once `live` has said so many runs in all.
    Result<ProfileReport> profile(std::size_t repeat, std::size_t stopAfter,
                                  const CancelToken &cancel = {},
                                  double longestAfterStopMs = 5000) const
    {
        const auto opened = openModelText(repeatedModel, {}, m_builtins.formats, m_builtins.ops);
        ExecutionRequest request;
        request.graph = opened->graph;
        request.device = "reference";
        request.facts.shapes["x"] = {32, 256};
        request.repeat = repeat;
        DeviceCatalog devices;
        std::size_t told = 0;
        ExecutionContext context{m_builtins, devices, {cancel, {}}, [&](const LiveRuns &) {
                                     if (++told == stopAfter) {
                                         cancel.cancel();
                                     }
                                 }};
        context.longestAfterStopMs = longestAfterStopMs;
        return profileModel(request, context);
    }

private Q_SLOTS:
    void runsThatEndedAreKept()
    {
        const auto report = profile(50, 53); // the third of those by layers
        QVERIFY(report);
        QVERIFY(report->isStopped);
        QCOMPARE(report->data.repeat, std::size_t{3});
        QCOMPARE(report->data.unprofiledWallMs.count, std::size_t{50});
        QCOMPARE(report->data.layers.front().ms.count, std::size_t{3});
    }

    void stoppedBeforeLayersWereTimedOneRunTellsThem()
    {
        const auto report = profile(50, 4); // of the whole runs
        QVERIFY(report);
        QVERIFY(report->isStopped);
        QCOMPARE(report->data.unprofiledWallMs.count, std::size_t{4});
        QCOMPARE(report->data.repeat, std::size_t{1});
        QVERIFY(report->data.layers.front().ms.median > 0);
        const auto json = profileJson(*report, {});
        QVERIFY(json["stopped"] == true);
        QVERIFY(json["memory"]["process_peak_bytes"] > 0);
    }

    void stoppedBeforeAnyRunThereIsNothing()
    {
        const CancelToken cancel;
        cancel.cancel();
        const auto report = profile(50, 0, cancel);
        QVERIFY(!report);
        QCOMPARE(report.error().code, std::string("cancelled"));
    }

    /// Where one more run would take too long, layers that were timed are kept.
    void layersOfASlowModelAreKept_data()
    {
        QTest::addColumn<int>("cancelAfter");
        QTest::addColumn<std::size_t>("layers");
        QTest::newRow("in the first run by layers") << 5 << std::size_t{1};
        QTest::newRow("in its last layer but one") << 7 << std::size_t{3};
    }
    void layersOfASlowModelAreKept()
    {
        QFETCH(int, cancelAfter);
        QFETCH(std::size_t, layers);
        PreparedModel model;
        auto plan = std::make_unique<SlowPlan>();
        plan->cancelAfter = cancelAfter;
        model.prepared = std::move(plan);
        ExecutionRequest request;
        request.warmup = 0;
        request.repeat = 1;
        DeviceCatalog devices;
        ExecutionContext context{m_builtins, devices, {}};
        context.longestAfterStopMs = 30;
        RepeatedRuns repeated(model, request, context);
        const auto unprofiled = repeated.run(RunMode::Unprofiled, 0, 0.5);
        QVERIFY(unprofiled);
        const auto profiled = repeated.run(RunMode::Serialized, 0.5, 1);
        QVERIFY(!profiled);
        QCOMPARE(profiled.error().code, std::string("cancelled"));
        const auto kept = repeated.oneAfterStop(RunMode::Serialized, *unprofiled);
        QVERIFY(kept);
        QVERIFY(repeated.isStopped());
        QVERIFY(kept->records.empty());
        QCOMPARE(kept->stepsBeforeStop.size(), layers);
    }

    /// Before the first run by layers has begun, those are timed for which there is time.
    void aSlowModelIsTimedForAWhile()
    {
        PreparedModel model;
        model.prepared = std::make_unique<SlowPlan>();
        ExecutionRequest request;
        request.warmup = 0;
        request.repeat = 1;
        DeviceCatalog devices;
        ExecutionContext context{m_builtins, devices, {}};
        context.longestAfterStopMs = 50;
        RepeatedRuns repeated(model, request, context);
        const auto unprofiled = repeated.run(RunMode::Unprofiled, 0, 0.5);
        QVERIFY(unprofiled);
        context.control.cancel.cancel();
        const auto kept = repeated.oneAfterStop(RunMode::Serialized, *unprofiled);
        QVERIFY(kept);
        QVERIFY(kept->records.empty());
        QVERIFY(!kept->stepsBeforeStop.empty() && kept->stepsBeforeStop.size() < 4);
    }

    /// The reference stops between layers, too; the profile names those that it has no times of.
    void aProfileOfLayersThatWereTimed()
    {
        const CancelToken cancel;
        const auto report = profile(3, 1, cancel, 0.001);
        QVERIFY(report || report.error().message == "stopped before a layer had ended");
        if (report && report->data.repeat == 0) {
            QVERIFY(report->isStopped);
            QVERIFY(!report->data.layers.empty());
            QCOMPARE(report->diagnostics.back().code, std::string("stopped"));
        }
    }

    void whatOthersDoIsWatchedWhileRunsAreTimed()
    {
        const auto report = profile(1500, 0);
        QVERIFY(report);
        QVERIFY(!report->isStopped);
        QVERIFY(report->data.wallMs.mean * 1500 > 250); // else there would be too few ticks
        QVERIFY(report->data.otherLoad.has_value());
        QVERIFY(*report->data.otherLoad >= 0 && *report->data.otherLoad <= 1);
        const auto json = profileJson(*report, {});
        QVERIFY(json["other_load"].is_number());
        const auto read = profileFrom(json, {});
        QVERIFY(read && read->data.otherLoad == report->data.otherLoad);
        QCOMPARE(read->peakBytes, report->peakBytes);
    }
};

NERVURE_TEST(TstRepeatedRuns)
#include "tst_repeated_runs.moc"
