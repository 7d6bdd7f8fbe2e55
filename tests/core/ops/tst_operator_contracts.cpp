// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/execution/reference_backend.h"
#include "core/graph/indexed/control_flow.h"
#include "core/opencl/device_list.h"
#include "core/opencl/opencl_backend.h"
#include "core/support/text.h"
#include "tests/core/ops/kernel_samples.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>

using namespace nervure;
using namespace nervure::tests;

/// What every operator of the registry promises.
class TstOperatorContracts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyOperatorIsDescribed_data() { addOperators(); }
    void everyOperatorIsDescribed();
    void everyAttributeIsDescribed_data() { addOperators(); }
    void everyAttributeIsDescribed();
    void defaultsParse_data() { addOperators(); }
    void defaultsParse();
    void softmaxIsAReduction();
    void everyKernelHasASample();
    void everyOperatorRunsOnDevices();
    void kernelEqualsReference_data();
    void kernelEqualsReference();
    void specialNumbersEqualReference_data();
    void specialNumbersEqualReference();
    void elementEqualsReferenceWhenFused_data();
    void elementEqualsReferenceWhenFused();

private:
    void addOperators();
    [[nodiscard]] const OpSpec &fetched() const;

    Builtins m_builtins = makeBuiltins();
    std::unique_ptr<OpenclBackend> m_device;
};

namespace {

std::string labelOf(const OpSpec &spec)
{
    const std::string name = std::string(dialectName(spec.dialect)) + ' ' + spec.name;
    return spec.sinceVersion == 0 ? name : name + ' ' + std::to_string(spec.sinceVersion);
}

/// Operators of frameworks whose graphs a pass lowers before they run.
bool isLowered(const OpSpec &spec)
{
    return spec.dialect == Dialect::MXNet || spec.dialect == Dialect::Onnx
           || spec.dialect == Dialect::Darknet || spec.dialect == Dialect::TensorFlow
           || spec.dialect == Dialect::Keras || spec.dialect == Dialect::CoreML;
}

/// Operators that devices do not compute, with the reason; core/ops/README.md tells them, too.
std::map<std::string, std::string> hostOperators()
{
    const char *name = "a name without a computation";
    const char *once = "made once, before the first run";
    const char *text = "prints";
    const char *boxes = "lists of boxes, sorted and cut short";
    const char *host = "nobody needed it faster yet";
    const char *flow = "the host drives its bodies";
    return {
        {"nnvm __undef__", name},
        {"nnvm tvm_op", name},
        {"nnvm multibox_detection", name},
        {"nervure batch_norm_weight", once},
        {"nervure batch_norm_bias", once},
        {"lightnet arange", once},
        {"lightnet create", once},
        {"lightnet bn2scale_wts_cpu", once},
        {"lightnet print", text},
        {"lightnet fprint", text},
        {"nervure multibox_target", boxes},
        {"nervure roi_pool", boxes},
        {"nervure roi_align", boxes},
        {"nervure constant", once},
        {"nervure bit_cast", host},
        {"nervure determinant", host},
        {"nervure foreach", flow},
        {"nervure while_loop", flow},
        {"nervure cond", flow},
    };
}

} // namespace

void TstOperatorContracts::initTestCase()
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

void TstOperatorContracts::addOperators()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const OpSpec &spec : m_builtins.ops.all()) {
        QTest::newRow(labelOf(spec).c_str()) << index++;
    }
}

const OpSpec &TstOperatorContracts::fetched() const
{
    const int index = *static_cast<int *>(QTest::qData("index", qMetaTypeId<int>()));
    return m_builtins.ops.all()[static_cast<std::size_t>(index)];
}

void TstOperatorContracts::everyOperatorIsDescribed()
{
    const OpSpec &spec = fetched();
    QVERIFY2(m_builtins.ops.find(spec.dialect, spec.name, spec.sinceVersion) == &spec,
             "no other has its name and version");
    QVERIFY(!spec.summary.empty());
    QVERIFY(!spec.summary.ends_with('.'));
    QVERIFY(spec.attrs.makeDefault);
    if (isLowered(spec)) {
        return; // to what has one; those that nothing computes say why when they are lowered
    }
    Node node;
    node.op = spec.name;
    node.dialect = spec.dialect;
    QVERIFY2(spec.reference || ControlFlow::isOne(node),
             "every operator has a naive implementation, or bodies that have one");
}

