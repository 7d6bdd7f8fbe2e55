// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstCmShown : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layersThatAreNotComputedAreRefusedByName()
    {
        const std::string found =
            CmRunProbe("topK", {{"axis", "0"}, {"K", "1"}}).outputs({"float32[2] = 1, 2"});
        QVERIFY2(found.find("topK") != std::string::npos, found.c_str());
    }
    void whatAnAppComputesIsRefusedByName()
    {
        const std::string found =
            CmRunProbe("custom", {{"className", "Swish"}}).outputs({"float32[2] = 1, 2"});
        QVERIFY2(found.find("custom") != std::string::npos, found.c_str());
    }
};

NERVURE_TEST(TstCmShown)
#include "tst_cm_shown.moc"
