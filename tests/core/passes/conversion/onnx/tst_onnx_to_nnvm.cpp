// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/passes/pass_manager.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

/// ONNXToNNVM as a pass; what it makes is tested in tst_from_onnx.
class TstOnnxToNnvm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void otherDialectsAreRefused()
    {
        const Builtins builtins = makeBuiltins();
        const std::vector<PassRequest> passes{{"ONNXToNNVM"}};
        for (const Semantics semantics : {Semantics::Exact, Semantics::Fixed}) {
            const PassRun run =
                runPasses(Graph(), passes,
                          {.passes = builtins.passes, .ops = builtins.ops, .semantics = semantics});
            QVERIFY(!run.ok);
            const Diagnostic *error = failureOf(run.steps.back());
            QVERIFY(error);
            QCOMPARE(error->message,
                     std::string("pass ONNXToNNVM lowers ONNX's graphs, found one of nnvm"));
        }
    }
};

NERVURE_TEST(TstOnnxToNnvm)
#include "tst_onnx_to_nnvm.moc"
