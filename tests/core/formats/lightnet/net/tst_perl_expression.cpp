// SPDX-License-Identifier: Apache-2.0
#include "core/formats/lightnet/net/perl_expression.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstPerlExpression : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void computes_data();
    void computes();
    void refuses_data();
    void refuses();
};

void TstPerlExpression::computes_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *expression, const char *expected) {
        QTest::newRow(expression) << QString::fromUtf8(expression) << QString::fromUtf8(expected);
    };
    row("1", "1");
    row("24/2", "12");
    row("7/2", "3.5");
    row("1 + 2 * 3", "7");
    row("(1 + 2)*3", "9");
    row("10 - 3 - 2", "5");
    row("64*2**-2", "16");
    row("2**3**2", "512");
    row("-2**2", "-4");
    row("7 % 3", "1");
    row("-7 % 3", "2");
    row("7 % -3", "-2");
    row("int(7/2)", "3");
    row("int(-7/2) + abs(-1)", "-2");
    row("sqrt(16)", "4");
    row("1 < 2 ? 5 : 6", "5");
    row("1 == 2 || 3", "3");
    row("2 && !0", "1");
    row("1_000", "1000");
    row("1e3 + .5", "1000.5");
    row("1/3", "0.333333333333333");
    row("2**70", "1.18059162071741e+21");
    row("0", "0");
}

void TstPerlExpression::computes()
{
    QFETCH(QString, expression);
    QFETCH(QString, expected);
    const auto value = perlValue(expression.toStdString());
    QVERIFY2(value.ok(), value.ok() ? "" : value.error().message.c_str());
    QCOMPARE(QString::fromStdString(perlNumberText(*value)), expected);
}

void TstPerlExpression::refuses_data()
{
    QTest::addColumn<QByteArray>("expression");
    QTest::addColumn<std::string>("words");
    const std::pair<const char *, const char *> expressions[] = {
        {"", "expected a number"},
        {"1 +", "expected a number"},
        {"1 2", "found '2', expected an operator"},
        {"x", "found 'x', expected a number, int, abs or sqrt"},
        {"1/0", "the expression divides by 0"},
        {"1 % 0", "the expression divides by 0"},
        {"(1", "expected ')'"},
        {"1)", "found ')', expected an operator"},
        {"system('x')", "found 'system', expected a number"},
        {"010", "found '010', expected a number"},
        {"0x10", "found '0x10', expected a number"},
        {"sqrt(-1)", "the root of a negative number"},
        {"1 ? 2", "expected ':'"},
        {"\"a\"", "found '\"a\"', expected a number"},
        {"1;2", "found ';2', expected an operator"}};
    for (const auto &[text, words] : expressions) {
        QTest::newRow(text) << QByteArray(text) << std::string(words);
    }
    const std::string tooDeep = "the expression is nested too deeply";
    QTest::newRow("parentheses") << QByteArray(100000, '(') << tooDeep;
    QTest::newRow("signs") << QByteArray(100000, '-') << tooDeep;
    QTest::newRow("powers") << QByteArray("1") + QByteArray("**1").repeated(100000) << tooDeep;
}

void TstPerlExpression::refuses()
{
    QFETCH(QByteArray, expression);
    QFETCH(std::string, words);
    NERVURE_VERIFY_ERROR(perlValue(expression.toStdString()), "perl", words);
}

NERVURE_TEST(TstPerlExpression)
#include "tst_perl_expression.moc"
