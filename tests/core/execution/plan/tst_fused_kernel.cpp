// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/fused_kernel.h"

#include "core/builtins.h"
#include "core/execution/reference_backend.h"
#include "core/opencl/device_list.h"
#include "core/opencl/opencl_backend.h"
#include "tests/core/ops/typed_case.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace nervure;
using namespace nervure::tests;

/// Followers of every type behind kernels of the built-in operators.
class TstFusedKernel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void chainsOfOneTypeAreOneStep_data();
    void chainsOfOneTypeAreOneStep();
    void whatOnlyMovesElementsTakesNoHalves();
    void otherTypesInAChainKeepItApart();
    void fusedEqualsUnfusedToTheBit_data();
    void fusedEqualsUnfusedToTheBit();
    void transpositionsTakeFollowersInEveryForm();

private:
    [[nodiscard]] PlanRequest requestOf(const std::string &root, DType type, bool isFused) const;

    Builtins m_builtins = makeBuiltins();
    std::unique_ptr<OpenclBackend> m_device;
};

namespace {

/// All pairs of these: subnormals of half, what overflows in it, and all that is no number.
const std::vector<double> specials{NAN,   INFINITY, -INFINITY, 0.0, -0.0, 0x1p-24, -0x3p-20,
                                   65504, -65504,   0.1,       0.5, 2.5,  -3.0};

const std::int64_t side = std::ssize(specials);

/// A convolution whose z is one number a channel.
const std::string byChannel = "conv2d by channel";

bool isConvolution(const std::string &root)
{
    return root == "conv2d" || root == byChannel;
}

Shape shapeOf(const std::string &root)
{
    return isConvolution(root) ? Shape{1, side, side, side} : Shape{side, side};
}

std::size_t stepsOf(const PlanRequest &request)
{
    PlanRequest onDevice = request;
    onDevice.device = request.device ? *request.device : DeviceTraits{};
    Diagnostics ignored;
    const auto plan = buildPlan(onDevice, ignored);
    return plan ? static_cast<std::size_t>(
               std::count_if(plan->steps.begin(), plan->steps.end(),
                             [](const PlanStep &step) { return step.phase == StepPhase::Run; }))
                : 0;
}

/// Random numbers; for single elements every pair of the special ones.
TensorMap inputsOf(const PlanRequest &request, bool isSpecial, std::uint32_t seed)
{
    std::mt19937 random(seed);
    TensorMap inputs;
    for (const std::uint32_t node : request.graph->inputNodes()) {
        const std::uint32_t entry = request.graph->entryId(node, 0);
        const std::string &name = request.graph->node(node).node->name;
        Tensor tensor = *Tensor::zeros(request.types[entry], request.shapes[entry]);
        fillTyped(tensor.view(), random, -2.0F, !isFloat(tensor.type()), false);
        for (std::int64_t i = 0; isSpecial && name != "z" && i < tensor.count(); ++i) {
            const std::int64_t at = name == "x" ? i / side % side : i % side;
            storeElement(tensor.view(), i, specials[static_cast<std::size_t>(at)]);
        }
        inputs.emplace(name, std::move(tensor));
    }
    return inputs;
}

/// The first element that is not the same; NaN is NaN whatever its bits.
std::string bitDifference(const Tensor &found, const Tensor &expected)
{
    const std::size_t bytes = dtypeBytes(expected.type());
    for (std::int64_t i = 0; i < expected.count(); ++i) {
        const double a = elementAsDouble(found.view(), i);
        const double b = elementAsDouble(expected.view(), i);
        const std::size_t at = static_cast<std::size_t>(i) * bytes;
        const bool isSame = std::memcmp(found.data() + at, expected.data() + at, bytes) == 0;
        if (!isSame && !(std::isnan(a) && std::isnan(b))) {
            return "element " + std::to_string(i) + ": " + std::to_string(a) + ", unfused "
                   + std::to_string(b);
        }
    }
    return {};
}

} // namespace

