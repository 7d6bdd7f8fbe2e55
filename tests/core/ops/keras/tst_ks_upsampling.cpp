// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKsUpsampling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void otherSizes();
    void elementsAgain();
    void betweenNeighbors();
};

void TstKsUpsampling::elementsAgain()
{
    QCOMPARE(kerasValues({1, 1, 2, 1}, "UpSampling2D", R"("size": [2, 2])", {1, 2}),
             (Floats{1, 1, 2, 2, 1, 1, 2, 2}));
    QCOMPARE(kerasValues({1, 2, 1}, "UpSampling1D", R"("size": 2)", {1, 2}), (Floats{1, 1, 2, 2}));
    QCOMPARE(kerasShape({1, 2, 3, 4, 5}, "UpSampling3D", R"("size": [1, 2, 3])"),
             (Shape{1, 2, 6, 12, 5}));
}

void TstKsUpsampling::betweenNeighbors()
{
    const char *config = R"("size": [1, 2], "interpolation": "bilinear")";
    QCOMPARE(kerasValues({1, 1, 2, 1}, "UpSampling2D", config, {0, 4}), (Floats{0, 2, 4, 4}));
    std::string later = kerasSequence({1, 1, 2, 1}, kerasLayer("UpSampling2D", config));
    later.replace(later.find("2.2.4"), 5, "3.1.0"); // elements in the middle of their places
    QCOMPARE(*KerasProbe(later).computed({{"x", {0, 4}}}), (Floats{0, 1, 3, 4}));
    QVERIFY(
        kerasFault({1, 2, 2, 1}, "UpSampling2D", R"("interpolation": "lanczos3")").find("lanczos3")
        != std::string::npos);
}

void TstKsUpsampling::otherSizes()
{
    const std::string config = R"("height": 1, "width": 4)";
    QCOMPARE(kerasShape({1, 2, 2, 3}, "Resizing", config), (Shape{1, 1, 4, 3}));
    const Floats values =
        kerasValues({1, 1, 2, 1}, "Resizing", config + R"(, "interpolation": "bilinear")", {0, 4});
    QCOMPARE(values, (Floats{0, 1, 3, 4}));
    QCOMPARE(
        kerasValues({1, 1, 2, 1}, "Resizing", config + R"(, "interpolation": "nearest")", {0, 4}),
        (Floats{0, 0, 4, 4}));
}

NERVURE_TEST(TstKsUpsampling)
#include "tst_ks_upsampling.moc"
