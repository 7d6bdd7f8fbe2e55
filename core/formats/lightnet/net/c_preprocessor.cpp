// SPDX-License-Identifier: Apache-2.0
#include "core/formats/lightnet/net/c_preprocessor.h"

#include "core/formats/lightnet/net/c_condition.h"
#include "core/formats/lightnet/net/c_macros.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <utility>

namespace nervure {

namespace {

/// No file of people has more; what is worked out with all of them takes ever longer.
constexpr std::size_t mostParameters = 256;
constexpr std::size_t mostConditions = 256;

Diagnostic fault(std::string message, const CToken &token, std::string code = "cpp-directive")
{
    Diagnostic error = makeError(std::move(code), std::move(message));
    error.where.line = token.at.line;
    error.where.column = token.at.column;
    return error;
}

class Preprocessor {
public:
    explicit Preprocessor(std::string_view text) : m_tokens(cTokens(text)) {}

    Result<PlacedText> run()
    {
        for (std::size_t begin = 0; begin < m_tokens.size();) {
            std::size_t end = begin;
            while (end < m_tokens.size() && m_tokens[end].kind != CTokenKind::Newline) {
                ++end;
            }
            Status status = line(std::span(m_tokens).subspan(begin, end - begin));
            RETURN_IF_FAILED(status);
            if (end < m_tokens.size()) {
                m_chunk.push_back(m_tokens[end]);
            }
            begin = end + 1;
        }
        if (!m_conditions.empty()) {
            return fault("#" + m_conditions.back().start.text + " has no end, expected #endif",
                         m_conditions.back().start);
        }
        Status status = flush();
        return status ? Result<PlacedText>(std::move(m_out)) : Result<PlacedText>(status.error());
    }

private:
    using Line = std::span<const CToken>;

    struct Condition {
        CToken start;
        bool isTaken = false;  ///< this branch is read
        bool wasTaken = false; ///< so was an earlier one, or none may be
        bool hasElse = false;
    };

    [[nodiscard]] bool isSkipping() const
    {
        return std::any_of(m_conditions.begin(), m_conditions.end(),
                           [](const Condition &condition) { return !condition.isTaken; });
    }

    Status line(Line tokens)
    {
        if (!tokens.empty() && tokens[0].is("#")) {
            Status status = flush();
            return status && tokens.size() > 1 ? directive(tokens[1], tokens.subspan(2)) : status;
        }
        if (!isSkipping()) {
            m_chunk.insert(m_chunk.end(), tokens.begin(), tokens.end());
        }
        return {};
    }

    Status directive(const CToken &word, Line rest)
    {
        const std::string &name = word.text;
        if (name == "if" || name == "ifdef" || name == "ifndef") {
            return openCondition(word, rest);
        }
        if (name == "elif" || name == "else" || name == "endif") {
            return turnCondition(word, rest);
        }
        if (isSkipping() || name == "pragma" || name == "line" || name == "warning"
            || word.kind == CTokenKind::Number) {
            return {};
        }
        if (name == "define") {
            return define(word, rest);
        }
        if (name == "undef") {
            Status status = expectName(word, rest);
            if (status) {
                m_macros.undefine(rest[0].text);
            }
            return status;
        }
        if (name == "include") {
            return fault("#include is not followed, expected everything in one file", word,
                         "cpp-include");
        }
        if (name == "error") {
            std::string message = "#error";
            for (const CToken &token : rest) {
                message += (token.hasBlank ? " " : "") + token.text;
            }
            return fault(message, word, "cpp-error");
        }
        return fault("directive " + quoted("#" + name) + " is unknown", word);
    }

    static Status expectName(const CToken &word, Line rest)
    {
        const bool isName =
            !rest.empty() && rest[0].kind == CTokenKind::Identifier && rest[0].text != "defined";
        return isName ? Status()
                      : Status(fault("#" + word.text + " names no macro, expected a name", word));
    }

    Status define(const CToken &word, Line rest)
    {
        RETURN_IF_FAILED(expectName(word, rest));
        CMacro macro;
        macro.name = rest[0].text;
        std::size_t at = 1;
        if (at < rest.size() && rest[at].is("(") && !rest[at].hasBlank) {
            macro.isFunction = true;
            RETURN_IF_FAILED(parameters(macro, rest, at));
        }
        macro.body.assign(rest.begin() + static_cast<std::ptrdiff_t>(at), rest.end());
        const bool isJoint =
            !macro.body.empty() && (macro.body.front().is("##") || macro.body.back().is("##"));
        if (isJoint) {
            return fault("macro " + quoted(macro.name) + " begins or ends with ##", word);
        }
        m_macros.define(std::move(macro));
        return {};
    }

