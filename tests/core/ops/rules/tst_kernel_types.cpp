// SPDX-License-Identifier: Apache-2.0
#include "core/ops/rules/kernel_types.h"

#include "core/builtins.h"
#include "core/execution/reference_backend.h"
#include "core/opencl/device_list.h"
#include "core/opencl/opencl_backend.h"
#include "tests/core/ops/typed_case.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

using namespace nervure;
using namespace nervure::tests;

/// Kernels that compute float16 in float16 (DeviceTraits::halfArithmetic).
class TstKernelTypes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void constantsAreElements_data();
    void constantsAreElements();
    void choicesOfTypesAreTheirOwn_data();
    void choicesOfTypesAreTheirOwn();
    void onlyFloat16IsComputedInHalf();
    void halfArithmeticIsNearTheReference_data();
    void halfArithmeticIsNearTheReference();
    void specialNumbersInHalfEqualTheReference_data();
    void specialNumbersInHalfEqualTheReference();

private:
    [[nodiscard]] Result<RunOutcome> runInHalf(PlanRequest request, const TensorMap &inputs);

    Builtins m_builtins = makeBuiltins();
    std::vector<Sample> m_samples = allSamples(m_builtins.ops);
    std::unique_ptr<OpenclBackend> m_device; ///< with cl_khr_fp16; none where there is no such one
};

namespace {

/// What separates 1 from the next number in half precision.
constexpr double halfEpsilon = 1.0 / 1024;

/// How far results may be from the reference, which rounds once. A result is made of a few operations
/// in half, functions among them may be wrong by four units; sums are float and add nothing.
double halfTolerance(const ProbeCase &probe)
{
    const std::size_t operations = std::max<std::size_t>(8, probe.inputs.size());
    return static_cast<double>(operations) * halfEpsilon;
}

std::string labelOf(const ProbeCase &probe)
{
    return std::string(dialectName(probe.dialect)) + ' ' + probe.op;
}

bool isDefined(const KernelLaunch &launch, std::string_view name)
{
    return std::any_of(launch.defines.begin(), launch.defines.end(),
                       [name](const auto &entry) { return entry.first == name; });
}

} // namespace

void TstKernelTypes::initTestCase()
{
    const auto devices = listDevices();
    QVERIFY(devices.ok());
    for (const DeviceInfo &info : *devices) {
        if (info.traits.hasFloat16 && !m_device) {
            auto device = OpenclBackend::open(info);
            QVERIFY2(device.ok(), device.ok() ? "" : device.error().message.c_str());
            m_device = std::move(device).value();
        }
    }
}

Result<RunOutcome> TstKernelTypes::runInHalf(PlanRequest request, const TensorMap &inputs)
{
    request.device = m_device->info().traits;
    request.device->halfArithmetic = true;
    return probeRun(std::move(request), *m_device, true, inputs);
}

void TstKernelTypes::constantsAreElements_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    const auto add = [](DType type, double value, const char *text) {
        const std::string label = std::string(dtypeName(type)) + ' ' + text;
        QTest::newRow(label.c_str()) << static_cast<int>(type) << value << QString::fromUtf8(text);
    };
    add(DType::Float32, 0.5, "0x1p-1f");
    add(DType::Float32, std::numeric_limits<double>::quiet_NaN(), "NAN");
    add(DType::Float64, -0.5, "(-0x1p-1)");
    add(DType::Float16, 0.1, "NERVURE_CONSTANT(0x1.998p-4f)");
    add(DType::Float16, 1e6, "NERVURE_CONSTANT(INFINITY)");
    add(DType::UInt8, 3, "3UL");
    add(DType::Int32, -3, "(-2L - 1L)");
}

/// Half's constants are rounded to half whatever they are computed in.
void TstKernelTypes::constantsAreElements()
{
    QFETCH(int, type);
    QFETCH(double, value);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(valueLiteral(static_cast<DType>(type), value)), text);
}

/// What `tune` keeps for a layer in one type must not decide about the same layer in another.
void TstKernelTypes::choicesOfTypesAreTheirOwn_data()
{
    QTest::addColumn<ProbeCase>("layer");
    QTest::addColumn<DeviceClass>("deviceClass");
    const ProbeCase convolution{"conv2d",
                                {{"channels", "8"}, {"kernel_size", "(3, 3)"}},
                                {{1, 8, 16, 16}, {8, 8, 3, 3}, {8}}};
    const ProbeCase dense{"dense", {{"units", "16"}}, {{1, 64}, {16, 64}, {16}}};
    QTest::newRow("conv2d, processor") << convolution << DeviceClass::Cpu;
    QTest::newRow("conv2d, GPU") << convolution << DeviceClass::Nvidia;
    QTest::newRow("dense") << dense << DeviceClass::Cpu;
}

void TstKernelTypes::choicesOfTypesAreTheirOwn()
{
    QFETCH(ProbeCase, layer);
    QFETCH(DeviceClass, deviceClass);
    std::set<std::string> keys;
    for (const auto &[type, isInHalf] :
         {std::pair(DType::Float32, false), {DType::Float16, false}, {DType::Float16, true}}) {
        auto request = probeRequest(retyped(layer, type), m_builtins.ops);
        QVERIFY(request.ok());
        request->device = DeviceTraits{};
        request->device->deviceClass = deviceClass;
        request->device->maxWorkGroup = 1024;
        request->device->localBytes = 48 << 10;
        request->device->halfArithmetic = isInHalf;
        Diagnostics ignored;
        const auto plan = buildPlan(*request, ignored);
        QVERIFY(plan.ok());
        for (const PlanStep &step : plan->steps) {
            for (const KernelChoice &choice : step.kernel.choices) {
                QVERIFY2(keys.insert(choice.key).second, choice.key.c_str());
            }
        }
    }
    QCOMPARE(keys.size(), std::size_t{3});
}

