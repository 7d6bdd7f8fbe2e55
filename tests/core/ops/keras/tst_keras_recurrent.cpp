// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKerasRecurrent : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void gates();
    void stepsThatDoNotCount_data();
    void stepsThatDoNotCount();
};

void TstKerasRecurrent::gates()
{
    // All gates are open by 0.5: the cell is 0.5 * what is new.
    const Floats lstm =
        kerasValues({1, 1, 1}, "LSTM",
                    R"("units": 1, "activation": "linear", "recurrent_activation": "sigmoid")", {2},
                    {{"layer/kernel", {0, 0, 3, 0}}});
    QVERIFY(isNear(lstm.at(0), 1.5));
    const Floats gru =
        kerasValues({1, 1, 1}, "GRU",
                    R"("units": 1, "activation": "linear", "recurrent_activation": "sigmoid")", {2},
                    {{"layer/kernel", {0, 0, 3}}});
    QVERIFY(isNear(gru.at(0), 3));
    // What the state adds to the new value is reset behind its product, bias and all.
    const Floats after = kerasValues(
        {1, 1, 1}, "GRU",
        R"("units": 1, "activation": "linear", "recurrent_activation": "sigmoid", "reset_after": true)",
        {2}, {{"layer/kernel", {0, 0, 3}}, {"layer/bias", {0, 0, 0, 0, 0, 4}}});
    QVERIFY(isNear(after.at(0), 4));
}

void TstKerasRecurrent::stepsThatDoNotCount_data()
{
    QTest::addColumn<std::string>("config");
    QTest::addColumn<Floats>("expected");
    // Each step is its number and twice the state; the second one, of a 5, stands for nothing.
    const std::string all = R"("units": 1, "return_sequences": true, "activation": )";
    QTest::newRow("the output stays") << all + R"("linear")" << Floats{1, 1, 4};
    QTest::newRow("of layers that go as a whole, too") << all + R"("relu")" << Floats{1, 1, 4};
    QTest::newRow("or is 0") << all + R"("relu", "zero_output_for_mask": true)" << Floats{1, 0, 4};
    QTest::newRow("backwards") << all + R"("relu", "go_backwards": true)" << Floats{2, 2, 5};
    QTest::newRow("the last one") << std::string(R"("units": 1, "activation": "relu")")
                                  << Floats{4};
}

void TstKerasRecurrent::stepsThatDoNotCount()
{
    QFETCH(std::string, config);
    QFETCH(Floats, expected);
    const KerasProbe masked(
        kerasSequence({1, 3, 1}, kerasLayer("Masking", R"("mask_value": 5)", "m") + ", "
                                     + kerasLayer("Dropout", "", "d") + ", "
                                     + kerasLayer("SimpleRNN", config, "r")));
    QVERIFY(masked.shape());
    const auto values = masked.computed({{"x", {1, 5, 2}}, {"r/recurrent_kernel", {2}}});
    QVERIFY2(values, values ? "" : values.error().message.c_str());
    QCOMPARE(*values, expected);
}

NERVURE_TEST(TstKerasRecurrent)
#include "tst_keras_recurrent.moc"