void TstFusedKernel::initTestCase()
{
    unoptimizedKernels();
    const auto devices = listDevices();
    if (devices && !devices->empty()) {
        auto device = OpenclBackend::open(devices->front());
        QVERIFY2(device.ok(), device.ok() ? "" : device.error().message.c_str());
        m_device = std::move(device).value();
    }
}

/// root(x, y) → relu, or the square of whole numbers → times z, a row or one number a channel → minus x.
PlanRequest TstFusedKernel::requestOf(const std::string &root, DType type, bool isFused) const
{
    Graph graph;
    const auto add = [&graph](std::string op, std::string name, std::vector<NodeId> inputs,
                              AttrDict attrs = {}) {
        Node node;
        node.op = std::move(op);
        node.name = std::move(name);
        node.attrs = std::move(attrs);
        for (const NodeId &input : inputs) {
            node.inputs.push_back({input});
        }
        return graph.add(std::move(node));
    };
    const auto variable = [&graph](std::string name) {
        Node node;
        node.name = std::move(name);
        return graph.add(std::move(node));
    };
    const NodeId x = variable("x");
    const NodeId y = variable("y");
    const NodeId z = variable("z");
    const std::string count = std::to_string(side);
    NodeId last;
    if (root == "dense") {
        last = add(root, "root", {x, y}, {{"units", count}, {"use_bias", "False"}});
    } else if (isConvolution(root)) {
        last = add("conv2d", "root", {x, y},
                   {{"channels", count}, {"kernel_size", "(1, 1)"}, {"use_bias", "False"}});
    } else if (root == "transpose") {
        last = add(root, "root", {x});
    } else {
        last = add(root, "root", {x, y});
    }
    const NodeId rootId = last;
    last =
        isFloat(type) ? add("relu", "first", {last}) : add("elemwise_mul", "first", {last, last});
    last = add("broadcast_mul", "second", {last, z});
    last = add("elemwise_sub", "third", {last, x});
    graph.setHeads({{last}});
    Diagnostics diagnostics;
    PlanRequest request;
    request.graph = *IndexedGraph::build(graph, m_builtins.ops, diagnostics);
    request.shapes.assign(request.graph->entryCount(), shapeOf(root));
    request.types.assign(request.graph->entryCount(), type);
    request.shapes[request.graph->entryId(*request.graph->find(z), 0)] =
        root == byChannel ? Shape{side, 1, 1} : Shape{side};
    if (isConvolution(root)) {
        request.shapes[request.graph->entryId(*request.graph->find(y), 0)] = {side, side, 1, 1};
    }
    if (isConvolution(root) || root == "dense") {
        request.parameters = {"y"}; // packed before all runs
    }
    const std::uint32_t first = *request.graph->find(rootId);
    for (std::uint32_t id = 0; isFused && id < request.graph->nodeCount(); ++id) {
        request.groups.push_back(request.graph->node(id).inputs.empty() ? id : first);
    }
    return request;
}

void TstFusedKernel::chainsOfOneTypeAreOneStep_data()
{
    QTest::addColumn<QString>("root");
    QTest::addColumn<int>("type");
    for (const DType type : {DType::Float32, DType::Float16, DType::Float64, DType::UInt8,
                             DType::Int8, DType::Int32, DType::Int64, DType::UInt64}) {
        for (const char *root : {"elemwise_add", "dense", "conv2d", byChannel.c_str()}) {
            if (isFloat(type) || std::string_view(root) == "elemwise_add") {
                const std::string label = std::string(root) + ' ' + std::string(dtypeName(type));
                QTest::newRow(label.c_str()) << QString::fromUtf8(root) << static_cast<int>(type);
            }
        }
    }
}

void TstFusedKernel::chainsOfOneTypeAreOneStep()
{
    QFETCH(QString, root);
    QFETCH(int, type);
    for (const bool isHalf : {false, true}) {
        for (const bool isFused : {false, true}) {
            PlanRequest request = requestOf(root.toStdString(), static_cast<DType>(type), isFused);
            request.device = DeviceTraits{};
            request.device->hasFloat64 = true;
            request.device->halfArithmetic = isHalf;
            QCOMPARE(stepsOf(request), std::size_t{isFused ? 1U : 4U});
        }
    }
}

