// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKsElements : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void slopesAndLimits();
    void learnedSlopes();
    void softmaxAlongAnAxis();
    void stepsThatStandForNothing();
    void trainingAlone();
};

void TstKsElements::slopesAndLimits()
{
    const Floats x{-4, 1, 7};
    QCOMPARE(kerasValues({1, 3}, "ReLU", R"("max_value": 6.0)", x), (Floats{0, 1, 6}));
    QCOMPARE(kerasValues({1, 3}, "ReLU", R"("max_value": null, "threshold": 2.0)", x),
             (Floats{0, 0, 7}));
    QCOMPARE(kerasValues({1, 3}, "ReLU", R"("negative_slope": 0.5, "threshold": 2.0)", x),
             (Floats{-3, -0.5F, 7}));
    QCOMPARE(kerasValues({1, 3}, "LeakyReLU", R"("alpha": 0.25)", x), (Floats{-1, 1, 7}));
    QCOMPARE(kerasValues({1, 3}, "LeakyReLU", R"("negative_slope": 0.5)", x), (Floats{-2, 1, 7}));
    QCOMPARE(kerasValues({1, 3}, "ThresholdedReLU", R"("theta": 1.0)", x), (Floats{0, 0, 7}));
    const Floats elu = kerasValues({1, 3}, "ELU", R"("alpha": 2.0)", x);
    QVERIFY(isNear(elu.at(0), -1.963369) && isNear(elu.at(2), 7));
}

void TstKsElements::learnedSlopes()
{
    QCOMPARE(kerasValues({1, 1, 1, 2}, "PReLU", R"("shared_axes": [1, 2])", {-1, -1},
                         {{"layer/alpha", {0.5F, 3}}}),
             (Floats{-0.5F, -3}));
}

void TstKsElements::softmaxAlongAnAxis()
{
    const Floats found = kerasValues({1, 2, 2}, "Softmax", R"("axis": 1)", {0, 0, 0, 0});
    QCOMPARE(found, (Floats{0.5F, 0.5F, 0.5F, 0.5F}));
}

void TstKsElements::stepsThatStandForNothing()
{
    QCOMPARE(kerasValues({1, 2, 2}, "Masking", R"("mask_value": 3.0)", {3, 3, 3, 4}),
             (Floats{0, 0, 3, 4}));
}

void TstKsElements::trainingAlone()
{
    for (const char *layer : {"Dropout", "SpatialDropout1D", "GaussianNoise"}) {
        QCOMPARE(kerasValues({1, 1, 2}, layer, R"("rate": 0.5)", {1, 2}), (Floats{1, 2}));
    }
    QCOMPARE(kerasValues({1, 2}, "Rescaling", R"("scale": 2.0, "offset": -1.0)", {1, 2}),
             (Floats{1, 3}));
}

NERVURE_TEST(TstKsElements)
#include "tst_ks_elements.moc"
