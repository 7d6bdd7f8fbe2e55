// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxSoftmax : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shapeStaysAlongAnAxisThatThereIs()
    {
        for (const char *op : {"Softmax", "LogSoftmax", "Hardmax"}) {
            QCOMPARE(OnnxProbe(op, 13).outputs({"float32[batch, 10]"}),
                     std::string("float32[batch, 10]"));
            QCOMPARE(OnnxProbe(op, 13, {{"axis", "2"}}).outputs({"float32[2, 3]"}),
                     std::string("error: axis is 2, expected -2 to 1 for 2 dimensions"));
        }
        QVERIFY(OnnxProbe("Softmax", 11).outputs({"float32[3]"}).starts_with("error: axis is 1"));
        QCOMPARE(OnnxProbe("Softmax", 13).outputs({"float32[3]"}), std::string("float32[3]"));
    }

    void lossesAreOneNumberOrOneForEachLabel()
    {
        const OnnxProbe one("NegativeLogLikelihoodLoss", 13);
        QCOMPARE(one.outputs({"float32[batch, 5, 6]", "int64[batch, 6]"}),
                 std::string("float32[]"));
        const OnnxProbe each("SoftmaxCrossEntropyLoss", 13, {{"reduction", "none"}});
        QCOMPARE(each.outputs({"float32[batch, 5, 6]", "int64[?, 6]"}, 2),
                 std::string("float32[batch, 6]; float32[batch, 5, 6]"));
        QCOMPARE(each.outputs({"float32[batch, 5, 6]", "int64"}), std::string("float32[batch, 6]"));
    }

    void labelsAndWeightsMustFitTheScores()
    {
        const OnnxProbe loss("NegativeLogLikelihoodLoss", 13);
        QCOMPARE(loss.outputs({"float32[3, 5]", "int64[2]"}),
                 std::string("error: sizes of scores and labels are 3 and 2, expected the same"));
        QCOMPARE(loss.outputs({"float32[3, 5]", "int64[3]", "float32[4]"}),
                 std::string("error: numbers of classes are 4 and 5, expected the same"));
        QCOMPARE(loss.outputs({"float32[3]", "int64[3]"}),
                 std::string("error: input 0 has 1 dimensions, expected at least 2"));
    }
};

NERVURE_TEST(TstOnnxSoftmax)
#include "tst_onnx_softmax.moc"
