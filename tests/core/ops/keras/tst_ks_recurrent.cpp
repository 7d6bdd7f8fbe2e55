// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstKsRecurrent : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void statesGoFromStepToStep();
    void usualLayersGoAsAWhole();
    void resultsAsAskedFor();
    void mistakesAreTold();
};

void TstKsRecurrent::statesGoFromStepToStep()
{
    const char *config = R"("units": 1, "activation": "linear", "return_sequences": true)";
    QCOMPARE(kerasValues({1, 3, 1}, "SimpleRNN", config, {1, 2, 3}), (Floats{1, 3, 6}));
    const std::string back = std::string(config) + R"(, "go_backwards": true)";
    QCOMPARE(kerasValues({1, 3, 1}, "SimpleRNN", back, {1, 2, 3}), (Floats{3, 5, 6}));
}

void TstKsRecurrent::usualLayersGoAsAWhole()
{
    const char *config = R"("units": 1, "activation": "relu", "return_sequences": true)";
    QCOMPARE(kerasValues({1, 3, 1}, "SimpleRNN", config, {1, 2, 3}), (Floats{1, 3, 6}));
    const std::string back = std::string(config) + R"(, "go_backwards": true)";
    QCOMPARE(kerasValues({1, 3, 1}, "SimpleRNN", back, {1, 2, 3}), (Floats{3, 5, 6}));
    // An update gate of 1 keeps the state, which is 0; a reset gate of 1 changes nothing.
    const auto gru = [](const std::vector<float> &kernel) {
        return kerasValues({1, 1, 1}, "GRU", R"("units": 1, "reset_after": true)", {2},
                           {{"layer/kernel", kernel}})
            .at(0);
    };
    QVERIFY(isNear(gru({100, 0, 3}), 0));
    QVERIFY(isNear(gru({0, 100, 0.1F}), 0.5F * std::tanh(0.2F)));
}

void TstKsRecurrent::resultsAsAskedFor()
{
    QCOMPARE(kerasShape({1, 5, 4}, "LSTM", R"("units": 3)"), (Shape{1, 3}));
    QCOMPARE(kerasShape({1, 5, 4}, "GRU", R"("units": 3, "return_sequences": true)"),
             (Shape{1, 5, 3}));
}

void TstKsRecurrent::mistakesAreTold()
{
    QVERIFY(kerasFault({1, 4}, "LSTM", R"("units": 3)").find("expected 3 dimensions")
            != std::string::npos);
    QVERIFY(kerasFault({1, 5000, 1}, "SimpleRNN", R"("units": 1, "activation": "linear")")
                .find("expected 1 to 4096")
            != std::string::npos);
    QCOMPARE(kerasShape({1, 5000, 1}, "SimpleRNN", R"("units": 1)"), (Shape{1, 1}));
}

NERVURE_TEST(TstKsRecurrent)
#include "tst_ks_recurrent.moc"
