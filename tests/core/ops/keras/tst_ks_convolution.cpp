// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKsConvolution : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void windowsOverImages();
    void channelsFirstAndGroups();
    void channelsByThemselves();
    void sequencesAndVolumes();
    void unknownSizesAreNoFault();
    void mistakesAreTold();
};

void TstKsConvolution::windowsOverImages()
{
    // The odd row and column of padding come behind.
    QCOMPARE(
        kerasValues({1, 2, 2, 1}, "Conv2D",
                    R"("filters": 1, "kernel_size": [2, 2], "padding": "same", "use_bias": true)",
                    {1, 2, 3, 4}, {{"layer/bias", {10}}}),
        (Floats{20, 16, 17, 14}));
    QCOMPARE(kerasShape({1, 7, 6, 3}, "Conv2D",
                        R"("filters": 4, "kernel_size": [3, 2], "strides": [2, 1])"),
             (Shape{1, 3, 5, 4}));
    QCOMPARE(kerasValues({1, 1, 3, 1}, "Conv2D",
                         R"("filters": 1, "kernel_size": [1, 2], "dilation_rate": [1, 2],
                            "activation": "relu", "use_bias": false)",
                         {1, 5, 2}, {{"layer/kernel", {1, -2}}}),
             (Floats{0}));
}

void TstKsConvolution::unknownSizesAreNoFault()
{
    const AttrDict attrs{{"filters", "4"}, {"kernel_size", "(3, 3)"}, {"use_bias", "False"}};
    QCOMPARE(kerasRule("Conv2D", attrs, {{unknownSize, unknownSize, 5, 3}, {}}),
             (Shapes{{unknownSize, unknownSize, 3, 4}}));
    QCOMPARE(kerasRule("Conv2D", attrs, {{2, 5, 5, unknownSize}, {}}), (Shapes{{2, 3, 3, 4}}));
}

void TstKsConvolution::channelsFirstAndGroups()
{
    QCOMPARE(kerasShape({1, 3, 5, 6}, "Conv2D",
                        R"("filters": 4, "kernel_size": [3, 3], "data_format": "channels_first")"),
             (Shape{1, 4, 3, 4}));
    QCOMPARE(kerasValues({1, 1, 1, 4}, "Conv2D",
                         R"("filters": 2, "kernel_size": [1, 1], "groups": 2, "use_bias": false)",
                         {1, 2, 3, 4}),
             (Floats{3, 7}));
}

void TstKsConvolution::channelsByThemselves()
{
    QCOMPARE(kerasValues({1, 1, 1, 2}, "DepthwiseConv2D",
                         R"("kernel_size": [1, 1], "depth_multiplier": 2, "use_bias": false)",
                         {1, 10}, {{"layer/depthwise_kernel", {1, 2, 3, 4}}}),
             (Floats{1, 2, 30, 40}));
    QCOMPARE(kerasValues({1, 1, 1, 2}, "SeparableConv2D", R"("filters": 1, "kernel_size": [1, 1])",
                         {1, 10}, {{"layer/pointwise_kernel", {2, 3}}}),
             (Floats{32}));
}

void TstKsConvolution::sequencesAndVolumes()
{
    QCOMPARE(kerasValues({1, 3, 1}, "Conv1D",
                         R"("filters": 1, "kernel_size": [2], "padding": "causal")", {1, 2, 3}),
             (Floats{1, 3, 5}));
    QCOMPARE(kerasValues({1, 2, 2, 2, 1}, "Conv3D", R"("filters": 1, "kernel_size": [2, 2, 2])",
                         countedFrom1(8)),
             (Floats{36}));
    QCOMPARE(kerasShape({1, 4, 5, 6, 2}, "Conv3D",
                        R"("filters": 3, "kernel_size": [3, 3, 3], "padding": "same",
                           "strides": [2, 2, 2])"),
             (Shape{1, 2, 3, 3, 3}));
}

void TstKsConvolution::mistakesAreTold()
{
    QVERIFY(kerasFault({1, 2, 2, 1}, "Conv2D", R"("filters": 1, "kernel_size": [3, 3])")
                .find("does not fit")
            != std::string::npos);
    QVERIFY(
        kerasFault({1, 2, 2, 3}, "Conv2D", R"("filters": 2, "kernel_size": [1, 1], "groups": 2)")
            .find("multiples of groups")
        != std::string::npos);
    QVERIFY(kerasFault({1, 2, 2, 3}, "Conv2D",
                       R"("filters": 2, "kernel_size": [1, 1], "activation": "my_own")")
                .find("my_own")
            != std::string::npos);
}

NERVURE_TEST(TstKsConvolution)
#include "tst_ks_convolution.moc"
