// SPDX-License-Identifier: Apache-2.0
#include "core/opencl/opencl_backend.h"

#include "core/graph/op/op_builder.h"
#include "core/opencl/device_list.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

using namespace nervure;

/// Runs small plans written by hand: y = 2 * x on the device, z = y + w on the host, state += 1.
class TstOpenclBackend : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void modesGiveTheSameResults_data();
    void modesGiveTheSameResults();
    void stepsAreTimedInOrder();
    void launchTimeAndDeviceTimeExplainTheWall();
    void statesAreRestoredBetweenRuns();
    void preparePhaseRunsOnce();
    void missingWeightIsNamed();
    void inputOfAnotherShapeIsNamed();
    void canceledRunCanBeRepeated();
    void kernelThatDoesNotBuildIsADiagnostic();
    void bufferLargerThanTheDeviceIsADiagnostic();
    void deviceThatIsGoneIsADiagnostic();

private:
    std::unique_ptr<PreparedPlan> prepared(const std::shared_ptr<ExecutionPlan> &plan);

    QTemporaryDir m_folder;
    std::unique_ptr<OpenclBackend> m_backend;
    OpRegistry m_ops;
};

namespace {

constexpr std::int64_t elements = 1000;

const char *const doubling = "__kernel void twice(__global const float *x, __global float *y,\n"
                             "                    int n, float factor)\n"
                             "{\n"
                             "    const int i = get_global_id(0);\n"
                             "    if (i < n) {\n"
                             "        NERVURE_STORE(y, i, x[i] * factor);\n"
                             "    }\n"
                             "}\n"
                             "__kernel void increment(__global float *state, int n)\n"
                             "{\n"
                             "    state[get_global_id(0)] += 1.0f;\n"
                             "}\n";

Status addOnHost(const NoAttrs &, const ReferenceCall &call)
{
    for (std::int64_t i = 0; i < call.out[0].count(); ++i) {
        call.out[0].as<float>()[i] = call.in[0].as<float>()[i] + call.in[1].as<float>()[i];
    }
    return {};
}

PlanBuffer bufferOf(std::uint32_t id, BufferKind kind, std::string name)
{
    return {id, kind, std::move(name), DType::Float32, {elements}, elements * 4, std::nullopt,
            0,  1};
}

PlanOperand operandOf(std::uint32_t buffer)
{
    return {buffer, 0, DType::Float32, {elements}};
}

PlanStep deviceStep(std::uint32_t id, std::uint32_t from, std::uint32_t to)
{
    KernelLaunch launch;
    launch.program = "twice";
    launch.source = doubling;
    launch.entry = "twice";
    launch.args = {KernelArg::input(0), KernelArg::output(0), KernelArg::int32(elements),
                   KernelArg::float32(2.0f)};
    launch.global = {elements, 1, 1};
    PlanStep step;
    step.id = id;
    step.root = "twice";
    step.inputs = {operandOf(from)};
    step.outputs = {operandOf(to)};
    step.kernel.launches = {launch};
    return step;
}

Node nodeOf(std::string op, std::string name, std::vector<Entry> inputs)
{
    Node node;
    node.op = std::move(op);
    node.name = std::move(name);
    node.inputs = std::move(inputs);
    return node;
}

/// Buffers 0 x, 1 y (arena), 2 w, 3 z, 4 state.
std::shared_ptr<ExecutionPlan> makePlan(const OpRegistry &ops)
{
    Graph graph;
    const NodeId x = graph.add(nodeOf("null", "x", {}));
    const NodeId w = graph.add(nodeOf("null", "w", {}));
    const NodeId add = graph.add(nodeOf("add_on_host", "add", {{x}, {w}}));
    graph.setHeads({{add}});
    Diagnostics diagnostics;
    auto plan = std::make_shared<ExecutionPlan>();
    plan->graph = *IndexedGraph::build(graph, ops, diagnostics);
    plan->buffers = {bufferOf(0, BufferKind::Input, "x"),
                     bufferOf(1, BufferKind::Intermediate, "y"),
                     bufferOf(2, BufferKind::Weight, "w"), bufferOf(3, BufferKind::Output, "z"),
                     bufferOf(4, BufferKind::State, "state")};
    plan->buffers[1].arenaOffset = 4096;
    plan->arenaBytes = 4096 + elements * 4;
    plan->alignment = 4096;
    plan->inputs = {0};
    plan->weights = {2};
    plan->states = {4};
    PlanStep host;
    host.id = 1;
    host.role = StepRole::HostFallback;
    host.root = "add";
    host.inputs = {operandOf(1), operandOf(2)};
    host.outputs = {operandOf(3)};
    host.parts = {{*plan->graph->find(add), host.inputs, host.outputs}};
    PlanStep state = deviceStep(2, 4, 4);
    state.root = "count";
    state.kernel.launches[0].entry = "increment";
    state.kernel.launches[0].args = {KernelArg::input(0), KernelArg::int32(elements)};
    plan->steps = {deviceStep(0, 0, 1), host, state};
    plan->outputs = {{"z", operandOf(3)}, {"state", operandOf(4)}};
    return plan;
}

Tensor filled(float value)
{
    return Tensor::ofFloats({elements}, std::vector<float>(elements, value));
}

TensorMap weights()
{
    return {{"w", filled(5)}, {"state", filled(7)}};
}

bool isFilled(const Tensor &tensor, float value)
{
    const auto all = tensor.elements<float>();
    return std::all_of(all.begin(), all.end(), [value](float element) { return element == value; });
}

} // namespace

