// SPDX-License-Identifier: Apache-2.0
#include "core/ops/elementwise/elementwise_gradients.h"

#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

/// The nodes and names that NNVM gives; inputs x0 and x1, the node n, its gradient g0.
class TstElementwiseGradients : public QObject {
    Q_OBJECT

private:
    static std::string gradientOf(const char *op, std::size_t inputs, AttrDict attrs = {})
    {
        const OpProbe probe(op, std::move(attrs));
        return RewriteProbe(probe, inputs).gradient();
    }

private Q_SLOTS:
    void functions()
    {
        QCOMPARE(gradientOf("relu", 1), std::string("n_sub0 = zeros_like(x0)\n"
                                                    "n_sub1 = greater(x0, n_sub0) {exclude=true}\n"
                                                    "n_grad = elemwise_mul(g0, n_sub1)\n"
                                                    "-> n_grad"));
        QCOMPARE(gradientOf("sigmoid", 1),
                 std::string("n_grad_sub_0 = elemwise_mul(g0, n)\n"
                             "n_grad_sub_1 = __rsub_scalar__(n) {scalar=1}\n"
                             "n_grad_0 = elemwise_mul(n_grad_sub_0, n_grad_sub_1)\n"
                             "-> n_grad_0"));
        QCOMPARE(gradientOf("tanh", 1),
                 std::string("n_grad_sub_0 = elemwise_mul(n, n)\n"
                             "n_grad_sub_1 = __rsub_scalar__(n_grad_sub_0) {scalar=1}\n"
                             "n_grad_0 = elemwise_mul(g0, n_grad_sub_1)\n"
                             "-> n_grad_0"));
        QCOMPARE(gradientOf("exp", 1), std::string("n_grad_0 = elemwise_mul(g0, n)\n-> n_grad_0"));
        QCOMPARE(gradientOf("log", 1), std::string("n_grad_0 = elemwise_div(g0, x0)\n-> n_grad_0"));
        QCOMPARE(gradientOf("sqrt", 1),
                 std::string("n_grad_sub_0 = __mul_scalar__(n) {scalar=2}\n"
                             "n_grad_0 = elemwise_div(g0, n_grad_sub_0)\n-> n_grad_0"));
        QCOMPARE(gradientOf("negative", 1), std::string("n_grad_0 = negative(g0)\n-> n_grad_0"));
        QCOMPARE(gradientOf("copy", 1), std::string("n_grad_0 = copy(g0)\n-> n_grad_0"));
        QCOMPARE(gradientOf("block_grad", 1),
                 std::string("n_zero_grad = zeros_like(x0)\n-> n_zero_grad"));
    }

    void twoOperands()
    {
        QCOMPARE(gradientOf("elemwise_add", 2),
                 std::string("n_grad_0 = copy(g0)\nn_grad_0 = copy(g0)\n-> n_grad_0, n_grad_0"));
        QCOMPARE(gradientOf("elemwise_sub", 2),
                 std::string("n_grad_1 = negative(g0)\n-> g0, n_grad_1"));
        QCOMPARE(gradientOf("elemwise_mul", 2),
                 std::string("n_grad_0 = elemwise_mul(g0, x1)\n"
                             "n_grad_1 = elemwise_mul(g0, x0)\n-> n_grad_0, n_grad_1"));
        QCOMPARE(gradientOf("elemwise_div", 2),
                 std::string("n_grad_sub_0 = elemwise_mul(g0, x0)\n"
                             "n_grad_sub_1 = negative(n_grad_sub_0)\n"
                             "n_grad_sub_2 = elemwise_mul(x1, x1)\n"
                             "n_grad_0 = elemwise_div(g0, x1)\n"
                             "n_grad_1 = elemwise_div(n_grad_sub_1, n_grad_sub_2)\n"
                             "-> n_grad_0, n_grad_1"));
        QCOMPARE(gradientOf("greater", 2),
                 std::string("n_zero_grad = zeros_like(x0)\nn_zero_grad = zeros_like(x1)\n"
                             "-> n_zero_grad, n_zero_grad"));
    }

