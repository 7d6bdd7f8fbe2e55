// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/execution/reference_backend.h"
#include "core/opencl/device_list.h"
#include "core/opencl/opencl_backend.h"
#include "core/support/text.h"
#include "tests/core/ops/kernel_probe.h"
#include "tests/support/environment.h"

#include <QTest>

#include <cmath>
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
    void everyKernelHasASample();
    void kernelEqualsReference_data();
    void kernelEqualsReference();
    void kernelsForOtherDevicesEqualReference_data();
    void kernelsForOtherDevicesEqualReference();
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

/// Kernels and references sum in different orders and precision.
constexpr double tolerance = 2e-5;

struct Sample {
    const char *label;
    ProbeCase probe;
};

ProbeCase conv(AttrDict attrs, Shape data, Shape weight)
{
    ProbeCase probe{"conv2d", std::move(attrs), {std::move(data), std::move(weight)}};
    const std::string *bias = probe.attrs.find("use_bias");
    if (bias == nullptr || *bias == "True") {
        probe.inputs.push_back({probe.inputs[1][0]});
    }
    return probe;
}

/// Odd sizes on purpose: tiles that do not divide, groups smaller than a tile, wide padding.
std::vector<Sample> convolutions()
{
    return {
        {"3x3", conv({{"channels", "12"}, {"kernel_size", "(3,3)"}, {"padding", "(1,1)"}},
                     {2, 5, 9, 11}, {12, 5, 3, 3})},
        {"3x3 no bias", conv({{"channels", "8"}, {"kernel_size", "(3,3)"}, {"use_bias", "False"}},
                             {1, 4, 17, 19}, {8, 4, 3, 3})},
        {"7x7 stride 2", conv({{"channels", "16"},
                               {"kernel_size", "(7,7)"},
                               {"strides", "(2,2)"},
                               {"padding", "(3,3)"}},
                              {1, 3, 33, 31}, {16, 3, 7, 7})},
        {"1x1", conv({{"channels", "19"}, {"kernel_size", "(1,1)"}}, {2, 7, 13, 5}, {19, 7, 1, 1})},
        {"1x1 of one position",
         conv({{"channels", "9"}, {"kernel_size", "(1,1)"}}, {1, 33, 1, 1}, {9, 33, 1, 1})},
        {"1x1 stride 2", conv({{"channels", "10"}, {"kernel_size", "(1,1)"}, {"strides", "(2,2)"}},
                              {1, 6, 14, 15}, {10, 6, 1, 1})},
        {"stride beyond the kernel",
         conv({{"channels", "4"}, {"kernel_size", "(2,2)"}, {"strides", "(3,4)"}}, {1, 3, 11, 13},
              {4, 3, 2, 2})},
        {"dilated", conv({{"channels", "5"},
                          {"kernel_size", "(3,3)"},
                          {"dilation", "(2,3)"},
                          {"padding", "(2,3)"}},
                         {1, 4, 12, 16}, {5, 4, 3, 3})},
        {"dilated stride 2", conv({{"channels", "8"},
                                   {"kernel_size", "(3,2)"},
                                   {"dilation", "(3,2)"},
                                   {"strides", "(2,2)"},
                                   {"padding", "(1,2)"}},
                                  {1, 3, 15, 14}, {8, 3, 3, 2})},
        {"groups", conv({{"channels", "12"}, {"kernel_size", "(3,3)"}, {"groups", "3"}},
                        {2, 6, 8, 9}, {12, 2, 3, 3})},
        {"depthwise",
         conv({{"channels", "6"}, {"kernel_size", "(3,3)"}, {"groups", "6"}, {"padding", "(1,1)"}},
              {2, 6, 10, 9}, {6, 1, 3, 3})},
        {"depthwise stride 2, two each", conv({{"channels", "8"},
                                               {"kernel_size", "(5,3)"},
                                               {"groups", "4"},
                                               {"strides", "(2,1)"},
                                               {"padding", "(2,1)"}},
                                              {1, 4, 11, 12}, {8, 1, 5, 3})},
        {"padding wider than the input",
         conv({{"channels", "3"}, {"kernel_size", "(3,3)"}, {"padding", "(4,5)"}}, {1, 2, 2, 3},
              {3, 2, 3, 3})},
    };
}

ProbeCase pool(const char *op, AttrDict attrs, Shape data)
{
    return {op, std::move(attrs), {std::move(data)}};
}

std::vector<Sample> poolings()
{
    const AttrDict resnet{{"pool_size", "(3,3)"}, {"strides", "(2,2)"}, {"padding", "(1,1)"}};
    return {
        {"3x3 stride 2", pool("max_pool2d", resnet, {2, 3, 15, 16})},
        {"wide rows", pool("max_pool2d", {{"pool_size", "(2,2)"}}, {1, 2, 3, 200})},
        {"ceil",
         pool("max_pool2d", {{"pool_size", "(3,3)"}, {"strides", "(2,2)"}, {"ceil_mode", "True"}},
              {1, 3, 14, 14})},
        {"3x3 stride 2", pool("avg_pool2d", resnet, {2, 3, 15, 16})},
        {"padding counts", pool("avg_pool2d",
                                {{"pool_size", "(3,2)"},
                                 {"strides", "(2,1)"},
                                 {"padding", "(1,1)"},
                                 {"count_include_pad", "True"}},
                                {1, 3, 9, 8})},
        {"plane", pool("global_max_pool2d", {}, {2, 5, 7, 9})},
        {"plane", pool("global_avg_pool2d", {}, {2, 5, 7, 9})},
        {"plane of one", pool("global_avg_pool2d", {}, {1, 5, 1, 1})},
    };
}

