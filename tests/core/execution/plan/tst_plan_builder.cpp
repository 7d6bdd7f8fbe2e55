// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/plan_builder.h"

#include "core/execution/reference_backend.h"
#include "tests/core/execution/toy_ops.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cstring>

using namespace nervure;

namespace {

ExecutionPlan planOf(const PlanRequest &request, Diagnostics *found = nullptr)
{
    Diagnostics diagnostics;
    Result<ExecutionPlan> plan = buildPlan(request, found ? *found : diagnostics);
    if (!plan) {
        qFatal("%s", plan.error().message.c_str());
    }
    return std::move(plan).value();
}

std::vector<std::string> roots(const ExecutionPlan &plan)
{
    std::vector<std::string> names;
    for (const PlanStep &step : plan.steps) {
        names.push_back(step.root);
    }
    return names;
}

TensorMap vectors(const std::vector<std::pair<std::string, float>> &values)
{
    TensorMap map;
    for (const auto &[name, value] : values) {
        map[name] = Tensor::ofFloats({4}, std::vector<float>(4, value));
    }
    return map;
}

} // namespace

class TstPlanBuilder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyNodeIsAStepInOrder();
    void arenaMemoryIsReusedAndLinked();
    void viewsNeedNoStep();
    void nodesOfOneNameStayApart();
    void parametersAreUsedUpInThePreparePhase();
    void aGroupIsOneStepWithItsFollowersInTheStore();
    void aGroupComesApartWhenTheRootHasNoKernel();
    void branchesRunTogether();
    void aDeviceComputesOneShapeAtATime();
    void aValueThatOthersReadKeepsAGroupApart();
    void viewsInsideAGroupNeedNoMemory();
    void aGroupWaitsForNoChangeOfAVariable();
    void aNodeWithoutKernelFallsBackToTheHost();
    void aMutatedVariableIsRestoredBetweenRuns();
    void weightsArePackedBeforeTheRuns();
    void otherInputsArePackedInEveryRun();
    void followersTakeVectorsWhereTheyCan();
    void unknownShapesAndOperatorsFail();
    void sizesBeyondMemoryFail();
    void placedTensorsLieWhereTheRequestSays();
    void placedTensorsAreAlignedWhereTheyCanBe();
    void placesOutsideOfTheMemoryFail();
};

void TstPlanBuilder::everyNodeIsAStepInOrder()
{
    ToyGraph graph;
    const NodeId x = graph.variable("x");
    const NodeId a = graph.add("scale", "a", {x});
    const NodeId b = graph.add("negate", "b", {a});
    PlanRequest request = graph.request({b});
    request.device = DeviceTraits{};
    const ExecutionPlan plan = planOf(request);
    QCOMPARE(roots(plan), (std::vector<std::string>{"a", "b"}));
    QCOMPARE(plan.steps[0].role, StepRole::Compute);
    QCOMPARE(plan.steps[1].dependencies, std::vector<std::uint32_t>{0});
    QCOMPARE(plan.buffers[plan.inputs.at(0)].name, std::string("x"));
    QCOMPARE(plan.outputs.at(0).name, std::string("b"));
    QCOMPARE(plan.buffers[plan.outputs[0].operand.buffer].kind, BufferKind::Output);
    QCOMPARE(plan.steps[0].flops, std::int64_t{4});
    QCOMPARE(plan.steps[0].bytes, std::int64_t{32});
    QVERIFY(plan.folded.empty());
}

void TstPlanBuilder::arenaMemoryIsReusedAndLinked()
{
    ToyGraph graph;
    NodeId at = graph.variable("x");
    for (const char *name : {"a", "b", "c", "d", "e"}) {
        at = graph.add("scale", name, {at});
    }
    const ExecutionPlan plan = planOf(graph.request({at}));
    // Two live at a time: what a step reads and what it writes.
    QCOMPARE(plan.arenaBytes, std::int64_t{128});
    QCOMPARE(plan.arenaLowerBound, std::int64_t{128});
    // c takes the place of a, whose last user is b; it reads what b writes.
    QCOMPARE(plan.steps[2].dependencies, (std::vector<std::uint32_t>{0, 1}));
}

