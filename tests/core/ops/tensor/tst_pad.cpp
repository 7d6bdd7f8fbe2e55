// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/core/ops/typed_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstPad : public QObject {
    Q_OBJECT

private:
    static OpProbe padBy(const char *width, const char *value = "0")
    {
        return OpProbe("pad", {{"pad_width", width}, {"pad_value", value}});
    }

private Q_SLOTS:
    void shapesGrow()
    {
        QCOMPARE(padBy("((0, 0), (1, 2))").outputsFor({{2, 3}})[0], (Shape{2, 6}));
        QCOMPARE(padBy("((0, 0), (1, 2))").outputsFor({{2, unknownSize}})[0], (Shape{2, 3}));
        QVERIFY(!padBy("((0, 0), (1, 2))").outputsFor({{}})[0].hasRank());
    }

    void theNumberStandsAround()
    {
        QCOMPARE(padBy("((1, 0), (0, 1))", "-0.5").firstOutput({counted({1, 2})}),
                 (std::vector<float>{-0.5F, -0.5F, -0.5F, 1, 2, -0.5F}));
        QCOMPARE(computed<std::int8_t>(padBy("((1, 1),)", "2.9"), Elements<std::int8_t>{{1}, {7}}),
                 (std::vector<std::int8_t>{2, 7, 2}));
    }

    void negativeWidthsCut()
    {
        QCOMPARE(padBy("((-1, 1),)").firstOutput({counted({3})}), (std::vector<float>{2, 3, 0}));
        QVERIFY(padBy("((-3, -3),)").outputsFor({{3}}).empty());
    }

    void widthsMustFitTheShape()
    {
        QVERIFY(padBy("((0, 0),)").outputsFor({{2, 3}}).empty());
        QVERIFY(padBy("((0, 0, 0), (0, 0))").outputsFor({{2, 3}}).empty());
        QVERIFY(padBy("((0, 99999999999), (0, 0))").outputsFor({{2, 3}}).empty());
        NERVURE_VERIFY_ERROR(OpProbe("pad"), "attr-missing",
                             "pad 'n': attribute 'pad_width' is missing, the operator requires");
        NERVURE_VERIFY_ERROR(padBy("((0, a), (0, 0))"), "attr-invalid",
                             "pad 'n': attribute 'pad_width' is '((0, a), (0, 0))', expected a");
    }

    void widthsArePrintedAsNnvmDoes()
    {
        const OpProbe op = padBy("[(0, 0), (1, 2)]");
        QCOMPARE(op.spec()->attrs.find("pad_width")->print(op.rule().attrs.data()),
                 std::string("[[0,0],[1,2]]"));
    }

    void theLayoutIsKept()
    {
        QCOMPARE(askLayout(padBy("((0, 0),)"), {"NCHW4c"}, 1, {"NCHW"}),
                 (LayoutAnswer{{"NCHW"}, {"NCHW"}, {}}));
    }

    void sizesAreOpenOrZeroInFixedSemantics()
    {
        OpProbe op = OpProbe::fixed("pad", {{"pad_width", "((0, 0), (1, 2))"}});
        QCOMPARE(op.outputsFor({{2, unknownSize}}), (Shapes{{2, unknownSize}}));
        QCOMPARE(op.outputsFor({{2, 0}}), (Shapes{{2, 3}}));
        QCOMPARE(op.firstOutput({counted({1, 0})}), (std::vector<float>{0, 0, 0}));
        QVERIFY(op.outputsFor({Shape::scalar()}).empty());
    }
};

NERVURE_TEST(TstPad)
#include "tst_pad.moc"
