// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/darknet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstDkRecurrent : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rnnAddsItsState();
    void crnnIsOfConvolutions();
    void statesOfAnotherSize();
    void lstmBeginsWithoutMemory();
    void gruMixesWhatItWas();
    void stepsComeOneAfterTheOther();
};

using Floats = std::vector<float>;

namespace {

float logistic(float x)
{
    return 1 / (1 + std::exp(-x));
}

bool isNear(const Floats &found, float wanted)
{
    return found.size() == 1 && std::abs(found[0] - wanted) < 1e-5F;
}

} // namespace

void TstDkRecurrent::rnnAddsItsState()
{
    const Floats found = darknetValues({1, 2}, "[rnn]\nactivation=linear\n", {1, 2},
                                       {{"rnn_0_self_biases", {10}}, {"rnn_0_output_biases", {5}}});
    QVERIFY(isNear(found, 18));
}

void TstDkRecurrent::crnnIsOfConvolutions()
{
    const Floats found = darknetValues({1, 1, 1, 1}, "[crnn]\nactivation=linear\n", {2},
                                       {{"crnn_0_output_biases", {5}}});
    QVERIFY(isNear(found, 7));
}

/// As the fork's files say it.
void TstDkRecurrent::statesOfAnotherSize()
{
    QVERIFY(isNear(darknetValues({1, 2}, "[rnn]\nhidden=3\nactivation=linear\n", {1, 2}), 9));
    const auto shape = DarknetProbe({1, 2, 4, 4}, "[crnn]\noutput=5\nhidden=3\nsize=1\npad=1\n"
                                                  "activation=linear\n")
                           .shape();
    QVERIFY(shape && *shape == (Shape{1, 5, 4, 4}));
    QVERIFY(isNear(
        darknetValues({1, 1, 1, 1}, "[crnn]\noutput=1\nhidden=2\nsize=1\nactivation=linear\n", {3}),
        6));
}

void TstDkRecurrent::lstmBeginsWithoutMemory()
{
    const float gate = logistic(1);
    QVERIFY(
        isNear(darknetValues({1, 1}, "[lstm]\n", {1}), gate * std::tanh(gate * std::tanh(1.0F))));
}

void TstDkRecurrent::gruMixesWhatItWas()
{
    const float gate = logistic(1);
    QVERIFY(isNear(darknetValues({1, 1}, "[gru]\ntanh=1\n", {1}), (1 - gate) * std::tanh(1.0F)));
    QVERIFY(isNear(darknetValues({1, 1}, "[gru]\n", {1}), (1 - gate) * gate));
}

/// The second step goes on with the state of the first.
void TstDkRecurrent::stepsComeOneAfterTheOther()
{
    const auto found =
        DarknetProbe({1, 1}, "time_steps=2\n[rnn]\nactivation=linear\n").computed(Floats{1, 10});
    QVERIFY2(found.ok(), found.ok() ? "" : found.error().message.c_str());
    QCOMPARE(*found, (Floats{1, 11}));
    const auto kept = DarknetProbe({1, 1}, "time_steps=2\n[rnn]\nshortcut=1\nactivation=linear\n")
                          .computed(Floats{1, 10});
    QCOMPARE(*kept, (Floats{1, 12}));
    const auto gates = DarknetProbe({1, 1}, "time_steps=3\n[lstm]\n").computed(Floats{1, 1, 1});
    QCOMPARE(gates->size(), std::size_t{3});
    QVERIFY(gates->at(0) < gates->at(1) && gates->at(1) < gates->at(2));
    QCOMPARE(DarknetProbe({1, 1}, "time_steps=3\n[gru]\n").computed(Floats(3, 1))->size(),
             std::size_t{3});
}

NERVURE_TEST(TstDkRecurrent)
#include "tst_dk_recurrent.moc"