void TstPlanBuilder::viewsNeedNoStep()
{
    ToyGraph graph;
    const NodeId x = graph.variable("x");
    const NodeId a = graph.add("scale", "a", {x});
    const NodeId v = graph.add("shaped", "v", {a});
    const NodeId w = graph.add("shaped", "w", {v});
    const NodeId b = graph.add("negate", "b", {w});
    PlanRequest request = graph.request({b, w});
    for (const NodeId id : {v, w}) {
        request.shapes[request.graph->entryId(*request.graph->find(id), 0)] = {2, 2};
    }
    const ExecutionPlan plan = planOf(request);
    QCOMPARE(roots(plan), (std::vector<std::string>{"a", "b"}));
    QCOMPARE(plan.steps[1].inputs[0].buffer, plan.steps[0].outputs[0].buffer);
    QCOMPARE(plan.steps[1].inputs[0].shape, (Shape{2, 2}));
    QCOMPARE(plan.outputs[1].operand.buffer, plan.steps[0].outputs[0].buffer);
    QCOMPARE(plan.folded.size(), std::size_t{2});
    QVERIFY(plan.folded[0].node == (NamedNode{v, "v"}) && plan.folded[0].into == "a");
}

void TstPlanBuilder::nodesOfOneNameStayApart()
{
    ToyGraph graph;
    const NodeId a = graph.add("scale", "same", {graph.variable("x")});
    const NodeId v = graph.add("shaped", "same", {a});
    const NodeId b = graph.add("negate", "same", {v});
    const NodeId w = graph.add("shaped", "same", {b});
    const ExecutionPlan plan = planOf(graph.request({graph.add("negate", "c", {w})}));
    QVERIFY(plan.steps[0].rootId == a && plan.steps[1].rootId == b);
    QVERIFY(plan.folded[0].node.id == v && plan.folded[0].layer == 0U);
    QVERIFY(plan.folded[1].node.id == w && plan.folded[1].layer == 1U);
}

void TstPlanBuilder::parametersAreUsedUpInThePreparePhase()
{
    ToyGraph graph;
    const NodeId x = graph.variable("x");
    const NodeId weight = graph.variable("w");
    const NodeId a = graph.add("scale", "a", {x});
    const NodeId packed = graph.add("scale", "packed", {weight});
    const NodeId b = graph.add("plus", "b", {a, packed});
    PlanRequest request = graph.request({b});
    request.parameters = {"w"};
    const ExecutionPlan plan = planOf(request);
    QCOMPARE(roots(plan), (std::vector<std::string>{"packed", "a", "b"}));
    QCOMPARE(plan.steps[0].phase, StepPhase::Prepare);
    QCOMPARE(plan.steps[1].phase, StepPhase::Run);
    QCOMPARE(plan.buffers[plan.steps[0].outputs[0].buffer].kind, BufferKind::Weight);
    QCOMPARE(plan.weights.size(), std::size_t{1});
    // Phases are barriers: b names a alone.
    QCOMPARE(plan.steps[2].dependencies, std::vector<std::uint32_t>{1});
}

void TstPlanBuilder::aGroupIsOneStepWithItsFollowersInTheStore()
{
    ToyGraph graph;
    const NodeId x = graph.variable("x");
    const NodeId y = graph.variable("y");
    const NodeId a = graph.add("scale", "a", {x});
    const NodeId other = graph.add("scale", "other", {y});
    const NodeId sum = graph.add("plus", "sum", {a, other});
    const NodeId out = graph.add("negate", "out", {sum});
    PlanRequest request = graph.request({out});
    request.device = DeviceTraits{};
    request.groups.assign(request.graph->nodeCount(), 0);
    for (std::uint32_t id = 0; id < request.graph->nodeCount(); ++id) {
        request.groups[id] = id;
    }
    const std::uint32_t root = *request.graph->find(a);
    request.groups[*request.graph->find(sum)] = root;
    request.groups[*request.graph->find(out)] = root;

    const ExecutionPlan plan = planOf(request);
    QCOMPARE(roots(plan), (std::vector<std::string>{"other", "a"}));
    const PlanStep &fused = plan.steps[1];
    QVERIFY(fused.originals == (std::vector<NamedNode>{{a, "a"}, {sum, "sum"}, {out, "out"}}));
    QCOMPARE(fused.inputs.size(), std::size_t{2});
    QCOMPARE(fused.inputs[1].buffer, plan.steps[0].outputs[0].buffer);
    QCOMPARE(fused.kernel.launches[0].args.size(), std::size_t{3});
    QCOMPARE(fused.kernel.launches[0].args[2].index, 1U);
    QCOMPARE(fused.kernel.launches[0].defines[0].second,
             std::string(", __global const float *nervure_x0"));
    const std::string store = fused.kernel.launches[0].defines[1].second;
    QVERIFY(store.find("nervure_v1 = nervure_v0 + nervure_x0[i];") != std::string::npos);
    QVERIFY(store.find("nervure_v2 = -(nervure_v1);") != std::string::npos);
    QVERIFY(plan.folded.empty());
}

