// SPDX-License-Identifier: Apache-2.0
#include "core/passes/target_traits.h"

#include "core/builtins.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstTargetTraits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatAllDevicesHaveIsAskedOfNobody()
    {
        QVERIFY(targetTraits("", {}).value().has_value());
        QVERIFY(targetTraits("opencl", {}).value().has_value());
        QVERIFY(!targetTraits("reference", {}).value().has_value());
        NERVURE_VERIFY_ERROR(targetTraits("0.0", {}), "device-none",
                             "device '0.0' cannot be asked here, expected opencl or reference");
    }

    void devicesOfAPipelineAreNamedOnce()
    {
        const Builtins builtins = makeBuiltins();
        const auto named = [&builtins](std::string_view pipeline) {
            return namedTargets(*parsePipeline(pipeline), builtins.passes);
        };
        QVERIFY(named("InferShape,Compile,Compile{target=opencl,opt_level=3}").empty());
        QCOMPARE(named("Compile{target=pocl},GraphCompile{target=pocl},AlterOpLayout{device=1.0}"),
                 (std::set<std::string>{"1.0", "pocl"}));
        QVERIFY(named("Unknown{target=pocl},PlanMemory{planner=arena}").empty());
    }

    void traitsComeBackAsTheyWere()
    {
        DeviceTraits traits;
        traits.deviceClass = DeviceClass::Amd;
        traits.hasFloat64 = true;
        traits.computeUnits = 60;
        traits.maxWorkGroup = 1024;
        traits.localBytes = 65536;
        traits.preferredFloatVector = 4;
        traits.halfArithmetic = true;
        auto tuning = std::make_shared<KernelTuning>();
        tuning->winners["conv2d \"1x3\""] = "tiles";
        traits.tuning = tuning;
        const Result<DeviceTraits> again = parseTraits(traitsText(traits));
        QVERIFY(again.ok());
        QCOMPARE(traitsText(*again), traitsText(traits));
        QCOMPARE(again->deviceClass, DeviceClass::Amd);
        QCOMPARE(again->computeUnits, 60U);
        QVERIFY(again->tuning->winners == tuning->winners);
    }

    void whatIsNoTraitsIsRefused()
    {
        NERVURE_VERIFY_ERROR(parseTraits(""), "device-traits",
                             "what the device can do is no JSON object");
        NERVURE_VERIFY_ERROR(parseTraits("[]"), "device-traits",
                             "what the device can do is no JSON object");
        NERVURE_VERIFY_ERROR(parseTraits("{}"), "device-traits",
                             "what the device can do is not all there, expected every trait");
        std::string text = traitsText({});
        text.replace(text.find("\"device_class\":0"), 16, "\"device_class\":9");
        NERVURE_VERIFY_ERROR(parseTraits(text), "device-traits", "the device's class 9 is unknown");
    }
};

NERVURE_TEST(TstTargetTraits)
#include "tst_target_traits.moc"
