// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstCmProduct : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsAreMultipliedWithWeights()
    {
        QCOMPARE(CmRunProbe("innerProduct",
                            {{"inputChannels", "2"}, {"outputChannels", "2"}, {"hasBias", "true"}})
                     .outputs({"float32[1, 2] = 1, 2", "float32[2, 2] = 1, 10, 2, 20",
                               "float32[2] = 0, 1"}),
                 std::string("float32[1,2] 21, 43"));
        QCOMPARE(CmRunProbe("innerProduct", {{"inputChannels", "2"}, {"outputChannels", "1"}})
                     .outputs({"float32[1, 2, 1, 1] = 1, 2", "float16[1, 2] = 1, 10"}),
                 std::string("float32[1,1] 21"));
        QCOMPARE(
            CmRunProbe("innerProduct",
                       {{"inputChannels", "2"}, {"outputChannels", "1"}, {"keepsRank", "true"}})
                .outputs({"float32[1, 2, 1, 1] = 1, 2", "float32[1, 2] = 1, 10"}),
            std::string("float32[1,1,1,1] 21"));
        QCOMPARE(CmRunProbe("innerProduct", {{"inputChannels", "2"}, {"outputChannels", "1"}})
                     .outputs({"float32[2] = 1, 2", "float32[1, 2] = 1, 10"}),
                 std::string("float32[1] 21"));
    }
    void numbersStandForVectors()
    {
        QCOMPARE(CmRunProbe("embedding",
                            {{"inputDim", "3"}, {"outputChannels", "2"}, {"hasBias", "true"}})
                     .outputs({"float32[1, 1] = 2", "float32[2, 3] = 1, 2, 3, 4, 5, 6",
                               "float32[2] = 0, 10"}),
                 std::string("float32[1,2] 3, 16"));
        QCOMPARE(CmRunProbe("embeddingND", {{"vocabSize", "2"}, {"embeddingSize", "2"}})
                     .outputs({"float32[2, 1] = 1, 0", "float32[2, 2] = 1, 2, 3, 4"}),
                 std::string("float32[2,2] 2, 4, 1, 3"));
    }
    void matricesAreMultiplied()
    {
        QCOMPARE(CmRunProbe("dot", {}).outputs({"float32[1, 2] = 1, 2", "float32[1, 2] = 3, 4"}),
                 std::string("float32[1,1] 11"));
        QCOMPARE(CmRunProbe("dot", {{"cosineSimilarity", "true"}})
                     .outputs({"float32[1, 2] = 3, 4", "float32[1, 2] = 3, 4"}),
                 std::string("float32[1,1] 1"));
        QCOMPARE(CmRunProbe("batchedMatmul", {{"transposeB", "true"}})
                     .outputs({"float32[1, 1, 2] = 1, 2", "float32[1, 1, 2] = 3, 4"}),
                 std::string("float32[1,1,1] 11"));
        QCOMPARE(CmRunProbe("batchedMatmul", {{"weightMatrixFirstDimension", "2"},
                                              {"weightMatrixSecondDimension", "1"},
                                              {"hasBias", "true"}})
                     .outputs({"float32[1, 2] = 1, 2", "float32[2, 1] = 3, 4", "float32[1] = 1"}),
                 std::string("float32[1,1] 12"));
    }
    void rowsThatDoNotFitAreTold()
    {
        const std::string found =
            CmRunProbe("innerProduct", {{"inputChannels", "3"}, {"outputChannels", "1"}})
                .outputs({"float32[1, 2] = 1, 2", "float32[1, 3] = 1, 2, 3"});
        QVERIFY2(found.find("2 elements in a row, expected 3") != std::string::npos, found.c_str());
    }
};

NERVURE_TEST(TstCmProduct)
#include "tst_cm_product.moc"