    void scalars()
    {
        const AttrDict half{{"scalar", "0.50"}};
        QCOMPARE(gradientOf("__add_scalar__", 1, half),
                 std::string("n_grad_0 = copy(g0)\n-> n_grad_0"));
        QCOMPARE(gradientOf("__sub_scalar__", 1, half), std::string("-> g0"));
        QCOMPARE(gradientOf("__rsub_scalar__", 1, half),
                 std::string("n_grad_0 = negative(g0)\n-> n_grad_0"));
        QCOMPARE(gradientOf("__mul_scalar__", 1, half),
                 std::string("n_grad_0 = __mul_scalar__(g0) {scalar=0.50}\n-> n_grad_0"));
        QCOMPARE(gradientOf("__div_scalar__", 1, half),
                 std::string("n_grad_0 = __div_scalar__(g0) {scalar=0.50}\n-> n_grad_0"));
        QCOMPARE(gradientOf("__rdiv_scalar__", 1, half),
                 std::string("n_grad_sub_0 = __mul_scalar__(g0) {scalar=0.50}\n"
                             "n_grad_sub_1 = negative(n_grad_sub_0)\n"
                             "n_grad_sub_2 = elemwise_mul(x0, x0)\n"
                             "n_grad_0 = elemwise_div(n_grad_sub_1, n_grad_sub_2)\n-> n_grad_0"));
        QCOMPARE(gradientOf("__pow_scalar__", 1, half),
                 std::string("n_grad_sub_0 = __pow_scalar__(x0) {scalar=-0.500000}\n"
                             "n_grad_sub_1 = __mul_scalar__(g0) {scalar=0.500000}\n"
                             "n_grad_0 = elemwise_mul(n_grad_sub_0, n_grad_sub_1)\n-> n_grad_0"));
        QCOMPARE(gradientOf("__rpow_scalar__", 1, half),
                 std::string("n_grad_sub_0 = __mul_scalar__(n) {scalar=-0.693147}\n"
                             "n_grad_0 = broadcast_mul(g0, n_grad_sub_0)\n-> n_grad_0"));
    }

    void broadcasts()
    {
        QCOMPARE(gradientOf("broadcast_add", 2),
                 std::string("n_dlhs = collapse_sum(g0, x0)\n"
                             "n_drhs = collapse_sum(g0, x1)\n-> n_dlhs, n_drhs"));
        QCOMPARE(gradientOf("broadcast_sub", 2),
                 std::string("n_dlhs = collapse_sum(g0, x0)\n"
                             "n_drhs_neg = negative(g0)\n"
                             "n_drhs = collapse_sum(n_drhs_neg, x1)\n-> n_dlhs, n_drhs"));
        QCOMPARE(gradientOf("broadcast_mul", 2),
                 std::string("n_dlhs_mul = broadcast_mul(x1, g0)\n"
                             "n_drhs_mul = broadcast_mul(x0, g0)\n"
                             "n_dlhs_sum = collapse_sum(n_dlhs_mul, x0)\n"
                             "n_drhs_sum = collapse_sum(n_drhs_mul, x1)\n"
                             "-> n_dlhs_sum, n_drhs_sum"));
        QCOMPARE(gradientOf("broadcast_div", 2),
                 std::string("n_dlhs_div = broadcast_div(g0, x1)\n"
                             "n_rhs_neg = negative(x1)\n"
                             "n_drhs_div = broadcast_div(n, n_rhs_neg)\n"
                             "n_drhs_mul = broadcast_mul(n_drhs_div, g0)\n"
                             "n_dlhs_sum = collapse_sum(n_dlhs_div, x0)\n"
                             "n_drhs_sum = collapse_sum(n_drhs_mul, x1)\n"
                             "-> n_dlhs_sum, n_drhs_sum"));
    }

    void missingInputsAreAnError()
    {
        QCOMPARE(gradientOf("elemwise_mul", 1).substr(0, 6), std::string("error:"));
    }

    void someOperatorsHaveNone()
    {
        for (const char *op : {"floor", "round", "abs", "elemwise_mod", "elemwise_pow",
                               "broadcast_max", "__lshift_scalar__"}) {
            QVERIFY2(!elementwiseGradient(op), op);
            QVERIFY2(!OpProbe(op).spec()->rewrites->gradient, op);
        }
    }
};

NERVURE_TEST(TstElementwiseGradients)
#include "tst_elementwise_gradients.moc"
