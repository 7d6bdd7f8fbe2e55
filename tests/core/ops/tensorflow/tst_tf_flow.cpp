// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstTfFlow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatHoldsValuesBackIsRefusedByName()
    {
        const std::string found = TfRunProbe("Switch").outputs({"float32[1] = 1", "bool[] = 1"}, 2);
        QVERIFY2(found.find("Switch") != std::string::npos
                     && found.find("has no counterpart") != std::string::npos,
                 found.c_str());
    }
};

NERVURE_TEST(TstTfFlow)
#include "tst_tf_flow.moc"
