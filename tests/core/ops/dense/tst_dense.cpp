// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstDense : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void referenceMultipliesByTheTransposedWeight()
    {
        OpProbe op("dense", {{"units", "2"}});
        QCOMPARE(
            op.firstOutput({{{1, 3}, {1, 2, 3}}, {{2, 3}, {1, 0, 0, 1, 1, 1}}, {{2}, {10, 20}}}),
            (std::vector<float>{11, 26}));
    }

    void dataLearnsTheBatchFromTheOutput()
    {
        Shapes in{{}, {4, 3}, {}};
        QVERIFY(OpProbe("dense", {{"units", "4"}}).infer(in, {{7, 4}}).ok());
        QCOMPARE(in[0], (Shape{7, unknownSize}));
        QCOMPARE(in[2], (Shape{4}));
    }

    void sizesAreMergedFromAllSides()
    {
        Shapes in{{unknownSize, 8}, {}, {}};
        QCOMPARE((*OpProbe("dense", {{"units", "4"}}).infer(in))[0], (Shape{unknownSize, 4}));
        QCOMPARE(in[1], (Shape{4, 8}));
        Shapes open{{2, unknownSize}, {}, {}};
        QCOMPARE((*OpProbe("dense", {{"units", "4"}}).infer(open))[0], (Shape{2, 4}));
        QCOMPARE(open[1], (Shape{4, unknownSize}));
        Shapes wrong{{2, 3}, {4, 5}, {}};
        NERVURE_VERIFY_ERROR(OpProbe("dense", {{"units", "4"}}).infer(wrong), "infer-shape",
                             "input 1 (weight) has shape [4,5], expected [4,3]");
    }

    void theLastDimensionIsConnected()
    {
        OpProbe op("dense", {{"units", "1"}, {"use_bias", "False"}});
        QCOMPARE(op.firstOutput({counted({2, 2, 2}), {{1, 2}, {1, 10}}}),
                 (std::vector<float>{21, 43, 65, 87}));
    }

    void theLayoutOfTheDataIsKept()
    {
        const OpProbe op("dense", {{"units", "4"}});
        QCOMPARE(askLayout(op, {"NC", "-", "-"}), (LayoutAnswer{{"NC", "-", "-"}, {"NC"}, {}}));
        QCOMPARE(askLayout(op, {"NC4c", "-", "-"}, 1, {"NC", "-", "-"}),
                 (LayoutAnswer{{"NC", "-", "-"}, {"NC"}, {}}));
    }

    void theGradientIsMadeOfProducts()
    {
        const OpProbe op("dense", {{"units", "4"}});
        QCOMPARE(RewriteProbe(op, 3).gradient(),
                 std::string("n_data_grad = matmul(g0, x1)\n"
                             "n_weight_grad_sub0 = matmul(g0, x0) {transpose_a=true}\n"
                             "n_weight_grad = sum(n_weight_grad_sub0) {axis=[0,-1], exclude=true}\n"
                             "n_bias_grad = sum(g0) {axis=[-1], exclude=true}\n"
                             "-> n_data_grad, n_weight_grad, n_bias_grad"));
        const OpProbe noBias("dense", {{"units", "4"}, {"use_bias", "False"}});
        QVERIFY(RewriteProbe(noBias, 2).gradient().ends_with("-> n_data_grad, n_weight_grad"));
    }

    void unitsMustBePositive()
    {
        NERVURE_VERIFY_ERROR(OpProbe("dense", {{"units", "4294967297"}}), "attr-invalid",
                             "dense 'n': attribute 'units' is '4294967297', expected an integer");
        NERVURE_VERIFY_ERROR(OpProbe("dense", {{"units", "0"}}), "attr-invalid",
                             "dense 'n': attribute 'units' is '0', expected at least 1");
        NERVURE_VERIFY_ERROR(OpProbe("dense", {{"units", "four"}}), "attr-invalid",
                             "dense 'n': attribute 'units' is 'four', expected an integer");
    }

    void scalarsAreRefused()
    {
        const OpProbe op = OpProbe::fixed("dense", {{"units", "4"}});
        QVERIFY(op.outputsFor({Shape::scalar(), {}, {}}).empty());
        QCOMPARE(op.outputsFor({{0, 3}, {}, {}}), (Shapes{{0, 4}}));
    }
};

NERVURE_TEST(TstDense)
#include "tst_dense.moc"
