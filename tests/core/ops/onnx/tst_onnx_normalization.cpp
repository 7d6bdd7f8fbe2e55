// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxNormalization : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void batchStatisticsHaveANumberForEachChannel()
    {
        const OnnxProbe batch("BatchNormalization", 15, {{"training_mode", "1"}});
        QCOMPARE(
            batch.outputs(
                {"float16[n, 3, h, w]", "float32[?]", "float32[3]", "float64[3]", "float64[3]"}, 3),
            std::string("float16[n, 3, h, w]; float64[3]; float64[3]"));
        QCOMPARE(batch.outputs(
                     {"float32[n, 3, 4]", "float32[3]", "float32[2]", "float32[3]", "float32[3]"}),
                 std::string("error: numbers of channels are 3 and 2, expected the same"));
        QCOMPARE(
            batch.outputs({"float32[8]", "float32[1]", "float32[1]", "float32[1]", "float32[1]"}),
            std::string("float32[8]"));
    }

    void theFirstBatchStatisticsMayBeForEachPlace()
    {
        const OnnxProbe places("BatchNormalization", 7, {{"spatial", "0"}});
        QCOMPARE(places.outputs({"float32[n, 3, 4]", "float32[3, 4]", "float32[3, 4]",
                                 "float32[3, 4]", "float32[3, 4]"},
                                5),
                 std::string("float32[n, 3, 4]; float32[3, 4]; float32[3, 4]; float32[3, 4]; "
                             "float32[3, 4]"));
    }

    void groupsAreScaledByGroupThenByChannel()
    {
        const AttrDict groups{{"num_groups", "2"}};
        QCOMPARE(OnnxProbe("GroupNormalization", 18, groups)
                     .outputs({"float32[n, 4, 5]", "float32[2]", "float32[2]"}),
                 std::string("float32[n, 4, 5]"));
        QCOMPARE(OnnxProbe("GroupNormalization", 21, groups)
                     .outputs({"float32[n, 4, 5]", "float32[2]", "float32[2]"}),
                 std::string("error: numbers of channels are 2 and 4, expected the same"));
        QCOMPARE(OnnxProbe("GroupNormalization", 21, groups)
                     .outputs({"float32[n, 5]", "float32[5]", "float32[5]"}),
                 std::string("error: num_groups is 2, expected a divisor of 5 channels"));
    }

    void layerStatisticsKeepTheDimensionsBefore()
    {
        QCOMPARE(OnnxProbe("LayerNormalization", 17, {{"axis", "-2"}})
                     .outputs({"float16[batch, seq, 8, 4]", "float16[8, 4]"}, 3),
                 std::string("float16[batch, seq, 8, 4]; float32[batch, seq, 1, 1]; "
                             "float32[batch, seq, 1, 1]"));
        QCOMPARE(OnnxProbe("LayerNormalization", 17, {{"stash_type", "16"}})
                     .outputs({"float32[2, 4]", "float32[4]"}, 2),
                 std::string("float32[2, 4]; bfloat16[2, 1]"));
        QCOMPARE(OnnxProbe("LayerNormalization", 17, {{"stash_type", "7"}})
                     .outputs({"float32[2, 4]", "float32[4]"}, 2),
                 std::string("error: output Mean would be int64, expected float32 or bfloat16"));
        QCOMPARE(OnnxProbe("RMSNormalization", 23).outputs({"float32[2, seq]", "float16[seq]"}),
                 std::string("float16[2, seq]"));
    }

    void othersKeepTheShape()
    {
        QCOMPARE(OnnxProbe("InstanceNormalization", 22)
                     .outputs({"float32[n, 3, 4]", "float32[3]", "float32[3]"}),
                 std::string("float32[n, 3, 4]"));
        QCOMPARE(OnnxProbe("LRN", 13, {{"size", "3"}}).outputs({"float32[n, 3, 4, 4]"}),
                 std::string("float32[n, 3, 4, 4]"));
        QCOMPARE(OnnxProbe("LpNormalization", 22).outputs({"float32[n, 3]"}),
                 std::string("float32[n, 3]"));
        QCOMPARE(OnnxProbe("MeanVarianceNormalization", 13).outputs({"float32[n, 3, 4, 4]"}),
                 std::string("float32[n, 3, 4, 4]"));
        QVERIFY(OnnxProbe("MeanVarianceNormalization", 13)
                    .outputs({"float32[n, 3]"})
                    .starts_with("error: axis is 2"));
    }

    void aMaskIsOfTruthValuesFromSet10On()
    {
        QCOMPARE(OnnxProbe("Dropout", 7).outputs({"float32[n, 3]"}, 2),
                 std::string("float32[n, 3]; float32[n, 3]"));
        QCOMPARE(OnnxProbe("Dropout", 10).outputs({"float32[n, 3]"}, 2),
                 std::string("float32[n, 3]; bool[n, 3]"));
        QCOMPARE(OnnxProbe("Dropout", 22).outputs({"bfloat16[n, 3]", "float32[]"}, 2),
                 std::string("bfloat16[n, 3]; bool[n, 3]"));
    }
};

NERVURE_TEST(TstOnnxNormalization)
#include "tst_onnx_normalization.moc"
