// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstTfConvolution : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void channelsAreLast()
    {
        const AttrDict attrs{{"strides", "[1, 1, 1, 1]"}, {"padding", "VALID"}};
        // 2 channels in, 1 out: the sum of what each tap takes.
        QCOMPARE(TfRunProbe("Conv2D", attrs)
                     .outputs({"float32[1, 1, 3, 2] = 1, 10, 2, 20, 3, 30",
                               "float32[1, 2, 2, 1] = 1, 1, 2, 2"}),
                 std::string("float32[1,1,2,1] 55, 88"));
    }

    void sameKeepsSizesWithTheOddPaddingBehind()
    {
        const AttrDict attrs{{"strides", "[1, 2, 2, 1]"}, {"padding", "SAME"}};
        QCOMPARE(
            TfRunProbe("Conv2D", attrs)
                .outputs({"float32[1, 1, 4, 1] = 1, 2, 3, 4", "float32[1, 3, 1, 1] = 1, 10, 100"}),
            std::string("float32[1,1,2,1] 321, 43"));
    }

    void channelsByThemselvesAreMultiplied()
    {
        const AttrDict attrs{{"strides", "[1, 1, 1, 1]"}, {"padding", "VALID"}};
        QCOMPARE(TfRunProbe("DepthwiseConv2dNative", attrs)
                     .outputs({"float32[1, 1, 1, 2] = 1, 2", "float32[1, 1, 2, 2] = 1, 2, 3, 4"}),
                 std::string("float32[1,1,1,4] 1, 2, 6, 8"));
    }

    void aTransposedOneSpreads()
    {
        const AttrDict attrs{{"strides", "[1, 1, 2, 1]"}, {"padding", "SAME"}};
        QCOMPARE(TfRunProbe("Conv2DBackpropInput", attrs)
                     .outputs({"int32[4] = 1, 1, 4, 1", "float32[1, 2, 1, 1] = 1, 10",
                               "float32[1, 1, 2, 1] = 1, 2"}),
                 std::string("float32[1,1,4,1] 1, 10, 2, 20"));
    }

    void aFilterOfOtherChannelsIsAFault()
    {
        const AttrDict attrs{{"strides", "[1, 1, 1, 1]"}, {"padding", "VALID"}};
        const std::string found =
            TfRunProbe("Conv2D", attrs)
                .outputs({"float32[1, 1, 1, 3] = 1, 2, 3", "float32[1, 1, 2, 1] = 1, 1"});
        QVERIFY2(found.find("3 channels, expected 2 as the filter takes") != std::string::npos,
                 found.c_str());
    }
};

NERVURE_TEST(TstTfConvolution)
#include "tst_tf_convolution.moc"
