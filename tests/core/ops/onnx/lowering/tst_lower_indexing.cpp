// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLowerIndexing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void featuresAreElementsOfRows()
    {
        const OnnxRunProbe probe("ai.onnx.ml:ArrayFeatureExtractor", 1);
        QCOMPARE(probe.outputs({"float32[2, 3] = 1, 2, 3, 4, 5, 6", "int64[1, 2] = 2, 0"}),
                 std::string("float32[2,2] 3, 1, 6, 4"));
        QCOMPARE(probe.outputs({"float32[3] = 1, 2, 3", "int64[2] = 1, 1"}),
                 std::string("float32[1,2] 2, 2"));
    }

    void sequencesAreReversedAlongDimensionsThatThereAre()
    {
        const auto reversed = [](const char *time, const char *batch) {
            return OnnxRunProbe("ReverseSequence", 10, {{"time_axis", time}, {"batch_axis", batch}})
                .outputs({"float32[2, 3] = 1, 2, 3, 4, 5, 6", "int64[2] = 2, 3"});
        };
        QCOMPARE(reversed("1", "0"), std::string("float32[2,3] 2, 1, 3, 6, 5, 4"));
        for (const std::string &refused :
             {reversed("1", "1"), reversed("0", "1"), reversed("2", "0")}) {
            QVERIFY2(refused.starts_with("error: "), refused.c_str());
        }
    }

    void slicesThatThereAreNotAreRefused()
    {
        const std::string data = "float32[2, 2] = 1, 2, 3, 4";
        const OnnxRunProbe scatter("ScatterND", 18);
        QCOMPARE(scatter.outputs({data, "int64[1, 1] = 1", "float32[1, 2] = 5, 6"}),
                 std::string("float32[2,2] 1, 2, 5, 6"));
        for (const std::string &refused :
             {scatter.outputs({data, "int64[1, 3] = 0, 0, 0", "float32[1] = 5"}),
              scatter.outputs({data, "int64[1, 1] = 1", "float32[1] = 5"}),
              OnnxRunProbe("GatherND", 13, {{"batch_dims", "1"}})
                  .outputs({data, "int64[3, 1] = 0, 0, 0"}),
              OnnxRunProbe("ScatterElements", 18)
                  .outputs({data, "int64[1] = 0", "float32[1] = 5"})}) {
            QVERIFY2(refused.starts_with("error: "), refused.c_str());
        }
    }
};

NERVURE_TEST(TstLowerIndexing)
#include "tst_lower_indexing.moc"
