// SPDX-License-Identifier: Apache-2.0
// The forms that kernels take: on devices of every class, and every variant that a rule can choose.
#include "core/builtins.h"
#include "core/execution/reference_backend.h"
#include "core/opencl/device_list.h"
#include "core/opencl/opencl_backend.h"
#include "tests/core/ops/kernel_samples.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <set>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// The device at hand, or one that is not.
struct FormDevice {
    const char *name = "";
    DeviceClass deviceClass = DeviceClass::Unknown;
    std::uint32_t lanes = 0; ///< of its vectors; 0: this is the device at hand
};

constexpr FormDevice devices[]{{"here"},
                               {"gpu", DeviceClass::Unknown, 1},
                               {"8 lanes", DeviceClass::Cpu, 8},
                               {"4 lanes", DeviceClass::Cpu, 4},
                               {"nvidia", DeviceClass::Nvidia, 1},
                               {"amd", DeviceClass::Amd, 1},
                               {"intel gpu", DeviceClass::Intel, 1},
                               {"mobile gpu", DeviceClass::Mobile, 1}};
/// Those of the first so many have all their variants tested.
constexpr std::size_t devicesOfVariants = 2;

/// Launches of a sample other than those of the contract test.
struct Form {
    std::size_t sample = 0;
    std::size_t device = 0;
    std::string key = {}; ///< of a choice, which gives `variant`; empty: all choices as they are
    std::string variant = {};
};

/// What a rule can choose among.
std::vector<KernelChoice> choicesOf(const std::vector<KernelSpec> &kernels)
{
    std::vector<KernelChoice> choices;
    for (const KernelSpec &kernel : kernels) {
        choices.insert(choices.end(), kernel.choices.begin(), kernel.choices.end());
    }
    return choices;
}

/// What tells launches from others: programs, sizes and numbers.
std::string textOf(const std::vector<KernelSpec> &kernels)
{
    std::string text;
    for (const KernelSpec &kernel : kernels) {
        for (const KernelLaunch &launch : kernel.launches) {
            text += launch.entry;
            for (const auto &[name, value] : launch.defines) {
                text += ' ' + name + '=' + value;
            }
            for (std::size_t i = 0; i < 3; ++i) {
                text +=
                    ' ' + std::to_string(launch.global[i]) + '/' + std::to_string(launch.local[i]);
            }
            for (const KernelArg &arg : launch.args) {
                text += ' ' + std::to_string(arg.integer);
            }
        }
    }
    return text;
}

} // namespace

/// Every form of every kernel computes the same as the reference; only slower where it is not at home.
class TstKernelFormsSoak : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void formEqualsReference_data();
    void formEqualsReference();

private:
    [[nodiscard]] DeviceTraits traitsAs(const FormDevice &device) const;
    [[nodiscard]] std::vector<KernelSpec> kernelsOf(const ProbeCase &probe,
                                                    const DeviceTraits &traits) const;
    [[nodiscard]] std::vector<Form> forms() const;

    Builtins m_builtins = makeBuiltins();
    std::vector<Sample> m_samples = allSamples(m_builtins.ops);
    std::unique_ptr<OpenclBackend> m_device;
};

void TstKernelFormsSoak::initTestCase()
{
    unoptimizedKernels();
    const auto found = listDevices();
    QVERIFY(found.ok());
    if (!found->empty()) {
        auto device = OpenclBackend::openSelected({});
        QVERIFY2(device.ok(), device.ok() ? "" : device.error().message.c_str());
        m_device = std::move(device).value();
    }
}

DeviceTraits TstKernelFormsSoak::traitsAs(const FormDevice &device) const
{
    DeviceTraits traits = m_device->info().traits;
    if (device.lanes > 0) {
        traits.deviceClass = device.deviceClass;
        traits.preferredFloatVector = device.lanes;
    }
    return traits;
}

/// What a device would launch for a case; empty where its host computes.
std::vector<KernelSpec> TstKernelFormsSoak::kernelsOf(const ProbeCase &probe,
                                                      const DeviceTraits &traits) const
{
    std::vector<KernelSpec> kernels;
    if (auto request = probeRequest(probe, m_builtins.ops)) {
        request->device = traits;
        Diagnostics ignored;
        const auto plan = buildPlan(*request, ignored);
        for (const PlanStep &step : plan ? plan->steps : std::vector<PlanStep>()) {
            kernels.push_back(step.kernel);
        }
    }
    return kernels;
}

std::vector<Form> TstKernelFormsSoak::forms() const
{
    std::vector<Form> forms;
    for (std::size_t sample = 0; sample < m_samples.size(); ++sample) {
        std::set<std::string> met;
        for (std::size_t device = 0; device < std::size(devices); ++device) {
            const auto kernels = kernelsOf(m_samples[sample].probe, traitsAs(devices[device]));
            if (met.insert(textOf(kernels)).second && device > 0) {
                forms.push_back({sample, device});
            }
            for (const KernelChoice &choice : choicesOf(kernels)) {
                for (std::size_t i = 1; i < choice.variants.size() && device < devicesOfVariants;
                     ++i) {
                    forms.push_back({sample, device, choice.key, choice.variants[i]});
                }
            }
        }
    }
    return forms;
}

void TstKernelFormsSoak::formEqualsReference_data()
{
    NERVURE_NEED_OPENCL(m_device != nullptr);
    QTest::addColumn<int>("sample");
    QTest::addColumn<int>("device");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("variant");
    std::vector<Form> all = forms();
    // The same share in every run, of all operators and devices.
    std::mt19937 random(1);
    std::shuffle(all.begin(), all.end(), random);
    all.resize(soakCount(all.size()));
    for (const Form &form : all) {
        const std::string label = labelOf(m_samples[form.sample]) + ", " + devices[form.device].name
                                  + (form.variant.empty() ? "" : ", ") + form.variant;
        QTest::newRow(label.c_str())
            << static_cast<int>(form.sample) << static_cast<int>(form.device)
            << QString::fromStdString(form.key) << QString::fromStdString(form.variant);
    }
}

void TstKernelFormsSoak::formEqualsReference()
{
    QFETCH(int, sample);
    QFETCH(int, device);
    QFETCH(QString, key);
    QFETCH(QString, variant);
    auto request = probeRequest(m_samples[static_cast<std::size_t>(sample)].probe, m_builtins.ops);
    QVERIFY2(request.ok(), request.ok() ? "" : request.error().message.c_str());
    const TensorMap inputs = probeInputs(*request, -2.0F);
    ReferenceBackend reference;
    const auto expected = probeRun(*request, reference, false, inputs);
    request->device = traitsAs(devices[device]);
    if (!key.isEmpty()) {
        request->device->tuning = std::make_shared<const KernelTuning>(
            KernelTuning{{{key.toStdString(), variant.toStdString()}}});
    }
    const auto actual = probeRun(*request, *m_device, true, inputs);
    QVERIFY2(expected.ok(), expected.ok() ? "" : expected.error().message.c_str());
    QVERIFY2(actual.ok(), actual.ok() ? "" : actual.error().message.c_str());
    const double difference =
        relativeDifference(actual->outputs[0].view(), expected->outputs[0].view());
    QVERIFY2(difference <= toleranceOn(*request, m_device->info().traits),
             std::to_string(difference).c_str());
}

NERVURE_TEST(TstKernelFormsSoak)
#include "tst_kernel_forms_soak.moc"
