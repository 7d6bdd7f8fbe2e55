// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/execution_plan.h"
#include "tests/core/passes/pass_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using nervure::tests::PassProbe;

namespace {

using Ids = std::vector<std::int64_t>;

const std::string compiled = "InferShape,InferType,GraphFindFusibleGroups,GraphFuse,GraphCompile";

const std::string *attribute(const PassRun &run, const std::string &node, const char *name)
{
    const auto id = run.graph.findByName(node);
    return id ? run.graph.node(*id).attrs.find(name) : nullptr;
}

} // namespace

class TstGraphCompile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void groupsBecomeCalls();
    void equalGroupsShareAKernel();
    void variablesLieAfterAllOthers();
    void assignSharesItsVariable();
    void aValueInsideAGroupCannotBeRead();
    void controlDependenciesOfGroups_data();
    void controlDependenciesOfGroups();
    void aGroupWaitsForWhatItsNodesWaitFor();
    void unknownShapesAreRefused();
    void theMasterMustBeOfTheGroup();
    void theModuleIsAPlan();
    void itTellsWhereCallsCameFrom();
};

void TstGraphCompile::groupsBecomeCalls()
{
    PassProbe probe;
    probe.facts.shapes["x"] = {2, 3};
    const NodeId a = probe.add("tanh", "a", {{probe.variable("x", {{"shape", "(2, 3)"}})}});
    probe.add("flatten", "b", {{a}});
    const PassRun run = probe.run(compiled);
    QVERIFY(run.ok);
    QCOMPARE(run.graph.nodeCount(), std::size_t{2});
    QCOMPARE(run.graph.node(*run.graph.findByName("b")).op, std::string("tvm_op"));
    QVERIFY(run.graph.node(*run.graph.findByName("x")).attrs.empty());
    QCOMPARE(*attribute(run, "b", "func_name"), std::string("fuse_tanh_flatten"));
    QCOMPARE(*attribute(run, "b", "flatten_data"), std::string("0"));
    QCOMPARE(*attribute(run, "b", "num_inputs"), std::string("1"));
    QCOMPARE(*attribute(run, "b", "num_outputs"), std::string("1"));
    QCOMPARE(PassProbe::valueOf(run, keys::shape), (Shapes{{2, 3}, {2, 3}}));
    QCOMPARE(PassProbe::valueOf(run, keys::dltype),
             (std::vector<std::string>{"float32", "float32"}));
}

void TstGraphCompile::equalGroupsShareAKernel()
{
    PassProbe probe;
    probe.facts.shapes = {{"x", {2}}, {"y", {2}}, {"z", {3}}};
    const NodeId a = probe.add("tanh", "a", {{probe.variable("x")}});
    const NodeId b = probe.add("tanh", "b", {{probe.variable("y")}});
    const NodeId c = probe.add("tanh", "c", {{probe.variable("z")}});
    probe.graph.setHeads({{a}, {b}, {c}});
    const PassRun run = probe.run(compiled);
    QCOMPARE(*attribute(run, "a", "func_name"), std::string("fuse_tanh"));
    QCOMPARE(*attribute(run, "b", "func_name"), std::string("fuse_tanh"));
    QCOMPARE(*attribute(run, "c", "func_name"), std::string("fuse_tanh_1"));
}

void TstGraphCompile::variablesLieAfterAllOthers()
{
    PassProbe probe;
    probe.facts.shapes = {{"x", {2}}, {"y", {2}}};
    const NodeId a = probe.add("tanh", "a", {{probe.variable("x")}});
    probe.add("elemwise_add", "b", {{a}, {probe.variable("y")}});
    const PassRun run = probe.run(
        "InferShape,InferType,GraphFindFusibleGroups{opt_level=0},GraphFuse,GraphCompile");
    QCOMPARE(PassProbe::valueOf(run, keys::storageId), (Ids{2, 0, 3, 1}));
    QVERIFY(!run.analyses.contains("storage_allocated_bytes"));
}

void TstGraphCompile::assignSharesItsVariable()
{
    PassProbe probe;
    probe.facts.shapes = {{"v", {2}}, {"w", {2}}};
    const NodeId v = probe.variable("v");
    const NodeId w = probe.variable("w");
    const NodeId sum = probe.add("__add_scalar__", "sum", {{v}}, {{"scalar", "1"}});
    const NodeId a = probe.add("_assign", "a", {{v}, {sum}});
    const NodeId b = probe.add("_assign", "b", {{v}, {w}});
    probe.graph.setHeads({{a}, {b}});
    const PassRun run = probe.run(compiled);
    QVERIFY(run.ok);
    QCOMPARE(*attribute(run, "a", "func_name"), std::string("__nop"));
    QCOMPARE(*attribute(run, "b", "func_name"), std::string("fuse__assign"));
    const Ids storage = PassProbe::valueOf(run, keys::storageId);
    // The order of nodes is v, sum, a, w, b.
    QCOMPARE(storage[1], storage[0]);
    QCOMPARE(storage[2], storage[0]);
    QCOMPARE(storage[4], storage[0]);
    QVERIFY(storage[3] != storage[0]);
}