void TstOperatorContracts::everyAttributeIsDescribed()
{
    std::set<std::string> names;
    for (const AttrDecl &decl : fetched().attrs.decls) {
        QVERIFY2(!decl.help.empty(), decl.name.c_str());
        QVERIFY2(names.insert(decl.name).second, decl.name.c_str());
        // ONNX's attributes may be left out and say nothing then.
        QVERIFY2(decl.required || decl.kind == AttrKind::Text || !decl.defaultText.empty()
                     || fetched().dialect == Dialect::Onnx,
                 decl.name.c_str());
    }
}

void TstOperatorContracts::defaultsParse()
{
    const OpSpec &spec = fetched();
    const auto attrs = spec.attrs.makeDefault();
    for (const AttrDecl &decl : spec.attrs.decls) {
        if (!decl.required && (!decl.defaultText.empty() || spec.dialect != Dialect::Onnx)) {
            const Status status = decl.parse(decl.defaultText, attrs.get());
            QVERIFY2(status.ok(), decl.name.c_str());
            QCOMPARE(decl.print(attrs.get()), decl.defaultText);
        }
    }
}

/// Search, legend and card say the same of softmax, whichever framework's it is.
void TstOperatorContracts::softmaxIsAReduction()
{
    int checked = 0;
    for (const OpSpec &spec : m_builtins.ops.all()) {
        std::string name = spec.name;
        std::transform(name.begin(), name.end(), name.begin(),
                       [](unsigned char letter) { return std::tolower(letter); });
        const bool isOne = name.find("softmax") != std::string::npos
                           || name.find("softmin") != std::string::npos || name == "hardmax";
        if (isOne) {
            QVERIFY2(spec.category == OpCategory::Reduction, labelOf(spec).c_str());
            ++checked;
        }
    }
    QVERIFY(checked > 12);
}

void TstOperatorContracts::everyKernelHasASample()
{
    std::set<const OpSpec *> sampled;
    for (const Sample &sample : allSamples(m_builtins.ops)) {
        sampled.insert(m_builtins.ops.find(sample.probe.dialect, sample.probe.op));
    }
    for (const OpSpec &spec : m_builtins.ops.all()) {
        QVERIFY2(!spec.kernel || sampled.count(&spec) == 1, labelOf(spec).c_str());
    }
}

/// An operator either has a kernel, or moves nothing, or says here why the host computes it.
void TstOperatorContracts::everyOperatorRunsOnDevices()
{
    std::map<std::string, std::string> reasons = hostOperators();
    for (const OpSpec &spec : m_builtins.ops.all()) {
        if (isLowered(spec)) {
            continue; // to what runs
        }
        const bool isHost = reasons.erase(labelOf(spec)) != 0;
        const bool isDevice = spec.kernel || spec.isView;
        const std::string wanted = labelOf(spec) + ": either a kernel and a sample, or a reason";
        QVERIFY2(isHost != isDevice, wanted.c_str());
    }
    QVERIFY2(reasons.empty(), reasons.empty() ? "" : reasons.begin()->first.c_str());
}

void TstOperatorContracts::kernelEqualsReference_data()
{
    NERVURE_NEED_OPENCL(m_device != nullptr);
    QTest::addColumn<int>("index");
    int index = 0;
    for (const Sample &sample : allSamples(m_builtins.ops)) {
        const std::string label = labelOf(sample);
        QTest::newRow(label.c_str()) << index++;
    }
}

void TstOperatorContracts::kernelEqualsReference()
{
    QFETCH(int, index);
    const ProbeCase probe = allSamples(m_builtins.ops)[static_cast<std::size_t>(index)].probe;
    const auto request = probeRequest(probe, m_builtins.ops);
    QVERIFY2(request.ok(), request.ok() ? "" : request.error().message.c_str());
    const OpSpec *spec = m_builtins.ops.find(probe.dialect, probe.op);
    const bool needsPositive = probe.op == "log" || probe.op == "sqrt" || probe.op == "batch_norm"
                               || probe.op == "batchnorm" || probe.op == "elew"
                               || probe.op.find("pow") != std::string::npos;
    const TensorMap inputs = probeInputs(*request, needsPositive ? 0.1F : -2.0F);
    ReferenceBackend reference;
    const auto expected = probeRun(*request, reference, false, inputs);
    QVERIFY2(expected.ok(), expected.ok() ? "" : expected.error().message.c_str());
    const auto actual = probeRun(*request, *m_device, true, inputs);
    QVERIFY2(spec->kernel, "an operator with samples has a kernel");
    QVERIFY2(actual.ok(), actual.ok() ? "" : actual.error().message.c_str());
    const double most = toleranceOn(*request, m_device->info().traits);
    for (std::size_t i = 0; i < expected->outputs.size(); ++i) {
        const double difference =
            relativeDifference(actual->outputs[i].view(), expected->outputs[i].view());
        QVERIFY2(difference <= most, std::to_string(difference).c_str());
    }
}

