// SPDX-License-Identifier: Apache-2.0
#include "core/query/query_parser.h"

#include "core/query/query_lexer.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace nervure {

namespace {

using Token = QueryTokenKind;
using Kind = QueryExpr::Kind;

constexpr std::size_t longestQuery = 10'000;
constexpr int deepest = 64;

QueryComparison comparisonOf(std::string_view sign)
{
    struct Named {
        std::string_view sign;
        QueryComparison comparison;
    };
    constexpr std::array<Named, 6> named{{{"!=", QueryComparison::IsNot},
                                          {"~", QueryComparison::Contains},
                                          {"<", QueryComparison::Less},
                                          {"<=", QueryComparison::LessEqual},
                                          {">", QueryComparison::Greater},
                                          {">=", QueryComparison::GreaterEqual}}};
    for (const Named &one : named) {
        if (one.sign == sign) {
            return one.comparison;
        }
    }
    return QueryComparison::Is;
}

bool isOrder(QueryComparison comparison)
{
    return comparison >= QueryComparison::Less;
}

std::string keyNames()
{
    std::vector<std::string> names;
    for (const QueryKey &key : queryKeys()) {
        names.push_back(std::string(key.name)
                        + (key.kind == QueryKeyKind::Attribute ? "NAME" : ""));
    }
    return join(names, ", ");
}

/// "expected one of a, b; did you mean 'a'?"
std::string expectedOneOf(std::string_view found, const std::vector<std::string> &names)
{
    const auto near = nearest(found, names);
    return "expected one of " + join(names, ", ")
           + (near ? "; '" + *near + "' is near" : std::string());
}

class Parser {
public:
    explicit Parser(std::string_view text) : m_lexer(text) {}

    Result<QueryExpr> parse()
    {
        RETURN_IF_FAILED(advance());
        if (m_token.kind == Token::End) {
            return queryError(m_token.at, "the query is empty, expected a word or a key");
        }
        Result<QueryExpr> expr = either(0);
        if (expr && m_token.kind != Token::End) {
            return unexpected("the end, & or |");
        }
        return expr;
    }

private:
    Status advance()
    {
        ASSIGN_OR_RETURN(QueryToken token, m_lexer.next());
        m_token = std::move(token);
        return {};
    }

    [[nodiscard]] Diagnostic unexpected(const std::string &expected) const
    {
        const std::string found =
            m_token.kind == Token::End ? "the query ends" : "found " + quoted(m_token.text);
        return queryError(m_token.at, found + ", expected " + expected);
    }

    /// The parts joined, or the only one.
    static QueryExpr joined(Kind kind, std::vector<QueryExpr> parts)
    {
        if (parts.size() == 1) {
            return std::move(parts.front());
        }
        QueryExpr expr;
        expr.kind = kind;
        expr.children = std::move(parts);
        return expr;
    }

    Result<QueryExpr> either(int depth)
    {
        std::vector<QueryExpr> parts;
        while (true) {
            Result<QueryExpr> part = all(depth);
            if (!part) {
                return part;
            }
            parts.push_back(std::move(*part));
            if (m_token.kind != Token::Or) {
                return joined(Kind::Or, std::move(parts));
            }
            RETURN_IF_FAILED(advance());
        }
    }

    [[nodiscard]] bool startsPart() const
    {
        return m_token.kind == Token::Word || m_token.kind == Token::Not
               || m_token.kind == Token::Open;
    }

    Result<QueryExpr> all(int depth)
    {
        std::vector<QueryExpr> parts;
        while (true) {
            Result<QueryExpr> part = one(depth);
            if (!part) {
                return part;
            }
            parts.push_back(std::move(*part));
            if (m_token.kind == Token::And) {
                RETURN_IF_FAILED(advance());
            } else if (!startsPart()) {
                return joined(Kind::And, std::move(parts));
            }
        }
    }

