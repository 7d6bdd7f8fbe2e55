// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstAssign : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theVariableAndTheOutputTakeTheValue()
    {
        OpProbe op("_assign");
        std::vector<FloatTensor> in{counted({2}), {{2}, {7, 8}}};
        const auto out = op.run(in);
        QVERIFY(out.ok());
        QCOMPARE((*out)[0].data, (std::vector<float>{7, 8}));
        QCOMPARE(in[0].data, (std::vector<float>{7, 8}));
    }

    void theVariablesShapeReachesAll()
    {
        Shapes in{{2, 3}, {}};
        const auto out = OpProbe("_assign").infer(in);
        QCOMPARE(in[1], (Shape{2, 3}));
        QCOMPARE((*out)[0], (Shape{2, 3}));
    }

    void inputsAreNotCounted()
    {
        QCOMPARE(OpProbe("_assign").outputsFor({{2}})[0], (Shape{2}));
        QVERIFY(!OpProbe("_assign").outputsFor({})[0].hasRank());
    }

    void theVariableHasNoGradient()
    {
        QCOMPARE(RewriteProbe(OpProbe("_assign"), 2).gradient(),
                 std::string("n_zero_grad = zeros_like(x0)\n-> n_zero_grad, g0"));
    }

    void theVariablesLayoutReachesAll()
    {
        QCOMPARE(askLayout(OpProbe("_assign"), {"NCHW", "NHWC"}),
                 (LayoutAnswer{{"NCHW", "NCHW"}, {"NCHW"}, {}}));
        QCOMPARE(askLayout(OpProbe("_assign"), {"-", "NHWC"}),
                 (LayoutAnswer{{"-", "NHWC"}, {"-"}, {}}));
    }

    void theValuesShapeReachesNothing()
    {
        Shapes in{{}, {2, 3}};
        const auto out = OpProbe("_assign").infer(in);
        QVERIFY(!in[0].hasRank() && !(*out)[0].hasRank());
    }
};

NERVURE_TEST(TstAssign)
#include "tst_assign.moc"
