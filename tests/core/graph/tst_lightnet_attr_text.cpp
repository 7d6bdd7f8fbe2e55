// SPDX-License-Identifier: Apache-2.0
#include "core/graph/attr_field.h"

#include <QTest>

using namespace nervure;

namespace {

template <typename T>
std::optional<T> parsed(std::string_view json)
{
    T value{};
    return LightNetAttrText::parse(json, value) ? std::optional(value) : std::nullopt;
}

} // namespace

class TstLightNetAttrText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void integersAreTruncatedAndHeldAtTheEnds()
    {
        QCOMPARE(parsed<std::int64_t>("1.9"), std::optional<std::int64_t>(1));
        QCOMPARE(parsed<std::int64_t>("-1.9"), std::optional<std::int64_t>(-1));
        QCOMPARE(parsed<std::int64_t>("1e30"), std::optional<std::int64_t>(2147483647));
        QVERIFY(!parsed<std::int64_t>("\"1\""));
        QVERIFY(!parsed<std::int64_t>("[1]"));
        QVERIFY(!parsed<std::int64_t>(""));
    }

    void otherKindsAreTheirJson()
    {
        QCOMPARE(parsed<bool>("true"), std::optional(true));
        QVERIFY(!parsed<bool>("1"));
        QCOMPARE(parsed<std::string>("\"a\\n\""), std::optional<std::string>("a\n"));
        QCOMPARE(parsed<IntTuple>("[1, 2.5]"), std::optional(IntTuple{1, 2}));
        QCOMPARE(parsed<NumberTuple>("[0.5, true]"), std::optional(NumberTuple{0.5, 1}));
        QVERIFY(!parsed<IntTuple>("[]"));
        QCOMPARE(parsed<DType>("\"TL_FLOAT\""), std::optional(DType::Float32));
        QVERIFY(!parsed<DType>("\"tl_float\""));
    }

    void printedTextReadsBack()
    {
        QCOMPARE(LightNetAttrText::print(IntTuple{1, 2}), std::string("[1, 2]"));
        QCOMPARE(LightNetAttrText::print(std::string("a\"")), std::string("\"a\\\"\""));
        QCOMPARE(LightNetAttrText::print(DType::Bool), std::string("\"TL_BOOL\""));
        QCOMPARE(LightNetAttrText::print(true), std::string("true"));
    }
};

QTEST_APPLESS_MAIN(TstLightNetAttrText)
#include "tst_lightnet_attr_text.moc"
