// SPDX-License-Identifier: Apache-2.0
#include "core/engine/profile_json.h"

#include "core/engine/run_model.h"
#include "core/execution/profile/node_times.h"
#include "core/graph/edits/model_builder.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace nervure;
using Json = nlohmann::ordered_json;

/// What profileJson() writes, profileFrom() reads.
class TstProfileJson : public QObject {
    Q_OBJECT

private:
    static Json older()
    {
        return Json::parse(R"({
            "device": "PoCL", "mode": "pipelined", "pipeline": "device", "warmup": 2, "repeat": 5,
            "wall_ms": {"median": 12.5, "min": 12, "p95": 14, "ci95": [12, 13]},
            "unprofiled_wall_ms": {"median": 11.5, "min": 11}, "device_ms": 10,
            "prepare": {"ms": 80, "bytes": 4096},
            "ceilings": {"copy_gbs": 20, "multiply_add_gflops": 300, "trusted": false},
            "layers": [
                {"id": 0, "node": "conv0", "nodes": ["conv0", "relu0"], "op": "conv2d",
                 "role": "compute", "kernels": [{"name": "conv2d_direct", "calls": 1,
                 "algorithm": "direct"}], "ms": {"median": 8, "min": 7.5, "p95": 9},
                 "launch_ms": 0.5, "flops": 1000000, "bytes": 4000, "below_timer": true,
                 "verdict": {"bound": "compute", "roof_share": 0.7, "level": "cache"}},
                {"id": 1, "node": "fc0", "nodes": ["fc0"], "op": "dense", "role": "compute",
                 "kernels": [], "ms": {"median": 2, "min": 2, "p95": 2}, "launch_ms": null,
                 "flops": 0, "bytes": 10}],
            "folded": [{"node": "flatten0", "into": "fc0"}, {"node": "drop0", "into": null}],
            "printed": "text", "diagnostics": [{"code": "device-lost", "message": "gone"}]})");
    }

