// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/execution/plan/plan_builder.h"
#include "core/execution/reference_backend.h"
#include "core/execution/seeded_weights.h"
#include "core/graph/analysis/parameters.h"
#include "core/graph/edits/model_builder.h"
#include "core/opencl/device_list.h"
#include "core/opencl/opencl_backend.h"
#include "core/passes/pass_manager.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

using namespace nervure;

/// Small networks as the pipeline for devices compiles them, with channels in blocks whatever the
/// device is, against the reference on the graph as it was.
class TstCompiledNetworks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void resultsEqualTheReference_data();
    void resultsEqualTheReference();
    void directConvolutionsCanBeAskedFor();
    void weightsThatAreInputsArePackedInTheRun();

private:
    struct Compiled {
        PlanRequest request;
        ExecutionPlan plan;
    };
    [[nodiscard]] Result<Compiled> compiled(const Graph &graph, const std::string &passes,
                                            const DeviceTraits *device) const;
    [[nodiscard]] Result<RunOutcome> run(const Compiled &compiled, Backend &backend) const;
    void compare(const Graph &graph, int transforms);

    Builtins m_builtins = makeBuiltins();
    std::unique_ptr<OpenclBackend> m_device;
    DeviceTraits m_traits;
};

namespace {

constexpr const char *forDevice = "Compile{opt_level=3,target=0.0,GraphCompile=off}";
constexpr const char *asItIs = "InferShape,InferType";

/// Vectors of the least length that has channels in blocks. A device's own are compiled much faster
/// than longer ones, all of which the contract test has.
constexpr std::uint32_t narrowest = 8;

/// Sums in another order, and Winograd's rounding.
constexpr double tolerance = 1e-4;

using Net = Entry (*)(ModelBuilder &, Entry);

AttrDict conv(int channels, int kernel, int stride = 1, int groups = 1)
{
    const auto pair = [](int value) {
        return '(' + std::to_string(value) + ", " + std::to_string(value) + ')';
    };
    return {{"channels", std::to_string(channels)}, {"kernel_size", pair(kernel)},
            {"padding", pair(kernel / 2)},          {"strides", pair(stride)},
            {"groups", std::to_string(groups)},     {"use_bias", "False"}};
}

Entry convBnRelu(ModelBuilder &m, Entry x, const AttrDict &attrs)
{
    return m.apply("relu", {m.apply("batch_norm", {m.apply("conv2d", {x}, attrs)})});
}

/// A stem, a unit with a shortcut, one that halves the map, and a classifier.
Entry residual(ModelBuilder &m, Entry x)
{
    x = convBnRelu(m, x, conv(32, 7, 2));
    x = m.apply("max_pool2d", {x},
                {{"padding", "(1, 1)"}, {"pool_size", "(3, 3)"}, {"strides", "(2, 2)"}});
    for (const int stride : {1, 2}) {
        const int channels = 32 * stride;
        Entry branch = convBnRelu(m, x, conv(channels, 3, stride));
        branch = m.apply("batch_norm", {m.apply("conv2d", {branch}, conv(channels, 3))});
        const Entry shortcut = stride == 1 ? x : m.apply("conv2d", {x}, conv(channels, 1, stride));
        x = m.apply("relu", {m.apply("elemwise_add", {branch, shortcut})});
    }
    x = m.apply("flatten", {m.apply("global_avg_pool2d", {x})});
    return m.apply("dense", {x}, {{"units", "10"}});
}

/// Normalization before each convolution, and sums that two read.
Entry preActivation(ModelBuilder &m, Entry x)
{
    x = m.apply("conv2d", {x}, conv(32, 3));
    for (int i = 0; i < 2; ++i) {
        const Entry branch =
            convBnRelu(m, m.apply("relu", {m.apply("batch_norm", {x})}), conv(32, 1));
        x = m.apply("elemwise_add", {m.apply("conv2d", {branch}, conv(32, 3)), x});
    }
    return m.apply("global_max_pool2d", {x});
}

Entry depthwise(ModelBuilder &m, Entry x)
{
    x = convBnRelu(m, x, conv(32, 3, 2));
    x = convBnRelu(m, x, conv(32, 3, 1, 32));
    x = convBnRelu(m, x, conv(64, 1));
    x = convBnRelu(m, x, conv(64, 3, 2, 64));
    return convBnRelu(m, x, conv(32, 3, 1, 2));
}

/// MobileNet v2's blocks: relu6 and shortcuts between narrow ends, six times as wide inside.
Entry inverted(ModelBuilder &m, Entry x)
{
    const auto convBnRelu6 = [&m](Entry y, const AttrDict &attrs) {
        y = m.apply("batch_norm", {m.apply("conv2d", {y}, attrs)});
        return m.apply("clip", {y}, {{"a_min", "0"}, {"a_max", "6"}});
    };
    x = convBnRelu6(x, conv(16, 3, 2));
    for (const int stride : {1, 2}) {
        Entry branch = convBnRelu6(x, conv(96, 1));
        branch = convBnRelu6(branch, conv(96, 3, stride, 96));
        branch = m.apply("batch_norm", {m.apply("conv2d", {branch}, conv(16, 1))});
        x = stride == 1 ? m.apply("elemwise_add", {x, branch}) : branch;
    }
    return m.apply("flatten", {m.apply("global_avg_pool2d", {x})});
}

/// Branches that are put side by side, and classes that fill no block.
Entry fire(ModelBuilder &m, Entry x)
{
    x = m.apply("relu", {m.apply("conv2d", {x}, conv(32, 3, 2))});
    x = m.apply("relu", {m.apply("conv2d", {x}, conv(16, 1))});
    const Entry left = m.apply("relu", {m.apply("conv2d", {x}, conv(32, 1))});
    const Entry right = m.apply("relu", {m.apply("conv2d", {x}, conv(32, 3))});
    x = m.apply("concatenate", {left, right});
    x = m.apply("relu", {m.apply("conv2d", {x}, conv(21, 1))});
    return m.apply("softmax", {m.apply("flatten", {m.apply("global_avg_pool2d", {x})})});
}

/// Channels last, as other frameworks have them: computed in blocks all the same.
Entry channelsLast(ModelBuilder &m, Entry x)
{
    const auto last = [](AttrDict attrs, const char *kernelLayout) {
        attrs.set("layout", "NHWC");
        if (kernelLayout != nullptr) {
            attrs.set("kernel_layout", kernelLayout);
        }
        return attrs;
    };
    x = m.apply("transpose", {x}, {{"axes", "(0, 2, 3, 1)"}});
    x = m.apply("relu", {m.apply("conv2d", {x}, last(conv(32, 3, 2), "HWIO"))});
    x = m.apply("max_pool2d", {x}, last({{"pool_size", "(2, 2)"}, {"strides", "(2, 2)"}}, nullptr));
    x = m.apply("relu", {m.apply("conv2d", {x}, last(conv(32, 3, 1, 32), "HWOI"))});
    x = m.apply("relu", {m.apply("conv2d", {x}, last(conv(64, 1), "HWIO"))});
    x = m.apply("global_avg_pool2d", {x}, last({}, nullptr));
    return m.apply("dense", {m.apply("flatten", {x})}, {{"units", "10"}});
}

/// Operators that know channels by their number alone, and broadcasts of all kinds.
Entry stubborn(ModelBuilder &m, Entry x)
{
    x = m.apply("conv2d", {x}, conv(32, 3));
    x = m.apply("strided_slice", {x}, {{"begin", "(0, 8, 0, 0)"}, {"end", "(1, 24, 30, 31)"}});
    x = m.apply("conv2d", {x}, conv(32, 3));
    x = m.apply("l2_normalize", {x}, {{"axis", "(1,)"}, {"eps", "0.001"}});
    x = m.apply("clip", {m.apply("conv2d", {x}, conv(16, 3))}, {{"a_min", "-1"}, {"a_max", "1"}});
    const Entry factor = m.variable("factor", {{"shape", "(16, 1, 1)"}});
    x = m.apply("broadcast_mul", {m.apply("conv2d", {x}, conv(16, 1)), factor});
    x = m.apply("leaky_relu", {m.apply("conv2d", {x}, conv(32, 1))}, {{"alpha", "0.1"}});
    x = m.apply("prelu", {m.apply("conv2d", {x}, conv(32, 1))});
    x = m.apply("sigmoid", {m.apply("__mul_scalar__", {m.apply("conv2d", {x}, conv(32, 1))},
                                    {{"scalar", "0.5"}})});
    return m.apply("transpose", {x});
}

Graph graphOf(const Builtins &builtins, Net net)
{
    ModelBuilder model(builtins.ops);
    const Entry x = model.variable("data", {{"shape", "(1, 3, 61, 59)"}});
    Result<Graph> graph = model.finish({net(model, x)});
    if (!graph) {
        qFatal("%s", graph.error().message.c_str());
    }
    return std::move(graph).value();
}

} // namespace

