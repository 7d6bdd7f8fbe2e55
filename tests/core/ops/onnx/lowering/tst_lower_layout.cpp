// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLowerLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void partsWithoutElementsAddNothing()
    {
        QCOMPARE(OnnxRunProbe("Concat", 13, {{"axis", "1"}})
                     .outputs({"float32[2, 1] = 1, 2", "float32[2, 0] =", "float32[2, 1] = 3, 4"}),
                 std::string("float32[2,2] 1, 3, 2, 4"));
    }
};

NERVURE_TEST(TstLowerLayout)
#include "tst_lower_layout.moc"
