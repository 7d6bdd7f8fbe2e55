// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/core/ops/typed_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstElementwiseSum : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allInputsAreAdded()
    {
        OpProbe op("elemwise_sum", {{"num_args", "3"}});
        QCOMPARE(op.firstOutput({counted({2}), counted({2}), counted({2})}),
                 (std::vector<float>{3, 6}));
        QCOMPARE(op.spec()->inputNames(op.rule()).size(), std::size_t{3});
    }

    void integersWrapAround()
    {
        const OpProbe op("elemwise_sum", {{"num_args", "2"}});
        const Elements<std::int32_t> most{{1}, {INT32_MAX}};
        QCOMPARE(computed<std::int32_t>(op, most, Elements<std::int32_t>{{1}, {1}}),
                 (std::vector<std::int32_t>{INT32_MIN}));
    }

    void everyInputGetsACopyOfTheGradient()
    {
        const OpProbe op("elemwise_sum", {{"num_args", "2"}});
        QCOMPARE(RewriteProbe(op, 2).gradient(),
                 std::string("n_grad_0 = copy(g0)\nn_grad_0 = copy(g0)\n-> n_grad_0, n_grad_0"));
    }

    void allInputsKeepOneLayout()
    {
        const OpProbe op("elemwise_sum", {{"num_args", "3"}});
        QCOMPARE(askLayout(op, {"-", "NC", "-"}), (LayoutAnswer{{"NC", "NC", "NC"}, {"NC"}, {}}));
        QVERIFY(!op.spec()->inplace);
    }

    void shapesMustAgree()
    {
        OpProbe op("elemwise_sum", {{"num_args", "2"}});
        QVERIFY(op.outputsFor({{2}, {3}}).empty());
    }
};

NERVURE_TEST(TstElementwiseSum)
#include "tst_elementwise_sum.moc"
