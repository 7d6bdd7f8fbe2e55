// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/darknet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstDkStructure : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void upsamplingGoesBothWays();
    void reorgCountsThroughALargerImage();
    void reorg3dKeepsTheOrder();
    void implicitReadsNoLayer();
    void emptyPassesValuesOn();
    void cropsAreBroughtToOne();
};

using Floats = std::vector<float>;

void TstDkStructure::upsamplingGoesBothWays()
{
    QCOMPARE(darknetValues({1, 1, 1, 2}, "[upsample]\nstride=2\n", {1, 2}),
             (Floats{1, 1, 2, 2, 1, 1, 2, 2}));
    QCOMPARE(darknetValues({1, 1, 2, 2}, "[upsample]\nstride=-2\n", {1, 2, 3, 4}), (Floats{10}));
    QVERIFY(darknetFault({1, 1, 2, 2}, "[upsample]\nstride=0\n").find("stride is 0")
            != std::string::npos);
}

namespace {

/// As Darknet's blas.c moves numbers.
Floats reorganized(const Floats &x, std::size_t c, std::size_t h, std::size_t w, std::size_t stride,
                   bool isReverse)
{
    const std::size_t channels = c / (stride * stride);
    Floats out(x.size());
    for (std::size_t k = 0; k < c; ++k) {
        for (std::size_t j = 0; j < h; ++j) {
            for (std::size_t i = 0; i < w; ++i) {
                const std::size_t here = i + w * (j + h * k);
                const std::size_t offset = k / channels;
                const std::size_t column = i * stride + offset % stride;
                const std::size_t row = j * stride + offset / stride;
                const std::size_t there = column + w * stride * (row + h * stride * (k % channels));
                out[isReverse ? there : here] = x[isReverse ? here : there];
            }
        }
    }
    return out;
}

} // namespace

void TstDkStructure::reorgCountsThroughALargerImage()
{
    Floats image(32);
    for (std::size_t i = 0; i < image.size(); ++i) {
        image[i] = static_cast<float>(i);
    }
    QCOMPARE(darknetValues({1, 8, 2, 2}, "[reorg]\nstride=2\n", image),
             reorganized(image, 8, 2, 2, 2, false));
    QCOMPARE(darknetValues({1, 8, 2, 2}, "[reorg]\nstride=2\nreverse=1\n", image),
             reorganized(image, 8, 2, 2, 2, true));
    QCOMPARE(darknetValues({1, 1, 1, 2}, "[reorg]\nextra=1\n", {3, 4}), (Floats{3, 4, 0}));
    QCOMPARE(darknetValues({1, 2, 1, 2}, "[reorg]\nflatten=1\n", {1, 2, 3, 4}),
             (Floats{1, 3, 2, 4}));
    QVERIFY(darknetFault({1, 6, 2, 2}, "[reorg]\nstride=2\n").find("that stride 2 divides")
            != std::string::npos);
}

/// The fork's reorg_cpu() is given the sizes of the result, whose channels count in its place.
void TstDkStructure::reorg3dKeepsTheOrder()
{
    QCOMPARE(darknetValues({1, 1, 2, 4}, "[reorg3d]\nstride=2\n", {0, 1, 2, 3, 4, 5, 6, 7}),
             (Floats{0, 2, 1, 3, 4, 6, 5, 7}));
    Floats image(16);
    for (std::size_t i = 0; i < image.size(); ++i) {
        image[i] = static_cast<float>(i);
    }
    QCOMPARE(darknetValues({1, 16, 1, 1}, "[reorg3d]\nstride=2\nreverse=1\n", image),
             reorganized(image, 4, 2, 2, 2, true));
}

void TstDkStructure::implicitReadsNoLayer()
{
    const char *layers = "[activation]\n[implicit]\nfilters=2\n[scale_channels]\nfrom=0\n";
    QCOMPARE(darknetValues({1, 2, 1, 2}, layers, {1, 2, 3, 4}, {{"implicit_1_weights", {10, 100}}}),
             (Floats{10, 20, 300, 400}));
}

void TstDkStructure::emptyPassesValuesOn()
{
    QCOMPARE(darknetValues({1, 2}, "[silence]\n", {1, 2}), (Floats{1, 2}));
}

void TstDkStructure::cropsAreBroughtToOne()
{
    QCOMPARE(darknetValues({1, 1, 1, 3}, "[crop]\n", {0, 1, 0}), (Floats{1}));
    QCOMPARE(darknetValues({1, 1, 1, 3}, "[crop]\nnoadjust=1\n", {0, 0.25F, 0}), (Floats{0.25F}));
}

NERVURE_TEST(TstDkStructure)
#include "tst_dk_structure.moc"