    /// From "(" up to behind ")".
    static Status parameters(CMacro &macro, Line rest, std::size_t &at)
    {
        const auto wrong = [&] {
            return fault("the parameters of macro " + quoted(macro.name)
                             + " are not names with commas between them, expected (a, b)",
                         rest[0]);
        };
        ++at;
        if (at < rest.size() && rest[at].is(")")) {
            ++at;
            return {};
        }
        while (at < rest.size() && !macro.isVariadic) {
            if (macro.parameters.size() == mostParameters) {
                return fault(fmt::format("macro {} has more than {} parameters", quoted(macro.name),
                                         mostParameters),
                             rest[0], "cpp-limit");
            }
            const bool isName = rest[at].kind == CTokenKind::Identifier;
            if (isName) {
                macro.parameters.push_back(rest[at++].text);
            }
            if (at + 2 < rest.size() && rest[at].is(".") && rest[at + 1].is(".")
                && rest[at + 2].is(".")) {
                at += 3;
                macro.isVariadic = true;
                if (!isName) {
                    macro.parameters.emplace_back("__VA_ARGS__");
                }
            } else if (!isName) {
                return wrong();
            }
            const bool isLast = at < rest.size() && rest[at].is(")");
            if (at >= rest.size() || (!isLast && !rest[at].is(","))) {
                return wrong();
            }
            ++at;
            if (isLast) {
                return {};
            }
        }
        return wrong();
    }

    Status openCondition(const CToken &word, Line rest)
    {
        if (m_conditions.size() == mostConditions) {
            return fault(
                fmt::format("more than {} conditions are open, expected #endif", mostConditions),
                word, "cpp-limit");
        }
        Condition condition;
        condition.start = word;
        condition.wasTaken = isSkipping();
        if (!condition.wasTaken) {
            ASSIGN_OR_RETURN(const auto isTrue,
                             word.text == "if" ? holds(word, rest) : isThere(word, rest));
            condition.isTaken = condition.wasTaken = isTrue;
        }
        m_conditions.push_back(std::move(condition));
        return {};
    }

    /// #ifdef and #ifndef.
    Result<bool> isThere(const CToken &word, Line rest)
    {
        RETURN_IF_FAILED(expectName(word, rest));
        return m_macros.isDefined(rest[0].text) == (word.text == "ifdef");
    }

    Result<bool> holds(const CToken &word, Line rest)
    {
        CTokens tokens;
        for (std::size_t i = 0; i < rest.size(); ++i) {
            if (rest[i].text != "defined" || rest[i].kind != CTokenKind::Identifier) {
                tokens.push_back(rest[i]);
                continue;
            }
            const bool isWrapped =
                i + 3 < rest.size() && rest[i + 1].is("(") && rest[i + 3].is(")");
            const std::size_t name = i + (isWrapped ? 2 : 1);
            if (name >= rest.size() || rest[name].kind != CTokenKind::Identifier) {
                return fault("'defined' names no macro, expected a name", word);
            }
            CToken number = rest[i];
            number.kind = CTokenKind::Number;
            number.text = m_macros.isDefined(rest[name].text) ? "1" : "0";
            tokens.push_back(std::move(number));
            i = name + (isWrapped ? 1 : 0);
        }
        ASSIGN_OR_RETURN(const auto expanded, m_macros.expand(std::move(tokens)));
        const auto value = conditionValue(expanded);
        if (!value) {
            return fault("the condition of #" + word.text
                             + " cannot be worked out: " + value.error().message,
                         word);
        }
        return *value != 0;
    }

    Status turnCondition(const CToken &word, Line rest)
    {
        if (m_conditions.empty() || (m_conditions.back().hasElse && word.text != "endif")) {
            return fault("#" + word.text + " is without its #if", word);
        }
        if (word.text == "endif") {
            m_conditions.pop_back();
            return {};
        }
        Condition &condition = m_conditions.back();
        condition.hasElse = word.text == "else";
        condition.isTaken = false;
        if (!condition.wasTaken) {
            ASSIGN_OR_RETURN(const auto isTrue,
                             condition.hasElse ? Result<bool>(true) : holds(word, rest));
            condition.isTaken = condition.wasTaken = isTrue;
        }
        return {};
    }

    /// Expands what was read since the last directive and writes it.
    Status flush()
    {
        ASSIGN_OR_RETURN(auto tokens, m_macros.expand(std::exchange(m_chunk, {})));
        const CToken *last = nullptr;
        for (const CToken &token : tokens) {
            const bool isGap = last && last->kind != CTokenKind::Newline
                               && token.kind != CTokenKind::Newline
                               && (token.hasBlank || wouldJoin(*last, token));
            m_out.text += (isGap ? " " : "") + token.text;
            m_out.places.resize(m_out.text.size(), token.at);
            last = &token;
        }
        return {};
    }

    /// Tokens that came beside each other by expansion alone must not become one.
    static bool wouldJoin(const CToken &left, const CToken &right)
    {
        const auto isWord = [](const CToken &token) {
            return token.kind == CTokenKind::Identifier || token.kind == CTokenKind::Number;
        };
        constexpr std::string_view doubles = "+-&|=<>#";
        return (isWord(left) && isWord(right))
               || (left.kind == CTokenKind::Other && right.kind == CTokenKind::Other
                   && left.text.back() == right.text.front()
                   && doubles.find(right.text.front()) != std::string_view::npos);
    }

    CTokens m_tokens;
    CTokens m_chunk;
    CMacroExpander m_macros;
    std::vector<Condition> m_conditions;
    PlacedText m_out;
};

} // namespace

Result<PlacedText> preprocessC(std::string_view text)
{
    return Preprocessor(text).run();
}

} // namespace nervure
