// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/execution/reference_backend.h"
#include "core/opencl/device_list.h"
#include "core/opencl/opencl_backend.h"
#include "tests/core/ops/random_case.h"
#include "tests/core/ops/typed_case.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace nervure;
using namespace nervure::tests;

/// Kernels of every operator beside their references, in every type that the reference computes.
class TstTypedKernelsSoak : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void kernelEqualsReference_data();
    void kernelEqualsReference();
    void randomShapesEqualReference_data();
    void randomShapesEqualReference();

private:
    void compare(const ProbeCase &sample, DType type, std::uint32_t seed, bool isEdge);

    Builtins m_builtins = makeBuiltins();
    std::vector<Sample> m_samples = allSamples(m_builtins.ops);
    std::unique_ptr<OpenclBackend> m_device;
};

namespace {

/// Boxes in types that nobody has boxes in.
bool isLeftToHost(const ProbeCase &probe, DType type)
{
    const bool isSingle = type == DType::Float32 || type == DType::Float16;
    return ((probe.op.starts_with("multibox_") || probe.op == "box_nms") && !isSingle)
           || (probe.op == "nms" && !isFloat(type));
}

/// Operators whose results hang on the order of steps where numbers are infinite or vast.
bool takesEdges(const OpSpec &spec)
{
    const bool isElement =
        spec.pattern == OpPattern::Elementwise || spec.pattern == OpPattern::Broadcast;
    for (const char *name : {"max", "min", "argmax", "argmin", "_max_mask", "_min_mask", "where",
                             "pad", "take", "transpose", "split", "sort1d", "maxreduce",
                             "maxreduce_arg", "max_pool2d", "maxpool2d"}) {
        if (spec.name == name) {
            return true;
        }
    }
    return isElement && spec.dialect == Dialect::Nnvm && spec.name != "batch_norm"
           && spec.name != "elemwise_sum" && spec.name != "cast";
}

} // namespace

void TstTypedKernelsSoak::initTestCase()
{
    unoptimizedKernels();
    const auto devices = listDevices();
    QVERIFY(devices.ok());
    if (!devices->empty()) {
        auto device = OpenclBackend::openSelected({});
        QVERIFY2(device.ok(), device.ok() ? "" : device.error().message.c_str());
        m_device = std::move(device).value();
    }
}

void TstTypedKernelsSoak::kernelEqualsReference_data()
{
    NERVURE_NEED_OPENCL(m_device != nullptr);
    QTest::addColumn<int>("index");
    QTest::addColumn<int>("type");
    QTest::addColumn<bool>("isEdge");
    struct Row {
        int index;
        DType type;
        bool isEdge;
    };
    std::vector<Row> rows;
    for (std::size_t i = 0; i < m_samples.size(); ++i) {
        const ProbeCase &probe = m_samples[i].probe;
        const OpSpec &spec = *m_builtins.ops.find(probe.dialect, probe.op);
        for (const DType type : allTypes) {
            if (type == DType::Bool && probe.dialect != Dialect::LightNet) {
                continue;
            }
            rows.push_back({static_cast<int>(i), type, false});
            if (takesEdges(spec)) {
                rows.push_back({static_cast<int>(i), type, true});
            }
        }
    }
    // The same share in every run, of all operators and types.
    std::mt19937 random(1);
    std::shuffle(rows.begin(), rows.end(), random);
    rows.resize(soakCount(rows.size()));
    for (const Row &row : rows) {
        const Sample &sample = m_samples[static_cast<std::size_t>(row.index)];
        const std::string label = labelOf(sample) + ", " + std::string(dtypeName(row.type))
                                  + (row.isEdge ? ", edges" : "") + ", "
                                  + std::to_string(row.index);
        QTest::newRow(label.c_str()) << row.index << static_cast<int>(row.type) << row.isEdge;
    }
}

void TstTypedKernelsSoak::kernelEqualsReference()
{
    QFETCH(int, index);
    QFETCH(int, type);
    QFETCH(bool, isEdge);
    const ProbeCase &sample = m_samples[static_cast<std::size_t>(index)].probe;
    compare(sample, static_cast<DType>(type), static_cast<std::uint32_t>(index + 1), isEdge);
}

void TstTypedKernelsSoak::randomShapesEqualReference_data()
{
    constexpr std::size_t cases = 1500;
    NERVURE_NEED_OPENCL(m_device != nullptr);
    QTest::addColumn<int>("seed");
    for (std::size_t i = 0; i < soakCount(cases); ++i) {
        const int seed = static_cast<int>(i) + 1;
        const std::string label =
            "seed " + std::to_string(seed) + ' ' + RandomCase(std::uint32_t(seed)).draw().op;
        QTest::newRow(label.c_str()) << seed;
    }
}

/// The seed decides on everything: the operator, its shapes, the type and the numbers.
void TstTypedKernelsSoak::randomShapesEqualReference()
{
    QFETCH(int, seed);
    constexpr DType types[]{DType::Float32, DType::Float32, DType::Int32,
                            DType::Float16, DType::Float64, DType::UInt8};
    const auto number = static_cast<std::uint32_t>(seed);
    compare(RandomCase(number).draw(), types[number % std::size(types)], number, false);
}

/// The kernel of the case beside its reference, unless that does not compute the type.
void TstTypedKernelsSoak::compare(const ProbeCase &sample, DType type, std::uint32_t seed,
                                  bool isEdge)
{
    const ProbeCase probe = retyped(sample, type);
    const auto request = probeRequest(probe, m_builtins.ops);
    if (!request) {
        const std::string &code = request.error().code;
        QVERIFY2(code == "infer-type" || code == "infer-mismatch", request.error().message.c_str());
        return;
    }
    const TensorMap inputs = typedInputs(sample, *request, seed, isEdge);
    ReferenceBackend reference;
    const auto expected = probeRun(*request, reference, false, inputs);
    if (!expected && expected.error().code == "reference-type") {
        return;
    }
    QVERIFY2(expected.ok(), expected.ok() ? "" : expected.error().message.c_str());
    const auto actual = probeRun(*request, *m_device, true, inputs);
    if (isLeftToHost(sample, type)) {
        QVERIFY(!actual.ok());
        return;
    }
    QVERIFY2(actual.ok(), actual.ok() ? "" : actual.error().message.c_str());
    // Its errors are those of the largest numbers that went into a tile, wherever they end up.
    const bool isWinograd =
        type == DType::Float32 && !isEdge && usesWinograd(*request, m_device->info().traits);
    for (std::size_t i = 0; i < expected->outputs.size(); ++i) {
        const Tensor &wanted = expected->outputs[i];
        if (isWinograd) {
            const double most = relativeDifference(actual->outputs[i].view(), wanted.view());
            QVERIFY2(most <= winogradTolerance, std::to_string(most).c_str());
            continue;
        }
        const double tolerance = std::max(toleranceFor(type), toleranceFor(wanted.type()));
        const std::string difference = typedDifference(actual->outputs[i], wanted, tolerance);
        QVERIFY2(difference.empty(), difference.c_str());
    }
}

NERVURE_TEST(TstTypedKernelsSoak)
#include "tst_typed_kernels_soak.moc"
