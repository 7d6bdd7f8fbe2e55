// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKsFunctions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachElement();
    void functionsOfTensorFlow();
    void otherKeysAreRefused();
};

void TstKsFunctions::eachElement()
{
    const auto of = [](const char *name, const std::string &config) {
        return operationValues(kerasOperation({1, 3}, {1, 3}, name, config, "$a"), {-2, 0.5, 4});
    };
    QCOMPARE(of("Square", ""), (Floats{4, 0.25, 16}));
    QCOMPARE(of("Absolute", ""), (Floats{2, 0.5, 4}));
    QCOMPARE(of("Relu", ""), (Floats{0, 0.5, 4}));
    QCOMPARE(of("Clip", R"("x_min": 0, "x_max": 1)"), (Floats{0, 0.5, 1}));
    QCOMPARE(of("LeakyRelu", R"("negative_slope": 0.5)"), (Floats{-1, 0.5, 4}));
    QVERIFY(isNear(of("Gelu", R"("approximate": true)")[0], -0.0454023));
    QVERIFY(isNear(of("Gelu", R"("approximate": false)")[0], -0.0455003));
    QVERIFY(isNear(of("HardSigmoid", "")[1], 3.5 / 6));
    const Floats parts = of("Softmax", R"("axis": 1)");
    QVERIFY(isNear(parts[0] + parts[1] + parts[2], 1));
}

void TstKsFunctions::functionsOfTensorFlow()
{
    const std::string call = R"(["a", 0, 0, {"clip_value_min": 0, "clip_value_max": 1}])";
    QCOMPARE(operationValues(kerasFunction({1, 3}, {1, 3}, "clip_by_value", call), {-2, 0.5, 4}),
             (Floats{0, 0.5, 1}));
    const std::string plain = R"(["a", 0, 0, {"name": null}])";
    QCOMPARE(operationValues(kerasFunction({1, 3}, {1, 3}, "nn.relu", plain), {-2, 0.5, 4}),
             (Floats{0, 0.5, 4}));
}

void TstKsFunctions::otherKeysAreRefused()
{
    const auto found =
        KerasProbe(kerasOperation({1, 3}, {1, 3}, "Relu", R"("slope": 2)", "$a")).shape();
    QVERIFY(!found && found.error().message.find("'slope'") != std::string::npos);
}

NERVURE_TEST(TstKsFunctions)
#include "tst_ks_functions.moc"