    Result<QueryExpr> one(int depth)
    {
        if (depth > deepest) {
            return queryError(
                m_token.at,
                fmt::format("the query is nested deeper than {} levels, expected fewer", deepest));
        }
        switch (m_token.kind) {
        case Token::Not: return negated(depth);
        case Token::Open: return bracketed(depth);
        case Token::Word: return word(depth);
        default: return unexpected("a word, a key such as op: or a bracket");
        }
    }

    Result<QueryExpr> negated(int depth)
    {
        RETURN_IF_FAILED(advance());
        Result<QueryExpr> part = one(depth + 1);
        if (!part) {
            return part;
        }
        QueryExpr expr;
        expr.kind = Kind::Not;
        expr.children.push_back(std::move(*part));
        return expr;
    }

    Result<QueryExpr> bracketed(int depth)
    {
        RETURN_IF_FAILED(advance());
        Result<QueryExpr> part = either(depth + 1);
        if (!part) {
            return part;
        }
        RETURN_IF_FAILED(close());
        return part;
    }

    Status close() { return m_token.kind == Token::Close ? advance() : unexpected("')'"); }

    Result<QueryExpr> word(int depth)
    {
        const QueryToken name = m_token;
        RETURN_IF_FAILED(advance());
        const bool isTouching = m_token.at == name.at + name.text.size();
        if (!name.isQuoted && m_token.kind == Token::Comparison) {
            return compared(name);
        }
        if (!name.isQuoted && m_token.kind == Token::Open && isTouching) {
            return called(name, depth);
        }
        QueryExpr expr;
        const QueryKey *key = name.isQuoted ? nullptr : findQueryKey(name.text);
        if (key && key->kind == QueryKeyKind::Attribute) {
            expr.term.key = key;
            expr.term.attribute = name.text.substr(key->name.size());
            expr.term.comparison = QueryComparison::Has;
            return expr;
        }
        expr.term.word = name.text;
        expr.term.text = TextPattern(name.text, !name.isQuoted, true);
        return expr;
    }

    Result<QueryExpr> called(const QueryToken &name, int depth)
    {
        const QueryFunction *function = findQueryFunction(name.text);
        if (!function) {
            std::vector<std::string> names;
            for (const QueryFunction &known : queryFunctions()) {
                names.emplace_back(known.name);
            }
            return queryError(name.at, quoted(name.text) + " is no function, "
                                           + expectedOneOf(name.text, names));
        }
        QueryExpr expr;
        expr.kind = Kind::Function;
        expr.function = function;
        ++m_calls;
        for (std::size_t i = 0; i < function->arguments; ++i) {
            if (i > 0 && m_token.kind != Token::Comma) {
                return unexpected("',' and what " + quoted(function->name) + " leads to");
            }
            RETURN_IF_FAILED(advance());
            Result<QueryExpr> argument = either(depth + 1);
            if (!argument) {
                return argument;
            }
            expr.children.push_back(std::move(*argument));
        }
        --m_calls;
        RETURN_IF_FAILED(close());
        return expr;
    }

    Result<QueryExpr> compared(const QueryToken &name)
    {
        const QueryKey *key = findQueryKey(name.text);
        if (!key) {
            std::vector<std::string> names;
            for (const QueryKey &known : queryKeys()) {
                names.emplace_back(known.name);
            }
            const auto near = nearest(toLower(name.text), names);
            return queryError(name.at, quoted(name.text) + " is no key, expected one of "
                                           + keyNames()
                                           + (near ? "; '" + *near + "' is near" : std::string()));
        }
        QueryExpr expr;
        expr.term.key = key;
        expr.term.comparison = comparisonOf(m_token.text);
        if (key->kind == QueryKeyKind::Attribute) {
            expr.term.attribute = name.text.substr(key->name.size());
        }
        const QueryToken sign = m_token;
        ASSIGN_OR_RETURN(const QueryToken value, m_lexer.value(m_calls > 0));
        RETURN_IF_FAILED(takeValue(expr.term, sign, value));
        RETURN_IF_FAILED(advance());
        return expr;
    }