void TstOperatorContracts::specialNumbersEqualReference_data()
{
    NERVURE_NEED_OPENCL(m_device != nullptr);
    QTest::addColumn<int>("index");
    int index = 0;
    for (const OpSpec &spec : m_builtins.ops.all()) {
        const auto probe = derivedCase(spec);
        if (spec.element && spec.kernel && probe && !takesBits(*probe)) {
            QTest::newRow(labelOf(spec).c_str()) << index;
        }
        ++index;
    }
}

/// Every pair of NaN, infinities, zeros and halves; NaN where the reference has NaN.
void TstOperatorContracts::specialNumbersEqualReference()
{
    ProbeCase probe = *derivedCase(fetched());
    const float numbers[] = {NAN, INFINITY, -INFINITY, 0.0F, -0.0F, 0.5F, -0.5F, 2.5F, -3.0F};
    const std::size_t count = std::size(numbers);
    probe.inputs.assign(probe.inputs.size(), {std::int64_t(count), std::int64_t(count)});
    const auto request = probeRequest(probe, m_builtins.ops);
    QVERIFY2(request.ok(), request.ok() ? "" : request.error().message.c_str());
    TensorMap inputs = probeInputs(*request);
    for (auto &[name, tensor] : inputs) {
        for (std::size_t i = 0; i < count * count; ++i) {
            tensor.elements<float>()[i] = numbers[name == "in0" ? i / count : i % count];
        }
    }
    ReferenceBackend reference;
    const auto expected = probeRun(*request, reference, false, inputs);
    const auto actual = probeRun(*request, *m_device, true, inputs);
    QVERIFY2(expected.ok(), expected.ok() ? "" : expected.error().message.c_str());
    QVERIFY2(actual.ok(), actual.ok() ? "" : actual.error().message.c_str());
    for (std::size_t i = 0; i < count * count; ++i) {
        const float wanted = expected->outputs[0].elements<float>()[i];
        const float found = actual->outputs[0].elements<float>()[i];
        const bool equal = std::isfinite(wanted)
                               ? std::abs(found - wanted) <= 1e-5F
                               : (std::isnan(wanted) ? std::isnan(found) : found == wanted);
        const std::string text = formatNumber(numbers[i / count]) + ' '
                                 + formatNumber(numbers[i % count]) + ": " + formatNumber(found)
                                 + ", expected " + formatNumber(wanted);
        QVERIFY2(equal, text.c_str());
    }
}

void TstOperatorContracts::elementEqualsReferenceWhenFused_data()
{
    NERVURE_NEED_OPENCL(m_device != nullptr);
    QTest::addColumn<int>("index");
    int index = 0;
    for (const Sample &sample : allSamples(m_builtins.ops)) {
        const OpSpec *spec = m_builtins.ops.find(sample.probe.dialect, sample.probe.op);
        const bool fits = spec != nullptr && spec->element && !sample.probe.inputs.empty()
                          && !takesBits(sample.probe) && sample.probe.inputs[0].size() > 1;
        if (fits) {
            const std::string label = labelOf(sample);
            QTest::newRow(label.c_str()) << index;
        }
        ++index;
    }
}

void TstOperatorContracts::elementEqualsReferenceWhenFused()
{
    QFETCH(int, index);
    const ProbeCase probe = allSamples(m_builtins.ops)[static_cast<std::size_t>(index)].probe;
    const auto request = probeRequest(probe, m_builtins.ops, true);
    QVERIFY2(request.ok(), request.ok() ? "" : request.error().message.c_str());
    const TensorMap inputs = probeInputs(*request);
    ReferenceBackend reference;
    const auto expected = probeRun(*request, reference, false, inputs);
    const auto actual = probeRun(*request, *m_device, true, inputs);
    QVERIFY2(expected.ok(), expected.ok() ? "" : expected.error().message.c_str());
    QVERIFY2(actual.ok(), actual.ok() ? "" : actual.error().message.c_str());
    QCOMPARE(actual->record.steps.size(), std::size_t(1));
    const double difference =
        relativeDifference(actual->outputs[0].view(), expected->outputs[0].view());
    QVERIFY2(difference <= probeTolerance, std::to_string(difference).c_str());
}

NERVURE_TEST(TstOperatorContracts)
#include "tst_operator_contracts.moc"