void TstOpenclBackend::initTestCase()
{
    const auto devices = listDevices();
    QVERIFY(devices.ok());
    NERVURE_NEED_OPENCL(!devices->empty());
    auto backend = OpenclBackend::open(devices->front(), m_folder.path().toStdString());
    QVERIFY2(backend.ok(), backend.ok() ? "" : backend.error().message.c_str());
    m_backend = std::move(backend).value();
    m_ops.add(OpBuilder<>(Dialect::Nnvm, "add_on_host")
                  .summary("sum, for these tests")
                  .inputs(std::vector<std::string>{"lhs", "rhs"})
                  .reference(addOnHost)
                  .build());
}

std::unique_ptr<PreparedPlan> TstOpenclBackend::prepared(const std::shared_ptr<ExecutionPlan> &plan)
{
    auto result = m_backend->prepare(plan, weights(), {});
    if (!result) {
        qWarning("%s", result.error().message.c_str());
        return nullptr;
    }
    return std::move(result).value();
}

void TstOpenclBackend::modesGiveTheSameResults_data()
{
    QTest::addColumn<int>("mode");
    for (const RunMode mode : {RunMode::Serialized, RunMode::Pipelined, RunMode::Unprofiled}) {
        QTest::newRow(std::string(runModeName(mode)).c_str()) << static_cast<int>(mode);
    }
}

void TstOpenclBackend::modesGiveTheSameResults()
{
    QFETCH(int, mode);
    const auto plan = prepared(makePlan(m_ops));
    QVERIFY(plan);
    const auto outcome = plan->run({{"x", filled(3)}}, static_cast<RunMode>(mode), {});
    QVERIFY(outcome.ok());
    QVERIFY(isFilled(outcome->outputs[0], 11));
    QVERIFY(isFilled(outcome->outputs[1], 8));
    QVERIFY(outcome->record.wallMs > 0);
    QCOMPARE(outcome->record.steps.empty(), static_cast<RunMode>(mode) == RunMode::Unprofiled);
}

void TstOpenclBackend::stepsAreTimedInOrder()
{
    const auto plan = prepared(makePlan(m_ops));
    QVERIFY(plan);
    const auto outcome = plan->run({{"x", filled(3)}}, RunMode::Pipelined, {});
    QVERIFY(outcome.ok());
    const auto &steps = outcome->record.steps;
    QCOMPARE(steps.size(), std::size_t(3));
    for (std::size_t i = 0; i < steps.size(); ++i) {
        QCOMPARE(steps[i].step, static_cast<std::uint32_t>(i));
        QVERIFY(steps[i].deviceMs > 0);
        QVERIFY(steps[i].endMs >= steps[i].startMs);
        QVERIFY(i == 0 || steps[i].endMs >= steps[i - 1].endMs);
        QVERIFY(steps[i].endMs <= outcome->record.wallMs + 0.5);
    }
}

void TstOpenclBackend::launchTimeAndDeviceTimeExplainTheWall()
{
    const auto plan = prepared(makePlan(m_ops));
    QVERIFY(plan);
    QVERIFY(plan->run({{"x", filled(3)}}, RunMode::Serialized, {}).ok());
    const auto outcome = plan->run({{"x", filled(3)}}, RunMode::Serialized, {});
    QVERIFY(outcome.ok());
    double explained = 0;
    for (const StepTiming &timing : outcome->record.steps) {
        explained += timing.deviceMs + timing.launchMs;
    }
    QVERIFY(explained > 0);
    QVERIFY(explained <= outcome->record.wallMs);
}

