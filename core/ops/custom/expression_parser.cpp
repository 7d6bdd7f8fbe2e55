// SPDX-License-Identifier: Apache-2.0
#include "core/ops/custom/expression_facts.h"
#include "core/ops/custom/expression_operators.h"
#include "core/ops/custom/expression_tokens.h"
#include "core/support/misspelling.h"
#include "core/support/text.h"

#include <algorithm>
#include <utility>

namespace nervure::custom {

namespace {

/// By recursive descent; what is weaker calls what binds stronger.
class Parser {
public:
    Parser(std::string_view text, const Names &names) : m_tokens(text), m_names(names) {}

    Result<Expression> run()
    {
        RETURN_IF_FAILED(advance());
        ASSIGN_OR_RETURN(Expression result, expression());
        if (m_token.kind != TokenKind::End) {
            return unexpected("an operator or the end");
        }
        return result;
    }

private:
    using Rule = Result<Expression> (Parser::*)();

    Status advance()
    {
        ASSIGN_OR_RETURN(m_token, m_tokens.next());
        return {};
    }

    [[nodiscard]] bool isAt(std::string_view text) const
    {
        return (m_token.kind == TokenKind::Sign || m_token.kind == TokenKind::Word)
               && m_token.text == text;
    }

    [[nodiscard]] Diagnostic unexpected(std::string_view expected) const
    {
        return expressionError(m_token.offset, "found {}, expected {}",
                               m_token.kind == TokenKind::End ? "the end" : quoted(m_token.text),
                               expected);
    }

    Status expect(std::string_view text)
    {
        return isAt(text) ? advance() : Status(unexpected(quoted(text)));
    }

    /// Everything that nests comes by here.
    Result<Expression> expression()
    {
        if (m_depth == deepestExpression) {
            return expressionError(m_token.offset, "nested more than {} deep", deepestExpression);
        }
        ++m_depth;
        auto result = isAt("if") ? conditional() : disjunctions();
        --m_depth;
        return result;
    }

    Result<Expression> conditional()
    {
        const std::size_t offset = m_token.offset;
        RETURN_IF_FAILED(advance());
        ASSIGN_OR_RETURN(Expression condition, expression());
        RETURN_IF_FAILED(expect("then"));
        ASSIGN_OR_RETURN(Expression yes, expression());
        RETURN_IF_FAILED(expect("else"));
        ASSIGN_OR_RETURN(Expression no, expression());
        return choice(std::move(condition), std::move(yes), std::move(no), offset);
    }

    /// Operands that `operand` reads with operators of `signs` between them, from left to right.
    template <typename Combine>
    Result<Expression> chain(Rule operand, std::initializer_list<std::string_view> signs,
                             Combine combine)
    {
        ASSIGN_OR_RETURN(Expression left, (this->*operand)());
        for (;;) {
            const auto sign = std::find_if(signs.begin(), signs.end(),
                                           [this](std::string_view text) { return isAt(text); });
            if (sign == signs.end()) {
                return left;
            }
            const std::size_t offset = m_token.offset;
            RETURN_IF_FAILED(advance());
            ASSIGN_OR_RETURN(Expression right, (this->*operand)());
            ASSIGN_OR_RETURN(left, combine(*sign, std::move(left), std::move(right), offset));
        }
    }

    Result<Expression> disjunctions()
    {
        return chain(&Parser::conjunctions, {"or"},
                     [](std::string_view, Expression a, Expression b, std::size_t offset) {
                         return disjunction(std::move(a), std::move(b), offset);
                     });
    }

    Result<Expression> conjunctions()
    {
        return chain(&Parser::negations, {"and"},
                     [](std::string_view, Expression a, Expression b, std::size_t offset) {
                         return conjunction(std::move(a), std::move(b), offset);
                     });
    }

    Result<Expression> negations()
    {
        if (!isAt("not")) {
            return comparisons();
        }
        const std::size_t offset = m_token.offset;
        RETURN_IF_FAILED(advance());
        ASSIGN_OR_RETURN(Expression operand, comparisons());
        return negation(std::move(operand), offset);
    }

    Result<Expression> comparisons()
    {
        return chain(&Parser::sums, {"==", "!=", "<", "<=", ">", ">="}, comparison);
    }

