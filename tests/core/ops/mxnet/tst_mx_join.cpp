// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxJoin : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void joinsAlongADimension()
    {
        const auto result = MXNetProbe("Concat", {{"num_args", "2"}, {"dim", "-1"}})
                                .computed({{{2, 1}, {1, 2}}, {{2, 2}, {3, 4, 5, 6}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{1, 3, 4, 2, 5, 6}));
    }

    void whatIsCommonFlows()
    {
        Shapes in{{2, 3}, {unknownSize, 4}};
        QVERIFY(bool(MXNetProbe("Concat", {{"num_args", "2"}}).infer(in, {{}})));
        QCOMPARE(in[1], (Shape{2, 4}));
    }

    void aSizeOf0AddsNothing()
    {
        const MXNetProbe concat("Concat", {{"num_args", "2"}});
        QCOMPARE(concat.outputsFor({{2, 0}, {2, 4}}), (Shapes{{2, 4}}));
        QCOMPARE(concat.outputsFor({{2, unknownSize}, {2, 4}}), (Shapes{{2, unknownSize}}));
    }

    void otherShapesAreRefused()
    {
        QVERIFY(MXNetProbe("Concat", {{"num_args", "2"}}).outputsFor({{2, 3}, {4, 4}}).empty());
    }

    void parametersShareWhatIsLeft()
    {
        Shapes in{{unknownSize}, {4}, {unknownSize}};
        QVERIFY(bool(
            MXNetProbe("_rnn_param_concat", {{"num_args", "3"}, {"dim", "0"}}).infer(in, {{10}})));
        QCOMPARE(in[2], (Shape{3}));
    }

    void stacksAlongANewDimension()
    {
        const auto result = MXNetProbe("stack", {{"num_args", "2"}, {"axis", "1"}})
                                .computed({{{2}, {1, 2}}, {{2}, {3, 4}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{1, 3, 2, 4}));
        QCOMPARE(result->shape, (Shape{2, 2}));
    }
};

NERVURE_TEST(TstMxJoin)
#include "tst_mx_join.moc"
