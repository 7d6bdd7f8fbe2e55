// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstTfArithmetic : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void functionsOfTwo_data()
    {
        QTest::addColumn<QString>("op");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *op, const char *expected) {
            QTest::newRow(op) << QString::fromLatin1(op) << QString::fromLatin1(expected);
        };
        row("AddV2", "int32[3] -5, 4, 9");
        row("FloorDiv", "int32[3] -4, 0, 3");
        row("FloorMod", "int32[3] 1, 1, 1");
        row("TruncateMod", "int32[3] -1, 1, 1");
        row("SquaredDifference", "int32[3] 81, 4, 25");
        row("Maximum", "int32[3] 2, 3, 7");
        row("NotEqual", "uint8[3] 1, 1, 1");
        row("GreaterEqual", "uint8[3] 0, 0, 1");
    }

    void functionsOfTwo()
    {
        QFETCH(QString, op);
        QFETCH(QString, expected);
        QCOMPARE(
            QString::fromStdString(TfRunProbe(op.toStdString())
                                       .outputs({"int32[3] = -7, 1, 7", "int32[3] = 2, 3, 2"})),
            expected);
    }

    void biasesAreOneAChannel()
    {
        const std::vector<std::string> in{"float32[1, 2, 1, 2] = 1, 2, 3, 4",
                                          "float32[2] = 10, 20"};
        QCOMPARE(TfRunProbe("BiasAdd").outputs(in), std::string("float32[1,2,1,2] 11, 22, 13, 24"));
        QCOMPARE(TfRunProbe("BiasAdd", {{"data_format", "NCHW"}}).outputs(in),
                 std::string("float32[1,2,1,2] 11, 12, 23, 24"));
    }

    void rowsAreSelectedByAVector()
    {
        QCOMPARE(TfRunProbe("Select").outputs({"bool[2] = 1, 0", "float32[2, 2] = 1, 2, 3, 4",
                                               "float32[2, 2] = 5, 6, 7, 8"}),
                 std::string("float32[2,2] 1, 2, 7, 8"));
    }
};

NERVURE_TEST(TstTfArithmetic)
#include "tst_tf_arithmetic.moc"