    Result<Expression> sums() { return chain(&Parser::products, {"+", "-"}, arithmetic); }

    Result<Expression> products()
    {
        return chain(&Parser::unary, {"*", "/", "//", "%"}, arithmetic);
    }

    Result<Expression> unary()
    {
        if (!isAt("-")) {
            return postfix();
        }
        const std::size_t offset = m_token.offset;
        RETURN_IF_FAILED(advance());
        ASSIGN_OR_RETURN(Expression operand, postfix());
        return negated(std::move(operand), offset);
    }

    Result<Expression> postfix()
    {
        ASSIGN_OR_RETURN(Expression result, primary());
        while (isAt("[")) {
            ASSIGN_OR_RETURN(result, inBrackets(std::move(result)));
        }
        return result;
    }

    Result<Expression> inBrackets(Expression list)
    {
        const std::size_t offset = m_token.offset;
        RETURN_IF_FAILED(advance());
        std::optional<Expression> from;
        std::optional<Expression> to;
        if (!isAt(":")) {
            ASSIGN_OR_RETURN(from, expression());
        }
        if (isAt("]")) {
            RETURN_IF_FAILED(advance());
            return elementOf(std::move(list), std::move(*from), offset);
        }
        RETURN_IF_FAILED(expect(":"));
        if (!isAt("]")) {
            ASSIGN_OR_RETURN(to, expression());
        }
        RETURN_IF_FAILED(expect("]"));
        return sliceOf(std::move(list), std::move(from), std::move(to), offset);
    }

    Result<Expression> primary()
    {
        const Token token = m_token;
        switch (token.kind) {
        case TokenKind::Number: return number();
        case TokenKind::Text:
            RETURN_IF_FAILED(advance());
            return constant(std::optional(std::string(token.text)));
        case TokenKind::Word: return word();
        case TokenKind::Sign:
        case TokenKind::End: break;
        }
        if (isAt("(")) {
            RETURN_IF_FAILED(advance());
            ASSIGN_OR_RETURN(Expression inner, expression());
            RETURN_IF_FAILED(expect(")"));
            return inner;
        }
        if (isAt("[")) {
            ASSIGN_OR_RETURN(std::vector<Expression> items, items("]"));
            return listOf(std::move(items), token.offset);
        }
        return unexpected("a number, a name, '(' or '['");
    }

    Result<Expression> number()
    {
        const Token token = m_token;
        RETURN_IF_FAILED(advance());
        if (token.text.find_first_not_of("0123456789") != std::string_view::npos) {
            return constant(std::optional(parseNumber(token.text).value_or(0)));
        }
        const auto whole = parseInteger(token.text);
        if (!whole) {
            return expressionError(token.offset, "{} is a number beyond 64 bits", token.text);
        }
        return constant(Dimension(*whole));
    }

    /// From the bracket that opens to the one that closes.
    Result<std::vector<Expression>> items(std::string_view end)
    {
        std::vector<Expression> found;
        RETURN_IF_FAILED(advance());
        while (!isAt(end)) {
            ASSIGN_OR_RETURN(Expression item, expression());
            found.push_back(std::move(item));
            if (!isAt(",")) {
                break;
            }
            RETURN_IF_FAILED(advance());
        }
        RETURN_IF_FAILED(expect(end));
        return found;
    }

    Result<Expression> word()
    {
        const Token name = m_token;
        RETURN_IF_FAILED(advance());
        if (name.text == "true" || name.text == "false") {
            return constant(std::optional(name.text == "true"));
        }
        if (isAt("(")) {
            return function(name);
        }
        if (const auto attribute = placeOf(m_names.attributes, name.text)) {
            return attributeValue(m_names.attributes[*attribute]);
        }
        if (const auto input = placeOf(m_names.inputs, name.text)) {
            return factOfInput(*input);
        }
        const auto output = std::find(m_names.outputs.begin(), m_names.outputs.end(), name.text);
        if (output != m_names.outputs.end()) {
            RETURN_IF_FAILED(expect("."));
            RETURN_IF_FAILED(expect("shape"));
            return outputShape(static_cast<std::size_t>(output - m_names.outputs.begin()));
        }
        return unknownName(name);
    }

