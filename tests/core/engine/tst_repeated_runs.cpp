// SPDX-License-Identifier: Apache-2.0
#include "core/engine/repeated_runs.h"

#include "core/engine/profile_json.h"
#include "core/engine/run_model.h"
#include "core/formats/project/open_model.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace nervure;

namespace {

const std::string repeatedModel = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "null", "name": "w", "inputs": []},
    {"op": "dense", "name": "fc", "attrs": {"units": "64", "use_bias": "False"},
     "inputs": [[0, 0, 0], [1, 0, 0]]},
    {"op": "relu", "name": "y", "inputs": [[2, 0, 0]]}],
    "arg_nodes": [0, 1], "node_row_ptr": [0, 1, 2, 3, 4], "heads": [[3, 0, 0]]})";

} // namespace

/// What is left of a profile that somebody stops, and what others did meanwhile.
class TstRepeatedRuns : public QObject {
    Q_OBJECT

    const Builtins m_builtins = makeBuiltins();

    /// Profiles the model and stops it once `live` has said so many runs in all.
    Result<ProfileReport> profile(std::size_t repeat, std::size_t stopAfter,
                                  const CancelToken &cancel = {}) const
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
