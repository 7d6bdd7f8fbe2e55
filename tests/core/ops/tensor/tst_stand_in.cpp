// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstStandIn : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anUndefinedValueHasNoShape()
    {
        OpProbe op("__undef__");
        QVERIFY(op.spec()->inputNames(op.rule()).empty());
        QVERIFY(op.outputsFor({}).empty());
        DTypes none;
        QVERIFY(!op.inferTypes(none));
        QCOMPARE(op.spec()->inplace(op.rule()), (OpSpec::InplacePairs{{0, 0}}));
        QVERIFY(!op.spec()->pattern);
    }

    /// NNVM's process ends here.
    void anUndefinedValueHasNoLayout()
    {
        QVERIFY(!askLayout(OpProbe("__undef__"), {}).error.empty());
    }

    void aFunctionHasAsManyTensorsAsItSays()
    {
        OpProbe op("tvm_op",
                   {{"func_name", "fuse_add"}, {"num_inputs", "2"}, {"num_outputs", "3"}});
        QCOMPARE(op.spec()->inputNames(op.rule()), (std::vector<std::string>{"input0", "input1"}));
        QCOMPARE(op.outputCount(), std::size_t(3));
        QVERIFY(!op.spec()->inferShape);
        QVERIFY(!op.spec()->inferType);
        OpProbe single("tvm_op", {{"func_name", "f"}});
        QCOMPARE(single.spec()->outputNames(single.rule()), (std::vector<std::string>{"output"}));
    }

    void attributesOfAFunctionAreChecked()
    {
        QCOMPARE(OpProbe("tvm_op").diagnostics.size(), std::size_t(1));
        OpProbe op("tvm_op", {{"func_name", "f"}, {"num_outputs", "4000000000"}});
        QCOMPARE(op.diagnostics.size(), std::size_t(1));
    }

    void neitherCanBeRun()
    {
        for (const char *name : {"__undef__", "tvm_op"}) {
            OpProbe op(name, {{"func_name", "f"}});
            const RuleContext rule = op.rule();
            const Status status = op.spec()->reference({rule, {}, {}, {}});
            QVERIFY(!status);
            QCOMPARE(status.error().code, std::string("no-reference"));
        }
    }
};

NERVURE_TEST(TstStandIn)
#include "tst_stand_in.moc"
