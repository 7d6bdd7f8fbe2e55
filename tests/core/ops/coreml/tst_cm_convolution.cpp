// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstCmConvolution : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void paddingIsAsTheSpecificationSays()
    {
        QCOMPARE(CmRunProbe("convolution", {{"outputChannels", "1"},
                                            {"kernelChannels", "1"},
                                            {"kernelSize", "[1, 2]"},
                                            {"padding", "valid"}})
                     .outputs({"float32[1, 1, 1, 3] = 1, 2, 3", "float32[1, 1, 1, 2] = 1, 10"}),
                 std::string("float32[1,1,1,2] 21, 32"));
        QCOMPARE(CmRunProbe("convolution", {{"outputChannels", "1"},
                                            {"kernelChannels", "1"},
                                            {"kernelSize", "[1, 2]"},
                                            {"padding", "valid"},
                                            {"paddingAmounts", "[0, 0, 1, 0]"}})
                     .outputs({"float32[1, 1, 1, 3] = 1, 2, 3", "float32[1, 1, 1, 2] = 1, 10"}),
                 std::string("float32[1,1,1,3] 10, 21, 32"));
        QCOMPARE(CmRunProbe("convolution", {{"outputChannels", "1"},
                                            {"kernelChannels", "1"},
                                            {"kernelSize", "[1, 2]"},
                                            {"padding", "same"}})
                     .outputs({"float32[1, 1, 1, 3] = 1, 2, 3", "float32[1, 1, 1, 2] = 1, 10"}),
                 std::string("float32[1,1,1,3] 21, 32, 3"));
        QCOMPARE(CmRunProbe("convolution", {{"outputChannels", "1"},
                                            {"kernelChannels", "1"},
                                            {"kernelSize", "[1, 2]"},
                                            {"padding", "same"},
                                            {"asymmetryMode", "TOP_LEFT_HEAVY"}})
                     .outputs({"float32[1, 1, 1, 3] = 1, 2, 3", "float32[1, 1, 1, 2] = 1, 10"}),
                 std::string("float32[1,1,1,3] 10, 21, 32"));
    }
    void groupsDilationsAndBiasesCount()
    {
        QCOMPARE(CmRunProbe("convolution", {{"outputChannels", "2"},
                                            {"kernelChannels", "1"},
                                            {"nGroups", "2"},
                                            {"kernelSize", "[1, 1]"},
                                            {"hasBias", "true"}})
                     .outputs({"float32[1, 2, 1, 2] = 1, 2, 3, 4", "float32[2, 1, 1, 1] = 2, 3",
                               "float16[2] = 1, 0"}),
                 std::string("float32[1,2,1,2] 3, 5, 9, 12"));
        QCOMPARE(CmRunProbe("convolution", {{"outputChannels", "1"},
                                            {"kernelChannels", "1"},
                                            {"kernelSize", "[1, 2]"},
                                            {"dilationFactor", "[1, 2]"}})
                     .outputs({"float32[1, 1, 1, 4] = 1, 2, 3, 4", "float32[1, 1, 1, 2] = 1, 10"}),
                 std::string("float32[1,1,1,2] 31, 42"));
    }
    void aDeconvolutionsWeightsBeginWithWhatComesIn()
    {
        QCOMPARE(CmRunProbe("convolution", {{"outputChannels", "2"},
                                            {"kernelChannels", "1"},
                                            {"kernelSize", "[1, 2]"},
                                            {"stride", "[1, 2]"},
                                            {"isDeconvolution", "true"}})
                     .outputs({"float32[1, 1, 1, 2] = 1, 2", "float32[1, 2, 1, 2] = 1, 10, 2, 20"}),
                 std::string("float32[1,2,1,4] 1, 10, 2, 20, 2, 20, 4, 40"));
        QCOMPARE(CmRunProbe("convolution", {{"outputChannels", "1"},
                                            {"kernelChannels", "1"},
                                            {"kernelSize", "[1, 3]"},
                                            {"stride", "[1, 2]"},
                                            {"isDeconvolution", "true"},
                                            {"outputShape", "[1, 4]"}})
                     .outputs({"float32[1, 1, 1, 2] = 1, 2", "float32[1, 1, 1, 3] = 1, 10, 100"}),
                 std::string("float32[1,1,1,4] 1, 10, 102, 20"));
    }
    void channelsThatDoNotFitAreTold()
    {
        const std::string found =
            CmRunProbe("convolution",
                       {{"outputChannels", "1"}, {"kernelChannels", "3"}, {"kernelSize", "[1, 1]"}})
                .outputs({"float32[1, 2, 1, 1] = 1, 2", "float32[1, 3, 1, 1] = 1, 2, 3"});
        QVERIFY2(found.find("2 channels, expected 3") != std::string::npos, found.c_str());
    }
};

NERVURE_TEST(TstCmConvolution)
#include "tst_cm_convolution.moc"