std::vector<Sample> others()
{
    return {
        {"bias", {"dense", {{"units", "10"}}, {{3, 37}, {10, 37}, {10}}}},
        {"one row", {"dense", {{"units", "7"}, {"use_bias", "False"}}, {{1, 64}, {7, 64}}}},
        {"many rows", {"dense", {{"units", "5"}}, {{9, 16}, {5, 16}, {5}}}},
        {"channels", {"batch_norm", {}, {{2, 3, 5, 7}, {3}, {3}, {3}, {3}}}},
        {"last axis",
         {"batch_norm", {{"axis", "3"}, {"scale", "False"}}, {{2, 3, 5, 7}, {7}, {7}, {7}, {7}}}},
        {"no beta",
         {"batch_norm", {{"center", "False"}, {"epsilon", "0.01"}}, {{4, 6}, {6}, {6}, {6}, {6}}}},
        {"last axis", {"softmax", {}, {{4, 33}}}},
        {"middle axis", {"softmax", {{"axis", "1"}}, {{2, 9, 5}}}},
        {"middle axis", {"log_softmax", {{"axis", "1"}}, {{2, 9, 5}}}},
        {"three inputs", {"concatenate", {}, {{2, 3, 5}, {2, 1, 5}, {2, 300, 5}}}},
        {"last axis", {"concatenate", {{"axis", "-1"}}, {{2, 3}, {2, 4}}}},
        {"stretched right", {"broadcast_add", {}, {{2, 3, 4}, {3, 1}}}},
        {"stretched left", {"broadcast_sub", {}, {{4}, {2, 3, 1}}}},
        {"one number", {"broadcast_mul", {}, {{2, 3, 4}, {1}}}},
        {"three", {"elemwise_sum", {{"num_args", "3"}}, {{2, 5}, {2, 5}, {2, 5}}}},
        {"slope", {"leaky_relu", {{"alpha", "0.1"}}, {{3, 50}}}},
        {"range", {"clip", {{"a_min", "-0.5"}, {"a_max", "0.7"}}, {{3, 50}}}},
        {"number", {"full_like", {{"fill_value", "2.5"}}, {{3, 50}}}},
    };
}

/// Cases that follow from the declaration: operators without required attributes on one shape,
/// scalar operators on a number.
std::optional<ProbeCase> derivedCase(const OpSpec &spec)
{
    AttrDict attrs;
    for (const AttrDecl &decl : spec.attrs.decls) {
        if (decl.required && decl.name != "scalar") {
            return std::nullopt;
        }
        if (decl.required) {
            attrs.set(decl.name, "1.5");
        }
    }
    if (spec.pattern != OpPattern::Elementwise && spec.pattern != OpPattern::Broadcast) {
        return std::nullopt;
    }
    Node node;
    node.op = spec.name;
    node.dialect = spec.dialect;
    node.attrs = attrs;
    Diagnostics diagnostics;
    const ParsedAttrs parsed = parseAttrs(spec.attrs, attrs, spec.name, "node", diagnostics);
    if (!spec.inputNames) {
        return std::nullopt;
    }
    const std::size_t count = spec.inputNames({node, parsed, Semantics::Exact}).size();
    return ProbeCase{spec.name, attrs, Shapes(count, Shape{2, 3, 401}), spec.dialect};
}

std::vector<Sample> allSamples(const OpRegistry &ops)
{
    std::vector<Sample> all;
    for (auto part : {convolutions(), poolings(), others()}) {
        all.insert(all.end(), part.begin(), part.end());
    }
    for (const OpSpec &spec : ops.all()) {
        if (const auto probe = spec.kernel ? derivedCase(spec) : std::nullopt) {
            all.push_back({"one shape", *probe});
        }
    }
    return all;
}

std::string labelOf(const OpSpec &spec)
{
    return std::string(dialectName(spec.dialect)) + ' ' + spec.name;
}

} // namespace

void TstOperatorContracts::initTestCase()
{
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
    QVERIFY(!spec.summary.empty());
    QVERIFY(!spec.summary.ends_with('.'));
    QVERIFY(spec.attrs.makeDefault);
    QVERIFY2(spec.reference, "every operator has a naive implementation");
}

void TstOperatorContracts::everyAttributeIsDescribed()
{
    std::set<std::string> names;
    for (const AttrDecl &decl : fetched().attrs.decls) {
        QVERIFY2(!decl.help.empty(), decl.name.c_str());
        QVERIFY2(names.insert(decl.name).second, decl.name.c_str());
        QVERIFY2(decl.required || decl.kind == AttrKind::Text || !decl.defaultText.empty(),
                 decl.name.c_str());
    }
}