void TstPlanBuilder::aGroupComesApartWhenTheRootHasNoKernel()
{
    ToyGraph graph;
    const NodeId x = graph.variable("x");
    const NodeId a = graph.add("slow", "a", {x});
    const NodeId b = graph.add("negate", "b", {a});
    PlanRequest request = graph.request({b});
    request.groups = {0, 1, 1};
    QCOMPARE(roots(planOf(request)), std::vector<std::string>{"a"});
    request.device = DeviceTraits{};
    QCOMPARE(roots(planOf(request)), (std::vector<std::string>{"a", "b"}));
}

void TstPlanBuilder::branchesRunTogether()
{
    ToyGraph graph;
    const NodeId x = graph.variable("x");
    const NodeId a = graph.add("scale", "a", {x});
    const NodeId b = graph.add("negate", "b", {a});
    const NodeId c = graph.add("scale", "c", {a});
    PlanRequest request = graph.request({graph.add("plus", "sum", {b, c})});
    request.groups = {0, 4, 4, 4, 4};
    auto plan = std::make_shared<const ExecutionPlan>(planOf(request));
    QCOMPARE(roots(*plan), std::vector<std::string>{"a"});
    QCOMPARE(plan->steps[0].localCount, 3U);
    QCOMPARE(plan->steps[0].inputs.size(), std::size_t{1});
    ReferenceBackend backend;
    auto prepared = backend.prepare(plan, {}, {});
    const auto outcome = (*prepared)->run(vectors({{"x", 3}}), RunMode::Serialized, {});
    QCOMPARE(outcome->outputs[0].elements<float>()[0], 6.0F);
    request.device = DeviceTraits{};
    const ExecutionPlan onDevice = planOf(request);
    QCOMPARE(roots(onDevice), std::vector<std::string>{"a"});
    const std::string store = onDevice.steps[0].kernel.launches[0].defines[1].second;
    QVERIFY(store.find("nervure_v2 = 2 * nervure_v0;") != std::string::npos);
    QVERIFY(store.find("nervure_v3 = nervure_v1 + nervure_v2;") != std::string::npos);
}

void TstPlanBuilder::aDeviceComputesOneShapeAtATime()
{
    ToyGraph graph;
    const NodeId a = graph.add("scale", "a", {graph.variable("x")});
    const NodeId b = graph.add("plus", "b", {a, graph.variable("y")});
    PlanRequest request = graph.request({b});
    request.groups = {0, 3, 2, 3};
    request.device = DeviceTraits{};
    // The value is broadcast by the operator that follows: position i is another one there.
    request.shapes[request.graph->entryId(*request.graph->find(a), 0)] = {1};
    QCOMPARE(roots(planOf(request)), (std::vector<std::string>{"a", "b"}));
}

void TstPlanBuilder::aValueThatOthersReadKeepsAGroupApart()
{
    ToyGraph graph;
    const NodeId x = graph.variable("x");
    const NodeId a = graph.add("scale", "a", {x});
    const NodeId b = graph.add("negate", "b", {a});
    PlanRequest request = graph.request({b, a});
    request.groups = {0, 2, 2};
    QCOMPARE(roots(planOf(request)), (std::vector<std::string>{"a", "b"}));
}

