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

    void moreElementsThanAListHoldsAreRefused()
    {
        const OnnxRunProbe pad("Pad", 19, {{"mode", "edge"}});
        QCOMPARE(pad.outputs({"float32[2] = 1, 2", "int64[2] = 1, 2"}),
                 std::string("float32[5] 1, 1, 2, 2, 2"));
        const std::string refused =
            pad.outputs({"float32[2] = 1, 2", "int64[2] = 0, 274877906944"});
        QVERIFY2(refused.find("needs a list of 274877906946 elements") != std::string::npos,
                 refused.c_str());
    }
};

NERVURE_TEST(TstLowerLayout)
#include "tst_lower_layout.moc"
