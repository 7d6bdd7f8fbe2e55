// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstTfJoin : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theAxisIsAnInput()
    {
        const std::string a = "float32[1, 2] = 1, 2";
        const std::string b = "float32[1, 1] = 3";
        QCOMPARE(TfRunProbe("Concat", {{"N", "2"}}).outputs({"int32[] = 1", a, b}),
                 std::string("float32[1,3] 1, 2, 3"));
    }

    void nothingToJoinIsAFault()
    {
        for (const char *op : {"Concat", "ConcatV2", "Pack", "AddN"}) {
            const std::string found = TfRunProbe(op).outputs({});
            QVERIFY2(found.starts_with("error: "), found.c_str());
        }
    }

    void alongANewDimension()
    {
        QCOMPARE(TfRunProbe("Pack", {{"N", "2"}, {"axis", "1"}})
                     .outputs({"float32[2] = 1, 2", "float32[2] = 3, 4"}),
                 std::string("float32[2,2] 1, 3, 2, 4"));
        QCOMPARE(TfRunProbe("Unpack", {{"num", "2"}, {"axis", "-1"}})
                     .outputs({"float32[2, 2] = 1, 2, 3, 4"}, 2),
                 std::string("float32[2] 1, 3; float32[2] 2, 4"));
    }

    void parts()
    {
        const std::string data = "float32[4] = 1, 2, 3, 4";
        QCOMPARE(TfRunProbe("Split", {{"num_split", "2"}}).outputs({"int32[] = 0", data}, 2),
                 std::string("float32[2] 1, 2; float32[2] 3, 4"));
        QCOMPARE(TfRunProbe("SplitV", {{"num_split", "2"}})
                     .outputs({data, "int32[2] = 1, -1", "int32[] = 0"}, 2),
                 std::string("float32[1] 1; float32[3] 2, 3, 4"));
    }
};

NERVURE_TEST(TstTfJoin)
#include "tst_tf_join.moc"
