// SPDX-License-Identifier: Apache-2.0
#include "core/engine/debug_profile.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstDebugProfile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyCallIsALayerOfItsOwnNode()
    {
        Graph graph;
        std::vector<DebugTime> times;
        for (const double ms : {0.25, 0.75}) {
            Node call; // of one name
            call.op = "tvm_op";
            call.name = "split";
            call.attrs.set("func_name", "tvmgen_default_fused_split");
            times.push_back({graph.add(std::move(call)), ms});
        }
        const ProfileReport report = profileOfDebugTimes(times, graph);
        QCOMPARE(report.data.layers.size(), std::size_t{2});
        const LayerProfile &second = report.data.layers[1];
        QCOMPARE(second.node.id, times[1].node);
        QCOMPARE(second.nodes.size(), std::size_t{1});
        QCOMPARE(second.op, std::string("split"));
        QCOMPARE(second.kernels.at(0).name, std::string("tvmgen_default_fused_split"));
        QCOMPARE(second.ms.median, 0.75);
        QCOMPARE(report.data.deviceMs, 1.0);
        QCOMPARE(report.data.wallMs.median, 1.0);
    }
};

NERVURE_TEST(TstDebugProfile)
#include "tst_debug_profile.moc"
