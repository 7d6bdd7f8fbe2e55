// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxPooling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneWindowOverAll()
    {
        for (const char *op : {"GlobalAveragePool", "GlobalMaxPool", "GlobalLpPool"}) {
            QCOMPARE(OnnxProbe(op, 13).outputs({"float32[batch, 8, h, w]"}),
                     std::string("float32[batch, 8, 1, 1]"));
            QCOMPARE(OnnxProbe(op, 13).outputs({"float32[2, 8]"}),
                     std::string("error: input has 2 dimensions, expected at least 3"));
        }
    }

    void unpoolingGoesBack()
    {
        const OnnxProbe unpool("MaxUnpool", 11,
                               {{"kernel_shape", "[2, 2]"}, {"strides", "[2, 2]"}});
        QCOMPARE(unpool.outputs({"float32[1, 1, 2, w]", "int64[1, 1, 2, w]"}),
                 std::string("float32[1, 1, 4, 2*w]"));
        QCOMPARE(
            unpool.outputs({"float32[1, 1, 2, 2]", "int64[1, 1, 2, 2]", "int64[4] = 1, 1, 5, 5"}),
            std::string("float32[1, 1, 5, 5]"));
    }
};

NERVURE_TEST(TstOnnxPooling)
#include "tst_onnx_pooling.moc"
