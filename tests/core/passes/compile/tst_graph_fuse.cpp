// SPDX-License-Identifier: Apache-2.0
#include "core/graph/indexed/fused_groups.h"
#include "tests/core/passes/pass_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using nervure::tests::PassProbe;

namespace {

const std::string fused = "InferShape,InferType,GraphFindFusibleGroups,GraphFuse";

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
    QTest::addColumn<std::string>("roots");
    QTest::addColumn<std::string>("code");
    QTest::addColumn<std::string>("words");
    const auto row = [](const char *name, std::string roots, std::string code, std::string words) {
        QTest::newRow(name) << roots << code << words;
    };
    row("before the node", "[0,0]", "group-root", "'a': group_root is 0, expected the last node");
    row("beyond the graph", "[0,7]", "group-root", "'a': group_root is 7, expected the last node");
    row("negative", "[0,-1]", "group-root", "'a': group_root is -1, expected the last node");
    row("too short", "[0]", "missing-attribute", "group_root and pattern of every node");
}

void TstGraphFuse::groupsFromAFileAreChecked()
{
    QFETCH(std::string, roots);
    QFETCH(std::string, code);
    QFETCH(std::string, words);
    PassProbe probe;
    probe.add("tanh", "a", {{probe.variable("x")}});
    probe.graph.setAttrs({{"shape", "list_shape", "[[2],[2]]"},
                          {"dtype", "list_int", "[0,0]"},
                          {"group_root", "list_int", roots},
                          {"group_master", "list_int", "[-1,1]"},
                          {"pattern", "list_int", "[8,0]"}});
    NERVURE_VERIFY_ERROR(probe.run("GraphFuse"), code, words);
}

void TstGraphFuse::hugeInputsAreRefused()
{
    PassProbe probe;
    probe.facts.shapes["x"] = {1 << 20, 1 << 20};
    probe.add("tanh", "a", {{probe.variable("x")}});
    const PassRun run = probe.run(fused);
    NERVURE_VERIFY_ERROR(run, "size-overflow",
                         "tanh 'a': input of shape [1048576,1048576] is too large for a");
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

NERVURE_TEST(TstGraphFuse)
#include "tst_graph_fuse.moc"
