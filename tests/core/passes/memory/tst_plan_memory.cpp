// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/graph/analysis/graph_totals.h"
#include "core/graph/analysis/memory_plan.h"
#include "core/graph/onnx_variable.h"
#include "tests/core/passes/pass_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

using Ids = std::vector<std::int64_t>;

PassRun plan(PassProbe &probe, const Shape &shape)
{
    probe.facts.shapes["x"] = shape;
    return probe.run("InferShape,InferType,PlanMemory");
}

} // namespace

class TstPlanMemory : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();

    /// Operators n0, n1, … behind each other, of an input of 1001 elements.
    static Graph onnxChain(const std::string &type, const std::vector<std::string> &ops)
    {
        Graph graph;
        graph.setDialect(Dialect::Onnx);
        Node x;
        x.dialect = Dialect::Onnx;
        x.name = "x";
        x.attrs.set(onnx_variable::elemType, type);
        x.attrs.set(onnx_variable::shape, "[1001]");
        NodeId last = graph.add(std::move(x));
        for (std::size_t i = 0; i < ops.size(); ++i) {
            Node node;
            node.dialect = Dialect::Onnx;
            node.op = ops[i];
            node.name = "n" + std::to_string(i);
            node.outputPorts.push_back({{}, node.name, 0});
            node.inputs = {{last}};
            last = graph.add(std::move(node));
        }
        graph.setHeads({{last}});
        return graph;
    }

    [[nodiscard]] PassRun planOnnx(const Graph &graph, const std::string &options) const
    {
        return runPasses(
            graph, *parsePipeline("InferShape,InferType,PlanMemory" + options),
            {.passes = m_builtins.passes, .ops = m_builtins.ops, .semantics = Semantics::Fixed});
    }

