// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/core/ops/typed_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstReduction : public QObject {
    Q_OBJECT

private:
    static Shape shapeOf(AttrDict attrs, Shape in)
    {
        const Shapes out = OpProbe("sum", std::move(attrs)).outputsFor({std::move(in)});
        return out.empty() ? Shape{-1} : out[0];
    }
    static std::string printed(const OpProbe &op, const char *key)
    {
        return op.spec()->attrs.find(key)->print(op.rule().attrs.data());
    }

private Q_SLOTS:
    void shapes()
    {
        QCOMPARE(shapeOf({}, {2, 3, 4}), (Shape{1}));
        QCOMPARE(shapeOf({{"keepdims", "True"}}, {2, 3, 4}), (Shape{1, 1, 1}));
        QCOMPARE(shapeOf({{"axis", "1"}}, {2, 3, 4}), (Shape{2, 4}));
        QCOMPARE(shapeOf({{"axis", "(-1, 0)"}, {"keepdims", "1"}}, {2, 3, 4}), (Shape{1, 3, 1}));
        QCOMPARE(shapeOf({{"axis", "(1,)"}, {"exclude", "True"}}, {2, 3, 4}), (Shape{3}));
        QCOMPARE(shapeOf({{"axis", "(0,1,2)"}, {"exclude", "True"}}, {2, 3, 4}), (Shape{2, 3, 4}));
        QCOMPARE(shapeOf({{"exclude", "True"}}, {2, 3, 4}), (Shape{1}));
    }

    void unknownDimensionsPassThrough()
    {
        QCOMPARE(shapeOf({{"axis", "0"}}, {2, unknownSize, 4}), (Shape{unknownSize, 4}));
        QCOMPARE(shapeOf({{"axis", "5"}}, {}), (Shape{}));
        Shapes in{{}};
        QVERIFY(OpProbe("max").infer(in, {{1}}).ok());
        QVERIFY(!in[0].hasRank());
    }

    void axesBeyondTheShapeAreRefused()
    {
        QCOMPARE(shapeOf({{"axis", "3"}}, {2, 3, 4}), (Shape{-1}));
        QCOMPARE(shapeOf({{"axis", "-4"}}, {2, 3, 4}), (Shape{-1}));
        QCOMPARE(shapeOf({{"axis", "(0,0,0,0)"}}, {2, 3, 4}), (Shape{-1}));
        QCOMPARE(shapeOf({{"axis", "(0,0,0,0)"}, {"exclude", "1"}}, {2, 3, 4}), (Shape{-1}));
        QVERIFY(OpProbe("sum").outputsFor({{2}, {3}}).empty());
    }

    void anAxisGivenTwiceHoldsUpTheWalk()
    {
        QCOMPARE(shapeOf({{"axis", "(1,1)"}}, {2, 3, 4}), (Shape{2}));
        QCOMPARE(shapeOf({{"axis", "(1,1,2)"}, {"keepdims", "1"}}, {2, 3, 4, 5}),
                 (Shape{2, 1, 4, 5}));
        QCOMPARE(shapeOf({{"axis", "(0,0,1)"}, {"exclude", "1"}}, {2, 3, 4, 5, 6}),
                 (Shape{2, 5, 6}));
    }

    void parsingSortsTheAxes()
    {
        const OpProbe op("sum", {{"axis", "(2, -1, 0)"}});
        QCOMPARE(printed(op, "axis"), std::string("[-1,0,2]"));
        QCOMPARE(printed(op, "dtype"), std::string("int32"));
        NERVURE_VERIFY_ERROR(OpProbe("sum", {{"axis", "one"}}), "attr-invalid",
                             "sum 'n': attribute 'axis' is 'one', expected a tuple of integers");
    }

    void values()
    {
        const FloatTensor data{{2, 3}, {1, 5, 3, 4, 2, 6}};
        const AttrDict rows{{"axis", "1"}};
        QCOMPARE(OpProbe("sum", rows).firstOutput({data}), (std::vector<float>{9, 12}));
        QCOMPARE(OpProbe("mean", rows).firstOutput({data}), (std::vector<float>{3, 4}));
        QCOMPARE(OpProbe("prod", rows).firstOutput({data}), (std::vector<float>{15, 48}));
        QCOMPARE(OpProbe("max", rows).firstOutput({data}), (std::vector<float>{5, 6}));
        QCOMPARE(OpProbe("min", {{"axis", "0"}}).firstOutput({data}),
                 (std::vector<float>{1, 2, 3}));
        QCOMPARE(OpProbe("sum").firstOutput({data}), (std::vector<float>{21}));
        QCOMPARE(OpProbe("sum", {{"axis", "(0,1)"}, {"exclude", "1"}}).firstOutput({data}),
                 data.data);
    }

    void integersWrapAndDivideAsSuch()
    {
        const Elements<std::int32_t> data{{3}, {INT32_MAX, 1, 0}};
        QCOMPARE(computed<std::int32_t>(OpProbe("sum"), data),
                 (std::vector<std::int32_t>{INT32_MIN}));
        QCOMPARE(computed<std::int32_t>(OpProbe("mean"), Elements<std::int32_t>{{3}, {1, 2, -7}}),
                 (std::vector<std::int32_t>{-1}));
        QCOMPARE(computed<std::uint8_t>(OpProbe("prod"), Elements<std::uint8_t>{{2}, {100, 3}}),
                 (std::vector<std::uint8_t>{44}));
        const Elements<std::int8_t> many{{256}, std::vector<std::int8_t>(256, 1)};
        QCOMPARE(computed<std::int8_t>(OpProbe("mean"), many), (std::vector<std::int8_t>{0}));
    }

    void halvesAddUpAsHalves()
    {
        const Elements<Half> data{{2}, {Half(2048), Half(1)}};
        QCOMPARE(float{computed<Half>(OpProbe("sum"), data)[0]}, 2048.0F);
    }

    void positions()
    {
        const Elements<float> data{{2, 3}, {1, 5, 5, 4, 2, 2}};
        const AttrDict rows{{"axis", "1"}};
        QCOMPARE(computed<std::int32_t>(OpProbe("argmax", rows), data),
                 (std::vector<std::int32_t>{1, 0}));
        QCOMPARE(computed<std::int32_t>(OpProbe("argmin", rows), data),
                 (std::vector<std::int32_t>{0, 1}));
        QCOMPARE(computed<std::int32_t>(OpProbe("argmax"), data), (std::vector<std::int32_t>{1}));
        QCOMPARE(computed<float>(OpProbe("argmin", {{"axis", "0"}, {"keepdims", "1"}}), data),
                 (std::vector<float>{0, 1, 1}));
    }

    void positionsHaveATypeOfTheirOwn()
    {
        QCOMPARE(outputTypesFor(OpProbe("argmax"), {DType::Float32}), (DTypes{DType::Int32}));
        QCOMPARE(outputTypesFor(OpProbe("argmin", {{"dtype", "float32"}}), {DType::Unknown}),
                 (DTypes{DType::Float32}));
        QCOMPARE(outputTypesFor(OpProbe("max"), {DType::Int8}), (DTypes{DType::Int8}));
    }

    void nothingIsBelowTheLeastNumberInExact()
    {
        const FloatTensor data{{1}, {-INFINITY}};
        QCOMPARE(OpProbe("max").firstOutput({data}),
                 (std::vector<float>{std::numeric_limits<float>::lowest()}));
        QCOMPARE(computed<std::int32_t>(OpProbe("argmax"), Elements<float>{{1}, {-INFINITY}}),
                 (std::vector<std::int32_t>{-1}));
    }

    void sumGradients()
    {
        QCOMPARE(RewriteProbe(OpProbe("sum", {{"axis", "(2,0)"}}), 1).gradient(),
                 std::string("n_grad = expand_like(g0, x0) {axis=[0,2], exclude=0}\n-> n_grad"));
        QCOMPARE(RewriteProbe(OpProbe("sum"), 1).gradient(),
                 std::string("n_grad = expand_like(g0, x0) {axis=[], exclude=1}\n-> n_grad"));
        QCOMPARE(RewriteProbe(OpProbe("min", {{"axis", "1"}, {"exclude", "1"}}), 1).gradient(),
                 std::string("n_grad_sub0 = expand_like(g0, x0) {axis=[1], exclude=1}\n"
                             "n_grad_sub1 = _min_mask(g0) {axis=[1], exclude=1}\n"
                             "n_grad = elemwise_mul(n_grad_sub0, n_grad_sub1)\n-> n_grad"));
        QCOMPARE(RewriteProbe(OpProbe("max"), 1, 1, Semantics::Fixed).gradient(),
                 std::string("n_grad_sub0 = expand_like(g0, x0) {axis=[], exclude=1}\n"
                             "n_grad_sub1 = _max_mask(x0) {axis=[], exclude=1}\n"
                             "n_grad = elemwise_mul(n_grad_sub0, n_grad_sub1)\n-> n_grad"));
        for (const char *op : {"mean", "prod", "argmax", "argmin", "collapse_sum"}) {
            QVERIFY2(!OpProbe(op).spec()->rewrites->gradient, op);
        }
    }

    void theInputsLayoutIsKept()
    {
        QCOMPARE(askLayout(OpProbe("mean"), {"NCHW4c"}, 1, {"NCHW"}),
                 (LayoutAnswer{{"NCHW"}, {"-"}, {}}));
        QCOMPARE(askLayout(OpProbe("collapse_sum"), {"NC", "-"}),
                 (LayoutAnswer{{"NC", "NC"}, {"-"}, {}}));
    }

    void collapsingAddsWhatTheSecondLacks()
    {
        const OpProbe op("collapse_sum");
        const Elements<float> data{{2, 3, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}};
        QCOMPARE(op.outputsFor({{2, 3, 4}, {3, 1}})[0], (Shape{3, 1}));
        QCOMPARE(computed<float>(op, data, Elements<float>{{3, 1}, {0, 0, 0}}),
                 (std::vector<float>{18, 26, 34}));
        QCOMPARE(computed<float>(op, data, Elements<float>{{2, 3, 2}, data.data}), data.data);
        QVERIFY(computed<float>(op, data, Elements<float>{{4}, {0, 0, 0, 0}}).empty());
        // With one dimension nothing is said.
        QVERIFY(!op.outputsFor({{3}, {1}})[0].hasRank());
        QCOMPARE(op.outputsFor({{}, {1}})[0], (Shape{1}));
    }

    void nothingIsReducedToTheNeutralElement()
    {
        QCOMPARE(OpProbe::fixed("sum", {{"axis", "0"}}).firstOutput({counted({0, 2})}),
                 (std::vector<float>{0, 0}));
        QCOMPARE(OpProbe::fixed("prod", {{"axis", "0"}}).firstOutput({counted({0, 1})}),
                 (std::vector<float>{1}));
        QVERIFY(OpProbe::fixed("argmax", {{"axis", "0"}}).firstOutput({counted({0, 2})}).empty());
        QCOMPARE(OpProbe::fixed("sum").outputsFor({Shape::scalar()}), Shapes{Shape::scalar()});
        QVERIFY(OpProbe::fixed("sum", {{"axis", "0"}}).outputsFor({Shape::scalar()}).empty());
    }
};

NERVURE_TEST(TstReduction)
#include "tst_reduction.moc"