    template <typename Named>
    static std::optional<std::size_t> placeOf(const std::vector<Named> &list, std::string_view name)
    {
        const auto it = std::find_if(list.begin(), list.end(),
                                     [name](const Named &item) { return item.name == name; });
        return it == list.end() ? std::nullopt
                                : std::optional(static_cast<std::size_t>(it - list.begin()));
    }

    [[nodiscard]] Diagnostic unknownName(const Token &name) const
    {
        std::vector<std::string> known = m_names.outputs;
        for (const Names::Input &input : m_names.inputs) {
            known.push_back(input.name);
        }
        for (const Names::Attribute &attribute : m_names.attributes) {
            known.push_back(attribute.name);
        }
        const auto similar = misspeltFrom(name.text, known);
        std::sort(known.begin(), known.end());
        return expressionError(name.offset, "there is no {}, {}", quoted(name.text),
                               similar         ? "did you mean " + quoted(*similar)
                               : known.empty() ? "expected no name, as none is known here"
                                               : "expected one of " + join(known, ", "));
    }

    /// ".shape", ".type" or ".rank" of an input; of a variadic one also ".count", and "[i]" in between.
    Result<Expression> factOfInput(std::size_t place)
    {
        const Names::Input &input = m_names.inputs[place];
        std::optional<Expression> index;
        if (input.isVariadic && isAt("[")) {
            RETURN_IF_FAILED(advance());
            ASSIGN_OR_RETURN(index, expression());
            if (index->kind != Kind::Whole) {
                return expressionError(m_token.offset, "{} in brackets, expected a whole number",
                                       kindText(index->kind));
            }
            RETURN_IF_FAILED(expect("]"));
        }
        RETURN_IF_FAILED(expect("."));
        const Token fact = m_token;
        RETURN_IF_FAILED(advance());
        if (fact.text == "count" && input.isVariadic && !index) {
            return inputCount(place);
        }
        if (input.isVariadic && !index) {
            return expressionError(fact.offset, "{} stands for several inputs, expected {}[0].{}",
                                   input.name, input.name, fact.text);
        }
        return inputFact(place, std::move(index), fact.text, fact.offset);
    }

    Result<Expression> function(const Token &name)
    {
        if (name.text == "given") {
            return given();
        }
        if (name.text == "total") {
            return total(name.offset);
        }
        ASSIGN_OR_RETURN(std::vector<Expression> arguments, items(")"));
        return call(name.text, std::move(arguments), name.offset);
    }

    /// given(NAME): the node has the input, or a value for the attribute.
    Result<Expression> given()
    {
        RETURN_IF_FAILED(advance());
        const Token name = m_token;
        RETURN_IF_FAILED(advance());
        RETURN_IF_FAILED(expect(")"));
        if (const auto input = placeOf(m_names.inputs, name.text)) {
            return inputGiven(*input);
        }
        return placeOf(m_names.attributes, name.text)
                   ? Result<Expression>(attributeGiven(std::string(name.text)))
                   : unknownName(name);
    }

    /// total(NAME, axis): the sizes of all of a variadic input's values along an axis, added up.
    Result<Expression> total(std::size_t offset)
    {
        RETURN_IF_FAILED(advance());
        const Token name = m_token;
        const auto input = placeOf(m_names.inputs, name.text);
        if (!input || !m_names.inputs[*input].isVariadic) {
            return expressionError(name.offset, "found {}, expected the name of a variadic input",
                                   quoted(name.text));
        }
        RETURN_IF_FAILED(advance());
        RETURN_IF_FAILED(expect(","));
        ASSIGN_OR_RETURN(Expression axis, expression());
        RETURN_IF_FAILED(expect(")"));
        return inputTotal(*input, std::move(axis), offset);
    }

    Tokens m_tokens;
    const Names &m_names;
    Token m_token;
    int m_depth = 0;
};

} // namespace

Result<Expression> parseExpression(std::string_view text, const Names &names)
{
    if (text.size() > longestExpression) {
        return expressionError(longestExpression, "an expression of {} bytes, expected at most {}",
                               text.size(), longestExpression);
    }
    return Parser(text, names).run();
}

} // namespace nervure::custom
