// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/core/ops/typed_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstFill : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theAttributesDecide()
    {
        OpProbe full("full", {{"shape", "(2,)"}, {"fill_value", "1.7"}, {"dtype", "int32"}});
        QCOMPARE(full.outputsFor({})[0], (Shape{2}));
        QCOMPARE(outputTypesFor(full, {}), (DTypes{DType::Int32}));
        QCOMPARE(computed<std::int32_t>(full), (std::vector<std::int32_t>{1, 1}));
        QCOMPARE(computed<Half>(OpProbe("ones", {{"shape", "[1, 2]"}})).size(), std::size_t{2});
        QCOMPARE(OpProbe("zeros", {{"shape", "3"}}).firstOutput({}), (std::vector<float>{0, 0, 0}));
        QCOMPARE(OpProbe("ones", {{"shape", "3"}}).firstOutput({}), (std::vector<float>{1, 1, 1}));
    }

    void withoutShapeNothingIsKnown()
    {
        QVERIFY(!OpProbe("zeros").outputsFor({})[0].hasRank());
        QCOMPARE(outputTypesFor(OpProbe("zeros"), {}), (DTypes{DType::Float32}));
    }

    void whatIsKnownMustBeTheAttribute()
    {
        Shapes in;
        QVERIFY(OpProbe("ones", {{"shape", "(2,3)"}}).infer(in, {{2, 3}}).ok());
        NERVURE_VERIFY_ERROR(OpProbe("ones", {{"shape", "(2,0)"}}).infer(in, {{2, 3}}),
                             "infer-shape",
                             "output 0 has shape [2,3], expected the attribute 'shape', [2,?]");
        NERVURE_VERIFY_ERROR(OpProbe("ones", {{"shape", "(2,3)"}}).infer(in, {{2, unknownSize}}),
                             "infer-shape",
                             "output 0 has shape [2,?], expected the attribute 'shape', [2,3]");
        DTypes none;
        DTypes out{DType::Int8};
        const OpProbe zeros("zeros");
        NERVURE_VERIFY_ERROR(zeros.spec()->inferType(zeros.rule(), none, out), "infer-type",
                             "output 0 is int8, expected float32");
    }

    void fullLikeFills()
    {
        OpProbe op("full_like", {{"fill_value", "1.5"}});
        QCOMPARE(op.firstOutput({counted({2})}), (std::vector<float>{1.5F, 1.5F}));
        QCOMPARE(RewriteProbe(op, 1).gradient(),
                 std::string("n_zero_grad = zeros_like(x0)\n-> n_zero_grad"));
    }

    void inputsAreNotCounted()
    {
        QCOMPARE(OpProbe("ones", {{"shape", "(2,3)"}}).outputsFor({{1}})[0], (Shape{2, 3}));
    }

    void theNumberIsRequired()
    {
        NERVURE_VERIFY_ERROR(OpProbe("full", {{"shape", "(2,)"}}), "attr-missing",
                             "full 'n': attribute 'fill_value' is missing, the operator");
        NERVURE_VERIFY_ERROR(OpProbe("full_like"), "attr-missing",
                             "full_like 'n': attribute 'fill_value' is missing, the operator");
    }

    void layouts()
    {
        QCOMPARE(askLayout(OpProbe("ones"), {}), (LayoutAnswer{{}, {"-"}, {}}));
        QCOMPARE(askLayout(OpProbe("full_like", {{"fill_value", "1"}}), {"NCHW"}),
                 (LayoutAnswer{{"NCHW"}, {"NCHW"}, {}}));
    }

    void negativeSizesAreRefusedInFixedSemantics()
    {
        QVERIFY(OpProbe::fixed("zeros", {{"shape", "(2, -3)"}}).outputsFor({}).empty());
    }
};

NERVURE_TEST(TstFill)
#include "tst_fill.moc"