void TstCompiledNetworks::initTestCase()
{
    const auto devices = listDevices();
    QVERIFY(devices.ok());
    if (!devices->empty()) {
        auto device = OpenclBackend::openSelected({});
        QVERIFY2(device.ok(), device.ok() ? "" : device.error().message.c_str());
        m_device = std::move(device).value();
        m_traits = m_device->info().traits;
        m_traits.deviceClass = DeviceClass::Cpu;
        m_traits.preferredFloatVector = std::max(narrowest, m_traits.preferredFloatVector);
    }
}

Result<TstCompiledNetworks::Compiled> TstCompiledNetworks::compiled(
    const Graph &graph, const std::string &passes, const DeviceTraits *device) const
{
    PassEnvironment environment{m_builtins.passes, m_builtins.ops};
    environment.targets = [this](const std::string &) { return Result<DeviceTraits>(m_traits); };
    const PassRun run = runPasses(graph, *parsePipeline(passes), environment);
    if (!run.ok || !run.index) {
        return run.diagnostics.empty() ? makeError("compile", "no reason") : run.diagnostics.back();
    }
    Compiled result;
    result.request.graph = run.index;
    result.request.shapes = *run.analyses.find(keys::shape, run.index);
    result.request.types = *run.analyses.find(keys::dtype, run.index);
    if (const auto *groups = run.analyses.find(keys::groupRoot, run.index)) {
        result.request.groups = *groups;
    }
    for (const NodeId id : findParameters(graph, m_builtins.ops)) {
        result.request.parameters.insert(graph.node(id).name);
    }
    if (device) {
        result.request.device = *device;
        result.request.alignment = m_device->info().alignment;
    }
    Diagnostics diagnostics;
    Result<ExecutionPlan> plan = buildPlan(result.request, diagnostics);
    if (!plan) {
        return plan.error();
    }
    result.plan = std::move(plan).value();
    return result;
}