void TstGraphCompile::aValueInsideAGroupCannotBeRead()
{
    PassProbe probe;
    probe.facts.shapes = {{"x", {2}}, {"y", {2}}};
    const NodeId x = probe.variable("x");
    const NodeId y = probe.variable("y");
    const NodeId c = probe.add("tanh", "c", {{x}});
    const NodeId a = probe.add("relu", "a", {{c}});
    const NodeId b = probe.add("tanh", "b", {{c}});
    const NodeId sum = probe.add("elemwise_add", "sum", {{a}, {b}});
    const NodeId other = probe.add("elemwise_add", "other", {{c}, {y}});
    probe.graph.setHeads({{sum}, {other}});
    const PassRun exact = probe.run(compiled);
    NERVURE_VERIFY_ERROR(exact, "group-inside",
                         "'c' is read from outside of its group, where its value is not");
    QCOMPARE(exact.diagnostics.back().where.node, std::string("c"));
    probe.semantics = Semantics::Fixed;
    QVERIFY(probe.run(compiled).ok);
}

void TstGraphCompile::controlDependenciesOfGroups_data()
{
    QTest::addColumn<bool>("isExact");
    QTest::newRow("exact: NNVM only knows roots") << true;
    QTest::newRow("fixed: the root stands for its group") << false;
}

void TstGraphCompile::controlDependenciesOfGroups()
{
    QFETCH(bool, isExact);
    PassProbe probe;
    probe.semantics = isExact ? Semantics::Exact : Semantics::Fixed;
    probe.facts.shapes = {{"x", {2}}, {"y", {2}}};
    const NodeId a = probe.add("tanh", "a", {{probe.variable("x")}});
    const NodeId b = probe.add("tanh", "b", {{a}});
    const NodeId c = probe.add("tanh", "c", {{probe.variable("y")}});
    probe.graph.edit(c).controlDeps = {a};
    probe.graph.setHeads({{b}, {c}});
    const PassRun run = probe.run(compiled);
    QCOMPARE(run.ok, !isExact);
    if (!isExact) {
        const std::vector<NodeId> expected{*run.graph.findByName("b")};
        QCOMPARE(run.graph.node(*run.graph.findByName("c")).controlDeps, expected);
    }
}

/// What one node of a group waits for, the group waits for; as NNVM has it, only its root.
void TstGraphCompile::aGroupWaitsForWhatItsNodesWaitFor()
{
    PassProbe probe;
    probe.facts.shapes = {{"x", {2}}, {"y", {2}}};
    const NodeId a = probe.add("tanh", "a", {{probe.variable("x")}});
    const NodeId b = probe.add("tanh", "b", {{probe.variable("y")}});
    const NodeId c = probe.add("relu", "c", {{b}});
    probe.graph.edit(b).controlDeps = {a};
    probe.graph.setHeads({{a}, {c}});
    const PassRun exact = probe.run(compiled);
    QVERIFY(exact.ok && exact.graph.node(*exact.graph.findByName("c")).controlDeps.empty());
    probe.semantics = Semantics::Fixed;
    const PassRun run = probe.run(compiled);
    QVERIFY(run.ok);
    QCOMPARE(run.graph.node(*run.graph.findByName("c")).controlDeps,
             std::vector<NodeId>{*run.graph.findByName("a")});
}

void TstGraphCompile::unknownShapesAreRefused()
{
    PassProbe probe;
    probe.add("tanh", "a", {{probe.variable("x")}});
    const PassRun run = probe.run(compiled);
    QVERIFY(!run.ok);
    QCOMPARE(run.diagnostics.back().code, std::string("shape-unknown"));
}

void TstGraphCompile::theMasterMustBeOfTheGroup()
{
    PassProbe probe;
    const NodeId a = probe.add("tanh", "a", {{probe.variable("x")}});
    probe.add("relu", "b", {{a}});
    probe.graph.setAttrs({{"shape", "list_shape", "[[2],[2],[2]]"},
                          {"dtype", "list_int", "[0,0,0]"},
                          {"group_root", "list_int", "[0,1,2]"},
                          {"group_master", "list_int", "[-1,1,1]"},
                          {"pattern", "list_int", "[8,0,0]"}});
    const PassRun run = probe.run("GraphFuse,GraphCompile");
    QVERIFY(!run.ok);
    QCOMPARE(run.diagnostics.back().code, std::string("group-master"));
}

void TstGraphCompile::theModuleIsAPlan()
{
    PassProbe probe;
    probe.facts.shapes["x"] = {2, 3};
    const NodeId a = probe.add("tanh", "a", {{probe.variable("x")}});
    probe.add("relu", "b", {{a}});
    const auto onDevice = PassProbe::valueOf(probe.run(compiled), keys::module);
    QVERIFY(onDevice);
    QCOMPARE(onDevice->steps.size(), std::size_t{1});
    QCOMPARE(onDevice->steps[0].parts.size(), std::size_t{2});
    QVERIFY(!onDevice->steps[0].kernel.launches.empty());
    const auto onHost =
        PassProbe::valueOf(probe.run(compiled + "{target=reference}"), keys::module);
    QVERIFY(onHost);
    QVERIFY(onHost->steps[0].kernel.launches.empty());
}

void TstGraphCompile::itTellsWhereCallsCameFrom()
{
    PassProbe probe;
    probe.facts.shapes["x"] = {2, 3};
    const NodeId a = probe.add("tanh", "a", {{probe.variable("x")}});
    const NodeId b = probe.add("relu", "b", {{a}});
    const PassRun run = probe.run(compiled);
    const auto &origins = run.steps.back().provenance.origins;
    QCOMPARE(origins.size(), std::size_t{1});
    QCOMPARE(origins[0].node, b);
    QCOMPARE(origins[0].from, (std::vector<NodeId>{a, b}));
    QCOMPARE(origins[0].reason, std::string("compiled as fuse_tanh_relu"));
}

NERVURE_TEST(TstGraphCompile)
#include "tst_graph_compile.moc"