private Q_SLOTS:
    void everyMemberIsRead()
    {
        const auto profile = profileFrom(older(), {});
        QVERIFY(profile.ok());
        QCOMPARE(profile->device.name, std::string("PoCL"));
        QCOMPARE(profile->mode, RunMode::Pipelined);
        const ProfileData &data = profile->data;
        QCOMPARE(data.wallMs.median, 12.5);
        QCOMPARE(data.wallMs.interval->high, 13.0);
        QCOMPARE(data.unprofiledWallMs.median, 11.5);
        QCOMPARE(totalMs(data), 10.0);
        QVERIFY(data.ceilings && !data.ceilings->isTrusted());
        QCOMPARE(data.layers.size(), std::size_t{2});
        QCOMPARE(data.layers[0].kernels[0].algorithm, std::string("direct"));
        QCOMPARE(data.layers[0].performedFlops, 1000000);
        QCOMPARE(data.layers[0].verdict.bound, LayerBound::Compute);
        QVERIFY(data.layers[0].verdict.isFromCache && data.layers[0].isBelowTimer);
        QVERIFY(!data.layers[1].verdict.isKnown());
        QCOMPARE(data.folded.size(), std::size_t{2});
        QCOMPARE(data.folded[0].layer, std::optional(1U));
        QVERIFY(!data.folded[1].layer);
        QCOMPARE(profile->printed, std::string("text"));
        QCOMPARE(profile->diagnostics.size(), std::size_t{1});
    }

    void layersOfBodiesLieInLayers()
    {
        const auto first = profileFrom(older(), {});
        QVERIFY(first.ok());
        ProfileReport report = *first;
        LayerProfile inner = report.data.layers[1];
        inner.calls = 7;
        report.data.layers[0].inner = {inner, inner};
        const auto again = profileFrom(profileJson(report, {}), {});
        QVERIFY(again.ok());
        QCOMPARE(again->data.layers.size(), std::size_t{2});
        QCOMPARE(again->data.layers[0].inner.size(), std::size_t{2});
        QCOMPARE(again->data.layers[0].inner[1].calls, std::size_t{7});
        QCOMPARE(again->data.layers[0].inner[1].op, std::string("dense"));
        QCOMPARE(totalMs(again->data), 10.0);
    }

    /// What a device with a clock measures is whole, too.
    void launchesAndCeilingsAreReadAsWritten()
    {
        ProfileReport report = *profileFrom(older(), {});
        report.isStopped = true;
        report.arena = {4096, 2048};
        report.programs = {3, 1};
        report.device.traits.computeUnits = 8;
        report.device.timerResolutionNs = 1;
        report.origin = {"abc",   {{"x", {1, 3}, DType::Float32}},
                         true,    true,
                         true,    "fixed",
                         7,       "2026-11-22T01:02:03Z",
                         "0.2.0", {"host", "Linux 6", "cpu", 4}};
        DeviceCeilings &best = *report.data.ceilings;
        best = {};
        best.copyGbs = 20;
        best.multiplyAddGflops = 300;
        best.launchMs = 0.02;
        best.enqueueMs = 0.01;
        for (int i = 0; i < 3; ++i) {
            best.compute.add(300);
            best.memory.add(20);
        }
        best.levels = {{1024, 100, 50, 80}, {1U << 30, 22, 18, 20}};
        report.data.layers[1].verdict.isUntrusted = false;
        report.data.warmupMs = {14, 12};
        report.data.drift = {0.05, true};
        LayerProfile &layer = report.data.layers[0];
        layer.kernels[0].global = {64, 2, 1};
        layer.kernels[0].local = {8, 1, 1};
        const std::vector<double> sample{1, 2, 3, 4, 5};
        layer.launches.push_back({"conv2d_direct",
                                  summarize(sample),
                                  summarize(sample),
                                  summarize(sample),
                                  {0, 0, 1, 2, 3, 4}});
        layer.startMs = 3;
        layer.endMs = 4;
        TransferProfile upload{"x", true, 12, summarize(sample)};
        upload.startMs = 1;
        report.data.transfers = {upload};
        const Json written = profileJson(report, {});
        const auto read = profileFrom(Json::parse(written.dump()), {});
        QVERIFY(read.ok());
        QCOMPARE(read->data.layers[0].kernels[0].local[0], std::size_t{8});
        QVERIFY(read->data.ceilings->isTrusted());
        QVERIFY(read->isStopped);
        Json again = profileJson(*read, {});
        again["ceilings"]["age_s"] = written["ceilings"]["age_s"];
        QCOMPARE(again.dump(), written.dump());
    }

    void somethingElseIsNoProfile()
    {
        const char *const others[]{"null",
                                   "[]",
                                   "3",
                                   R"({"layers": 3})",
                                   R"({"layers": [3]})",
                                   R"({"layers": [{"nodes": [], "ms": {}}]})",
                                   R"({"layers": [{"nodes": "a", "ms": {"median": 1}}]})"};
        for (const char *other : others) {
            const auto profile = profileFrom(Json::parse(other), {});
            QVERIFY2(!profile.ok(), other);
            QCOMPARE(profile.error().code, std::string("profile-file"));
        }
    }

    void oddNumbersAreNotBelieved()
    {
        const Json odd = Json::parse(R"({
            "warmup": -1, "repeat": 1e300, "layers": [
                {"node": 3, "node_id": -1, "nodes": ["a", 7, "b"], "node_ids": [99, 0, 1e9],
                 "flops": -2, "ms": {"median": 1, "count": -3, "ci95": [1]}, "verdict": []}],
            "folded": [{"node": "c", "node_id": 18446744073709551615, "layer": 5}, 4]})");
        const std::vector<NodeId> nodes{{0}, {1}};
        const auto profile = profileFrom(odd, nodes);
        QVERIFY(profile.ok());
        QCOMPARE(profile->data.repeat, std::size_t{0});
        QVERIFY(!profile->data.layers[0].node.id.isValid());
        QVERIFY(!profile->data.layers[0].nodes[0].id.isValid());
        QVERIFY(!profile->data.folded[0].node.id.isValid() && !profile->data.folded[0].layer);
        QVERIFY(timesOfNodes(profile->data, Graph()).empty());
    }

    void aProfileIsReadAsItWasWritten()
    {
        const Builtins builtins = makeBuiltins();
        ModelBuilder model(builtins.ops);
        const Entry x = model.variable("x");
        const Entry first = model.apply("relu", {x}, {}, "same");
        const Entry flat = model.apply("flatten", {first}, {}, "same");
        const Entry last = model.apply("softmax", {flat}, {}, "same");
        ExecutionRequest request;
        request.graph = model.finish({last}).value();
        for (const NodeId id : {first.node, flat.node, last.node}) {
            request.graph.edit(id).name = "same";
        }
        request.facts.shapes["x"] = {2, 3};
        request.device = "reference";
        request.pipeline = "none";
        request.repeat = 5;
        DeviceCatalog devices;
        ExecutionContext context{builtins, devices, {}};
        const auto report = profileModel(request, context);
        QVERIFY2(report.ok(), report ? "" : report.error().message.c_str());
        const Json written = profileJson(*report, request.graph.nodes());
        QCOMPARE(written["layers"][1]["node_id"].get<int>(), 3);
        QCOMPARE(written["layers"][1]["node_ids"].dump(), std::string("[3]"));
        QCOMPARE(written["folded"].dump(),
                 std::string(R"([{"node":"same","node_id":2,"into":"same","layer":0}])"));
        // Where the reader has the nodes in other places, it knows them by those.
        const std::vector<NodeId> others{{40}, {30}, {20}, {10}};
        const auto read = profileFrom(Json::parse(written.dump()), others);
        QVERIFY(read.ok());
        QCOMPARE(read->data.layers[0].node.id, NodeId{30});
        QCOMPARE(read->data.layers[1].nodes[0].id, NodeId{10});
        QCOMPARE(read->data.folded[0].node.id, NodeId{20});
        const LayerProfile &layer = report->data.layers[0];
        QCOMPARE(read->data.layers[0].ms.mean, layer.ms.mean);
        QCOMPARE(read->data.layers[0].ms.interval.has_value(), true);
        QCOMPARE(read->data.layers[0].bytes, layer.bytes);
        QCOMPARE(read->data.wallMs.p99, report->data.wallMs.p99);
        QVERIFY(qAbs(remainderMs(read->data) - remainderMs(report->data)) < 1e-9);
        const auto mine = profileFrom(Json::parse(written.dump()), request.graph.nodes());
        QCOMPARE(profileJson(*mine, request.graph.nodes()).dump(), written.dump());
        QCOMPARE(mine->origin.machine.host, report->origin.machine.host);
        QVERIFY(!mine->origin.machine.system.empty());
        const NodeTimes times = timesOfNodes(mine->data, request.graph);
        QCOMPARE(times.ms.at(first.node), layer.ms.median);
        QCOMPARE(times.ms.at(last.node), report->data.layers[1].ms.median);
        QCOMPARE(times.owners.at(flat.node), first.node);
    }
};

NERVURE_TEST(TstProfileJson)
#include "tst_profile_json.moc"
