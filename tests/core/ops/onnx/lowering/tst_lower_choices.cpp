// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLowerChoices : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void indicesOfElementsThatAreNotZero()
    {
        QCOMPARE(OnnxRunProbe("NonZero", 13).outputs({"int64[2, 2] = 1, 0, 3, 4"}),
                 std::string("int64[2,3] 0, 1, 1, 0, 0, 1"));
    }

    void eachElementOnce()
    {
        QCOMPARE(
            OnnxRunProbe("Unique", 11).outputs({"float32[6] = 2, 1, 1, 3, 4, 3"}, 4),
            std::string(
                "float32[4] 1, 2, 3, 4; int64[4] 1, 0, 3, 4; int64[6] 1, 0, 0, 2, 3, 2; int64[4] 2, 1, 2, 1"));
        QCOMPARE(
            OnnxRunProbe("Unique", 11, {{"sorted", "0"}})
                .outputs({"float32[6] = 2, 1, 1, 3, 4, 3"}, 4),
            std::string(
                "float32[4] 2, 1, 3, 4; int64[4] 0, 1, 3, 4; int64[6] 0, 1, 1, 2, 3, 2; int64[4] 1, 2, 2, 1"));
    }

    void eachSliceOnce()
    {
        QCOMPARE(
            OnnxRunProbe("Unique", 11, {{"axis", "1"}})
                .outputs({"float32[2, 3] = 1, 0, 1, 2, 3, 2"}, 4),
            std::string("float32[2,2] 0, 1, 3, 2; int64[2] 1, 0; int64[3] 1, 0, 1; int64[2] 1, 2"));
    }

    void slicesByConditions()
    {
        QCOMPARE(OnnxRunProbe("Compress", 11, {{"axis", "0"}})
                     .outputs({"float32[3, 2] = 1, 2, 3, 4, 5, 6", "bool[3] = 0, 1, 1"}),
                 std::string("float32[2,2] 3, 4, 5, 6"));
        QCOMPARE(OnnxRunProbe("Compress", 11)
                     .outputs({"float32[3, 2] = 1, 2, 3, 4, 5, 6", "bool[3] = 0, 1, 1"}),
                 std::string("float32[2] 2, 3"));
    }

    void boxesThatOverlapOthersAreDropped()
    {
        QCOMPARE(OnnxRunProbe("NonMaxSuppression", 11)
                     .outputs({"float32[1, 3, 4] = 0, 0, 1, 1, 0, 0.1, 1, 1.1, 0, 2, 1, 3",
                               "float32[1, 1, 3] = 0.9, 0.95, 0.3", "int64[] = 3",
                               "float32[] = 0.5", "float32[] = 0"}),
                 std::string("int64[2,3] 0, 0, 1, 0, 0, 2"));
    }
};

NERVURE_TEST(TstLowerChoices)
#include "tst_lower_choices.moc"
