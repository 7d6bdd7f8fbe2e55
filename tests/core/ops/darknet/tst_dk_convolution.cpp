// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/darknet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstDkConvolution : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sizesFollowStrideAndPadding();
    void momentsAreAddedToTheRoot();
    void theForkAddsToTheVariance();
    void aFileWithoutScales();
    void xnorWeightsAreSignsTimesTheirMean();
    void deconvolutionSpreads();
    void localWeightsAreOfEachPlace();
    void dilatedWindows();
    void smoothedResults();
    void arraysOfAnotherLayer();
    void numbersAreReadFromTheFront();
    void aRowIsNoImage();
    void unknownSizesAreNoFault();
};

using Floats = std::vector<float>;

void TstDkConvolution::sizesFollowStrideAndPadding()
{
    const auto sizes = [](const char *keys) {
        const auto shape = DarknetProbe({1, 4, 9, 8}, std::string("[convolutional]\nfilters=6\n"
                                                                  "activation=linear\n")
                                                          + keys)
                               .shape();
        return shape ? *shape : Shape();
    };
    QCOMPARE(sizes("size=3\nstride=2\npad=1"), (Shape{1, 6, 5, 4}));
    QCOMPARE(sizes("size=3\npadding=2"), (Shape{1, 6, 11, 10}));
    QCOMPARE(sizes("size=5\ngroups=2"), (Shape{1, 6, 5, 4}));
    QCOMPARE(sizes("size=3\nstride_x=2\npad=1"), (Shape{1, 6, 9, 4}));
    QCOMPARE(sizes("size=3\nstride_y=3\nstride_x=1\npad=1"), (Shape{1, 6, 3, 8}));
    QVERIFY(!sizes("size=3\ngroups=4").hasRank());
}

void TstDkConvolution::unknownSizesAreNoFault()
{
    QCOMPARE(darknetRule("convolutional", {{"filters", "6"}, {"size", "3"}, {"groups", "2"}},
                         {{1, unknownSize, unknownSize, 9}, {}, {}}),
             (Shapes{{1, 6, unknownSize, 7}}));
    QCOMPARE(darknetRule("deconvolutional", {{"filters", "6"}, {"size", "3"}},
                         {{1, 2, unknownSize, 9}, {}, {}}),
             (Shapes{{1, 6, unknownSize, 11}}));
}

void TstDkConvolution::momentsAreAddedToTheRoot()
{
    const Floats found = darknetValues(
        {1, 1, 1, 2}, "[convolutional]\nbatch_normalize=1\nactivation=linear\n", {3, 5},
        {{"convolutional_0_rolling_mean", {1}},
         {"convolutional_0_rolling_variance", {4}},
         {"convolutional_0_scales", {6}},
         {"convolutional_0_biases", {0.5F}}});
    QCOMPARE(found.size(), std::size_t{2});
    QVERIFY(std::abs(found[0] - 6.5F) < 1e-4F && std::abs(found[1] - 12.5F) < 1e-4F);
}

void TstDkConvolution::theForkAddsToTheVariance()
{
    const auto value = [](const char *key) {
        const Floats found = darknetValues(
            {1, 1, 1, 1},
            std::string("[convolutional]\nbatch_normalize=1\nactivation=linear\n") + key, {2},
            {{"convolutional_0_rolling_mean", {0}},
             {"convolutional_0_rolling_variance", {1e-4F}},
             {"convolutional_0_scales", {1}}});
        return found.empty() ? 0 : found[0];
    };
    QVERIFY(std::abs(value("") - 2 / (1e-2 + 1e-6)) < 1e-2);
    QVERIFY(std::abs(value("stride_x=1\n") - 2 / std::sqrt(1e-4 + 1e-5)) < 1e-2);
}

/// Without moments in the file the variance is 0: what is left of the root is 1e-6.
void TstDkConvolution::aFileWithoutScales()
{
    const Floats found = darknetValues({1, 1, 1, 1},
                                       "[convolutional]\nbatch_normalize=1\ndontloadscales=1\n"
                                       "activation=linear\n",
                                       {2});
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY(std::abs(found[0] / 2e6F - 1) < 1e-3F);
}

void TstDkConvolution::xnorWeightsAreSignsTimesTheirMean()
{
    QCOMPARE(darknetValues({1, 2, 1, 1}, "[conv]\nbinary=1\nactivation=linear\n", {3, 1},
                           {{"convolutional_0_weights", {3, -1}}}),
             (Floats{8})); // a CPU passes binary over
    QCOMPARE(darknetValues({1, 2, 1, 1}, "[conv]\nxnor=1\nactivation=linear\n", {3, 1},
                           {{"convolutional_0_weights", {3, -1}}}),
             (Floats{0}));
}

void TstDkConvolution::deconvolutionSpreads()
{
    QCOMPARE(darknetValues({1, 1, 1, 2}, "[deconvolutional]\nsize=2\nstride=2\nactivation=linear\n",
                           {1, 2}, {{"deconvolutional_0_weights", {1, 10, 100, 1000}}}),
             (Floats{1, 10, 2, 20, 100, 1000, 200, 2000}));
}

void TstDkConvolution::localWeightsAreOfEachPlace()
{
    QCOMPARE(darknetValues({1, 1, 1, 3}, "[local]\nsize=1\nactivation=linear\n", {1, 2, 3},
                           {{"local_0_weights", {10, 20, 30}}, {"local_0_biases", {0, 1, 2}}}),
             (Floats{10, 41, 92}));
    QCOMPARE(
        darknetValues({1, 1, 3, 3}, "[local]\nsize=3\npad=1\nactivation=linear\n", Floats(9, 1))
            .size(),
        std::size_t{9});
}

void TstDkConvolution::dilatedWindows()
{
    const char *layer = "[convolutional]\nsize=3\npad=1\ndilation=2\nactivation=linear\n";
    const Floats weights{0, 0, 0, 1, 10, 100, 0, 0, 0};
    QCOMPARE(
        darknetValues({1, 1, 1, 4}, layer, {1, 2, 3, 4}, {{"convolutional_0_weights", weights}}),
        (Floats{310, 420, 31, 42}));
}

void TstDkConvolution::smoothedResults()
{
    const char *layer = "[convolutional]\nsize=1\nstride=2\nantialiasing=1\nactivation=linear\n";
    QCOMPARE(darknetValues({1, 1, 1, 4}, layer, {16, 32, 48, 64}),
             (Floats{(2 * 16 + 32) / 8.0F, (32 + 2 * 48 + 64) / 8.0F}));
}

void TstDkConvolution::arraysOfAnotherLayer()
{
    const char *layers = "[convolutional]\nactivation=linear\n"
                         "[convolutional]\nshare_index=-1\nactivation=linear\n";
    QCOMPARE(darknetValues({1, 1, 1, 1}, layers, {1},
                           {{"convolutional_0_weights", {3}}, {"convolutional_0_biases", {1}}}),
             (Floats{13}));
}

/// As atoi() does; a function that is not known is relu.
void TstDkConvolution::numbersAreReadFromTheFront()
{
    const char *layer = "[convolutional]\nfilters=+2x\npad=$p\nactivation=unheard_of\n";
    QCOMPARE(darknetValues({1, 1, 1, 1}, layer, {3}, {{"convolutional_0_weights", {1, -1}}}),
             (Floats{3, 0}));
}

void TstDkConvolution::aRowIsNoImage()
{
    QVERIFY(darknetFault({1, 4}, "[convolutional]\n").find("has shape [1,4], expected an image")
            != std::string::npos);
}

NERVURE_TEST(TstDkConvolution)
#include "tst_dk_convolution.moc"
