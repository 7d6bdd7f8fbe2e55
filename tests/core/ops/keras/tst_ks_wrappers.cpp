// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKsWrappers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachStepByItself();
    void bothWays();
    void bothWaysPassOverSteps();
    void otherLayersAreRefused();
};

void TstKsWrappers::eachStepByItself()
{
    const std::string dense = R"("layer": )" + kerasLayer("Dense", R"("units": 1)", "inner");
    QCOMPARE(
        kerasValues({1, 2, 2}, "TimeDistributed", dense, {1, 2, 3, 4}, {{"layer/kernel", {1, 10}}}),
        (Floats{21, 43}));
    const std::string pool =
        R"("layer": )" + kerasLayer("MaxPooling2D", R"("pool_size": [2, 2])", "inner");
    QCOMPARE(kerasValues({1, 2, 2, 2, 1}, "TimeDistributed", pool, countedFrom1(8)),
             (Floats{4, 8}));
}

void TstKsWrappers::bothWays()
{
    const std::string rnn =
        R"("merge_mode": "concat", "layer": )"
        + kerasLayer("SimpleRNN", R"("units": 1, "activation": "linear", "return_sequences": true)",
                     "inner");
    QCOMPARE(kerasValues({1, 3, 1}, "Bidirectional", rnn, {1, 2, 3}), (Floats{1, 6, 3, 5, 6, 3}));
}

void TstKsWrappers::bothWaysPassOverSteps()
{
    const std::string rnn =
        R"("merge_mode": "concat", "layer": )"
        + kerasLayer("SimpleRNN", R"("units": 1, "activation": "linear", "return_sequences": true)",
                     "inner");
    const KerasProbe masked(
        kerasSequence({1, 3, 1}, kerasLayer("Masking", R"("mask_value": 5)", "m") + ", "
                                     + kerasLayer("Bidirectional", rnn, "b")));
    const auto values = masked.computed({{"x", {1, 5, 2}},
                                         {"b/forward_recurrent_kernel", {2}},
                                         {"b/backward_recurrent_kernel", {2}}});
    QVERIFY2(values, values ? "" : values.error().message.c_str());
    QCOMPARE(*values, (Floats{1, 5, 0, 0, 4, 2}));
}

void TstKsWrappers::otherLayersAreRefused()
{
    const std::string lambda = R"("layer": )" + kerasLayer("Lambda", "", "inner");
    QVERIFY(kerasFault({1, 2, 2}, "TimeDistributed", lambda).find("Lambda") != std::string::npos);
}

NERVURE_TEST(TstKsWrappers)
#include "tst_ks_wrappers.moc"
