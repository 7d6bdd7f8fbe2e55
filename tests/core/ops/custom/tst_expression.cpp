// SPDX-License-Identifier: Apache-2.0
#include "core/ops/custom/expression.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::custom;

namespace {

Names exampleNames()
{
    Names names;
    names.inputs = {{"data", false}, {"bias", false}, {"parts", true}};
    names.outputs = {"output"};
    names.attributes = {{"units", Kind::Whole}, {"alpha", Kind::Number},  {"flat", Kind::Truth},
                        {"mode", Kind::Text},   {"pads", Kind::List},     {"scales", Kind::Numbers},
                        {"unset", Kind::Whole}, {"unsetList", Kind::List}};
    return names;
}

OnnxAttrs exampleAttrs()
{
    OnnxAttrs attrs;
    attrs.set("units", std::int64_t{10});
    attrs.set("alpha", 0.5);
    attrs.set("flat", std::int64_t{1});
    attrs.set("mode", std::string("same"));
    attrs.set("pads", std::vector<std::int64_t>{1, 2});
    attrs.set("scales", std::vector<double>{1.5, 2});
    return attrs;
}

/// data is [1, 3, h, ?] float32; bias is left out; parts are [2, 4] and [2, 5], of which no type is known.
Facts exampleFacts(const OnnxAttrs &attrs)
{
    Facts facts{attrs};
    const ValueFacts data{Dimensions{1, 3, Dimension::named("h"), Dimension()}, "float32"};
    facts.inputs = {{data}, {}, {{Dimensions{2, 4}, {}}, {Dimensions{2, 5}, {}}}};
    facts.outputs = {{Dimensions{7}, {}}};
    return facts;
}

/// What an expression gives, or its fault with the column.
QString outcome(const QString &text)
{
    const auto faultText = [](const Diagnostic &fault) {
        return QString::fromStdString(std::to_string(fault.where.column) + ": " + fault.message);
    };
    const auto expression = parseExpression(text.toStdString(), exampleNames());
    if (!expression) {
        return faultText(expression.error());
    }
    const OnnxAttrs attrs = exampleAttrs();
    const auto value = expression->evaluate(exampleFacts(attrs));
    if (!value) {
        return QStringLiteral("then ") + faultText(value.error());
    }
    return value->index() == static_cast<std::size_t>(expression->kind)
               ? QString::fromStdString(textOf(*value))
               : QStringLiteral("another kind than was said");
}

} // namespace

class TstExpression : public QObject {
    Q_OBJECT

private:
    /// A table of texts and what they give, and what adds a row to it.
    static auto startTable()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("value");
        return [](const char *text, const char *value) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(value);
        };
    }
    static void compare()
    {
        QFETCH(QString, text);
        QFETCH(QString, value);
        QCOMPARE(outcome(text), value);
    }

private Q_SLOTS:
    void numbersGive_data();
    void numbersGive() { compare(); }
    void shapesGive_data();
    void shapesGive() { compare(); }
    void wrongTextsAreRefused_data();
    void wrongTextsAreRefused() { compare(); }
    void wrongValuesAreRefused_data();
    void wrongValuesAreRefused() { compare(); }
    void longAndDeepTextsAreRefused();
    void saysWhatItLooksAt();
};

void TstExpression::numbersGive_data()
{
    const auto row = startTable();
    row("1 + 2 * 3 - 4", "3");
    row("(1 + 2) * -3", "-9");
    row("7 // 2", "3");
    row("-7 // 2", "-4");
    row("-7 % 4", "1");
    row("7 / 2", "3.5");
    row("1.5e1 + 1", "16");
    row("ceildiv(7, 2)", "4");
    row("ceildiv(-7, 2)", "-3");
    row("min(units, 3, 7)", "3");
    row("max(1, alpha)", "1");
    row("floor(3.7) + ceil(3.2) + round(2.6)", "10");
}

