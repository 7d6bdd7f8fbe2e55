// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstCmRecurrence : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSimpleLayerGivesTheLastStepOrAll()
    {
        QCOMPARE(CmRunProbe("simpleRecurrent", {{"inputVectorSize", "1"},
                                                {"outputVectorSize", "1"},
                                                {"activations", "[\"tanh\"]"},
                                                {"hasBiasVector", "true"}})
                     .outputs({"float32[2, 1, 1, 1, 1] = 0.1, 0.2", "", "float32[1, 1] = 2",
                               "float32[1, 1] = 3", "float32[1] = 0.5"}),
                 std::string("float32[1,1,1,1,1] 0.9912"));
        QCOMPARE(CmRunProbe("simpleRecurrent", {{"inputVectorSize", "1"},
                                                {"outputVectorSize", "1"},
                                                {"activations", "[\"tanh\"]"},
                                                {"hasBiasVector", "true"},
                                                {"sequenceOutput", "true"}})
                     .outputs({"float32[2, 1, 1, 1, 1] = 0.1, 0.2", "", "float32[1, 1] = 2",
                               "float32[1, 1] = 3", "float32[1] = 0.5"},
                              2),
                 std::string("float32[2,1,1,1,1] 0.6044, 0.9912; float32[1,1,1,1,1] 0.9912"));
        QCOMPARE(CmRunProbe("simpleRecurrent", {{"inputVectorSize", "1"},
                                                {"outputVectorSize", "1"},
                                                {"activations", "[\"linear\"]"},
                                                {"alpha", "[2]"},
                                                {"beta", "[1]"}})
                     .outputs({"float32[1, 1] = 3", "float32[1, 1] = 1", "float32[1, 1] = 2",
                               "float32[1, 1] = 3"}),
                 std::string("float32[1,1] 19"));
    }
    void gatesAreThoseOfTheSpecification()
    {
        QCOMPARE(CmRunProbe("gru", {{"inputVectorSize", "1"},
                                    {"outputVectorSize", "1"},
                                    {"activations", "[\"sigmoid\", \"tanh\"]"},
                                    {"sequenceOutput", "true"}})
                     .outputs({"float32[2, 1, 1, 1, 1] = 0.1, 0.2", "", "float32[1, 1] = 1",
                               "float32[1, 1] = 2", "float32[1, 1] = 3", "float32[1, 1] = 0.5",
                               "float32[1, 1] = 0.25", "float32[1, 1] = 0.125"}),
                 std::string("float32[2,1,1,1,1] 0.1384, 0.3143"));
        QCOMPARE(
            CmRunProbe("uniDirectionalLSTM", {{"inputVectorSize", "1"},
                                              {"outputVectorSize", "1"},
                                              {"activations", "[\"sigmoid\", \"tanh\", \"tanh\"]"},
                                              {"hasBiasVectors", "true"}})
                .outputs({"float32[2, 1, 1, 1, 1] = 0.1, 0.2", "", "", "float32[1, 1] = 1",
                          "float32[1, 1] = 2", "float32[1, 1] = 3", "float32[1, 1] = 4",
                          "float32[1, 1] = 0.1", "float32[1, 1] = 0.2", "float32[1, 1] = 0.3",
                          "float32[1, 1] = 0.4", "float32[1] = 0.01", "float32[1] = 0.02",
                          "float32[1] = 0.03", "float32[1] = 0.04"},
                         3),
            std::string(
                "float32[1,1,1,1,1] 0.2825; float32[1,1,1,1,1] 0.2825; float32[1,1,1,1,1] 0.4232"));
        QCOMPARE(CmRunProbe("uniDirectionalLSTM", {{"inputVectorSize", "1"},
                                                   {"outputVectorSize", "1"},
                                                   {"hasBiasVectors", "true"},
                                                   {"hasPeepholeVectors", "true"},
                                                   {"forgetBias", "true"}})
                     .outputs({"float32[2, 1, 1, 1, 1] = 0.1, 0.2", "", "", "float32[1, 1] = 1",
                               "float32[1, 1] = 2", "float32[1, 1] = 3", "float32[1, 1] = 4",
                               "float32[1, 1] = 0.1", "float32[1, 1] = 0.2", "float32[1, 1] = 0.3",
                               "float32[1, 1] = 0.4", "float32[1] = 0.01", "float32[1] = 0.02",
                               "float32[1] = 0.03", "float32[1] = 0.04", "float32[1] = 0.5",
                               "float32[1] = 0.6", "float32[1] = 0.7"}),
                 std::string("float32[1,1,1,1,1] 0.339"));
        QCOMPARE(CmRunProbe("uniDirectionalLSTM", {{"inputVectorSize", "1"},
                                                   {"outputVectorSize", "1"},
                                                   {"hasBiasVectors", "true"},
                                                   {"reverseInput", "true"}})
                     .outputs({"float32[2, 1, 1, 1, 1] = 0.1, 0.2", "", "", "float32[1, 1] = 1",
                               "float32[1, 1] = 2", "float32[1, 1] = 3", "float32[1, 1] = 4",
                               "float32[1, 1] = 0.1", "float32[1, 1] = 0.2", "float32[1, 1] = 0.3",
                               "float32[1, 1] = 0.4", "float32[1] = 0.01", "float32[1] = 0.02",
                               "float32[1] = 0.03", "float32[1] = 0.04"}),
                 std::string("float32[1,1,1,1,1] 0.224"));
    }
    void bothDirectionsStandSideBySide()
    {
        std::vector<std::string> inputs{"float32[2, 1, 1, 1, 1] = 0.1, 0.2", "", "", "", ""};
        for (int direction = 0; direction < 2; ++direction) {
            for (const char *weight : {"1", "2", "3", "4", "0.1", "0.2", "0.3", "0.4"}) {
                inputs.push_back("float32[1, 1] = " + std::string(weight));
            }
            for (const char *bias : {"0.01", "0.02", "0.03", "0.04"}) {
                inputs.push_back("float32[1] = " + std::string(bias));
            }
            inputs.insert(inputs.end(), 3, ""); // no peepholes
        }
        AttrDict attrs{
            {"inputVectorSize", "1"}, {"outputVectorSize", "1"}, {"hasBiasVectors", "true"}};
        QCOMPARE(CmRunProbe("biDirectionalLSTM", attrs).outputs(inputs),
                 std::string("float32[1,1,2,1,1] 0.2825, 0.224"));
        attrs.set("sequenceOutput", "true");
        QCOMPARE(CmRunProbe("biDirectionalLSTM", attrs).outputs(inputs),
                 std::string("float32[2,1,2,1,1] 0.1012, 0.224, 0.2825, 0.2087"));
    }

    void otherFunctionsAreRefusedByName()
    {
        const std::string found =
            CmRunProbe(
                "simpleRecurrent",
                {{"inputVectorSize", "1"}, {"outputVectorSize", "1"}, {"activations", "[\"ELU\"]"}})
                .outputs({"float32[1, 1] = 3", "", "float32[1, 1] = 2", "float32[1, 1] = 3"});
        QVERIFY2(found.find("computes with ELU, expected sigmoid") != std::string::npos,
                 found.c_str());
    }
};

NERVURE_TEST(TstCmRecurrence)
#include "tst_cm_recurrence.moc"