/// A kernel of ushort knows nothing of the halves that they are.
void TstFusedKernel::whatOnlyMovesElementsTakesNoHalves()
{
    QCOMPARE(stepsOf(requestOf("transpose", DType::Float32, true)), std::size_t{1});
    QCOMPARE(stepsOf(requestOf("transpose", DType::Float16, true)), std::size_t{4});
}

void TstFusedKernel::otherTypesInAChainKeepItApart()
{
    PlanRequest request = requestOf("elemwise_add", DType::Float16, true);
    const std::uint32_t z = request.graph->entryId(request.graph->inputNodes().back(), 0);
    request.types[z] = DType::Float32;
    QCOMPARE(stepsOf(request), std::size_t{4});
}

void TstFusedKernel::fusedEqualsUnfusedToTheBit_data()
{
    chainsOfOneTypeAreOneStep_data();
}

void TstFusedKernel::fusedEqualsUnfusedToTheBit()
{
    NERVURE_NEED_OPENCL(m_device != nullptr);
    QFETCH(QString, root);
    QFETCH(int, type);
    const auto elements = static_cast<DType>(type);
    const DeviceTraits &traits = m_device->info().traits;
    if (elements == DType::Float64 && !traits.hasFloat64) {
        QSKIP("the device has no float64");
    }
    const bool isSpecial = root == QLatin1String("elemwise_add") && isFloat(elements);
    const std::uint32_t seed = 16;
    qInfo("seed %u", seed);
    for (const bool isHalf : {false, true}) {
        if (isHalf && !traits.hasFloat16) {
            continue;
        }
        PlanRequest fused = requestOf(root.toStdString(), elements, true);
        PlanRequest unfused = requestOf(root.toStdString(), elements, false);
        const TensorMap inputs = inputsOf(fused, isSpecial, seed);
        ReferenceBackend reference;
        const auto expected = probeRun(unfused, reference, false, inputs);
        fused.device = unfused.device = traits;
        fused.device->halfArithmetic = unfused.device->halfArithmetic = isHalf;
        const auto one = probeRun(fused, *m_device, true, inputs);
        const auto four = probeRun(unfused, *m_device, true, inputs);
        for (const auto *outcome : {&expected, &one, &four}) {
            QVERIFY2(outcome->ok(), outcome->ok() ? "" : outcome->error().message.c_str());
        }
        QCOMPARE(one->record.steps.size(), std::size_t{1});
        if (elements != DType::Float32) {
            const std::string bits = bitDifference(one->outputs[0], four->outputs[0]);
            QVERIFY2(bits.empty(), bits.c_str());
        }
        const std::string text =
            typedDifference(one->outputs[0], expected->outputs[0], toleranceFor(elements));
        QVERIFY2(text.empty(), text.c_str());
    }
}

/// Squares in registers with edges, tiles in local memory, and single elements.
void TstFusedKernel::transpositionsTakeFollowersInEveryForm()
{
    NERVURE_NEED_OPENCL(m_device != nullptr);
    for (const DeviceClass form : {DeviceClass::Cpu, DeviceClass::Unknown, DeviceClass::Nvidia}) {
        PlanRequest fused = requestOf("transpose", DType::Float32, true);
        PlanRequest unfused = requestOf("transpose", DType::Float32, false);
        const TensorMap inputs = inputsOf(fused, false, 17);
        fused.device = unfused.device = m_device->info().traits;
        fused.device->deviceClass = unfused.device->deviceClass = form;
        const auto one = probeRun(fused, *m_device, true, inputs);
        const auto four = probeRun(unfused, *m_device, true, inputs);
        QVERIFY2(one.ok(), one.ok() ? "" : one.error().message.c_str());
        QVERIFY2(four.ok(), four.ok() ? "" : four.error().message.c_str());
        QCOMPARE(one->record.steps.size(), std::size_t{1});
        const std::string bits = bitDifference(one->outputs[0], four->outputs[0]);
        QVERIFY2(bits.empty(), bits.c_str());
    }
}

NERVURE_TEST(TstFusedKernel)
#include "tst_fused_kernel.moc"
