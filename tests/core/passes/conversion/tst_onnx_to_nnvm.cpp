// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/passes/pass_manager.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstOnnxToNnvm : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void otherDialectsAreRefused()
    {
        const std::vector<PassRequest> passes{{"ONNXToNNVM"}};
        const PassRun run = runPasses(Graph(), passes,
                                      {.passes = m_builtins.passes,
                                       .ops = m_builtins.ops,
                                       .inputs = {},
                                       .semantics = Semantics::Fixed});
        QVERIFY(!run.ok);
    }
};

NERVURE_TEST(TstOnnxToNnvm)
#include "tst_onnx_to_nnvm.moc"
