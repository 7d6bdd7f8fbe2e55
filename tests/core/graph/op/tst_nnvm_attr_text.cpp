// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/attr_field.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

template <typename T>
std::optional<T> parsed(std::string_view text)
{
    T value{};
    return NnvmAttrText::parse(text, value) ? std::make_optional(value) : std::nullopt;
}

} // namespace

class TstNnvmAttrText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void integersMayHaveBlanksAround()
    {
        QCOMPARE(parsed<std::int64_t>(" 42 "), std::optional<std::int64_t>(42));
        QCOMPARE(parsed<std::int64_t>("-7"), std::optional<std::int64_t>(-7));
        QVERIFY(!parsed<std::int64_t>("4.5"));
        QVERIFY(!parsed<std::int64_t>("four"));
        QVERIFY(!parsed<std::int64_t>(""));
        QVERIFY(!parsed<std::int64_t>("99999999999999999999"));
        QVERIFY(!parsed<int>("3000000000"));
    }

    void optionalIntegersMayBeNone()
    {
        QCOMPARE(parsed<OptionalInteger>("None "), std::make_optional(OptionalInteger()));
        QCOMPARE(parsed<OptionalInteger>("-1"), std::make_optional(OptionalInteger(-1)));
        QCOMPARE(parsed<OptionalInteger>("3L"), std::make_optional(OptionalInteger(3)));
        QVERIFY(!parsed<OptionalInteger>("none"));
        QVERIFY(!parsed<OptionalInteger>("None3"));
        QVERIFY(!parsed<OptionalInteger>(""));
        QCOMPARE(NnvmAttrText::print(OptionalInteger()), std::string("None"));
        QCOMPARE(NnvmAttrText::print(OptionalInteger(2)), std::string("2"));
    }

    void whatMayBeNone()
    {
        QCOMPARE(parsed<OptionalNumber>("None"), std::make_optional(OptionalNumber()));
        QCOMPARE(parsed<OptionalNumber>("0.5"), std::make_optional(OptionalNumber(0.5)));
        QCOMPARE(NnvmAttrText::print(OptionalNumber()), std::string("None"));
        QCOMPARE(parsed<OptionalTuple>("None"), std::make_optional(OptionalTuple()));
        QCOMPARE(parsed<OptionalTuple>("(1, 2)"),
                 std::make_optional(OptionalTuple(IntTuple{1, 2})));
        QCOMPARE(NnvmAttrText::print(OptionalTuple(IntTuple{1, 2})), std::string("[1,2]"));
        const OptionalItems items{1, std::nullopt, -3};
        QCOMPARE(parsed<OptionalItems>("(1, None, -3)"), std::optional(items));
        QCOMPARE(NnvmAttrText::print(items), std::string("[1,None,-3]"));
        QVERIFY(!parsed<OptionalItems>("(1, none)"));
    }

    void mxnetHasAFewMore()
    {
        IntTuple tuple{1};
        QVERIFY(bool(MXNetAttrText::parse("None", tuple)));
        QVERIFY(tuple.empty());
        DType type = DType::Unknown;
        QVERIFY(bool(MXNetAttrText::parse("bool", type)));
        QCOMPARE(type, DType::Bool);
    }

    void numbersTakeNothingAfterThem()
    {
        QCOMPARE(parsed<double>("2e-05"), std::optional(2e-05));
        QVERIFY(!parsed<double>("0.5abc"));
        QVERIFY(!parsed<double>("1 "));
        QVERIFY(!parsed<double>(""));
    }

    void booleansAreWordsOrDigits()
    {
        QCOMPARE(parsed<bool>("True"), std::optional(true));
        QCOMPARE(parsed<bool>("0"), std::optional(false));
        QVERIFY(!parsed<bool>("perhaps"));
    }

    void tuplesTakeBothBracketsAndABareNumber()
    {
        QCOMPARE(parsed<IntTuple>("(1, 2)"), std::optional(IntTuple{1, 2}));
        QCOMPARE(parsed<IntTuple>("[1,2]"), std::optional(IntTuple{1, 2}));
        QCOMPARE(parsed<IntTuple>("(4,)"), std::optional(IntTuple{4}));
        QCOMPARE(parsed<IntTuple>("-3"), std::optional(IntTuple{-3}));
        QCOMPARE(parsed<IntTuple>("(1L, 2L)"), std::optional(IntTuple{1, 2}));
        QCOMPARE(parsed<IntTuple>("()"), std::optional(IntTuple{}));
        QCOMPARE(parsed<NumberTuple>("(0.5, 1)"), std::optional(NumberTuple{0.5, 1}));
        QVERIFY(!parsed<IntTuple>("(2,a)"));
        QVERIFY(!parsed<IntTuple>("(1 2)"));
        QVERIFY(!parsed<IntTuple>("(1, 2) x"));
        QVERIFY(!parsed<IntTuple>("(1, 2"));
        QVERIFY(!parsed<IntTuple>(""));
    }

    void tuplesOfTuples()
    {
        QCOMPARE(parsed<IntTuples>("((1, 2), [3,])"), std::optional(IntTuples{{1, 2}, {3}}));
        QCOMPARE(parsed<IntTuples>("[(0,0)]"), std::optional(IntTuples{{0, 0}}));
        QCOMPARE(parsed<IntTuples>("(1, 2)"), std::optional(IntTuples{{1}, {2}}));
        QVERIFY(!parsed<IntTuples>("((1, 2)"));
        QVERIFY(!parsed<IntTuples>("((1, a), (2, 3))"));
        QCOMPARE(NnvmAttrText::print(IntTuples{{1, 2}, {3}}), std::string("[[1,2],[3]]"));
    }

    void leadingTupleIgnoresWhatFollows()
    {
        QCOMPARE(leadingTuple("(1, 2) x"), std::optional(IntTuple{1, 2}));
        QVERIFY(!leadingTuple("abc"));
        QCOMPARE(leadingInteger("4 cells"), std::optional<std::int64_t>(4));
        QVERIFY(!leadingInteger("float32"));
    }

    void printedTextIsNnvms()
    {
        QCOMPARE(NnvmAttrText::print(IntTuple{7, 7}), std::string("[7,7]"));
        QCOMPARE(NnvmAttrText::print(2e-05), std::string("2e-05"));
        QCOMPARE(NnvmAttrText::print(6.0), std::string("6"));
        QCOMPARE(NnvmAttrText::print(true), std::string("1"));
        QCOMPARE(NnvmAttrText::print(DType::Int32), std::string("int32"));
    }
};

NERVURE_TEST(TstNnvmAttrText)
#include "tst_nnvm_attr_text.moc"
