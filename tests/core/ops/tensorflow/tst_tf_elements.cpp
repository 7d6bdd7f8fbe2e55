// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstTfElements : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void functionsOfOne_data()
    {
        QTest::addColumn<QString>("op");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *op, const char *expected) {
            QTest::newRow(op) << QString::fromLatin1(op) << QString::fromLatin1(expected);
        };
        row("Relu6", "float32[3] 0, 2, 6");
        row("Square", "float32[3] 1, 4, 64");
        row("Neg", "float32[3] 1, -2, -8");
        row("Expm1", "float32[3] -0.6321, 6.389, 2980");
        row("Elu", "float32[3] -0.6321, 2, 8");
        row("Selu", "float32[3] -1.111, 2.101, 8.406");
        row("LeakyRelu", "float32[3] -0.2, 2, 8");
        row("Identity", "float32[3] -1, 2, 8");
        row("OnesLike", "float32[3] 1, 1, 1");
        row("IsFinite", "uint8[3] 1, 1, 1");
    }

    void functionsOfOne()
    {
        QFETCH(QString, op);
        QFETCH(QString, expected);
        QCOMPARE(
            QString::fromStdString(TfRunProbe(op.toStdString()).outputs({"float32[3] = -1, 2, 8"})),
            expected);
    }

    void anythingButNothingIsTrue()
    {
        QCOMPARE(TfRunProbe("Cast", {{"DstT", "bool"}}).outputs({"float32[3] = 0, 0.5, 3"}),
                 std::string("uint8[3] 0, 1, 1"));
        QCOMPARE(TfRunProbe("Cast", {{"DstT", "int32"}}).outputs({"float32[2] = -1.7, 1.7"}),
                 std::string("int32[2] -1, 1"));
    }
};

NERVURE_TEST(TstTfElements)
#include "tst_tf_elements.moc"
