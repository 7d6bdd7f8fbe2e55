// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstDropout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theInputPassesAndNothingIsMasked()
    {
        OpProbe op("dropout", {{"rate", "0.9"}});
        std::vector<FloatTensor> in{counted({3})};
        const auto out = op.run(in);
        QVERIFY(out.ok());
        QCOMPARE((*out)[0].data, (std::vector<float>{1, 2, 3}));
        QCOMPARE((*out)[1].data, (std::vector<float>{1, 1, 1}));
    }

    void inferenceTakesTheInput()
    {
        const OpProbe op("dropout");
        QCOMPARE(RewriteProbe(op, 1, 2).simplified(),
                 std::string("undef = __undef__()\n-> x0, undef"));
        QVERIFY(!op.spec()->rewrites->gradient);
    }

    void theMaskHasNoLayout()
    {
        QCOMPARE(askLayout(OpProbe("dropout"), {"NHWC"}, 2),
                 (LayoutAnswer{{"NHWC"}, {"NHWC", "-"}, {}}));
    }

    void rateIsAShare()
    {
        NERVURE_VERIFY_ERROR(OpProbe("dropout", {{"rate", "1.5"}}), "attr-invalid",
                             "dropout 'n': attribute 'rate' is '1.5', expected at most 1");
        QCOMPARE(OpProbe("dropout").spec()->visibleOutputs, 1U);
    }
};

NERVURE_TEST(TstDropout)
#include "tst_dropout.moc"