Result<RunOutcome> TstCompiledNetworks::run(const Compiled &compiled, Backend &backend) const
{
    TensorMap values;
    for (const std::uint32_t id : compiled.request.graph->inputNodes()) {
        const std::string &name = compiled.request.graph->node(id).node->name;
        const bool isVariance = name.ends_with("_var");
        const bool isWeight = name.ends_with("_weight");
        const Shape &shape = compiled.request.shapes[compiled.request.graph->entryId(id, 0)];
        auto tensor = seededTensor(name,
                                   isVariance ? ValueRole::Variance
                                   : isWeight ? ValueRole::Weight
                                              : ValueRole::Data,
                                   DType::Float32, shape, 3);
        if (!tensor) {
            return tensor.error();
        }
        values.emplace(name, std::move(tensor).value());
    }
    auto prepared =
        backend.prepare(std::make_shared<const ExecutionPlan>(compiled.plan), values, {});
    return prepared ? (*prepared)->run(values, RunMode::Pipelined, {})
                    : Result<RunOutcome>(prepared.error());
}

void TstCompiledNetworks::compare(const Graph &graph, int transforms)
{
    const auto plain = compiled(graph, asItIs, nullptr);
    QVERIFY2(plain.ok(), plain.ok() ? "" : plain.error().message.c_str());
    const auto fast = compiled(graph, forDevice, &m_traits);
    QVERIFY2(fast.ok(), fast.ok() ? "" : fast.error().message.c_str());
    int found = 0;
    for (const PlanStep &step : fast->plan.steps) {
        found += step.op == "__layout_transform__" && step.phase == StepPhase::Run ? 1 : 0;
    }
    if (transforms >= 0) {
        QCOMPARE(found, transforms);
    }
    ReferenceBackend reference;
    const auto expected = run(*plain, reference);
    QVERIFY2(expected.ok(), expected.ok() ? "" : expected.error().message.c_str());
    const auto actual = run(*fast, *m_device);
    QVERIFY2(actual.ok(), actual.ok() ? "" : actual.error().message.c_str());
    QCOMPARE(actual->outputs.size(), expected->outputs.size());
    const double difference =
        relativeDifference(actual->outputs[0].view(), expected->outputs[0].view());
    QVERIFY2(difference <= tolerance, std::to_string(difference).c_str());
}

