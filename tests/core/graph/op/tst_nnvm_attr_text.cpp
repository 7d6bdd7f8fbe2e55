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
