// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

OpProbe expand(const char *axis, const char *count = "1")
{
    return OpProbe("expand_dims", {{"axis", axis}, {"num_newaxis", count}});
}

} // namespace

class TstExpandDims : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void dimensionsAreInserted()
    {
        QCOMPARE(expand("1", "2").outputsFor({{2, 3}})[0], (Shape{2, 1, 1, 3}));
        QCOMPARE(expand("-1").outputsFor({{2, 3}})[0], (Shape{2, 3, 1}));
        QCOMPARE(expand("-3").outputsFor({{2, unknownSize}})[0], (Shape{1, 2, unknownSize}));
        QVERIFY(expand("3").outputsFor({{2, 3}}).empty());
        QVERIFY(expand("-4").outputsFor({{2, 3}}).empty());
    }

    void manyDimensionsAreRefused()
    {
        NERVURE_VERIFY_ERROR(expand("0", "1000000000"), "attr-invalid",
                             "expand_dims 'n': attribute 'num_newaxis' is '1000000000'");
        NERVURE_VERIFY_ERROR(expand("0", "0"), "attr-invalid",
                             "expand_dims 'n': attribute 'num_newaxis' is '0', expected at");
    }

    void exactSemanticsDoesNotWaitForTheInput()
    {
        QCOMPARE(expand("0").outputsFor({{}})[0], (Shape{1}));
        QVERIFY(expand("1").outputsFor({{}}).empty());
        QCOMPARE(OpProbe::fixed("expand_dims", {{"axis", "1"}}).outputsFor({{}}), Shapes{{}});
    }

    void expandGradientIsSummedUp()
    {
        QCOMPARE(RewriteProbe(expand("1"), 1).gradient(),
                 std::string("n_grad = collapse_sum(g0, x0)\n-> n_grad"));
        QCOMPARE(askLayout(expand("1"), {"NC4c"}, 1, {"NC"}), (LayoutAnswer{{"NC"}, {"-"}, {}}));
    }

    void dimensionsOfSizeOneAreLeftOut()
    {
        QCOMPARE(OpProbe("squeeze").outputsFor({{1, 3, 1, unknownSize}})[0],
                 (Shape{3, unknownSize}));
        QCOMPARE(OpProbe("squeeze").outputsFor({{1, 1}})[0], (Shape{1}));
        OpProbe op("squeeze", {{"axis", "(-1, 0, 0)"}});
        QCOMPARE(op.outputsFor({{1, 1, 1}})[0], (Shape{1}));
        QVERIFY(op.outputsFor({{1, 1, 3}}).empty());
        QVERIFY(OpProbe("squeeze", {{"axis", "(3,)"}}).outputsFor({{1, 1, 3}}).empty());
    }

    void unknownSizesWaitInFixedSemantics()
    {
        QVERIFY(OpProbe("squeeze", {{"axis", "(0,)"}}).outputsFor({{unknownSize, 3}}).empty());
        QCOMPARE(OpProbe::fixed("squeeze", {{"axis", "(0,)"}}).outputsFor({{unknownSize, 3}}),
                 Shapes{{3}});
        QCOMPARE(OpProbe::fixed("squeeze").outputsFor({{unknownSize, 3}}), Shapes{{}});
    }

    void squeezeGradientGetsTheShapeBack()
    {
        QCOMPARE(RewriteProbe(OpProbe("squeeze"), 1).gradient(),
                 std::string("n_grad = reshape_like(g0, x0)\n-> n_grad"));
    }

    void elementsKeepTheirOrder()
    {
        QCOMPARE(expand("1").firstOutput({counted({2, 2})}), (std::vector<float>{1, 2, 3, 4}));
        QCOMPARE(OpProbe("squeeze").firstOutput({counted({1, 3})}), (std::vector<float>{1, 2, 3}));
        QVERIFY(OpProbe("squeeze").spec()->isView);
    }
};

NERVURE_TEST(TstExpandDims)
#include "tst_expand_dims.moc"
