// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstTfCreation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sizesAreKnownBeforeTheRun()
    {
        QCOMPARE(TfRunProbe("Shape").outputs({"float32[2, 3] = 1, 2, 3, 4, 5, 6"}),
                 std::string("int32[2] 2, 3"));
        QCOMPARE(TfRunProbe("Rank").outputs({"float32[2, 1] = 1, 2"}), std::string("int32[] 2"));
        QCOMPARE(TfRunProbe("Size", {{"out_type", "int64"}}).outputs({"float32[2, 1] = 1, 2"}),
                 std::string("int64[] 2"));
    }

    void numbersInShapes()
    {
        QCOMPARE(TfRunProbe("Fill").outputs({"int32[2] = 2, 1", "float32[] = 3"}),
                 std::string("float32[2,1] 3, 3"));
        QCOMPARE(TfRunProbe("Range").outputs({"int32[] = 1", "int32[] = 7", "int32[] = 2"}),
                 std::string("int32[3] 1, 3, 5"));
        QCOMPARE(TfRunProbe("OneHot").outputs(
                     {"int32[2] = 1, 0", "int32[] = 2", "float32[] = 5", "float32[] = 0"}),
                 std::string("float32[2,2] 0, 5, 5, 0"));
    }

    void randomNumbersAreRefused()
    {
        const std::string found =
            TfRunProbe("RandomUniform", {{"dtype", "float32"}}).outputs({"int32[1] = 2"});
        QVERIFY2(found.find("makes random numbers") != std::string::npos, found.c_str());
    }
};

NERVURE_TEST(TstTfCreation)
#include "tst_tf_creation.moc"
