// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxLosses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void labelOfAColumnHasOneDimension()
    {
        Shapes in{{4, 1}, {}};
        QVERIFY(bool(MXNetProbe("LinearRegressionOutput").infer(in, {{}})));
        QCOMPARE(in[1], (Shape{4}));
        in = {{4, 2}, {3, 2}};
        const auto out = MXNetProbe("MAERegressionOutput").infer(in, {{}});
        QVERIFY(!out);
        QCOMPARE(out.error().code, std::string("infer-shape"));
    }

    void lossesPassTheData()
    {
        QCOMPARE(MXNetProbe("MakeLoss").lowersTo({{2, 3}}), std::string("copy"));
        QCOMPARE(MXNetProbe("LogisticRegressionOutput").lowersTo({{2, 3}, {2, 3}}),
                 std::string("sigmoid"));
    }

    void labelsOfSequencesAreFound()
    {
        Shapes in{{12, 5}, {}};
        const MXNetProbe ctc("WarpCTC", {{"label_length", "4"}, {"input_length", "6"}});
        QCOMPARE(*ctc.infer(in, {{}}), (Shapes{{12, 5}}));
        QCOMPARE(in[1], (Shape{8}));
    }

    void smoothNearZero()
    {
        const auto result =
            MXNetProbe("smooth_l1", {{"scalar", "2"}}).computed({{{4}, {-1, 0, 0.125, 0.25}}});
        QVERIFY(bool(result));
        QCOMPARE(result->data, (std::vector<float>{0.875, 0, 0.03125, 0.125}));
    }
};

NERVURE_TEST(TstMxLosses)
#include "tst_mx_losses.moc"