/// Nothing else changes, so that its programs are the same ones.
void TstKernelTypes::onlyFloat16IsComputedInHalf()
{
    for (const DType type : {DType::Float16, DType::Float32, DType::Int32}) {
        for (const bool isAsked : {true, false}) {
            auto request = probeRequest(retyped({"relu", {}, {{2, 3}}}, type), m_builtins.ops);
            QVERIFY(request.ok());
            request->device = DeviceTraits{};
            request->device->halfArithmetic = isAsked;
            Diagnostics ignored;
            const auto plan = buildPlan(*request, ignored);
            QVERIFY(plan.ok());
            const KernelLaunch &launch = plan->steps.at(0).kernel.launches.at(0);
            QCOMPARE(isDefined(launch, "NERVURE_HALF_ARITHMETIC"),
                     isAsked && type == DType::Float16);
        }
    }
}

void TstKernelTypes::halfArithmeticIsNearTheReference_data()
{
    if (!m_device) {
        QSKIP("no OpenCL device with cl_khr_fp16");
    }
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < m_samples.size(); ++i) {
        const std::string label = labelOf(m_samples[i]) + ", " + std::to_string(i);
        QTest::newRow(label.c_str()) << static_cast<int>(i);
    }
}

void TstKernelTypes::halfArithmeticIsNearTheReference()
{
    QFETCH(int, index);
    const ProbeCase &sample = m_samples[static_cast<std::size_t>(index)].probe;
    const auto request = probeRequest(retyped(sample, DType::Float16), m_builtins.ops);
    if (!request) {
        QVERIFY(request.error().code == "infer-type" || request.error().code == "infer-mismatch");
        return; // the operator has no float16
    }
    const TensorMap inputs =
        typedInputs(sample, *request, static_cast<std::uint32_t>(index + 1), false);
    ReferenceBackend reference;
    const auto expected = probeRun(*request, reference, false, inputs);
    if (!expected && expected.error().code == "reference-type") {
        return;
    }
    QVERIFY2(expected.ok(), expected.ok() ? "" : expected.error().message.c_str());
    const auto actual = runInHalf(*request, inputs);
    QVERIFY2(actual.ok(), actual.ok() ? "" : actual.error().message.c_str());
    for (std::size_t i = 0; i < expected->outputs.size(); ++i) {
        const std::string difference =
            typedDifference(actual->outputs[i], expected->outputs[i], halfTolerance(sample));
        QVERIFY2(difference.empty(), difference.c_str());
    }
}

void TstKernelTypes::specialNumbersInHalfEqualTheReference_data()
{
    if (!m_device) {
        QSKIP("no OpenCL device with cl_khr_fp16");
    }
    QTest::addColumn<int>("index");
    int index = 0;
    for (const OpSpec &spec : m_builtins.ops.all()) {
        const auto probe = derivedCase(spec);
        if (spec.element && spec.kernel && probe && !takesBits(*probe)) {
            QTest::newRow(labelOf(*probe).c_str()) << index;
        }
        ++index;
    }
}

/// Every pair of NaN, infinities, zeros with their signs, subnormals, the ends and numbers between.
void TstKernelTypes::specialNumbersInHalfEqualTheReference()
{
    QFETCH(int, index);
    ProbeCase probe = *derivedCase(m_builtins.ops.all()[static_cast<std::size_t>(index)]);
    const double numbers[] = {NAN,   INFINITY, -INFINITY, 0.0,  -0.0, 0x1p-24, -0x3p-20,
                              65504, -65504,   0.5,       -0.5, 2.5,  -3.0};
    const std::size_t count = std::size(numbers);
    probe.inputs.assign(probe.inputs.size(), {std::int64_t(count), std::int64_t(count)});
    const auto request = probeRequest(retyped(probe, DType::Float16), m_builtins.ops);
    QVERIFY2(request.ok(), request.ok() ? "" : request.error().message.c_str());
    TensorMap inputs = probeInputs(*request);
    for (auto &[name, tensor] : inputs) {
        for (std::size_t i = 0; i < count * count; ++i) {
            storeElement(tensor.view(), static_cast<std::int64_t>(i),
                         numbers[name == "in0" ? i / count : i % count]);
        }
    }
    ReferenceBackend reference;
    const auto expected = probeRun(*request, reference, false, inputs);
    QVERIFY2(expected.ok(), expected.ok() ? "" : expected.error().message.c_str());
    const auto actual = runInHalf(*request, inputs);
    QVERIFY2(actual.ok(), actual.ok() ? "" : actual.error().message.c_str());
    const Tensor &found = actual->outputs[0];
    const Tensor &wanted = expected->outputs[0];
    for (std::int64_t i = 0; i < wanted.count(); ++i) {
        const double a = elementAsDouble(found.view(), i);
        const double b = elementAsDouble(wanted.view(), i);
        // Relative alone, so that subnormals count; one of them more or less is a rounding.
        const double most = halfTolerance(probe) * std::abs(b) + 0x1p-24;
        const bool isSame =
            std::isfinite(b) ? std::abs(a - b) <= most : (std::isnan(b) ? std::isnan(a) : a == b);
        const bool hasSign = b != 0 || std::signbit(a) == std::signbit(b);
        const std::string text = std::to_string(numbers[std::size_t(i) / count]) + ' '
                                 + std::to_string(numbers[std::size_t(i) % count]) + ": "
                                 + std::to_string(a) + ", expected " + std::to_string(b);
        QVERIFY2(isSame && hasSign, text.c_str());
    }
}

NERVURE_TEST(TstKernelTypes)
#include "tst_kernel_types.moc"
