// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstCmNormalization : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void batchesHaveMeansThatAreGivenOrTheirOwn()
    {
        QCOMPARE(CmRunProbe("batchnorm", {{"channels", "2"}, {"epsilon", "1e-12"}})
                     .outputs({"float32[1, 2, 1, 1] = 3, 5", "float32[2] = 2, 1",
                               "float32[2] = 1, 0", "float32[2] = 1, 1", "float32[2] = 4, 16"}),
                 std::string("float32[1,2,1,1] 3, 1"));
        QCOMPARE(CmRunProbe("batchnorm", {{"channels", "1"},
                                          {"computeMeanVar", "true"},
                                          {"instanceNormalization", "true"},
                                          {"epsilon", "1e-12"}})
                     .outputs({"float32[1, 1, 1, 2] = 1, 3", "float32[1] = 2", "float32[1] = 10"}),
                 std::string("float32[1,1,1,2] 8, 12"));
    }
    void imagesAreLessTheirMean()
    {
        QCOMPARE(CmRunProbe("mvn", {}).outputs({"float32[1, 2, 1, 2] = 0, 1, 4, 7"}),
                 std::string("float32[1,2,1,2] -0.5, 0.5, -1.5, 1.5"));
        QCOMPARE(CmRunProbe("mvn", {{"acrossChannels", "true"}})
                     .outputs({"float32[1, 2, 1, 2] = 0, 1, 4, 7"}),
                 std::string("float32[1,2,1,2] -3, -2, 1, 4"));
        QCOMPARE(CmRunProbe("mvn", {{"normalizeVariance", "true"}})
                     .outputs({"float32[1, 1, 1, 2] = 1, 5"}),
                 std::string("float32[1,1,1,2] -1, 1"));
    }
    void lengthsAreThoseOfWholeImages()
    {
        QCOMPARE(CmRunProbe("l2normalize", {}).outputs({"float32[1, 1, 1, 2] = 3, 4"}),
                 std::string("float32[1,1,1,2] 0.6, 0.8"));
        QCOMPARE(CmRunProbe("softmax", {}).outputs({"float32[1, 2, 1, 2] = 0, 1, 0, 1"}),
                 std::string("float32[1,2,1,2] 0.5, 0.5, 0.5, 0.5"));
        QCOMPARE(CmRunProbe("softmax", {}).outputs({"float32[1, 2, 1, 1] = 0, 0"}),
                 std::string("float32[1,2] 0.5, 0.5"));
        QCOMPARE(CmRunProbe("lrn", {{"alpha", "2"}, {"beta", "3"}, {"localSize", "1"}, {"k", "8"}})
                     .outputs({"float32[1, 1, 1, 2] = 1, 1"}),
                 std::string("float32[1,1,1,2] 0.001, 0.001"));
        QCOMPARE(
            CmRunProbe("layerNormalization", {{"normalizedShape", "[2]"}, {"eps", "1e-12"}})
                .outputs({"float32[2, 2] = 1, 3, 2, 6", "float32[2] = 2, 1", "float32[2] = 0, 1"}),
            std::string("float32[2,2] -2, 2, -2, 2"));
    }
    void anotherNumberOfChannelsIsTold()
    {
        const std::string found =
            CmRunProbe("batchnorm", {{"channels", "2"}})
                .outputs({"float32[1, 2, 1, 1] = 3, 5", "float32[3] = 2, 1, 1"});
        QVERIFY2(found.find("a number for each channel") != std::string::npos, found.c_str());
    }
};

NERVURE_TEST(TstCmNormalization)
#include "tst_cm_normalization.moc"
