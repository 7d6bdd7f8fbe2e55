// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/darknet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstDkDetection : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void yoloLeavesSizesAsTheyAre();
    void yoloPlacesAreScaled();
    void gaussianYoloHasVariances();
    void regionHasSharesOfClasses();
    void detectionHasItsClassesInFront();
};

using Floats = std::vector<float>;

namespace {

const float half = 1 / (1 + std::exp(-1.0F)); // the logistic function of 1

} // namespace

void TstDkDetection::yoloLeavesSizesAsTheyAre()
{
    const Floats found =
        darknetValues({1, 7, 1, 1}, "[yolo]\nmask=1\nnum=3\nclasses=2\n", {1, 1, 5, 6, 1, 1, 1});
    QCOMPARE(found, (Floats{half, half, 5, 6, half, half, half}));
    QVERIFY(darknetFault({1, 8, 1, 1}, "[yolo]\nmask=0,1\nclasses=2\n")
                .find("8 channels, expected 14: 7 numbers for each of 2 boxes")
            != std::string::npos);
}

void TstDkDetection::yoloPlacesAreScaled()
{
    const std::string layer = "[yolo]\nclasses=1\nscale_x_y=2\n";
    const float place = 2 * half - 0.5F;
    QCOMPARE(darknetValues({1, 6, 1, 1}, layer, {1, 1, 5, 6, 1, 1}),
             (Floats{place, place, 5, 6, half, half}));
    QCOMPARE(darknetValues({1, 6, 1, 1}, layer + "new_coords=1\n", {1, 1, 5, 6, 1, 1}),
             (Floats{1.5F, 1.5F, 5, 6, 1, 1}));
}

void TstDkDetection::gaussianYoloHasVariances()
{
    const char *layer = "[Gaussian_yolo]\nclasses=1\nscale_x_y=2\n";
    const float place = 2 * half - 0.5F;
    QCOMPARE(darknetValues({1, 10, 1, 1}, layer, {1, 1, 1, 1, 5, 1, 6, 1, 1, 1}),
             (Floats{place, half, place, half, 5, half, 6, half, half, half}));
}

void TstDkDetection::regionHasSharesOfClasses()
{
    const char *shared = "[region]\nclasses=2\nsoftmax=1\n";
    QCOMPARE(darknetValues({1, 7, 1, 1}, shared, {1, 1, 5, 6, 1, 3, 3}),
             (Floats{half, half, 5, 6, half, 0.5F, 0.5F}));
    QCOMPARE(darknetValues({1, 7, 1, 1}, "[region]\nclasses=2\n", {1, 1, 5, 6, 1, 1, 1}),
             (Floats{half, half, 5, 6, half, half, half}));
}

void TstDkDetection::detectionHasItsClassesInFront()
{
    const char *plain = "[detection]\nclasses=2\ncoords=1\nside=1\n";
    QCOMPARE(darknetValues({1, 4}, plain, {3, 3, 8, 9}), (Floats{3, 3, 8, 9}));
    QCOMPARE(darknetValues({1, 4}, std::string(plain) + "softmax=1\n", {3, 3, 8, 9}),
             (Floats{0.5F, 0.5F, 8, 9}));
    QCOMPARE(darknetValues({1, 4}, "[detection]\nclasses=0\ncoords=3\nside=1\n", {3, 3, 8, 9}),
             (Floats{3, 3, 8, 9}));
}

NERVURE_TEST(TstDkDetection)
#include "tst_dk_detection.moc"