void TstPlanBuilder::viewsInsideAGroupNeedNoMemory()
{
    ToyGraph graph;
    const NodeId x = graph.variable("x");
    const NodeId a = graph.add("scale", "a", {x});
    const NodeId v = graph.add("shaped", "v", {a});
    PlanRequest request = graph.request({graph.add("negate", "b", {v})});
    request.groups = {0, 3, 3, 3};
    const ExecutionPlan plan = planOf(request);
    QCOMPARE(roots(plan), std::vector<std::string>{"a"});
    QVERIFY(plan.steps[0].parts[1].in[0].isLocal());
    QCOMPARE(plan.folded.size(), std::size_t{1});
    QCOMPARE(plan.folded[0].into, std::string("a"));
}

void TstPlanBuilder::aGroupWaitsForNoChangeOfAVariable()
{
    ToyGraph graph;
    const NodeId w = graph.variable("w");
    const NodeId x = graph.variable("x");
    const NodeId before = graph.add("scale", "before", {w});
    const NodeId assigned = graph.add("_assign", "assigned", {w, x});
    const NodeId last = graph.add("plus", "last", {before, assigned});
    PlanRequest request = graph.request({assigned, last});
    request.groups.assign(request.graph->nodeCount(), 0);
    for (std::uint32_t id = 0; id < request.graph->nodeCount(); ++id) {
        const NodeId source = request.graph->node(id).source;
        request.groups[id] = source == before || source == last ? 100 : id;
    }
    QCOMPARE(planOf(request).steps.size(), std::size_t{3});
}

void TstPlanBuilder::aNodeWithoutKernelFallsBackToTheHost()
{
    ToyGraph graph;
    const NodeId x = graph.variable("x");
    PlanRequest request = graph.request({graph.add("slow", "a", {x})});
    request.device = DeviceTraits{};
    Diagnostics diagnostics;
    const ExecutionPlan plan = planOf(request, &diagnostics);
    QCOMPARE(plan.steps[0].role, StepRole::HostFallback);
    QCOMPARE(diagnostics.at(0).code, std::string("host-fallback"));
    QCOMPARE(diagnostics[0].severity, Severity::Note);
    QCOMPARE(diagnostics[0].where.node, std::string("a"));
}

void TstPlanBuilder::aMutatedVariableIsRestoredBetweenRuns()
{
    ToyGraph graph;
    const NodeId w = graph.variable("w");
    const NodeId x = graph.variable("x");
    const NodeId next = graph.add("plus", "next", {w, x});
    const NodeId assigned = graph.add("_assign", "assigned", {w, next});
    PlanRequest request = graph.request({assigned});
    request.parameters = {"w"};
    auto plan = std::make_shared<const ExecutionPlan>(planOf(request));
    QCOMPARE(plan->states.size(), std::size_t{1});
    QCOMPARE(plan->steps[1].mutated, plan->states);

    ReferenceBackend backend;
    auto prepared = backend.prepare(plan, vectors({{"w", 1}}), {});
    QVERIFY(prepared.ok());
    for (int repeat = 0; repeat < 3; ++repeat) {
        const auto outcome = (*prepared)->run(vectors({{"x", 2}}), RunMode::Serialized, {});
        QVERIFY(outcome.ok());
        QCOMPARE(outcome->outputs[0].elements<float>()[0], 3.0F);
        QCOMPARE(outcome->record.steps.size(), std::size_t{2});
    }
}

