// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/python_text.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <limits>

using namespace nervure;

/// Expected texts are what Python 3.7 prints.
class TstPythonText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void integersAreWrittenPlainly()
    {
        QCOMPARE(*pythonInt(" +007 "), std::string("7"));
        QCOMPARE(*pythonInt("-0"), std::string("0"));
        QCOMPARE(*pythonInt("1_000"), std::string("1000"));
        QCOMPARE(*pythonInt("123456789012345678901234567890"),
                 std::string("123456789012345678901234567890"));
    }

    void whatIsNoIntegerIsAValueError()
    {
        for (const char *text : {"", "3a", "1__0", "_1", "- 1", "2.0"}) {
            const auto number = pythonInt(text);
            QVERIFY2(!number, text);
            QCOMPARE(number.error().code, std::string("ValueError"));
            QCOMPARE(number.error().message,
                     "invalid literal for int() with base 10: '" + std::string(text) + "'");
        }
    }

    void numbersAreReadAsPythonDoes()
    {
        QCOMPARE(*pythonFloat("+1e-5"), 1e-5);
        QCOMPARE(*pythonFloat(" .5 "), 0.5);
        QCOMPARE(*pythonFloat("-Infinity"), -std::numeric_limits<double>::infinity());
        QCOMPARE(*pythonFloat("1e999"), std::numeric_limits<double>::infinity());
        QCOMPARE(*pythonFloat("1e-999"), 0.0);
        for (const char *text : {"", "0x1", "1.5f", "nan(1)", "+-1"}) {
            const auto number = pythonFloat(text);
            QVERIFY2(!number, text);
            QCOMPARE(number.error().message,
                     "could not convert string to float: '" + std::string(text) + "'");
        }
    }

    void numbersAreWrittenAsPythonDoes()
    {
        QCOMPARE(pythonRepr(0.1), std::string("0.1"));
        QCOMPARE(pythonRepr(-2.0), std::string("-2.0"));
        QCOMPARE(pythonRepr(0.0), std::string("0.0"));
        QCOMPARE(pythonRepr(1e-4), std::string("0.0001"));
        QCOMPARE(pythonRepr(1e-5), std::string("1e-05"));
        QCOMPARE(pythonRepr(1.25e16), std::string("1.25e+16"));
        QCOMPARE(pythonRepr(123456789012345680.0), std::string("1.2345678901234568e+17"));
        QCOMPARE(pythonRepr(1e15), std::string("1000000000000000.0"));
        QCOMPARE(pythonRepr(12.75), std::string("12.75"));
    }

    void textsAreQuotedAsPythonDoes()
    {
        QCOMPARE(pythonRepr("a'b"), std::string("\"a'b\""));
        QCOMPARE(pythonRepr("a'\"b"), std::string("'a\\'\"b'"));
        QCOMPARE(pythonRepr("\n\x01\\"), std::string("'\\n\\x01\\\\'"));
    }
};

NERVURE_TEST(TstPythonText)
#include "tst_python_text.moc"