private Q_SLOTS:
    void chainsShareInPlace()
    {
        PassProbe probe;
        const NodeId x = probe.variable("x");
        const NodeId a = probe.add("relu", "a", {{x}});
        probe.add("exp", "c", {{probe.add("tanh", "b", {{a}})}});
        const PassRun run = plan(probe, {2, 3});
        QCOMPARE(PassProbe::valueOf(run, keys::storageId), (Ids{-1, 0, 0, 0}));
        QCOMPARE(PassProbe::valueOf(run, keys::storageInplaceIndex), (Ids{-1, -1, 0, 0}));
        QCOMPARE(PassProbe::valueOf(run, keys::storageAllocatedBytes), std::int64_t{24});
    }

    void aValueThatIsStillReadIsNotShared()
    {
        PassProbe probe;
        const NodeId a = probe.add("relu", "a", {{probe.variable("x")}});
        const NodeId b = probe.add("tanh", "b", {{a}});
        probe.add("elemwise_add", "sum", {{a}, {b}});
        const PassRun run = plan(probe, {4});
        QCOMPARE(PassProbe::valueOf(run, keys::storageId), (Ids{-1, 0, 1, 0}));
    }

    void blockGradSharesAnyway()
    {
        PassProbe probe;
        const NodeId a = probe.add("relu", "a", {{probe.variable("x")}});
        const NodeId b = probe.add("block_grad", "b", {{a}});
        probe.add("elemwise_add", "sum", {{a}, {b}});
        const PassRun run = plan(probe, {4});
        QCOMPARE(PassProbe::valueOf(run, keys::storageId)[2], std::int64_t{0});
    }

    void outputsNobodyReadsAreReleasedAtOnce()
    {
        PassProbe probe;
        const NodeId d = probe.add("dropout", "d", {{probe.variable("x")}});
        probe.add("flatten", "f", {{d}});
        const PassRun run = plan(probe, {2, 3});
        QCOMPARE(PassProbe::valueOf(run, keys::storageInplaceIndex), (Ids{-1, -1, -2, -1}));
        QCOMPARE(PassProbe::valueOf(run, keys::storageId), (Ids{-1, 1, 0, 0}));
    }

    void matchRangeDecidesWhatIsReused()
    {
        PassProbe probe;
        const NodeId pool = probe.add("max_pool2d", "p", {{probe.variable("x")}},
                                      {{"pool_size", "(2, 2)"}, {"strides", "(2, 2)"}});
        const NodeId flat = probe.add("flatten", "f", {{pool}});
        probe.add("softmax", "s", {{flat}});
        probe.facts.shapes["x"] = {1, 1, 4, 4};
        const auto ids = [&](std::string_view passes) {
            return PassProbe::valueOf(probe.run(passes), keys::storageId);
        };
        QCOMPARE(ids("InferShape,InferType,PlanMemory"), (Ids{-1, 0, 1, 0}));
        QCOMPARE(ids("InferShape,InferType,PlanMemory{match_range=0}"), (Ids{-1, 0, 1, 2}));
    }

    void exactCountsFourBytesAnElementAndFixedTheTypes()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x")}});
        probe.facts.dtypes["x"] = DType::Float64;
        const auto bytes = [&] {
            return PassProbe::valueOf(plan(probe, {3}), keys::storageAllocatedBytes);
        };
        QCOMPARE(bytes(), std::int64_t{12});
        probe.semantics = Semantics::Fixed;
        QCOMPARE(bytes(), std::int64_t{24});
    }

    /// Types of ONNX that DType does not have count what they take, everywhere.
    void narrowTypesCountTheirBytes_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<std::int64_t>("bytes"); // of 1001 elements
        const auto row = [](const char *type, std::int64_t bytes) {
            QTest::newRow(type) << QString::fromLatin1(type) << bytes;
        };
        row("bool", 1001);
        row("bfloat16", 2002);
        row("float8e4m3fn", 1001);
        row("float8e5m2fnuz", 1001);
        row("int4", 501);
        row("uint4", 501);
        row("float4e2m1", 501);
        row("int2", 251);
        row("uint2", 251);
        row("int8", 1001);
        row("float16", 2002);
        row("float32", 4004);
        row("complex128", 16016);
    }

    void narrowTypesCountTheirBytes()
    {
        QFETCH(QString, type);
        QFETCH(std::int64_t, bytes);
        const Graph chain = onnxChain(type.toStdString(), {"Identity", "Identity", "Identity"});
        const PassRun run = planOnnx(chain, "");
        QCOMPARE(PassProbe::valueOf(run, keys::storageAllocatedBytes), 2 * bytes);
        const GraphTotals totals = graphTotals(*run.index, run.analyses, {}, Semantics::Fixed);
        QCOMPARE(totals.activationBytes.value_or(-1), 3 * bytes);
        QCOMPARE(totals.plannedBytes.value_or(-1), 2 * bytes);
        QCOMPARE(totals.peakBytes.value_or(-1), 2 * bytes);
        const auto view = memoryPlanView(*run.index, run.analyses);
        QVERIFY(view);
        QCOMPARE(view->naiveBytes, 3 * bytes);
        const PassRun arena = planOnnx(chain, "{planner=arena,alignment=1}");
        QCOMPARE(PassProbe::valueOf(arena, keys::storageAllocatedBytes), 2 * bytes);
        const auto arranged = memoryPlanView(*arena.index, arena.analyses);
        QVERIFY(arranged);
        QCOMPARE(arranged->naiveBytes, 3 * bytes);
    }

    /// None of both has a DType, but one is four times as large.
    void otherNarrowTypesShareNoStorageInPlace()
    {
        Graph chain = onnxChain("int4", {"Identity", "Cast", "Identity"});
        chain.edit(*chain.findByName("n1")).attrs.set("to", "16"); // bfloat16
        const PassRun run = planOnnx(chain, "{match_range=1}");
        QCOMPARE(PassProbe::valueOf(run, keys::storageAllocatedBytes),
                 std::int64_t{501 + 2002 + 2002});
    }

    void automaticSearchKeepsTheSmallestPlan()
    {
        // With a range of 16 "c" takes the large block of "a", and the small one of "b" grows.
        PassProbe probe;
        const NodeId a = probe.add("relu", "a", {{probe.variable("x")}});
        const NodeId b =
            probe.add("max_pool2d", "b", {{a}}, {{"pool_size", "(4, 4)"}, {"strides", "(4, 4)"}});
        const NodeId c = probe.add("flatten", "c", {{b}});
        probe.add("broadcast_add", "d", {{c}, {probe.variable("y")}});
        probe.facts.shapes = {{"x", {1, 1, 8, 8}}, {"y", {16, 4}}};
        const auto bytes = [&](const std::string &options) {
            return PassProbe::valueOf(probe.run("InferShape,InferType,PlanMemory" + options),
                                      keys::storageAllocatedBytes);
        };
        QCOMPARE(bytes(""), std::int64_t{512});
        QCOMPARE(bytes("{auto_search_match_range=true}"), std::int64_t{288});
        QCOMPARE(bytes("{match_range=0,auto_search_match_range=true}"), std::int64_t{544});
    }

    void externalAndDynamicEntriesAreLeftAlone()
    {
        PassProbe probe;
        const NodeId a = probe.add("relu", "a", {{probe.variable("x")}});
        const NodeId b = probe.add("flatten", "b", {{a}});
        probe.add("flatten", "c", {{b}});
        probe.facts.shapes["x"] = {2, 3};
        const auto ids = [&](const std::string &options) {
            return PassProbe::valueOf(probe.run("InferShape,InferType,PlanMemory" + options),
                                      keys::storageId);
        };
        QCOMPARE(ids("{external=c,dynamic=a:0}"), (Ids{-1, -3, 0, -2}));
        QVERIFY(ids("{external=d}").empty());
        QVERIFY(ids("{external=a:1}").empty());
        probe.graph.setAttrs({{"storage", "list_int", "[-1, -2, -1, -3]"}});
        QCOMPARE(ids(""), (Ids{-1, -2, 0, -3}));
        probe.graph.setAttrs({{"storage", "list_int", "[-1, 0, -1, -3]"}});
        QVERIFY(ids("").empty());
        probe.graph.setAttrs({{"storage", "list_int", "[-1]"}});
        QVERIFY(ids("").empty());
    }

    void blocksAreReusedOnOneDeviceAlone()
    {
        PassProbe probe;
        const NodeId a = probe.add("relu", "a", {{probe.variable("x")}});
        const NodeId b = probe.add("flatten", "b", {{a}});
        const NodeId c = probe.add("flatten", "c", {{b}});
        probe.add("flatten", "d", {{c}});
        probe.graph.setAttrs({{"device", "list_int", "[0, 0, 0, 1, 0]"}});
        QCOMPARE(PassProbe::valueOf(plan(probe, {2, 3}), keys::storageId), (Ids{-1, 0, 1, 2, 0}));
        const PassRun arena = probe.run("InferShape,InferType,PlanMemory{planner=arena}");
        QCOMPARE(PassProbe::valueOf(arena, keys::storageOffset), (Ids{-1, 0, 64, 0, 0}));
        QCOMPARE(PassProbe::valueOf(arena, keys::storageAllocatedBytes), std::int64_t{192});
        probe.graph.setAttrs({{"device", "list_int", "[0]"}});
        NERVURE_VERIFY_ERROR(plan(probe, {2, 3}), "graph-attr",
                             "graph attribute 'device' has 1 values, expected one for each of 5");
    }

    void colorsKeepPathsApart()
    {
        PassProbe probe;
        const NodeId x = probe.variable("x");
        const NodeId a = probe.add("flatten", "a", {{probe.add("flatten", "a0", {{x}})}});
        const NodeId b = probe.add("flatten", "b", {{probe.add("flatten", "b0", {{x}})}});
        probe.add("broadcast_add", "sum", {{a}, {b}});
        probe.facts.shapes["x"] = {2, 3};
        const auto ids = [&](const std::string &options) {
            return PassProbe::valueOf(probe.run("InferShape,InferType,PlanMemory" + options),
                                      keys::storageId);
        };
        QCOMPARE(ids(""), (Ids{-1, 0, 1, 0, 2, 1}));
        QCOMPARE(ids("{num_match_color=2}"), (Ids{-1, 0, 1, 2, 3, 1}));
        QVERIFY(ids("{num_match_color=0}").empty());
    }

    void aRangeOfNodesIsPlanned()
    {
        PassProbe probe;
        const NodeId a = probe.add("flatten", "a", {{probe.variable("x")}});
        probe.add("flatten", "b", {{a}});
        probe.facts.shapes["x"] = {2, 3};
        const auto ids = [&](const std::string &range) {
            return PassProbe::valueOf(
                probe.run("InferShape,InferType,PlanMemory{node_range=" + range + "}"),
                keys::storageId);
        };
        QCOMPARE(ids("0:2"), (Ids{-1, 0, -1}));
        QCOMPARE(ids("2:3"), (Ids{-1, -1, 0}));
        QVERIFY(ids("2:4").empty());
        QVERIFY(ids("2").empty());
    }

    void theArenaIsNeverWorseThanNnvmsBlocks()
    {
        PassProbe probe;
        const NodeId a = probe.add("relu", "a", {{probe.variable("x")}});
        const NodeId b = probe.add("flatten", "b", {{a}});
        const NodeId c = probe.add("relu", "c", {{probe.variable("y")}});
        probe.graph.setHeads({{b}, {c}});
        probe.facts.shapes = {{"x", {100}}, {"y", {100}}};
        probe.facts.dtypes = {{"x", DType::Float64}, {"y", DType::Int8}};
        const PassRun run =
            probe.run("InferShape,InferType,PlanMemory{planner=arena,alignment=16}");
        QVERIFY(run.ok);
        QCOMPARE(PassProbe::valueOf(run, keys::storageLowerBound), std::int64_t{1600});
        QCOMPARE(PassProbe::valueOf(run, keys::storageAllocatedBytes), std::int64_t{1600});
        QCOMPARE(PassProbe::valueOf(run, keys::storageRecosted), std::int64_t{1600});
        QCOMPARE(PassProbe::valueOf(run, keys::storageNnvmBytes), std::int64_t{800});
        QCOMPARE(PassProbe::valueOf(run, keys::storageId), (Ids{-1, 0, 1, -1, 2}));
        NERVURE_VERIFY_ERROR(
            probe.run("InferShape,InferType,PlanMemory{planner=arena,alignment=-1}"),
            "option-invalid", "option alignment of pass PlanMemory is -1, expected 0 to 1048576");
    }

    void theArenaSharesInPlace()
    {
        PassProbe probe;
        const NodeId a = probe.add("relu", "a", {{probe.variable("x")}});
        probe.add("exp", "c", {{probe.add("tanh", "b", {{a}})}});
        probe.facts.shapes["x"] = {16};
        const PassRun run = probe.run("InferShape,InferType,PlanMemory{planner=arena}");
        QCOMPARE(PassProbe::valueOf(run, keys::storageId), (Ids{-1, 0, 0, 0}));
        QCOMPARE(PassProbe::valueOf(run, keys::storageOffset), (Ids{-1, 0, 0, 0}));
        QCOMPARE(PassProbe::valueOf(run, keys::storageAllocatedBytes), std::int64_t{64});
    }

    void unknownShapesGetNoStorage()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x")}});
        const PassRun run = probe.run("InferShape,InferType,PlanMemory");
        QCOMPARE(PassProbe::valueOf(run, keys::storageId), (Ids{-1, -1}));
        QCOMPARE(PassProbe::valueOf(run, keys::storageNotAllocated), std::int64_t{1});
    }

    void hugeShapesAreAnError()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x")}});
        constexpr std::int64_t huge = std::int64_t{1} << 40;
        NERVURE_VERIFY_ERROR(plan(probe, {huge, huge}), "size-overflow",
                             "relu 'r': output 0 of shape [1099511627776,1099511627776] is too");
    }
};

NERVURE_TEST(TstPlanMemory)
#include "tst_plan_memory.moc"