void TstOpenclBackend::statesAreRestoredBetweenRuns()
{
    const auto plan = prepared(makePlan(m_ops));
    QVERIFY(plan);
    for (int repeat = 0; repeat < 3; ++repeat) {
        const auto outcome = plan->run({{"x", filled(1)}}, RunMode::Pipelined, {});
        QVERIFY(outcome.ok());
        QVERIFY(isFilled(outcome->outputs[1], 8));
    }
}

void TstOpenclBackend::preparePhaseRunsOnce()
{
    // w = 2 * x in the prepare phase, from a weight of its own.
    auto plan = makePlan(m_ops);
    plan->buffers.push_back(bufferOf(5, BufferKind::Weight, "raw"));
    plan->weights = {5};
    PlanStep fold = deviceStep(0, 5, 2);
    fold.phase = StepPhase::Prepare;
    plan->steps.insert(plan->steps.begin(), fold);
    for (std::uint32_t i = 0; i < plan->steps.size(); ++i) {
        plan->steps[i].id = i;
    }
    const auto made = m_backend->prepare(plan, {{"raw", filled(10)}, {"state", filled(0)}}, {});
    QVERIFY(made.ok());
    QCOMPARE((*made)->prepared().steps.size(), std::size_t(1));
    QVERIFY((*made)->prepared().bytes >= 5 * elements * 4);
    const auto outcome = (*made)->run({{"x", filled(1)}}, RunMode::Pipelined, {});
    QVERIFY(outcome.ok());
    QVERIFY(isFilled(outcome->outputs[0], 22));
    QCOMPARE(outcome->record.steps.size(), std::size_t(3));
}

void TstOpenclBackend::missingWeightIsNamed()
{
    const auto made = m_backend->prepare(makePlan(m_ops), {{"state", filled(0)}}, {});
    QVERIFY(!made.ok());
    QCOMPARE(made.error().code, std::string("missing-tensor"));
    QVERIFY(made.error().message.find("'w'") != std::string::npos);
}

void TstOpenclBackend::inputOfAnotherShapeIsNamed()
{
    const auto plan = prepared(makePlan(m_ops));
    QVERIFY(plan);
    const float one = 1;
    const auto outcome =
        plan->run({{"x", Tensor::ofFloats({1}, {&one, 1})}}, RunMode::Pipelined, {});
    QVERIFY(!outcome.ok());
    QCOMPARE(outcome.error().code, std::string("wrong-tensor"));
    QVERIFY(outcome.error().message.find("[1000]") != std::string::npos);
}

void TstOpenclBackend::canceledRunCanBeRepeated()
{
    const auto plan = prepared(makePlan(m_ops));
    QVERIFY(plan);
    JobControl control;
    control.cancel.cancel();
    const auto outcome = plan->run({{"x", filled(1)}}, RunMode::Pipelined, control);
    QVERIFY(!outcome.ok());
    QCOMPARE(outcome.error().code, std::string("cancelled"));
    QVERIFY(plan->run({{"x", filled(1)}}, RunMode::Pipelined, {}).ok());
}

void TstOpenclBackend::kernelThatDoesNotBuildIsADiagnostic()
{
    auto plan = makePlan(m_ops);
    plan->steps[0].kernel.launches[0].source = "__kernel void twice(";
    const auto made = m_backend->prepare(plan, weights(), {});
    QVERIFY(!made.ok());
    QCOMPARE(made.error().code, std::string("device-build"));
}

void TstOpenclBackend::bufferLargerThanTheDeviceIsADiagnostic()
{
    auto plan = makePlan(m_ops);
    plan->buffers[3].bytes = std::int64_t{1} << 60;
    const auto made = m_backend->prepare(plan, weights(), {});
    QVERIFY(!made.ok());
    QCOMPARE(made.error().code, std::string("device-memory"));
    QVERIFY(made.error().message.find("'z'") != std::string::npos);
}

void TstOpenclBackend::deviceThatIsGoneIsADiagnostic()
{
    DeviceInfo gone = m_backend->info();
    gone.id = "99.0";
    const auto backend = OpenclBackend::open(gone);
    QVERIFY(!backend.ok());
    QCOMPARE(backend.error().code, std::string("device-missing"));
}

NERVURE_TEST(TstOpenclBackend)
#include "tst_opencl_backend.moc"
