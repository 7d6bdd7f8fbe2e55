// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstTfPooling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void paddingNeverCounts()
    {
        const AttrDict attrs{
            {"ksize", "[1, 1, 2, 1]"}, {"strides", "[1, 1, 2, 1]"}, {"padding", "SAME"}};
        const std::vector<std::string> in{"float32[1, 1, 3, 1] = -1, -3, -5"};
        QCOMPARE(TfRunProbe("MaxPool", attrs).outputs(in), std::string("float32[1,1,2,1] -1, -5"));
        QCOMPARE(TfRunProbe("AvgPool", attrs).outputs(in), std::string("float32[1,1,2,1] -2, -5"));
    }

    void windowsHaveANumberForEachDimension()
    {
        const AttrDict attrs{{"ksize", "[1, 1, 2, 1]"}, {"strides", "[1]"}, {"padding", "VALID"}};
        const std::string found =
            TfRunProbe("MaxPool", attrs).outputs({"float32[1, 1, 2, 1] = 1, 2"});
        QVERIFY2(found.find("4 numbers and strides 1, expected 4 each") != std::string::npos,
                 found.c_str());
    }

    void poolingOverChannelsIsRefused()
    {
        const AttrDict attrs{
            {"ksize", "[1, 1, 1, 2]"}, {"strides", "[1, 1, 1, 2]"}, {"padding", "VALID"}};
        const std::string found =
            TfRunProbe("MaxPool", attrs).outputs({"float32[1, 1, 1, 2] = 1, 2"});
        QVERIFY2(found.find("pools over images or channels") != std::string::npos, found.c_str());
    }
};

NERVURE_TEST(TstTfPooling)
#include "tst_tf_pooling.moc"
