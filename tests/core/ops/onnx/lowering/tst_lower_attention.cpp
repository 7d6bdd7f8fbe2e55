// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <string>
#include <utility>
#include <vector>

using namespace nervure;
using namespace nervure::tests;

class TstLowerAttention : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allQueriesSeeAllKeys()
    {
        const OnnxRunProbe probe("ai.onnx.preview:FlexAttention", 1, {{"scale", "1"}});
        // Two heads of queries share one of keys.
        QCOMPARE(probe.outputs({"float32[1, 2, 1, 1] = 0, 100", "float32[1, 1, 2, 1] = 0, 1",
                                "float32[1, 1, 2, 1] = 2, 4"}),
                 std::string("float32[1,2,1,1] 3, 4"));
    }

    void keysOfAnotherShapeAreRefused()
    {
        const OnnxRunProbe probe("ai.onnx.preview:FlexAttention", 1);
        const std::string query = "float32[1, 2, 1, 1] = 0, 100";
        const std::vector<std::pair<std::string, std::string>> keys = {
            {"float32[2] = 0, 1", "input 1 has 1 dimensions, expected 4"},
            {"float32[1, 1, 1, 2] = 0, 1", "do not fit"}};
        for (const auto &[key, reason] : keys) {
            const std::string refused = probe.outputs({query, key, "float32[1, 1, 2, 1] = 2, 4"});
            QVERIFY2(refused.find(reason) != std::string::npos, refused.c_str());
        }
    }
};

NERVURE_TEST(TstLowerAttention)
#include "tst_lower_attention.moc"