    static Status takeValue(QueryTerm &term, const QueryToken &sign, const QueryToken &value)
    {
        switch (term.key->kind) {
        case QueryKeyKind::Number: return takeNumber(term, sign, value);
        case QueryKeyKind::Sizes: return takeShape(term, sign, value);
        case QueryKeyKind::Flag: return takeFlag(term, sign, value);
        case QueryKeyKind::Attribute: return takeAttribute(term, value);
        case QueryKeyKind::Text: break;
        }
        return takeText(term, sign, value);
    }

    static Status takeText(QueryTerm &term, const QueryToken &sign, const QueryToken &value)
    {
        if (isOrder(term.comparison)) {
            return queryError(sign.at, "found " + quoted(sign.text) + " after "
                                           + quoted(term.key->name) + ", expected : != or ~");
        }
        const bool isPart = term.comparison == QueryComparison::Contains;
        if (term.key->choices && !isPart && value.text.find('*') == std::string::npos) {
            const std::vector<std::string> choices = term.key->choices();
            if (std::find(choices.begin(), choices.end(), toLower(value.text)) == choices.end()) {
                return queryError(value.at, quoted(value.text) + " is no "
                                                + std::string(term.key->name) + ", "
                                                + expectedOneOf(value.text, choices));
            }
        }
        term.text = TextPattern(value.text, !value.isQuoted, isPart);
        return {};
    }

    static Status takeNumber(QueryTerm &term, const QueryToken &sign, const QueryToken &value)
    {
        if (term.comparison == QueryComparison::Contains) {
            return queryError(sign.at, "found '~' after " + quoted(term.key->name)
                                           + ", expected : != < <= > or >=");
        }
        const auto number = parseQuantity(value.text, term.key->unit);
        if (!number) {
            return queryError(value.at,
                              quoted(value.text) + " is no number, expected digits, and one of "
                                  + std::string(unitSuffixes(term.key->unit)) + " if need be");
        }
        term.number = *number;
        return {};
    }

    static Status takeShape(QueryTerm &term, const QueryToken &sign, const QueryToken &value)
    {
        if (isOrder(term.comparison)) {
            return queryError(sign.at,
                              "found " + quoted(sign.text) + " after 'shape', expected : != or ~");
        }
        auto pattern = ShapePattern::parse(value.text);
        if (!pattern) {
            return queryError(value.at, quoted(value.text)
                                            + " is no shape, expected sizes such as 1,*,56,56");
        }
        term.shape = std::move(*pattern);
        return {};
    }

    static Status takeFlag(QueryTerm &term, const QueryToken &sign, const QueryToken &value)
    {
        if (isOrder(term.comparison) || term.comparison == QueryComparison::Contains) {
            return queryError(sign.at,
                              "found " + quoted(sign.text) + " after 'is', expected : or !=");
        }
        std::vector<std::string> names;
        for (const QueryFlag &flag : queryFlags()) {
            if (flag.name == toLower(value.text)) {
                term.flag = &flag;
                return {};
            }
            names.emplace_back(flag.name);
        }
        return queryError(value.at, quoted(value.text) + " is nothing a node can be, "
                                        + expectedOneOf(value.text, names));
    }

    static Status takeAttribute(QueryTerm &term, const QueryToken &value)
    {
        const auto number = parseQuantity(value.text, QueryUnit::Count);
        term.hasNumber = number.has_value();
        term.number = number.value_or(0);
        if (isOrder(term.comparison) && !number) {
            return queryError(value.at, quoted(value.text) + " is no number, expected digits");
        }
        term.word = comparableAttribute(value.text);
        term.text =
            TextPattern(term.word, !value.isQuoted, term.comparison == QueryComparison::Contains);
        return {};
    }

    QueryLexer m_lexer;
    QueryToken m_token;
    int m_calls = 0; ///< functions around
};

} // namespace

Result<QueryExpr> parseQueryText(std::string_view text)
{
    if (text.size() > longestQuery) {
        return queryError(
            longestQuery,
            fmt::format("the query is longer than {} bytes, expected a shorter one", longestQuery));
    }
    return Parser(text).parse();
}

} // namespace nervure
