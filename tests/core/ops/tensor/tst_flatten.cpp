// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstFlatten : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allButTheFirstDimensionBecomeOne()
    {
        QCOMPARE(OpProbe("flatten").outputsFor({{2, 3, 4}})[0], (Shape{2, 12}));
        QCOMPARE(OpProbe("flatten").outputsFor({{5}})[0], (Shape{5, 1}));
        QVERIFY(OpProbe("flatten").spec()->isView);
    }

    void hugeSizesAreRefused()
    {
        constexpr std::int64_t huge = std::int64_t{1} << 40;
        QVERIFY(OpProbe("flatten").outputsFor({{2, huge, huge}}).empty());
    }

    void unknownSizesPassThrough()
    {
        QCOMPARE(OpProbe("flatten").outputsFor({{unknownSize, 3, 4}})[0], (Shape{unknownSize, 12}));
        QCOMPARE(OpProbe("flatten").outputsFor({{}}), Shapes{{}});
    }

    void theGradientGetsTheShapeBack()
    {
        QCOMPARE(RewriteProbe(OpProbe("flatten"), 1).gradient(),
                 std::string("n_grad = reshape_like(g0, x0) {=}\n-> n_grad"));
        QCOMPARE(askLayout(OpProbe("flatten"), {"NCHW4c"}, 1, {"NCHW"}),
                 (LayoutAnswer{{"NCHW"}, {"-"}, {}}));
    }

    void elementsKeepTheirOrder()
    {
        QCOMPARE(OpProbe("flatten").firstOutput({counted({1, 2, 2})}),
                 (std::vector<float>{1, 2, 3, 4}));
    }

    void aScalarHasNoDimensionToKeep()
    {
        const OpProbe op = OpProbe::fixed("flatten");
        QVERIFY(op.outputsFor({Shape::scalar()}).empty());
        QCOMPARE(op.outputsFor({{2, 0, 3}}), (Shapes{{2, 0}}));
        QCOMPARE(op.outputsFor({{2, unknownSize, 3}}), (Shapes{{2, unknownSize}}));
    }
};

NERVURE_TEST(TstFlatten)
#include "tst_flatten.moc"