void TstPlanBuilder::weightsArePackedBeforeTheRuns()
{
    ToyGraph graph;
    const NodeId x = graph.variable("x");
    const NodeId weight = graph.variable("w");
    const NodeId scaled = graph.add("scale", "scaled", {weight});
    const NodeId a = graph.add("packer", "a", {x, scaled});
    PlanRequest request = graph.request({a});
    request.device = DeviceTraits{};
    request.parameters = {"w"};
    const ExecutionPlan plan = planOf(request);
    QCOMPARE(roots(plan), (std::vector<std::string>{"scaled", "a", "a"}));
    const PlanStep &pack = plan.steps[1];
    QCOMPARE(pack.op, std::string("pack"));
    QCOMPARE(pack.role, StepRole::LayoutTransform);
    QCOMPARE(pack.phase, StepPhase::Prepare);
    QCOMPARE(pack.inputs[0].buffer, plan.steps[0].outputs[0].buffer);
    const PlanBuffer &packed = plan.buffers[pack.outputs[0].buffer];
    QCOMPARE(packed.kind, BufferKind::Weight);
    QCOMPARE(packed.name, std::string("a:packed1"));
    QCOMPARE(packed.bytes, std::int64_t{32});
    // The kernel reads the packed form alone: nothing keeps what it was made of.
    QCOMPARE(plan.steps[2].phase, StepPhase::Run);
    QCOMPARE(plan.steps[2].inputs[1].buffer, packed.id);
    QCOMPARE(plan.buffers[pack.inputs[0].buffer].kind, BufferKind::Intermediate);
    QCOMPARE(plan.buffers[pack.inputs[0].buffer].lastStep, 1U);
}

void TstPlanBuilder::otherInputsArePackedInEveryRun()
{
    ToyGraph graph;
    const NodeId x = graph.variable("x");
    const NodeId y = graph.variable("y");
    const NodeId a = graph.add("packer", "a", {x, y});
    PlanRequest request = graph.request({a});
    request.device = DeviceTraits{};
    const ExecutionPlan plan = planOf(request);
    QCOMPARE(plan.steps.size(), std::size_t{2});
    QCOMPARE(plan.steps[0].phase, StepPhase::Run);
    QCOMPARE(plan.buffers[plan.steps[0].outputs[0].buffer].kind, BufferKind::Intermediate);
    QCOMPARE(plan.steps[1].dependencies, std::vector<std::uint32_t>{0});
}

void TstPlanBuilder::followersTakeVectorsWhereTheyCan()
{
    const auto lanesOf = [](const std::string &follower) {
        ToyGraph graph;
        const NodeId x = graph.variable("x");
        const NodeId y = graph.variable("y");
        const NodeId a = graph.add("packer", "a", {x, y});
        const NodeId out =
            follower == "plus" ? graph.add("plus", "out", {a, y}) : graph.add(follower, "out", {a});
        PlanRequest request = graph.request({out});
        request.device = DeviceTraits{};
        for (std::uint32_t id = 0; id < request.graph->nodeCount(); ++id) {
            request.groups.push_back(id);
        }
        request.groups[*request.graph->find(out)] = *request.graph->find(a);
        const ExecutionPlan plan = planOf(request);
        for (const auto &[name, value] : plan.steps.back().kernel.launches[0].defines) {
            if (name.starts_with("NERVURE_STORE_LANES")) {
                return value;
            }
        }
        return std::string();
    };
    const std::string vectors = lanesOf("plus");
    QVERIFY(vectors.find("const float4 nervure_v1 = nervure_v0 + vload4(0, nervure_x0 + i);")
            != std::string::npos);
    QVERIFY(vectors.find("vstore4(nervure_v1, 0, nervure_to + i)") != std::string::npos);
    // One that has no expression for vectors computes its elements one by one.
    QVERIFY(lanesOf("negate").find("NERVURE_STORE(nervure_out") != std::string::npos);
}

void TstPlanBuilder::unknownShapesAndOperatorsFail()
{
    ToyGraph graph;
    const NodeId x = graph.variable("x");
    PlanRequest request = graph.request({graph.add("mystery", "m", {x})});
    Diagnostics diagnostics;
    QCOMPARE(buildPlan(request, diagnostics).error().code, std::string("unknown-operator"));
    // Without a shape it is still the operator that is the cause.
    request.shapes[0] = {};
    QCOMPARE(buildPlan(request, diagnostics).error().code, std::string("unknown-operator"));
    request = graph.request({graph.add("negate", "n", {x})});
    request.shapes[0] = {};
    const auto plan = buildPlan(request, diagnostics);
    QCOMPARE(plan.error().code, std::string("shape-unknown"));
    QCOMPARE(plan.error().where.node, std::string("x"));
}