void TstOperatorContracts::defaultsParse()
{
    const OpSpec &spec = fetched();
    const auto attrs = spec.attrs.makeDefault();
    for (const AttrDecl &decl : spec.attrs.decls) {
        if (!decl.required) {
            const Status status = decl.parse(decl.defaultText, attrs.get());
            QVERIFY2(status.ok(), decl.name.c_str());
            QCOMPARE(decl.print(attrs.get()), decl.defaultText);
        }
    }
}

void TstOperatorContracts::everyKernelHasASample()
{
    std::set<std::string> sampled;
    for (const Sample &sample : allSamples(m_builtins.ops)) {
        sampled.insert(sample.probe.op);
    }
    for (const OpSpec &spec : m_builtins.ops.all()) {
        if (spec.kernel && spec.dialect == Dialect::Nnvm) {
            QVERIFY2(sampled.count(spec.name) == 1, spec.name.c_str());
        }
    }
}

void TstOperatorContracts::kernelEqualsReference_data()
{
    NERVURE_NEED_OPENCL(m_device != nullptr);
    QTest::addColumn<int>("index");
    int index = 0;
    for (const Sample &sample : allSamples(m_builtins.ops)) {
        const std::string label = sample.probe.op + ' ' + sample.label;
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
                               || probe.op.find("pow") != std::string::npos;
    const TensorMap inputs = probeInputs(*request, needsPositive ? 0.1F : -2.0F);
    ReferenceBackend reference;
    const auto expected = probeRun(*request, reference, false, inputs);
    QVERIFY2(expected.ok(), expected.ok() ? "" : expected.error().message.c_str());
    const auto actual = probeRun(*request, *m_device, true, inputs);
    QVERIFY2(spec->kernel, "an operator with samples has a kernel");
    QVERIFY2(actual.ok(), actual.ok() ? "" : actual.error().message.c_str());
    for (std::size_t i = 0; i < expected->outputs.size(); ++i) {
        const double difference =
            relativeDifference(actual->outputs[i].view(), expected->outputs[i].view());
        QVERIFY2(difference <= tolerance, std::to_string(difference).c_str());
    }
}

void TstOperatorContracts::kernelsForOtherDevicesEqualReference_data()
{
    NERVURE_NEED_OPENCL(m_device != nullptr);
    QTest::addColumn<int>("index");
    QTest::addColumn<bool>("isCpu");
    QTest::addColumn<int>("lanes");
    int index = 0;
    for (const Sample &sample : allSamples(m_builtins.ops)) {
        const std::string label = sample.probe.op + ' ' + sample.label;
        if (sample.probe.op == "conv2d" || sample.probe.op == "dense") {
            QTest::newRow((label + ", gpu").c_str()) << index << false << 1;
            QTest::newRow((label + ", 8 lanes").c_str()) << index << true << 8;
            QTest::newRow((label + ", 4 lanes").c_str()) << index << true << 4;
        }
        ++index;
    }
}

/// The forms that kernels take on other devices compute the same; only slower here.
void TstOperatorContracts::kernelsForOtherDevicesEqualReference()
{
    QFETCH(int, index);
    QFETCH(bool, isCpu);
    QFETCH(int, lanes);
    const ProbeCase probe = allSamples(m_builtins.ops)[static_cast<std::size_t>(index)].probe;
    auto request = probeRequest(probe, m_builtins.ops);
    QVERIFY2(request.ok(), request.ok() ? "" : request.error().message.c_str());
    const TensorMap inputs = probeInputs(*request, -2.0F);
    ReferenceBackend reference;
    const auto expected = probeRun(*request, reference, false, inputs);
    request->device = m_device->info().traits;
    request->device->isCpu = isCpu;
    request->device->preferredFloatVector = static_cast<std::uint32_t>(lanes);
    const auto actual = probeRun(*request, *m_device, true, inputs);
    QVERIFY2(expected.ok(), expected.ok() ? "" : expected.error().message.c_str());
    QVERIFY2(actual.ok(), actual.ok() ? "" : actual.error().message.c_str());
    const double difference =
        relativeDifference(actual->outputs[0].view(), expected->outputs[0].view());
    QVERIFY2(difference <= tolerance, std::to_string(difference).c_str());
}

void TstOperatorContracts::specialNumbersEqualReference_data()
{
    NERVURE_NEED_OPENCL(m_device != nullptr);
    QTest::addColumn<int>("index");
    int index = 0;
    for (const OpSpec &spec : m_builtins.ops.all()) {
        if (spec.element && spec.kernel && derivedCase(spec)) {
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
        const bool fits = spec != nullptr && spec->element && sample.probe.inputs[0].size() > 1;
        if (fits) {
            const std::string label = sample.probe.op + ' ' + sample.label;
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
    QVERIFY2(difference <= tolerance, std::to_string(difference).c_str());
}

QTEST_GUILESS_MAIN(TstOperatorContracts)
#include "tst_operator_contracts.moc"
