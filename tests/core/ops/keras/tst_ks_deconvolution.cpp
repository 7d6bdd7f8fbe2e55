// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKsDeconvolution : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void resultsAreAsLargeAsStridesSay();
    void outputPaddingDecides();
    void volumesAreShownAlone();
};

void TstKsDeconvolution::resultsAreAsLargeAsStridesSay()
{
    QCOMPARE(kerasValues({1, 1, 2, 1}, "Conv2DTranspose",
                         R"("filters": 1, "kernel_size": [1, 3], "strides": [1, 2])", {1, 2}),
             (Floats{1, 1, 3, 2, 2}));
    QCOMPARE(
        kerasValues({1, 1, 2, 1}, "Conv2DTranspose",
                    R"("filters": 1, "kernel_size": [1, 3], "strides": [1, 2], "padding": "same")",
                    {1, 2}),
        (Floats{1, 1, 3, 2}));
    QCOMPARE(kerasValues({1, 2, 1}, "Conv1DTranspose",
                         R"("filters": 1, "kernel_size": [1], "strides": [2])", {1, 2}),
             (Floats{1, 0, 2, 0}));
}

void TstKsDeconvolution::outputPaddingDecides()
{
    // The windows give 5 elements, of which the last is cut off: the result has 4.
    QCOMPARE(kerasValues({1, 1, 2, 1}, "Conv2DTranspose",
                         R"("filters": 1, "kernel_size": [1, 3], "strides": [1, 2],
                            "padding": "same", "output_padding": [0, 1])",
                         {1, 2}),
             (Floats{1, 1, 3, 2}));
    QCOMPARE(kerasShape({1, 4, 4, 2}, "Conv2DTranspose",
                        R"("filters": 3, "kernel_size": [3, 3], "strides": [2, 2],
                           "padding": "same", "output_padding": [0, 1])"),
             (Shape{1, 7, 8, 3}));
}

void TstKsDeconvolution::volumesAreShownAlone()
{
    const char *config = R"("filters": 3, "kernel_size": [2, 2, 2], "strides": [2, 2, 2])";
    QCOMPARE(kerasShape({1, 2, 2, 2, 1}, "Conv3DTranspose", config), (Shape{1, 4, 4, 4, 3}));
    QVERIFY(kerasFault({1, 2, 2, 2, 1}, "Conv3DTranspose", config).find("Conv3DTranspose")
            != std::string::npos);
}

NERVURE_TEST(TstKsDeconvolution)
#include "tst_ks_deconvolution.moc"
