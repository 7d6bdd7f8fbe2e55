// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKsPooling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void windowsOfImages();
    void sequencesAndVolumes();
    void wholeValues();
};

void TstKsPooling::windowsOfImages()
{
    QCOMPARE(kerasValues({1, 3, 3, 1}, "MaxPooling2D",
                         R"("pool_size": [2, 2], "strides": [2, 2], "padding": "same")",
                         countedFrom1(9)),
             (Floats{5, 6, 8, 9}));
    // What lies beyond does not count.
    QCOMPARE(kerasValues({1, 1, 3, 1}, "AveragePooling2D",
                         R"("pool_size": [1, 2], "strides": [1, 2], "padding": "same")", {1, 2, 9}),
             (Floats{1.5F, 9}));
    QCOMPARE(kerasShape({1, 3, 8, 9}, "MaxPooling2D",
                        R"("pool_size": [2, 3], "strides": null, "data_format": "channels_first")"),
             (Shape{1, 3, 4, 3}));
}

void TstKsPooling::sequencesAndVolumes()
{
    QCOMPARE(kerasValues({1, 4, 1}, "MaxPooling1D", R"("pool_size": [2])", {4, 3, 1, 2}),
             (Floats{4, 2}));
    QCOMPARE(kerasValues({1, 2, 2, 2, 1}, "AveragePooling3D", R"("pool_size": [2, 2, 2])",
                         countedFrom1(8)),
             (Floats{4.5F}));
}

void TstKsPooling::wholeValues()
{
    QCOMPARE(kerasValues({1, 1, 2, 2}, "GlobalAveragePooling2D", "", {1, 10, 3, 30}),
             (Floats{2, 20}));
    QCOMPARE(kerasShape({1, 4, 5, 6}, "GlobalMaxPooling2D", R"("keepdims": true)"),
             (Shape{1, 1, 1, 6}));
    QCOMPARE(kerasValues({1, 3, 1}, "GlobalMaxPooling1D", "", {1, 3, 2}), (Floats{3}));
    const KerasProbe masked(
        kerasSequence({1, 3, 1}, kerasLayer("Masking", "", "m") + ", "
                                     + kerasLayer("GlobalAveragePooling1D", "", "g")));
    QCOMPARE(masked.computed({{"x", {1, 0, 3}}}).value(), (Floats{2}));
}

NERVURE_TEST(TstKsPooling)
#include "tst_ks_pooling.moc"
