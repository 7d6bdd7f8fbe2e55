// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKsConvlstm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shapes();
    void oneStep();
    void tooManyStepsAreRefused();
};

void TstKsConvlstm::shapes()
{
    const std::string config = R"("filters": 3, "kernel_size": [2, 2], "strides": [2, 2])";
    QCOMPARE(kerasShape({1, 4, 6, 6, 2}, "ConvLSTM2D", config), (Shape{1, 3, 3, 3}));
    QCOMPARE(kerasShape({1, 4, 6, 6, 2}, "ConvLSTM2D", config + R"(, "return_sequences": true)"),
             (Shape{1, 4, 3, 3, 3}));
    QCOMPARE(
        kerasShape({1, 4, 2, 6, 6}, "ConvLSTM2D", config + R"(, "data_format": "channels_first")"),
        (Shape{1, 3, 3, 3}));
}

void TstKsConvlstm::oneStep()
{
    // As an LSTM of one number: sigmoid(1) * tanh(sigmoid(1) * tanh(1)).
    const Floats values =
        kerasValues({1, 1, 1, 1, 1}, "ConvLSTM2D", R"("filters": 1, "kernel_size": [1, 1])", {1});
    QVERIFY(values.size() == 1 && isNear(values[0], 0.369542));
}

void TstKsConvlstm::tooManyStepsAreRefused()
{
    QVERIFY(kerasFault({1, 300, 1, 1, 1}, "ConvLSTM2D", R"("filters": 1, "kernel_size": [1, 1])")
                .find("expected 1 to 256")
            != std::string::npos);
}

NERVURE_TEST(TstKsConvlstm)
#include "tst_ks_convlstm.moc"
