// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/core/ops/typed_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstActivation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void leakyReluScalesNegatives()
    {
        OpProbe op("leaky_relu", {{"alpha", "0.5"}});
        QCOMPARE(op.firstOutput({{{3}, {-2, 0, 3}}}), (std::vector<float>{-1, 0, 3}));
    }

    void clipLimitsAndTurnsNanIntoTheUpperBound()
    {
        OpProbe op("clip", {{"a_min", "-1"}, {"a_max", "2"}});
        QCOMPARE(op.firstOutput({{{4}, {-5, 0.5F, 7, NAN}}}), (std::vector<float>{-1, 0.5F, 2, 2}));
    }

    void integersKnowNoFraction()
    {
        const OpProbe leaky("leaky_relu", {{"alpha", "2.5"}});
        QCOMPARE(computed<std::int32_t>(leaky, Elements<std::int32_t>{{2}, {-3, 4}}),
                 (std::vector<std::int32_t>{-6, 4}));
        const OpProbe clip("clip", {{"a_min", "-1.9"}, {"a_max", "2.9"}});
        QCOMPARE(computed<std::int32_t>(clip, Elements<std::int32_t>{{3}, {-5, 0, 5}}),
                 (std::vector<std::int32_t>{-1, 0, 2}));
    }

    void clipsBoundsAreFloatsFirstInExact()
    {
        const OpProbe clip("clip", {{"a_min", "0.1"}, {"a_max", "1"}});
        QCOMPARE(computed<double>(clip, Elements<double>{{1}, {0}}),
                 (std::vector<double>{static_cast<double>(0.1F)}));
    }

    void leakyReluGradient()
    {
        const OpProbe op("leaky_relu", {{"alpha", "0.1"}});
        QCOMPARE(RewriteProbe(op, 1).gradient(),
                 std::string("n_grad_zero = zeros_like(x0)\n"
                             "n_pos_grad = greater(x0, n_grad_zero)\n"
                             "n_neg_grad = less(x0, n_grad_zero)\n"
                             "n_neg_mul_2 = __mul_scalar__(n_neg_grad) {scalar=0.100000}\n"
                             "n_sub3 = elemwise_add(n_pos_grad, n_neg_mul_2)\n"
                             "n_grad = elemwise_mul(g0, n_sub3)\n-> n_grad"));
    }

    void clipGradient()
    {
        const OpProbe op("clip", {{"a_min", "-1"}, {"a_max", "2.50"}});
        QCOMPARE(RewriteProbe(op, 1).gradient(),
                 std::string("n_grad_sub_0 = ones_like(x0)\n"
                             "n_grad_sub_1 = __mul_scalar__(n_grad_sub_0) {scalar=-1}\n"
                             "n_grad_sub_2 = less(x0, n_grad_sub_1)\n"
                             "n_grad_sub_3 = elemwise_sub(n_grad_sub_0, n_grad_sub_2)\n"
                             "n_grad_sub_4 = __mul_scalar__(n_grad_sub_0) {scalar=2.50}\n"
                             "n_grad_sub_5 = greater(x0, n_grad_sub_4)\n"
                             "n_grad_sub_6 = elemwise_sub(n_grad_sub_0, n_grad_sub_5)\n"
                             "n_grad_sub_7 = elemwise_mul(n_grad_sub_3, n_grad_sub_6)\n"
                             "n_grad = elemwise_mul(n_grad_sub_7, g0)\n-> n_grad"));
    }

    void layouts()
    {
        QCOMPARE(askLayout(OpProbe("leaky_relu"), {"NCHW4c"}, 1, {"NCHW"}),
                 (LayoutAnswer{{"NCHW4c"}, {"NCHW4c"}, {}}));
        QCOMPARE(
            askLayout(OpProbe("clip", {{"a_min", "0"}, {"a_max", "1"}}), {"NCHW4c"}, 1, {"NCHW"}),
            (LayoutAnswer{{"NCHW"}, {"-"}, {}}));
    }

    void negativeSlopeIsRefused()
    {
        NERVURE_VERIFY_ERROR(OpProbe("leaky_relu", {{"alpha", "-1"}}), "attr-invalid",
                             "leaky_relu 'n': attribute 'alpha' is '-1', expected at least 0");
        QCOMPARE(OpProbe("clip").diagnostics.size(), std::size_t{2});
    }
};

NERVURE_TEST(TstActivation)
#include "tst_activation.moc"
