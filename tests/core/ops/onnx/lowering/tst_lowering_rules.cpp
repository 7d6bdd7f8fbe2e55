// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/graph/op/rewrite_rules.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

/// Which operators of ONNX's become others; what they compute is compared with ONNX's own tests
/// (tests/peers/onnx_values.py).
class TstLoweringRules : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();

    [[nodiscard]] const RewriteRules *rulesOf(const char *op, std::uint16_t opset = 0) const
    {
        const OpSpec *spec = m_builtins.ops.find(Dialect::Onnx, op, opset);
        return spec ? spec->rewrites.get() : nullptr;
    }

private Q_SLOTS:
    void allVersionsAreLowered()
    {
        QVERIFY(rulesOf("Relu", 1) && rulesOf("Relu", 1)->lower);
        QVERIFY(rulesOf("Relu") && rulesOf("Relu")->lower);
    }

    void shapesAreTakenAsNumbers()
    {
        QVERIFY(rulesOf("Reshape"));
        QCOMPARE(rulesOf("Reshape")->numberInputs, 2U);
        QCOMPARE(rulesOf("Add")->numberInputs, 0U);
    }

    void whatIsRandomIsNot() { QVERIFY(!rulesOf("RandomNormal")); }
};

NERVURE_TEST(TstLoweringRules)
#include "tst_lowering_rules.moc"
