// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/core/ops/typed_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstSoftmax : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linesSumToOneAlongTheAxis()
    {
        OpProbe op("softmax", {{"axis", "0"}});
        const auto out = op.firstOutput({{{2, 2}, {0, 1000, 0, 1000}}});
        QCOMPARE(out, (std::vector<float>{0.5F, 0.5F, 0.5F, 0.5F}));
    }

    void logarithmMatches()
    {
        const auto out = OpProbe("log_softmax").firstOutput({{{1, 2}, {3, 3}}});
        QVERIFY(std::abs(out[0] + std::log(2.0F)) < 1e-6F);
    }

    void gradients()
    {
        QCOMPARE(RewriteProbe(OpProbe("softmax"), 1).gradient(),
                 std::string("n_grad_sub0 = elemwise_mul(g0, n)\n"
                             "n_grad_sub1 = sum(n_grad_sub0) {axis=-1, keepdims=true}\n"
                             "n_grad_sub2 = broadcast_mul(n_grad_sub1, n)\n"
                             "n_grad = elemwise_sub(n_grad_sub0, n_grad_sub2)\n-> n_grad"));
        QCOMPARE(RewriteProbe(OpProbe("log_softmax", {{"axis", "1"}}), 1).gradient(),
                 std::string("n_grad_sub0 = sum(g0) {axis=1, keepdims=true}\n"
                             "n_grad_sub1 = exp(n)\n"
                             "n_grad_sub2 = broadcast_mul(n_grad_sub0, n_grad_sub1)\n"
                             "n_grad = elemwise_sub(g0, n_grad_sub2)\n-> n_grad"));
    }

    void theLayoutIsKept()
    {
        QCOMPARE(askLayout(OpProbe("softmax"), {"NCHW4c"}, 1, {"NCHW"}),
                 (LayoutAnswer{{"NCHW"}, {"NCHW"}, {}}));
    }

    void halves()
    {
        const auto out =
            computed<Half>(OpProbe("softmax"), Elements<Half>{{2}, {Half(3), Half(3)}});
        QCOMPARE(float{out[0]}, 0.5F);
    }

    void anAxisBeyondTheDataCannotRun()
    {
        OpProbe op("softmax", {{"axis", "4"}});
        QVERIFY(!op.outputsFor({{2, 2}}).empty());
        QVERIFY(op.firstOutput({counted({2, 2})}).empty());
    }
};

NERVURE_TEST(TstSoftmax)
#include "tst_softmax.moc"
