// SPDX-License-Identifier: Apache-2.0
#include "core/graph/fused_groups.h"
#include "tests/core/passes/oracle_stages.h"
#include "tests/core/passes/pass_probe.h"

#include <QTest>

using namespace nervure;
using nervure::tests::FusionStage;
using nervure::tests::Json;
using nervure::tests::PassProbe;

namespace {

const std::string fused = "InferShape,InferType,GraphFindFusibleGroups,GraphFuse";

/// A group as the oracles write it.
Json groupJson(const FusedGroup &group, const Builtins &builtins)
{
    Diagnostics ignored;
    const auto text = builtins.formats.find("nnvm")->write(
        *group.subgraph, {builtins.ops, Semantics::Exact, {}}, ignored);
    Json inputs = Json::array();
    for (const IndexedEntry &input : group.inputs) {
        inputs.push_back({input.nodeId, input.index, input.version});
    }
    return {{"root", group.root},
            {"flatten_data", group.flattenData},
            {"subgraph", Json::parse(*text)},
            {"inputs", inputs}};
}

/// Some files hold the list of inputs inside a list of one.
Json withPlainInputs(Json group)
{
    const Json &inputs = group["inputs"];
    if (inputs.size() == 1 && (inputs[0].empty() || inputs[0][0].is_array())) {
        group["inputs"] = Json(inputs[0]);
    }
    return group;
}

} // namespace

class TstGraphFuse : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aGroupIsAGraphOfItsOwn();
    void inputsAreNumberedAsTheyAreMet();
    void groupsFromAFileAreChecked_data();
    void groupsFromAFileAreChecked();
    void hugeInputsAreRefused();
    void whatItNeedsIsFoundAsNnvmFindsIt();
    void isAsNnvmRecordedIt();
};

void TstGraphFuse::aGroupIsAGraphOfItsOwn()
{
    PassProbe probe;
    probe.facts.shapes["x"] = {2, 3};
    const NodeId a = probe.add("tanh", "a", {{probe.variable("x")}});
    probe.add("__mul_scalar__", "b", {{a}}, {{"scalar", "2"}});
    const PassRun run = probe.run(fused);
    QVERIFY(run.ok);
    QVERIFY(!run.steps.back().changed);
    const auto groups = PassProbe::valueOf(run, keys::fusedEntry);
    QCOMPARE(groups->groups.size(), std::size_t{1});
    const FusedGroup *group = groups->find(2);
    QVERIFY(group && group->flattenData);
    QVERIFY(groups->find(1) == nullptr);
    QCOMPARE(group->inputs, (std::vector<IndexedEntry>{{0, 0, 0}}));
    QVERIFY(group->subgraph->findByName("input0").has_value());
    const NodeId last = *group->subgraph->findByName("b");
    QCOMPARE(group->subgraph->heads(), (std::vector<Entry>{{last}}));
    QCOMPARE(*group->subgraph->node(last).attrs.find("scalar"), std::string("2"));
}

void TstGraphFuse::inputsAreNumberedAsTheyAreMet()
{
    PassProbe probe;
    probe.facts.shapes = {{"x", {2, 3}}, {"y", {2, 3}}};
    const NodeId x = probe.variable("x");
    const NodeId y = probe.variable("y");
    const NodeId a = probe.add("tanh", "a", {{y}});
    const NodeId b = probe.add("elemwise_add", "b", {{x}, {a}});
    probe.add("elemwise_sub", "c", {{b}, {x}});
    const PassRun run = probe.run(fused);
    const auto groups = PassProbe::valueOf(run, keys::fusedEntry);
    // The order of nodes is x, y, a, b, c.
    QCOMPARE(groups->groups.front().inputs, (std::vector<IndexedEntry>{{1, 0, 0}, {0, 0, 0}}));
}

void TstGraphFuse::groupsFromAFileAreChecked_data()
{
    QTest::addColumn<QString>("roots");
    QTest::newRow("before the node") << "[0,0]";
    QTest::newRow("beyond the graph") << "[0,7]";
    QTest::newRow("negative") << "[0,-1]";
    QTest::newRow("too short") << "[0]";
}

void TstGraphFuse::groupsFromAFileAreChecked()
{
    QFETCH(QString, roots);
    PassProbe probe;
    probe.add("tanh", "a", {{probe.variable("x")}});
    probe.graph.setAttrs({{"shape", "list_shape", "[[2],[2]]"},
                          {"dtype", "list_int", "[0,0]"},
                          {"group_root", "list_int", roots.toStdString()},
                          {"group_master", "list_int", "[-1,1]"},
                          {"pattern", "list_int", "[8,0]"}});
    QVERIFY(!probe.run("GraphFuse").ok);
}

void TstGraphFuse::hugeInputsAreRefused()
{
    PassProbe probe;
    probe.facts.shapes["x"] = {1 << 20, 1 << 20};
    probe.add("tanh", "a", {{probe.variable("x")}});
    const PassRun run = probe.run(fused);
    QVERIFY(!run.ok);
    QCOMPARE(run.diagnostics.back().where.node, std::string("a"));
}

void TstGraphFuse::whatItNeedsIsFoundAsNnvmFindsIt()
{
    PassProbe probe;
    probe.addNeeded = true;
    probe.facts.shapes["x"] = {2, 3};
    probe.add("tanh", "a", {{probe.variable("x")}});
    const PassRun run = probe.run("GraphFuse");
    QVERIFY(run.ok);
    QCOMPARE(run.steps[2].name, std::string("GraphFindFusibleGroups"));
}

void TstGraphFuse::isAsNnvmRecordedIt()
{
    NERVURE_NEED_ORACLES();
    const Builtins builtins = makeBuiltins();
    int compared = 0;
    tests::forEachFusionStage(builtins, [&](FusionStage &stage) {
        std::vector<GraphAttr> attrs = stage.graph.attrs();
        for (const char *name : {"group_root", "group_master", "pattern"}) {
            attrs.push_back({name, "list_int", stage.groups[name].dump()});
        }
        stage.graph.setAttrs(std::move(attrs));
        const std::vector<PassRequest> passes{{"GraphFuse"}};
        const PassRun run = runPasses(stage.graph, passes, {builtins.passes, builtins.ops});
        QVERIFY2(run.ok, stage.name.c_str());
        const auto groups = PassProbe::valueOf(run, keys::fusedEntry);
        QCOMPARE(groups->groups.size(), stage.fused.size());
        for (std::size_t i = 0; i < groups->groups.size(); ++i) {
            const Json found = groupJson(groups->groups[i], builtins);
            const Json expected = withPlainInputs(stage.fused[i]);
            QVERIFY2(found == expected,
                     (stage.name + ": " + found.dump() + "\n" + expected.dump()).c_str());
            ++compared;
        }
    });
    QVERIFY(compared > 0);
}

QTEST_GUILESS_MAIN(TstGraphFuse)
#include "tst_graph_fuse.moc"
