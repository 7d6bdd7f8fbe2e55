// SPDX-License-Identifier: Apache-2.0
#include "core/formats/lightnet/net/c_condition.h"

#include "core/support/text.h"

#include <array>
#include <charconv>

namespace nervure {

namespace {

/// Deepest nesting of parentheses and signs.
constexpr int deepestCondition = 100;

struct COperator {
    std::string_view text;
    int strength = 0;
};
constexpr std::array<COperator, 18> cOperators{{{"||", 1},
                                                {"&&", 2},
                                                {"|", 3},
                                                {"^", 4},
                                                {"&", 5},
                                                {"==", 6},
                                                {"!=", 6},
                                                {"<", 7},
                                                {">", 7},
                                                {"<=", 7},
                                                {">=", 7},
                                                {"<<", 8},
                                                {">>", 8},
                                                {"+", 9},
                                                {"-", 9},
                                                {"*", 10},
                                                {"/", 10},
                                                {"%", 10}}};

/// Wraps around where C leaves open what happens.
std::int64_t wrapped(std::uint64_t value)
{
    return static_cast<std::int64_t>(value);
}

class Condition {
public:
    explicit Condition(std::span<const CToken> tokens) : m_tokens(tokens) {}

    Result<std::int64_t> run()
    {
        const std::int64_t value = choice(0);
        if (m_fault.empty() && m_at < m_tokens.size()) {
            m_fault = "found " + quoted(m_tokens[m_at].text) + ", expected an operator";
        }
        if (!m_fault.empty()) {
            return makeError("cpp-condition", m_fault);
        }
        return value;
    }

private:
    [[nodiscard]] bool isNext(std::string_view text) const
    {
        return m_at < m_tokens.size() && m_tokens[m_at].is(text);
    }
    bool accept(std::string_view text)
    {
        const bool isThere = isNext(text);
        m_at += isThere ? 1 : 0;
        return isThere;
    }
    std::int64_t fail(std::string fault)
    {
        if (m_fault.empty()) {
            m_fault = std::move(fault);
        }
        m_at = m_tokens.size();
        return 0;
    }
    void expect(std::string_view text)
    {
        if (!accept(text)) {
            fail("expected " + quoted(text));
        }
    }

    std::int64_t choice(int depth)
    {
        const std::int64_t condition = binary(0, depth);
        if (!accept("?")) {
            return condition;
        }
        if (depth > deepestCondition) {
            return fail("the expression is nested too deeply");
        }
        const std::int64_t yes = choice(depth + 1);
        expect(":");
        const std::int64_t no = choice(depth + 1);
        return condition != 0 ? yes : no;
    }
    std::int64_t binary(int weakest, int depth)
    {
        std::int64_t left = unary(depth);
        while (m_at < m_tokens.size()) {
            const COperator *found = nullptr;
            for (const COperator &candidate : cOperators) {
                found = isNext(candidate.text) ? &candidate : found;
            }
            if (!found || found->strength <= weakest) {
                break;
            }
            ++m_at;
            left = apply(found->text, left, binary(found->strength, depth));
        }
        return left;
    }
    std::int64_t unary(int depth)
    {
        if (depth > deepestCondition) {
            return fail("the expression is nested too deeply");
        }
        if (m_at >= m_tokens.size()) {
            return fail("expected a number");
        }
        const CToken &token = m_tokens[m_at++];
        if (token.is("(")) {
            const std::int64_t value = choice(depth + 1);
            expect(")");
            return value;
        }
        if (token.kind == CTokenKind::Number) {
            return number(token.text);
        }
        if (token.kind == CTokenKind::Identifier) {
            return 0;
        }
        if (!token.is("-") && !token.is("+") && !token.is("!") && !token.is("~")) {
            return fail("found " + quoted(token.text) + ", expected a number");
        }
        const std::int64_t value = unary(depth + 1);
        switch (token.text[0]) {
        case '-': return wrapped(0 - static_cast<std::uint64_t>(value));
        case '!': return value == 0 ? 1 : 0;
        case '~': return ~value;
        default: return value;
        }
    }
    std::int64_t number(std::string_view text)
    {
        std::string_view digits = text;
        while (!digits.empty() && std::string_view("uUlL").find(digits.back()) != digits.npos) {
            digits.remove_suffix(1);
        }
        int base = 10;
        if (digits.starts_with("0x") || digits.starts_with("0X")) {
            digits.remove_prefix(2);
            base = 16;
        } else if (digits.size() > 1 && digits[0] == '0') {
            base = 8;
        }
        std::uint64_t value = 0;
        const char *end = digits.data() + digits.size();
        const auto parsed = std::from_chars(digits.data(), end, value, base);
        if (parsed.ec != std::errc() || parsed.ptr != end) {
            return fail("found " + quoted(text) + ", expected an integer");
        }
        return wrapped(value);
    }
    std::int64_t apply(std::string_view op, std::int64_t a, std::int64_t b)
    {
        const auto x = static_cast<std::uint64_t>(a);
        const auto y = static_cast<std::uint64_t>(b);
        if (op == "||" || op == "&&") {
            return op == "||" ? (a != 0 || b != 0) : (a != 0 && b != 0);
        }
        if (op == "/" || op == "%") {
            if (b == 0) {
                return fail("the expression divides by 0");
            }
            // -1 is apart, since the least number has no counterpart.
            return op == "/" ? (b == -1 ? wrapped(0 - x) : a / b) : (b == -1 ? 0 : a % b);
        }
        if (op == "<<" || op == ">>") {
            const bool isShift = b >= 0 && b < 64;
            return !isShift ? 0 : op == "<<" ? wrapped(x << y) : a >> b;
        }
        if (op == "+" || op == "-" || op == "*") {
            return wrapped(op == "+" ? x + y : op == "-" ? x - y : x * y);
        }
        if (op == "|" || op == "&" || op == "^") {
            return op == "|" ? a | b : op == "&" ? a & b : a ^ b;
        }
        return compare(op, a, b) ? 1 : 0;
    }
    static bool compare(std::string_view op, std::int64_t a, std::int64_t b)
    {
        if (op == "==" || op == "!=") {
            return (a == b) == (op == "==");
        }
        const bool isStrict = op.size() == 1;
        return op[0] == '<' ? (isStrict ? a < b : a <= b) : (isStrict ? a > b : a >= b);
    }

    std::span<const CToken> m_tokens;
    std::size_t m_at = 0;
    std::string m_fault;
};

} // namespace

Result<std::int64_t> conditionValue(std::span<const CToken> tokens)
{
    return Condition(tokens).run();
}

} // namespace nervure