void TstCompiledNetworks::resultsEqualTheReference_data()
{
    NERVURE_NEED_OPENCL(m_device != nullptr);
    QTest::addColumn<int>("net");
    QTest::addColumn<int>("transforms");
    // One transform: back to whole channels before a head or flatten.
    QTest::newRow("residual") << 0 << 1;
    QTest::newRow("pre-activation") << 1 << 1;
    QTest::newRow("depthwise") << 2 << 1;
    QTest::newRow("fire") << 3 << 0;
    QTest::newRow("stubborn") << 4 << -1;
    QTest::newRow("inverted") << 5 << 1;
    QTest::newRow("channels last") << 6 << 2;
}

void TstCompiledNetworks::resultsEqualTheReference()
{
    QFETCH(int, net);
    QFETCH(int, transforms);
    constexpr Net nets[]{residual, preActivation, depthwise,   fire,
                         stubborn, inverted,      channelsLast};
    compare(graphOf(m_builtins, nets[net]), transforms);
}

void TstCompiledNetworks::directConvolutionsCanBeAskedFor()
{
    NERVURE_NEED_OPENCL(m_device != nullptr);
    const Graph graph = graphOf(m_builtins, preActivation);
    const auto countWinograd = [&] {
        const auto plan = compiled(graph, forDevice, &m_traits);
        int count = 0;
        for (const PlanStep &step : plan->plan.steps) {
            count += !step.kernel.launches.empty()
                             && step.kernel.launches.back().algorithm == "winograd-f4"
                         ? 1
                         : 0;
        }
        return count;
    };
    QVERIFY(countWinograd() > 0);
    m_traits.directOnly = true;
    QCOMPARE(countWinograd(), 0);
    compare(graph, 1);
    m_traits.directOnly = false;
}

void TstCompiledNetworks::weightsThatAreInputsArePackedInTheRun()
{
    NERVURE_NEED_OPENCL(m_device != nullptr);
    ModelBuilder model(m_builtins.ops);
    const Entry x = model.variable("data", {{"shape", "(1, 16, 9, 9)"}});
    const Entry w = model.variable("kernel", {{"shape", "(16, 16, 3, 3)"}});
    const Entry scaled = model.apply("relu", {w});
    const auto graph = model.finish({model.apply("conv2d", {x, scaled}, conv(16, 3))});
    QVERIFY(graph.ok());
    auto fast = compiled(*graph, forDevice, &m_traits);
    QVERIFY(fast.ok());
    fast->request.parameters.clear();
    Diagnostics diagnostics;
    fast->plan = *buildPlan(fast->request, diagnostics);
    const auto isPack = [](const PlanStep &step) {
        return step.op == "pack" && step.phase == StepPhase::Run;
    };
    QVERIFY(std::any_of(fast->plan.steps.begin(), fast->plan.steps.end(), isPack));
    const auto plain = compiled(*graph, asItIs, nullptr);
    ReferenceBackend reference;
    const auto expected = run(*plain, reference);
    const auto actual = run(*fast, *m_device);
    QVERIFY2(actual.ok(), actual.ok() ? "" : actual.error().message.c_str());
    QVERIFY(relativeDifference(actual->outputs[0].view(), expected->outputs[0].view())
            <= tolerance);
}

NERVURE_TEST(TstCompiledNetworks)
#include "tst_compiled_networks.moc"