void TstExpression::shapesGive_data()
{
    const auto row = startTable();
    row("data.rank", "4");
    row("data.shape", "(1, 3, h, ?)");
    row("data.shape[0]", "1");
    row("data.shape[-2]", "h");
    row("data.shape[-1] + 1", "?");
    row("data.shape[2] * 2 + 1", "2*h + 1");
    row("(data.shape[2] - 3) // 2 + 1", "floor((h + 1)/2) - 1");
    row("data.shape[1:3]", "(3, h)");
    row("data.shape[:-2]", "(1, 3)");
    row("data.shape[9:]", "()");
    row("[data.shape[0], units]", "(1, 10)");
    row("data.shape[:2] + pads + [5]", "(1, 3, 1, 2, 5)");
    row("product(data.shape[:2])", "3");
    row("product([])", "1");
    row("sum(pads)", "3");
    row("count(pads)", "2");
    row("repeat(1, 3)", "(1, 1, 1)");
    row("broadcast([4, 1], [3])", "(4, 3)");
    row("broadcast(data.shape, [1])", "(1, 3, h, ?)");
    row("permute([5, 6, 7], [2, 0, 1])", "(7, 5, 6)");
    row("pads[0] + pads[-1]", "3");
    row("scales[0] * 2", "3");
    row("floor(data.shape[1] * scales[0])", "4");
    row("if flat then 'int8' else 'float32'", "int8");
    row("if units > 3 and not flat then 1 else 2", "2");
    row("if mode == 'same' then 1 else 0.5", "1");
    row("data.type == \"float32\"", "True");
    row("data.shape[2] == data.shape[2]", "True");
    row("data.shape[2] < data.shape[2] + 1", "True");
    row("data.shape[2] == 3", "?");
    row("data.shape[3] == 3 and false", "False");
    row("false and data.shape[3] == 3", "False");
    row("data.shape[3] == 3 or true", "True");
    row("pads == [1, 2]", "True");
    row("pads != [1, 2, 3]", "True");
    row("bias.shape", "?");
    row("bias.rank + 1", "?");
    row("given(bias)", "False");
    row("given(data) and given(units) and not given(unset)", "True");
    row("unset + 1", "?");
    row("unsetList + [1]", "?");
    row("if unset > 1 then 1 else 2", "?");
    row("parts.count", "2");
    row("parts[1].shape", "(2, 5)");
    row("parts[0].type", "?");
    row("total(parts, -1)", "9");
    row("output.shape[0]", "7");
    row("9223372036854775807", "9223372036854775807");
}

void TstExpression::wrongTextsAreRefused_data()
{
    const auto row = startTable();
    row("", "1: found the end, expected a number, a name, '(' or '['");
    row("1 +", "4: found the end, expected a number, a name, '(' or '['");
    row("1 2", "3: found '2', expected an operator or the end");
    row("(1", "3: found the end, expected ')'");
    row("1 $ 2", "3: found '$', which no expression has");
    row("'abc", "1: a text that does not end, expected '");
    row("untis", "1: there is no 'untis', did you mean 'units'");
    row("x", "1: there is no 'x', expected one of alpha, bias, data, flat, mode, "
             "output, pads, parts, scales, units, unset, unsetList");
    row("data", "5: found the end, expected '.'");
    row("data.size", "6: found 'size', expected shape, rank or type");
    row("parts.shape", "7: parts stands for several inputs, expected parts[0].shape");
    row("output.type", "8: found 'type', expected 'shape'");
    row("1 + 'a'", "3: '+' of a whole number and a text, expected numbers");
    row("7 // alpha", "3: '//' of a whole number and a number, expected whole numbers");
    row("1 and true", "3: 'and' of a whole number and a condition, expected conditions");
    row("not 1", "1: 'not' of a whole number, expected a condition");
    row("1 == 'a'", "3: '==' of a whole number and a text, which cannot be compared so");
    row("'a' < 'b'", "5: '<' of a text and a text, which cannot be compared so");
    row("if 1 then 2 else 3", "1: 'if' has a whole number, expected a condition");
    row("if flat then 2 else 'a'",
        "1: 'then' gives a whole number and 'else' a text, expected the same kind");
    row("if flat then 2", "15: found the end, expected 'else'");
    row("[1, 'a']", "1: a list with a text, expected whole numbers");
    row("units[0]",
        "6: a whole number with a whole number in brackets, expected a list and a whole "
        "number");
    row("scales[:1]", "7: a part of a list with a list of numbers, expected a list");
    row("foo(1)", "1: there is no function 'foo', expected one of min, max, floor, ceil, round, "
                  "ceildiv, product, sum, count, repeat, broadcast, permute");
    row("ceildiv(1)", "1: function 'ceildiv' has 1 arguments, expected 2");
    row("min()", "1: function 'min' has 0 arguments, expected 1 or more");
    row("product(1)", "1: argument 1 of function 'product' is a whole number, expected a list");
    row("total(data, 1)", "7: found 'data', expected the name of a variadic input");
    row("given(foo)", "7: there is no 'foo', expected one of alpha, bias, data, "
                      "flat, mode, output, pads, parts, scales, units, unset, unsetList");
    row("99999999999999999999", "1: 99999999999999999999 is a number beyond 64 bits");
}

