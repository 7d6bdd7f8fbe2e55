// SPDX-License-Identifier: Apache-2.0
#include "core/graph/attr_field.h"
<<<<<<< HEAD

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

=======
#include "core/graph/lightnet_text.h"

#include <QTest>

#include <limits>

using namespace nervure;

>>>>>>> b91b5da (Graph: edits as plain data with inverses, LightNet's parameter text)
class TstLightNetAttrText : public QObject {
    Q_OBJECT

private Q_SLOTS:
<<<<<<< HEAD
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

=======
    void integersAreTruncatedAndSaturated();
    void kindsAreChecked();
    void arraysAreReadAndPrinted();
    void typesHaveTheirNames();
    void numbersPrintAsLightNetPrintsThem();
    void stringsEscapeAsLightNetDoes();
};

void TstLightNetAttrText::integersAreTruncatedAndSaturated()
{
    std::int64_t value = 0;
    QVERIFY(LightNetAttrText::parse("1.9", value).ok());
    QCOMPARE(value, std::int64_t(1));
    QVERIFY(LightNetAttrText::parse("-1.9", value).ok());
    QCOMPARE(value, std::int64_t(-1));
    QVERIFY(LightNetAttrText::parse("1e20", value).ok());
    QCOMPARE(value, std::int64_t(std::numeric_limits<std::int32_t>::max()));
}

void TstLightNetAttrText::kindsAreChecked()
{
    std::int64_t integer = 0;
    bool boolean = false;
    std::string text;
    QVERIFY(!LightNetAttrText::parse("\"1\"", integer).ok());
    QVERIFY(!LightNetAttrText::parse("", integer).ok());
    QVERIFY(!LightNetAttrText::parse("1", boolean).ok());
    QVERIFY(!LightNetAttrText::parse("text", text).ok());
    QVERIFY(LightNetAttrText::parse("\"a\\nb\"", text).ok());
    QCOMPARE(QString::fromStdString(text), QStringLiteral("a\nb"));
}

void TstLightNetAttrText::arraysAreReadAndPrinted()
{
    NumberTuple numbers;
    QVERIFY(LightNetAttrText::parse("[0.5, 1]", numbers).ok());
    QCOMPARE(QString::fromStdString(LightNetAttrText::print(numbers)), QStringLiteral("[0.5,1]"));
    IntTuple integers;
    QVERIFY(LightNetAttrText::parse("[2.7, -4]", integers).ok());
    QVERIFY(integers == (IntTuple{2, -4}));
    QVERIFY(!LightNetAttrText::parse("[]", integers).ok());
    QVERIFY(!LightNetAttrText::parse("[1, true]", integers).ok());
}

void TstLightNetAttrText::typesHaveTheirNames()
{
    DType type = DType::Unknown;
    QVERIFY(LightNetAttrText::parse("\"TL_UINT16\"", type).ok());
    QCOMPARE(type, DType::UInt16);
    QCOMPARE(QString::fromStdString(LightNetAttrText::print(DType::Bool)),
             QStringLiteral("\"TL_BOOL\""));
    QVERIFY(!LightNetAttrText::parse("\"tl_float\"", type).ok());
}

void TstLightNetAttrText::numbersPrintAsLightNetPrintsThem()
{
    QCOMPARE(QString::fromStdString(lightNetNumberText(0.1)), QStringLiteral("0.1"));
    QCOMPARE(QString::fromStdString(lightNetNumberText(1e20)), QStringLiteral("1e+20"));
    QCOMPARE(QString::fromStdString(lightNetNumberText(1.0 / 3)),
             QStringLiteral("0.33333333333333331"));
    QCOMPARE(QString::fromStdString(lightNetNumberText(1234567890123.0)),
             QStringLiteral("1234567890123"));
}

void TstLightNetAttrText::stringsEscapeAsLightNetDoes()
{
    QCOMPARE(QString::fromStdString(lightNetQuoted("a\"\\\b\f\n\x01/é")),
             QStringLiteral("\"a\\\"\\\\\\b\\f\\n\\u0001/é\""));
}

>>>>>>> b91b5da (Graph: edits as plain data with inverses, LightNet's parameter text)
QTEST_APPLESS_MAIN(TstLightNetAttrText)
#include "tst_lightnet_attr_text.moc"
