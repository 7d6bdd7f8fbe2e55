// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/attr_field.h"
#include "core/graph/op/lightnet_text.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <limits>

using namespace nervure;

class TstLightNetAttrText : public QObject {
    Q_OBJECT

private Q_SLOTS:
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
    NERVURE_VERIFY_ERROR(LightNetAttrText::parse("\"1\"", integer), "attr-invalid",
                         "expected a number");
    NERVURE_VERIFY_ERROR(LightNetAttrText::parse("", integer), "attr-invalid", "expected a number");
    NERVURE_VERIFY_ERROR(LightNetAttrText::parse("1", boolean), "attr-invalid",
                         "expected true or false");
    NERVURE_VERIFY_ERROR(LightNetAttrText::parse("text", text), "attr-invalid",
                         "expected a text in quotes");
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
    NERVURE_VERIFY_ERROR(LightNetAttrText::parse("[]", integers), "attr-invalid",
                         "expected an array of numbers");
    NERVURE_VERIFY_ERROR(LightNetAttrText::parse("[1, true]", integers), "attr-invalid",
                         "expected an array of numbers");
    IntTuples tuples;
    QVERIFY(LightNetAttrText::parse("[[1,2],[3]]", tuples).ok());
    QCOMPARE(LightNetAttrText::print(tuples), std::string("[[1,2],[3]]"));
    NERVURE_VERIFY_ERROR(LightNetAttrText::parse("[1,2]", tuples), "attr-invalid",
                         "expected an array of arrays of numbers");
}

void TstLightNetAttrText::typesHaveTheirNames()
{
    DType type = DType::Unknown;
    QVERIFY(LightNetAttrText::parse("\"TL_UINT16\"", type).ok());
    QCOMPARE(type, DType::UInt16);
    QCOMPARE(QString::fromStdString(LightNetAttrText::print(DType::Bool)),
             QStringLiteral("\"TL_BOOL\""));
    NERVURE_VERIFY_ERROR(LightNetAttrText::parse("\"tl_float\"", type), "attr-invalid",
                         "expected an element type (TL_FLOAT, TL_DOUBLE, TL_INT8 to");
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

NERVURE_TEST(TstLightNetAttrText)
#include "tst_lightnet_attr_text.moc"
