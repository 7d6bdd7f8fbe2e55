// SPDX-License-Identifier: Apache-2.0
#include "core/formats/lightnet/net/perl_expression.h"

#include "core/formats/lightnet/net/c_characters.h"
#include "core/support/text.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <optional>

namespace nervure {

namespace {

/// Deepest nesting of parentheses and signs.
constexpr int deepestPerlExpression = 100;

struct PerlOperator {
    std::string_view text;
    int strength = 0;
};
/// Longer ones come first, so that "<" is not found in "<=".
constexpr std::array<PerlOperator, 14> perlOperators{{{"<=>", 3},
                                                      {"||", 1},
                                                      {"&&", 2},
                                                      {"==", 3},
                                                      {"!=", 3},
                                                      {"<=", 4},
                                                      {">=", 4},
                                                      {"**", 9},
                                                      {"<", 4},
                                                      {">", 4},
                                                      {"+", 5},
                                                      {"-", 5},
                                                      {"*", 6},
                                                      {"/", 6}}};
constexpr PerlOperator remainderOperator{"%", 6};
constexpr int powerStrength = 9;
constexpr int signStrength = 8;

class PerlExpression {
public:
    explicit PerlExpression(std::string_view text) : m_text(text) {}

    Result<double> run()
    {
        const double value = choice(0);
        skipBlanks();
        if (m_fault.empty() && m_at < m_text.size()) {
            m_fault = "found " + quoted(m_text.substr(m_at)) + ", expected an operator";
        }
        if (!m_fault.empty()) {
            return makeError("perl", m_fault);
        }
        return value;
    }

private:
    void skipBlanks()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t')) {
            ++m_at;
        }
    }
    bool accept(std::string_view text)
    {
        skipBlanks();
        const bool isThere = m_text.substr(m_at, text.size()) == text;
        m_at += isThere ? text.size() : 0;
        return isThere;
    }
    double fail(std::string fault)
    {
        if (m_fault.empty()) {
            m_fault = std::move(fault);
        }
        m_at = m_text.size();
        return 0;
    }
    void expect(std::string_view text)
    {
        if (!accept(text)) {
            fail("expected " + quoted(text));
        }
    }

    double choice(int depth)
    {
        if (depth > deepestPerlExpression) {
            return fail("the expression is nested too deeply");
        }
        const double condition = binary(0, depth);
        if (!accept("?")) {
            return condition;
        }
        const double yes = choice(depth + 1);
        expect(":");
        const double no = choice(depth + 1);
        return condition != 0 ? yes : no;
    }

    [[nodiscard]] std::optional<PerlOperator> nextOperator()
    {
        skipBlanks();
        for (const PerlOperator &candidate : perlOperators) {
            if (m_text.substr(m_at, candidate.text.size()) == candidate.text) {
                return candidate;
            }
        }
        return m_text.substr(m_at, 1) == "%" ? std::optional(remainderOperator) : std::nullopt;
    }
    double binary(int weakest, int depth)
    {
        double left = operand(depth);
        for (auto found = nextOperator(); found && found->strength > weakest;
             found = nextOperator()) {
            m_at += found->text.size();
            // A power takes what is right of it first.
            const int right = found->strength == powerStrength ? signStrength : found->strength;
            if (depth > deepestPerlExpression) {
                return fail("the expression is nested too deeply");
            }
            left = apply(found->text, left, binary(right, depth + 1));
        }
        return left;
    }
    double operand(int depth)
    {
        if (depth > deepestPerlExpression) {
            return fail("the expression is nested too deeply");
        }
        for (const std::string_view sign : {"-", "+", "!"}) {
            if (accept(sign)) {
                const double value = binary(signStrength, depth + 1);
                return sign == "-" ? -value : sign == "+" ? value : value == 0 ? 1 : 0;
            }
        }
        if (accept("(")) {
            const double value = choice(depth + 1);
            expect(")");
            return value;
        }
        skipBlanks();
        if (m_at < m_text.size() && isLetter(m_text[m_at])) {
            return call(depth);
        }
        return number();
    }
    double call(int depth)
    {
        std::string_view name = m_text.substr(m_at);
        std::size_t end = 0;
        while (end < name.size() && (isLetter(name[end]) || isDigit(name[end]))) {
            ++end;
        }
        name = name.substr(0, end);
        if (name != "int" && name != "abs" && name != "sqrt") {
            return fail("found " + quoted(name) + ", expected a number, int, abs or sqrt");
        }
        m_at += end;
        expect("(");
        const double value = choice(depth + 1);
        expect(")");
        if (name == "sqrt") {
            return value < 0 ? fail("the root of a negative number") : std::sqrt(value);
        }
        return name == "int" ? std::trunc(value) : std::fabs(value);
    }
    double number()
    {
        std::string digits;
        std::size_t end = m_at;
        const auto at = [this](std::size_t i) { return i < m_text.size() ? m_text[i] : '\0'; };
        const auto takeDigits = [&] {
            for (; isDigit(at(end)) || (at(end) == '_' && !digits.empty()); ++end) {
                digits += at(end) == '_' ? "" : std::string(1, at(end));
            }
        };
        takeDigits();
        if (at(end) == '.') {
            digits += '.';
            ++end;
            takeDigits();
        }
        const std::size_t sign = end + (at(end + 1) == '-' || at(end + 1) == '+' ? 1 : 0);
        if ((at(end) == 'e' || at(end) == 'E') && isDigit(at(sign + 1))) {
            digits += std::string(m_text.substr(end, sign + 1 - end));
            end = sign + 1;
            takeDigits();
        }
        const bool isPrefixed = digits.size() > 1 && digits[0] == '0' && isDigit(digits[1]);
        const auto value = isPrefixed || isLetter(at(end)) ? std::nullopt : parseNumber(digits);
        if (!value) {
            return fail(m_at < m_text.size()
                            ? "found " + quoted(m_text.substr(m_at)) + ", expected a number"
                            : "expected a number");
        }
        m_at = end;
        return *value;
    }

    double apply(std::string_view op, double a, double b)
    {
        if (op == "||" || op == "&&") {
            return (op == "||") == (a != 0) ? a : b;
        }
        if (op == "<=>") {
            return a < b ? -1 : a > b ? 1 : 0;
        }
        if (op == "==" || op == "!=" || op == "<" || op == ">" || op == "<=" || op == ">=") {
            const bool holds = op == "=="   ? a == b
                               : op == "!=" ? a != b
                               : op == "<"  ? a < b
                               : op == ">"  ? a > b
                               : op == "<=" ? a <= b
                                            : a >= b;
            return holds ? 1 : 0;
        }
        switch (op.size() == 2 ? '^' : op[0]) {
        case '+': return a + b;
        case '-': return a - b;
        case '*': return a * b;
        case '/': return b == 0 ? fail("the expression divides by 0") : a / b;
        case '%': return remainder(a, b);
        default: return std::pow(a, b);
        }
    }
    double remainder(double a, double b)
    {
        const double left = std::trunc(a);
        const double right = std::trunc(b);
        if (right == 0) {
            return fail("the expression divides by 0");
        }
        const double rest = std::fmod(left, right);
        return rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::string m_fault;
};

} // namespace

Result<double> perlValue(std::string_view expression)
{
    return PerlExpression(expression).run();
}

std::string perlNumberText(double value)
{
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.15g", value == 0 ? 0 : value);
    return text.data();
}

} // namespace nervure
