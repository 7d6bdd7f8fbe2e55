// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/core/ops/typed_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstPrelu : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachChannelHasItsSlope()
    {
        OpProbe op("prelu");
        QCOMPARE(op.firstOutput({{{1, 2, 1, 2}, {-1, 2, -3, -4}}, {{2}, {0.5F, 2}}}),
                 (std::vector<float>{-0.5F, 2, -6, -8}));
        OpProbe last("prelu", {{"axis", "3"}});
        QCOMPARE(last.firstOutput({{{1, 2, 1, 2}, {-1, 2, -3, -4}}, {{2}, {0.5F, 2}}}),
                 (std::vector<float>{-0.5F, 2, -1.5F, -8}));
    }

    void slopesAreInferred()
    {
        Shapes in{{1, 3, 4, 5}, {}};
        QCOMPARE((*OpProbe("prelu", {{"axis", "2"}}).infer(in))[0], (Shape{1, 3, 4, 5}));
        QCOMPARE(in[1], (Shape{4}));
    }

    void unknownOrOtherDataIsRefused()
    {
        QVERIFY(OpProbe("prelu").outputsFor({{}, {}}).empty());
        QVERIFY(OpProbe("prelu").outputsFor({{1, 3, 4}, {}}).empty());
        QVERIFY(OpProbe("prelu", {{"axis", "4"}}).outputsFor({{1, 3, 4, 5}, {}}).empty());
        QVERIFY(OpProbe("prelu", {{"axis", "-1"}}).outputsFor({{1, 3, 4, 5}, {}}).empty());
        QVERIFY(OpProbe("prelu").outputsFor({{1, 3, 4, 5}, {4}}).empty());
    }

    void exactComparesTheAxisWithTheNumberOfElements()
    {
        const OpProbe op("prelu");
        Shapes in{{1, 1, 1, 1}, {}};
        Shapes out(1);
        NERVURE_VERIFY_ERROR(op.spec()->inferShape(op.rule(), in, out), "infer-shape",
                             "axis is 1, expected a dimension of data [1,1,1,1]");
        QVERIFY(op.spec()->inferShape(op.rule(Semantics::Fixed), in, out).ok());
    }

    void typesHaveNoRule()
    {
        QVERIFY(!OpProbe("prelu").spec()->inferType);
        QCOMPARE(OpProbe("prelu").spec()->parameterInputs, (std::vector<std::uint32_t>{1}));
    }

    void channelsMustBeWholeAndInPlace()
    {
        QCOMPARE(askLayout(OpProbe("prelu"), {"NCHW", "-"}),
                 (LayoutAnswer{{"NCHW", "C"}, {"NCHW"}, {}}));
        QCOMPARE(askLayout(OpProbe("prelu"), {"NCHW4c", "-"}, 1, {"NCHW", "C"}),
                 (LayoutAnswer{{"NCHW", "C"}, {"NCHW"}, {}}));
        QCOMPARE(askLayout(OpProbe("prelu"), {"-", "-"}), (LayoutAnswer{{"-", "C"}, {"-"}, {}}));
        QVERIFY(!askLayout(OpProbe("prelu"), {"NCHW4c", "-"}).error.empty());
        QVERIFY(!askLayout(OpProbe("prelu"), {"NHWC", "-"}).error.empty());
    }
};

NERVURE_TEST(TstPrelu)
#include "tst_prelu.moc"
