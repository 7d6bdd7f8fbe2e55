// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/core/ops/typed_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstBroadcastBinary : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void dimensionsOfOneStretch()
    {
        QCOMPARE(OpProbe("broadcast_add").outputsFor({{4, 1, 3}, {2, 1}})[0], (Shape{4, 2, 3}));
        QCOMPARE(OpProbe("broadcast_add").outputsFor({{4, unknownSize}, {1, 3}})[0],
                 (Shape{4, unknownSize}));
        QVERIFY(OpProbe("broadcast_add").outputsFor({{2, 3}, {2, 4}}).empty());
    }

    void referenceRepeatsTheSmallerOperand()
    {
        QCOMPARE(OpProbe("__sub_symbol__").firstOutput({counted({2, 2}), {{2, 1}, {1, 2}}}),
                 (std::vector<float>{0, 1, 1, 2}));
        QCOMPARE(OpProbe("broadcast_mul").firstOutput({{{2}, {2, 3}}, counted({2, 2})}),
                 (std::vector<float>{2, 6, 6, 12}));
    }

    void comparisonsGiveOneAndZero()
    {
        QCOMPARE(OpProbe("broadcast_greater_equal").firstOutput({counted({3}), {{1}, {2}}}),
                 (std::vector<float>{0, 1, 1}));
    }

    void comparisonsOfIntegersGiveIntegers()
    {
        const OpProbe op("broadcast_less");
        QCOMPARE(outputTypesFor(op, {DType::Int32, DType::Unknown}), (DTypes{DType::Int32}));
        QCOMPARE(computed<std::int32_t>(op, Elements<std::int32_t>{{2}, {1, 3}},
                                        Elements<std::int32_t>{{1}, {2}}),
                 (std::vector<std::int32_t>{1, 0}));
    }

    void theShorterLayoutFollows()
    {
        QCOMPARE(askLayout(OpProbe("broadcast_add"), {"NCHW4c", "CHW"}),
                 (LayoutAnswer{{"NCHW4c", "CHW4c"}, {"NCHW4c"}, {}}));
    }

    void shiftsNeedIntegers()
    {
        QVERIFY(OpProbe("broadcast_left_shift").firstOutput({counted({2}), counted({2})}).empty());
    }

    void scalarsAndSizesOfZeroStretch()
    {
        const OpProbe op = OpProbe::fixed("broadcast_add");
        QCOMPARE(op.outputsFor({{1, 3}, {0, 1}}), (Shapes{{0, 3}}));
        QCOMPARE(op.outputsFor({Shape::scalar(), {2}}), Shapes{Shape{2}});
        QCOMPARE(op.outputsFor({Shape::scalar(), Shape::scalar()}), Shapes{Shape::scalar()});
        QVERIFY(op.outputsFor({{2}, {0}}).empty());
    }
};

NERVURE_TEST(TstBroadcastBinary)
#include "tst_broadcast_binary.moc"
