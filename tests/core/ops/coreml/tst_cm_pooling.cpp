// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstCmPooling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void meansCountPaddingUnlessTheySayOtherwise()
    {
        QCOMPARE(CmRunProbe("pooling", {{"type", "AVERAGE"},
                                        {"kernelSize", "[1, 2]"},
                                        {"stride", "[1, 1]"},
                                        {"padding", "valid"},
                                        {"paddingAmounts", "[0, 0, 1, 0]"}})
                     .outputs({"float32[1, 1, 1, 2] = 2, 4"}),
                 std::string("float32[1,1,1,2] 1, 3"));
        QCOMPARE(CmRunProbe("pooling", {{"type", "AVERAGE"},
                                        {"kernelSize", "[1, 2]"},
                                        {"stride", "[1, 1]"},
                                        {"padding", "valid"},
                                        {"paddingAmounts", "[0, 0, 1, 0]"},
                                        {"avgPoolExcludePadding", "true"}})
                     .outputs({"float32[1, 1, 1, 2] = 2, 4"}),
                 std::string("float32[1,1,1,2] 2, 3"));
    }
    void windowsAtTheEndMayCount()
    {
        QCOMPARE(CmRunProbe("pooling",
                            {{"kernelSize", "[1, 2]"}, {"stride", "[1, 2]"}, {"padding", "valid"}})
                     .outputs({"float32[1, 1, 1, 3] = 1, 2, 3"}),
                 std::string("float32[1,1,1,1] 2"));
        QCOMPARE(CmRunProbe("pooling",
                            {{"kernelSize", "[1, 2]"}, {"stride", "[1, 2]"}, {"padding", "same"}})
                     .outputs({"float32[1, 1, 1, 3] = 1, 2, 3"}),
                 std::string("float32[1,1,1,2] 2, 3"));
        QCOMPARE(CmRunProbe("pooling", {{"kernelSize", "[1, 2]"},
                                        {"stride", "[1, 2]"},
                                        {"padding", "includeLastPixel"},
                                        {"paddingAmounts", "[0, 0]"}})
                     .outputs({"float32[1, 1, 1, 3] = 1, 2, 3"}),
                 std::string("float32[1,1,1,2] 2, 3"));
        QCOMPARE(CmRunProbe("pooling", {{"kernelSize", "[1, 3]"},
                                        {"stride", "[1, 2]"},
                                        {"padding", "includeLastPixel"},
                                        {"paddingAmounts", "[0, 1]"}})
                     .outputs({"float32[1, 1, 1, 4] = 1, 2, 3, 4"}),
                 std::string("float32[1,1,1,3] 2, 4, 4"));
    }
    void meansAtTheEndCountWhatIsThere()
    {
        AttrDict attrs{{"type", "AVERAGE"},
                       {"kernelSize", "[1, 2]"},
                       {"stride", "[1, 2]"},
                       {"padding", "includeLastPixel"},
                       {"paddingAmounts", "[0, 1]"}};
        const std::vector<std::string> in{"float32[1, 1, 1, 4] = 2, 4, 6, 8"};
        QCOMPARE(CmRunProbe("pooling", attrs).outputs(in), std::string("float32[1,1,1,3] 1, 5, 4"));
        attrs.set("avgPoolExcludePadding", "true");
        QCOMPARE(CmRunProbe("pooling", attrs).outputs(in), std::string("float32[1,1,1,3] 2, 5, 8"));
        attrs.set("kernelSize", "[1, 3]");
        attrs.set("paddingAmounts", "[0, 0]");
        QCOMPARE(CmRunProbe("pooling", attrs).outputs(in), std::string("float32[1,1,1,2] 4, 7"));
    }

    void lengthsAndWholeImagesArePooled()
    {
        QCOMPARE(CmRunProbe("pooling", {{"type", "L2"},
                                        {"kernelSize", "[1, 2]"},
                                        {"stride", "[1, 2]"},
                                        {"padding", "valid"}})
                     .outputs({"float32[1, 1, 1, 2] = 3, 4"}),
                 std::string("float32[1,1,1,1] 5"));
        QCOMPARE(CmRunProbe("pooling", {{"type", "L2"}, {"globalPooling", "true"}})
                     .outputs({"float32[1, 1, 1, 2] = 3, 4"}),
                 std::string("float32[1,1,1,1] 5"));
        QCOMPARE(CmRunProbe("pooling", {{"type", "AVERAGE"}, {"globalPooling", "true"}})
                     .outputs({"float32[1, 1, 1, 2] = 3, 4"}),
                 std::string("float32[1,1,1,1] 3.5"));
    }
    void aWindowThatIsTooLargeIsTold()
    {
        const std::string found =
            CmRunProbe("pooling", {{"kernelSize", "[1, 5]"}, {"padding", "valid"}})
                .outputs({"float32[1, 1, 1, 3] = 1, 2, 3"});
        QVERIFY2(found.find("3 elements with 0 of padding") != std::string::npos, found.c_str());
    }
};

NERVURE_TEST(TstCmPooling)
#include "tst_cm_pooling.moc"