void TstPlanBuilder::sizesBeyondMemoryFail()
{
    ToyGraph graph;
    PlanRequest request = graph.request({graph.add("scale", "a", {graph.variable("x")})});
    Diagnostics diagnostics;
    request.shapes[0] = {std::int64_t{1} << 60, 64};
    QCOMPARE(buildPlan(request, diagnostics).error().code, std::string("too-large"));
    request.shapes[0] = {std::int64_t{1} << 50};
    QCOMPARE(buildPlan(request, diagnostics).error().code, std::string("too-large"));
}

namespace {

/// x (made once), a = -x, b = a + a, in LightNet's way: one arena, no variables.
PlanRequest placedRequest(ToyGraph &graph, std::vector<std::int64_t> offsets, std::int64_t bytes)
{
    const NodeId x = graph.add("ones", "x", {});
    const NodeId a = graph.add("negate", "a", {x});
    const NodeId b = graph.add("plus", "b", {a, a});
    PlanRequest request = graph.request({b});
    request.placement = PlanPlacement{std::move(offsets), bytes, {}};
    return request;
}

} // namespace

void TstPlanBuilder::placedTensorsLieWhereTheRequestSays()
{
    ToyGraph graph;
    // Not aligned, and b lies where x does.
    const PlanRequest request = placedRequest(graph, {1, 17, 1}, 33);
    const auto plan = std::make_shared<const ExecutionPlan>(planOf(request));
    QCOMPARE(plan->arenaBytes, std::int64_t{33});
    std::vector<std::string> seen;
    ReferenceBackend backend;
    backend.setWatcher([&](const PlanStep &step, const HostMemory &memory) {
        const std::uint32_t buffer = step.outputs.at(0).buffer;
        float first = 0;
        std::memcpy(&first, memory(buffer), sizeof(first));
        seen.push_back(step.root + ' ' + std::to_string(*plan->buffers[buffer].arenaOffset) + ' '
                       + std::to_string(static_cast<int>(first)));
    });
    const auto prepared = backend.prepare(plan, {}, {});
    QVERIFY2(prepared.ok(), prepared.ok() ? "" : prepared.error().message.c_str());
    const auto outcome = (*prepared)->run({}, RunMode::Serialized, {});
    QVERIFY2(outcome.ok(), outcome.ok() ? "" : outcome.error().message.c_str());
    QCOMPARE(seen, (std::vector<std::string>{"x 1 1", "a 17 -1", "b 1 -2"}));
    QCOMPARE(outcome->outputs.at(0).elements<float>()[3], -2.0F);
}

void TstPlanBuilder::placedTensorsAreAlignedWhereTheyCanBe()
{
    ToyGraph graph;
    const PlanRequest request = placedRequest(graph, {1, 17, 33}, 49);
    const auto plan = std::make_shared<const ExecutionPlan>(planOf(request));
    std::vector<std::uintptr_t> remainders;
    ReferenceBackend backend;
    backend.setWatcher([&](const PlanStep &step, const HostMemory &memory) {
        const std::byte *data = memory(step.outputs.at(0).buffer);
        remainders.push_back(reinterpret_cast<std::uintptr_t>(data) % sizeof(float));
    });
    const auto prepared = backend.prepare(plan, {}, {});
    QVERIFY(prepared.ok() && (*prepared)->run({}, RunMode::Serialized, {}).ok());
    QCOMPARE(remainders, (std::vector<std::uintptr_t>{0, 0, 0}));
}

void TstPlanBuilder::placesOutsideOfTheMemoryFail()
{
    for (const std::vector<std::int64_t> &offsets :
         {std::vector<std::int64_t>{-1, 17, 1}, {1, 18, 1}, {1, 17}}) {
        ToyGraph graph;
        Diagnostics diagnostics;
        const auto plan = buildPlan(placedRequest(graph, offsets, 33), diagnostics);
        QVERIFY(!plan.ok());
        QCOMPARE(plan.error().code, std::string("plan-placement"));
    }
}

NERVURE_TEST(TstPlanBuilder)
#include "tst_plan_builder.moc"
