// SPDX-License-Identifier: Apache-2.0
#include "tests/core/passes/pass_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

using Ids = std::vector<std::int64_t>;

constexpr std::string_view twoStages =
    "PlaceDevice{device_group_attr_key=group,device_assign_map=a:0;b:1,device_copy_op=copy}";

std::string firstMessage(const PassRun &run)
{
    return run.diagnostics.empty() ? std::string() : run.diagnostics.front().message;
}

} // namespace

class TstPlaceDevice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aValueIsCopiedOnceForEachDevice()
    {
        PassProbe probe;
        const NodeId x = probe.variable("x", {{"group", "a"}});
        const NodeId one = probe.add("relu", "one", {{x}}, {{"group", "b"}});
        const NodeId two = probe.add("exp", "two", {{x}}, {{"group", "b"}});
        probe.graph.setHeads({{one}, {two}});
        const PassRun run = probe.run(twoStages);
        QVERIFY(run.ok);
        QCOMPARE(run.graph.nodeCount(), std::size_t{4});
        const NodeId copy = run.graph.findByName("x_0_copy").value();
        QCOMPARE(run.graph.node(one).inputs[0].node, copy);
        QCOMPARE(run.graph.node(two).inputs[0].node, copy);
        QCOMPARE(PassProbe::valueOf(run, keys::device), (Ids{0, 1, 1, 1}));
        QCOMPARE(run.steps[0].provenance.origins[0].node, copy);
        QCOMPARE(run.steps[0].provenance.origins[0].from, (std::vector<NodeId>{x}));
    }

    void devicesSpreadToNeighbors()
    {
        PassProbe probe;
        const NodeId x = probe.variable("x");
        const NodeId one = probe.add("relu", "one", {{x}}, {{"group", "b"}});
        probe.add("exp", "two", {{one}});
        const PassRun run = probe.run(twoStages);
        QVERIFY(!run.steps[0].changed);
        QCOMPARE(PassProbe::valueOf(run, keys::device), (Ids{1, 1, 1}));
    }

    void whatTheGraphAlreadySaysIsKept()
    {
        PassProbe probe;
        const NodeId one = probe.add("relu", "one", {{probe.variable("x")}});
        probe.add("exp", "two", {{one}});
        probe.graph.setAttrs({{"device", "list_int", "[-1, -1, 1]"}});
        QCOMPARE(PassProbe::valueOf(probe.run(twoStages), keys::device), (Ids{1, 1, 1}));
        probe.graph.setAttrs({{"device", "list_int", "[1]"}});
        NERVURE_VERIFY_ERROR(probe.run(twoStages), "graph-attr",
                             "graph attribute 'device' has 1 values, expected one for each of 3");
    }

    void stateIsNotChangedAcrossDevices()
    {
        PassProbe probe;
        const NodeId v = probe.variable("v", {{"group", "a"}});
        const NodeId x = probe.variable("x", {{"group", "b"}});
        probe.add("_assign", "change", {{v, 0, 1}, {x}}, {{"group", "b"}});
        const PassRun run = probe.run(twoStages);
        QVERIFY(!run.ok);
        QCOMPARE(run.diagnostics.front().where.node, std::string("change"));
    }

    void badRequestsAreErrors_data()
    {
        QTest::addColumn<std::string>("pass");
        QTest::addColumn<std::string>("message");
        QTest::newRow("nothing") << std::string("PlaceDevice")
                                 << std::string("needs the graph attribute");
        QTest::newRow("map") << std::string("PlaceDevice{device_group_attr_key=g,"
                                            "device_assign_map=a,device_copy_op=copy}")
                             << std::string("NAME:NUMBER");
        QTest::newRow("group") << std::string("PlaceDevice{device_group_attr_key=group,"
                                              "device_assign_map=z:1,device_copy_op=copy}")
                               << std::string("group 'a', which has no device");
        QTest::newRow("operator") << std::string("PlaceDevice{device_group_attr_key=group,"
                                                 "device_assign_map=a:1,device_copy_op=nothing}")
                                  << std::string("'nothing' is unknown");
    }

    void badRequestsAreErrors()
    {
        QFETCH(std::string, pass);
        QFETCH(std::string, message);
        PassProbe probe;
        probe.variable("x", {{"group", "a"}});
        const PassRun run = probe.run(pass);
        QVERIFY(!run.ok);
        QVERIFY2(firstMessage(run).find(message) != std::string::npos, firstMessage(run).c_str());
    }
};

NERVURE_TEST(TstPlaceDevice)
#include "tst_place_device.moc"