void TstExpression::wrongValuesAreRefused_data()
{
    const auto row = startTable();
    row("9223372036854775807 + 1",
        "then 21: 9223372036854775807 and 1 give a number beyond 64 bits");
    row("product([9223372036854775807, 3])",
        "then 1: 9223372036854775807 and 3 give a number beyond 64 bits");
    row("1 // 0", "then 3: division by 0, expected a positive number");
    row("1 % -2", "then 3: division by -2, expected a positive number");
    row("ceildiv(1, 0)", "then 1: division by 0, expected a positive number");
    row("floor(1 / 0)", "then 1: inf does not fit a whole number of 64 bits");
    row("data.shape[4]", "then 11: item 4 of a list of 4");
    row("data.shape[-5]", "then 11: item -5 of a list of 4");
    row("parts[2].shape", "then 10: value 2 of an input that has 2");
    row("repeat(1, 9999)", "then 1: a list of 9999 items, expected 0 to 1024");
    row("repeat(1, 1000) + repeat(1, 1000)",
        "then 17: a list of 2000 items, expected at most 1024");
    row("broadcast([2], [3])", "then 1: shapes [2] and [3] cannot be broadcast");
    row("permute([5, 6], [0, 0])", "then 1: order (0, 0) of 2 dimensions, expected each once");
    row("permute([5, 6], [0])", "then 1: order (0,) of 2 dimensions, expected each once");
}

void TstExpression::longAndDeepTextsAreRefused()
{
    QString sum = QStringLiteral("1");
    while (sum.size() + 2 <= int(longestExpression)) {
        sum += QStringLiteral("+1");
    }
    QCOMPARE(outcome(sum), QString::number((sum.size() + 1) / 2));
    QCOMPARE(outcome(sum + QStringLiteral("+1")),
             QStringLiteral("1001: an expression of 1001 bytes, expected at most 1000"));
    const QString deep = QString(49, u'(') + u'1' + QString(49, u')');
    QCOMPARE(outcome(deep), QStringLiteral("1"));
    QCOMPARE(outcome(u'(' + deep + u')'), QStringLiteral("51: nested more than 50 deep"));
}

void TstExpression::saysWhatItLooksAt()
{
    const auto parsed = [](const char *text) { return *parseExpression(text, exampleNames()); };
    QVERIFY(parsed("if flat then data.rank else 1").usesShapes);
    QVERIFY(!parsed("units + 1").usesShapes);
    QVERIFY(parsed("data.type == 'int8' and flat").usesTypes);
    QVERIFY(!parsed("data.shape").usesTypes);
    QVERIFY(parsed("product(output.shape)").usesOutputs);
    QCOMPARE(parsed("(data.shape)").shapeOfInput, std::optional<std::size_t>(0));
    QCOMPARE(parsed("data.shape[:2]").shapeOfInput, std::optional<std::size_t>());
    QCOMPARE(parsed("parts[0].shape").shapeOfInput, std::optional<std::size_t>());
}

NERVURE_TEST(TstExpression)
#include "tst_expression.moc"
