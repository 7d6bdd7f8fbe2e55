// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLowerSampling : public QObject {
    Q_OBJECT

private:
    /// Of an image of two by two at places before, in and behind it.
    [[nodiscard]] static std::string sampled(const char *mode, const char *padding, bool aligns)
    {
        const OnnxRunProbe probe(
            "GridSample", 20,
            {{"mode", mode}, {"padding_mode", padding}, {"align_corners", aligns ? "1" : "0"}});
        const std::string text = probe.outputs(
            {"float32[1, 1, 2, 2] = 1, 2, 3, 4", "float32[1, 1, 3, 2] = -1.5, 0, 0.5, -0.5, 3, 1"});
        return text.substr(text.find(' ') + 1);
    }

private Q_SLOTS:
    void imagesAreInterpolated()
    {
        QCOMPARE(sampled("linear", "zeros", false), std::string("0, 2, 0"));
        QCOMPARE(sampled("linear", "zeros", true), std::string("1.5, 2.25, 0"));
        QCOMPARE(sampled("linear", "border", true), std::string("2, 2.25, 4"));
        QCOMPARE(sampled("linear", "reflection", true), std::string("2.25, 2.25, 3"));
    }

    void theNearestElementIsTaken()
    {
        QCOMPARE(sampled("nearest", "zeros", false), std::string("0, 2, 0"));
        QCOMPARE(sampled("nearest", "border", false), std::string("1, 2, 4"));
        QCOMPARE(sampled("nearest", "reflection", true), std::string("1, 2, 3"));
    }

    void cubicsReachFurther()
    {
        QCOMPARE(sampled("cubic", "zeros", true), std::string("1.712, 2.901, 0"));
        QCOMPARE(sampled("cubic", "border", false), std::string("2, 2, 4.188"));
        QCOMPARE(sampled("cubic", "reflection", false), std::string("2, 2, 3.188"));
    }

    void volumesHaveThreeNumbersAPlace()
    {
        QCOMPARE(OnnxRunProbe("GridSample", 20, {{"mode", "linear"}, {"align_corners", "1"}})
                     .outputs({"float32[1, 1, 2, 1, 2] = 1, 2, 3, 4",
                               "float32[1, 1, 1, 1, 3] = 0, 0, 0"}),
                 std::string("float32[1,1,1,1,1] 2.5"));
    }

    void gridsComeOfMatrices()
    {
        QCOMPARE(OnnxRunProbe("AffineGrid", 20)
                     .outputs({"float32[1, 2, 3] = 1, 0, 0.5, 0, 2, 0", "int64[4] = 1, 1, 2, 2"}),
                 std::string("float32[1,2,2,2] 0, -1, 1, -1, 0, 1, 1, 1"));
        QCOMPARE(OnnxRunProbe("AffineGrid", 20, {{"align_corners", "1"}})
                     .outputs({"float32[1, 2, 3] = 1, 0, 0.5, 0, 2, 0", "int64[4] = 1, 1, 2, 2"}),
                 std::string("float32[1,2,2,2] -0.5, -2, 1.5, -2, -0.5, 2, 1.5, 2"));
    }
};

NERVURE_TEST(TstLowerSampling)
#include "tst_lower_sampling.moc"
