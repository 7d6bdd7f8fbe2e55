// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstCmActivation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void functionsAreAsTheSpecificationSays()
    {
        QCOMPARE(CmRunProbe("activation", {{"function", "ReLU"}})
                     .outputs({"float32[1, 2, 1, 2] = -1, 2, -3, 4"}),
                 std::string("float32[1,2,1,2] 0, 2, 0, 4"));
        QCOMPARE(CmRunProbe("activation", {{"function", "linear"}, {"alpha", "2"}, {"beta", "1"}})
                     .outputs({"float32[1, 2, 1, 2] = -1, 2, -3, 4"}),
                 std::string("float32[1,2,1,2] -1, 5, -5, 9"));
        QCOMPARE(CmRunProbe("activation", {{"function", "leakyReLU"}, {"alpha", "0.5"}})
                     .outputs({"float32[1, 2, 1, 2] = -1, 2, -3, 4"}),
                 std::string("float32[1,2,1,2] -0.5, 2, -1.5, 4"));
        QCOMPARE(CmRunProbe("activation", {{"function", "thresholdedReLU"}, {"alpha", "2"}})
                     .outputs({"float32[1, 2, 1, 2] = -1, 2, -3, 4"}),
                 std::string("float32[1,2,1,2] 0, 2, 0, 4"));
        QCOMPARE(CmRunProbe("activation", {{"function", "ELU"}, {"alpha", "1"}})
                     .outputs({"float32[1, 2, 1, 2] = -1, 2, -3, 4"}),
                 std::string("float32[1,2,1,2] -0.6321, 2, -0.9502, 4"));
        QCOMPARE(CmRunProbe("activation",
                            {{"function", "sigmoidHard"}, {"alpha", "0.25"}, {"beta", "0.5"}})
                     .outputs({"float32[1, 2, 1, 2] = -1, 2, -3, 4"}),
                 std::string("float32[1,2,1,2] 0.25, 1, 0, 1"));
        QCOMPARE(
            CmRunProbe("activation", {{"function", "scaledTanh"}, {"alpha", "2"}, {"beta", "0.5"}})
                .outputs({"float32[1, 2, 1, 2] = -1, 2, -3, 4"}),
            std::string("float32[1,2,1,2] -0.9242, 1.523, -1.81, 1.928"));
        QCOMPARE(CmRunProbe("activation", {{"function", "softsign"}})
                     .outputs({"float32[1, 2, 1, 2] = -1, 2, -3, 4"}),
                 std::string("float32[1,2,1,2] -0.5, 0.6667, -0.75, 0.8"));
        QCOMPARE(CmRunProbe("activation", {{"function", "softplus"}})
                     .outputs({"float32[1, 2] = 0, 100"}),
                 std::string("float32[1,2] 0.6931, 100"));
    }
    void channelsMayHaveNumbersOfTheirOwn()
    {
        QCOMPARE(CmRunProbe("activation", {{"function", "PReLU"}})
                     .outputs({"float32[1, 2, 1, 2] = -1, 2, -3, 4", "float32[2] = 0.5, 2"}),
                 std::string("float32[1,2,1,2] -0.5, 2, -6, 4"));
        QCOMPARE(CmRunProbe("activation", {{"function", "PReLU"}})
                     .outputs({"float32[1, 2, 1, 2] = -1, 2, -3, 4", "float32[1] = 0.5"}),
                 std::string("float32[1,2,1,2] -0.5, 2, -1.5, 4"));
        QCOMPARE(CmRunProbe("activation", {{"function", "parametricSoftplus"}})
                     .outputs({"float32[1, 2] = 0, 1", "float32[2] = 1, 3", "float32[2] = 1, 2"}),
                 std::string("float32[1,2] 0.6931, 6.381"));
    }
    void laterFunctionsAreLayers()
    {
        QCOMPARE(CmRunProbe("clampedReLU", {{"alpha", "0.5"}, {"beta", "3"}})
                     .outputs({"float32[3] = -2, 2, 5"}),
                 std::string("float32[3] -1, 2, 3"));
        QCOMPARE(
            CmRunProbe("gelu", {{"mode", "SIGMOID_APPROXIMATION"}}).outputs({"float32[2] = 0, 1"}),
            std::string("float32[2] 0, 0.8458"));
        QCOMPARE(CmRunProbe("gelu", {}).outputs({"float32[2] = 0, 1"}),
                 std::string("float32[2] 0, 0.8413"));
    }
    void weightsThatAreMissingAreTold()
    {
        const std::string found = CmRunProbe("activation", {{"function", "PReLU"}})
                                      .outputs({"float32[1, 2, 1, 2] = -1, 2, -3, 4"});
        QVERIFY2(found.find("has no weights alpha") != std::string::npos, found.c_str());
    }
};

NERVURE_TEST(TstCmActivation)
#include "tst_cm_activation.moc"
