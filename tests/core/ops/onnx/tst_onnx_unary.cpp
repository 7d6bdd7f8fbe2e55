// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxUnary : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shapeAndTypeStay()
    {
        for (const char *op : {"Exp", "Sin", "Erf", "Round", "Acosh"}) {
            QCOMPARE(OnnxProbe(op, 13).outputs({"float32[batch, ?]"}),
                     std::string("float32[batch, ?]"));
        }
    }

    void testsGiveTruthValues()
    {
        QCOMPARE(OnnxProbe("IsNaN", 20).outputs({"float8e5m2[2]"}), std::string("bool[2]"));
        QCOMPARE(OnnxProbe("Not", 1).outputs({"bool[2] = 1, 0"}), std::string("bool[2] = 0, 1"));
    }

    void elementsAreFollowed()
    {
        QCOMPARE(OnnxProbe("Neg", 13).outputs({"int64[1] = seq"}), std::string("int64[1] = -seq"));
        QCOMPARE(OnnxProbe("Floor", 13).outputs({"float32[1] = 2.75"}),
                 std::string("float32[1] = 2"));
    }

    void laterSetsTakeMoreTypes()
    {
        QVERIFY(OnnxProbe("Sin", 7).outputs({"bfloat16[1]"}).starts_with("error: input input is"));
        QCOMPARE(OnnxProbe("Sin", 22).outputs({"bfloat16[1]"}), std::string("bfloat16[1]"));
    }
};

NERVURE_TEST(TstOnnxUnary)
#include "tst_onnx_unary.moc"
