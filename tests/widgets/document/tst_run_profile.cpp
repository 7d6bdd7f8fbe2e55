// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "widgets/document/run_profile.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>

using namespace nervure;

class TstRunProfile : public QObject {
    Q_OBJECT

private:
    static nlohmann::ordered_json document()
    {
        return nlohmann::ordered_json::parse(R"({
            "device": "PoCL", "mode": "serialised", "pipeline": "device", "warmup": 2, "repeat": 5,
            "wall_ms": {"median": 12.5, "min": 12, "p95": 14},
            "unprofiled_wall_ms": {"median": 11.5, "min": 11}, "device_ms": 10,
            "prepare": {"ms": 80, "bytes": 4096},
            "layers": [
                {"id": 0, "node": "conv0", "nodes": ["conv0", "relu0"], "op": "conv2d",
                 "role": "compute", "kernels": [{"name": "conv2d_direct", "calls": 1,
                 "algorithm": "direct"}], "ms": {"median": 8, "min": 7.5, "p95": 9},
                 "launch_ms": 0.5, "flops": 1000000, "bytes": 4000},
                {"id": 1, "node": "fc0", "nodes": ["fc0"], "op": "dense", "role": "compute",
                 "kernels": [], "ms": {"median": 2, "min": 2, "p95": 2}, "launch_ms": "nan",
                 "flops": 0, "bytes": 10}],
            "folded": [{"node": "flatten0", "into": "fc0"}], "diagnostics": []})");
    }

private Q_SLOTS:
    void everyMemberIsRead()
    {
        const auto profile = parseRunProfile(document());
        QVERIFY(profile.has_value());
        QCOMPARE(profile->device, QStringLiteral("PoCL"));
        QCOMPARE(profile->wallMs.median, 12.5);
        QCOMPARE(profile->unprofiledWallMs, 11.5);
        QCOMPARE(profile->totalMs(), 10.0);
        QCOMPARE(profile->layers.size(), std::size_t{2});
        QCOMPARE(profile->layers[0].algorithm, QStringLiteral("direct"));
        QVERIFY(std::isnan(profile->layers[1].launchMs));
        QCOMPARE(profile->folded.front().second, QStringLiteral("fc0"));
    }

    void somethingElseIsNoProfile()
    {
        QVERIFY(!parseRunProfile({}));
        QVERIFY(!parseRunProfile({{"layers", 3}}));
    }

    void aFusedTimeBelongsToItsRoot()
    {
        Graph graph;
        const auto add = [&graph](const char *name) {
            Node node;
            node.name = name;
            return graph.add(std::move(node));
        };
        const NodeId conv = add("conv0");
        const NodeId relu = add("relu0");
        const NodeId flat = add("flatten0");
        const NodeId dense = add("fc0");
        const NodeTimes times = nodeTimes(*parseRunProfile(document()), graph);
        QCOMPARE(times.ms.at(conv), 8.0);
        QCOMPARE(times.ms.count(relu), std::size_t{0});
        QCOMPARE(times.owners.at(relu), conv);
        QCOMPARE(times.ms.at(dense), 2.0);
        QCOMPARE(times.owners.at(flat), dense);
    }
};

NERVURE_TEST(TstRunProfile)
#include "tst_run_profile.moc"
