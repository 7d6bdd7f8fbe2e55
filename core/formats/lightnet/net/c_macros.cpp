// SPDX-License-Identifier: Apache-2.0
#include "core/formats/lightnet/net/c_macros.h"

#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <utility>

namespace nervure {

namespace {

/// What expansions may make and look at before they count as endless: bytes of text, tokens that
/// are looked at, and eight for each token that is made.
constexpr std::size_t mostWork = std::size_t{32} << 20;
/// Deepest nesting of arguments within arguments.
constexpr int deepestExpansion = 200;

Diagnostic fault(std::string code, std::string message, const CToken &token)
{
    Diagnostic error = makeError(std::move(code), std::move(message));
    error.where.line = token.at.line;
    error.where.column = token.at.column;
    return error;
}

std::optional<std::size_t> parameterOf(const CMacro &macro, const CToken &token)
{
    if (!macro.isFunction || token.kind != CTokenKind::Identifier) {
        return std::nullopt;
    }
    const auto it = std::find(macro.parameters.begin(), macro.parameters.end(), token.text);
    return it == macro.parameters.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(it - macro.parameters.begin()));
}

/// An argument as a string of C.
CToken stringOf(const CTokens &argument, const CToken &place)
{
    CToken result = place;
    result.kind = CTokenKind::String;
    result.text = "\"";
    for (std::size_t i = 0; i < argument.size(); ++i) {
        result.text += i > 0 && argument[i].hasBlank ? " " : "";
        for (const char c : argument[i].text) {
            const bool isEscaped =
                argument[i].kind == CTokenKind::String && (c == '"' || c == '\\');
            result.text += isEscaped ? "\\" : "";
            result.text += c;
        }
    }
    result.text += '"';
    return result;
}

/// The body of a macro with the arguments put in.
class Substitution {
public:
    using Expand = std::function<Result<CTokens>(const CTokens &)>;
    using Spend = std::function<Status(std::size_t work)>;

    Substitution(const CMacro &macro, const CToken &name, const std::vector<CTokens> &arguments,
                 Expand expand, Spend spend)
        : m_macro(macro),
          m_name(name),
          m_arguments(arguments),
          m_expand(std::move(expand)),
          m_spend(std::move(spend))
    {}

    Result<CTokens> run()
    {
        const CTokens &body = m_macro.body;
        bool isJoined = false;
        for (std::size_t i = 0; i < body.size(); ++i) {
            if (body[i].is("##") && i > 0 && i + 1 < body.size()) {
                isJoined = true;
                continue;
            }
            const bool joinsNext = i + 2 < body.size() && body[i + 1].is("##");
            const auto next = i + 1 < body.size() ? parameterOf(m_macro, body[i + 1])
                                                  : std::optional<std::size_t>();
            CTokens piece{body[i]};
            if (body[i].is("#") && next) {
                piece = {stringOf(m_arguments[*next], body[i])};
                ++i;
            } else if (const auto parameter = parameterOf(m_macro, body[i])) {
                if (isJoined && isFurther(*parameter)) {
                    isJoined = false;
                    dropComma(m_arguments[*parameter].empty());
                }
                auto argument = isJoined || joinsNext ? Result<CTokens>(m_arguments[*parameter])
                                                      : m_expand(m_arguments[*parameter]);
                RETURN_IF_FAILED(argument);
                piece = std::move(argument).value();
                if (!piece.empty()) {
                    piece[0].hasBlank = body[i].hasBlank;
                }
            }
            RETURN_IF_FAILED(add(std::move(piece), isJoined));
            isJoined = false;
        }
        return finished();
    }

private:
    /// GCC's `, ## __VA_ARGS__`: without further arguments the comma goes too.
    [[nodiscard]] bool isFurther(std::size_t parameter) const
    {
        return m_macro.isVariadic && parameter + 1 == m_macro.parameters.size() && !m_out.empty()
               && m_out.back().is(",");
    }
    void dropComma(bool isEmpty)
    {
        if (isEmpty) {
            m_out.pop_back();
        }
    }
    Status add(CTokens piece, bool isJoined)
    {
        const bool joins = isJoined && !m_isLeftEmpty && !piece.empty();
        // Also what nothing looks at again takes memory, and joined tokens are read anew.
        std::size_t work = 8 * piece.size() + (joins ? m_out.back().text.size() : 0);
        for (const CToken &token : piece) {
            work += token.text.size();
        }
        RETURN_IF_FAILED(m_spend(work));
        auto first = piece.begin();
        if (joins) {
            const std::string joined = m_out.back().text + first->text;
            CTokens tokens = cTokens(joined);
            if (tokens.size() != 1) {
                return fault("cpp-join",
                             "## cannot join " + quoted(m_out.back().text) + " and "
                                 + quoted(first->text) + ", expected parts of one token",
                             m_name);
            }
            tokens[0].hasBlank = m_out.back().hasBlank;
            m_out.back() = std::move(tokens[0]);
            ++first;
        }
        m_isLeftEmpty = piece.empty() && (!isJoined || m_isLeftEmpty);
        m_out.insert(m_out.end(), first, piece.end());
        return {};
    }
    CTokens finished()
    {
        for (CToken &token : m_out) {
            token.at = m_name.at;
        }
        if (!m_out.empty()) {
            m_out[0].hasBlank = m_name.hasBlank;
        }
        return std::move(m_out);
    }

    const CMacro &m_macro;
    const CToken &m_name;
    const std::vector<CTokens> &m_arguments;
    Expand m_expand;
    Spend m_spend;
    CTokens m_out;
    bool m_isLeftEmpty = true; ///< nothing came of the last part of the body
};

} // namespace

Result<CTokens> CMacroExpander::expand(CTokens tokens)
{
    CTokens out;
    m_sources.clear();
    push(std::move(tokens));
    Status status = expandAll(out, 0);
    return status ? Result<CTokens>(std::move(out)) : Result<CTokens>(status.error());
}

std::optional<CToken> CMacroExpander::next()
{
    while (!m_sources.empty()) {
        Source &source = m_sources.back();
        if (source.next < source.tokens.size()) {
            return source.tokens[source.next++];
        }
        if (source.macro) {
            source.macro->isActive = false;
        }
        m_sources.pop_back();
    }
    return std::nullopt;
}

void CMacroExpander::push(CTokens tokens, CMacro *macro)
{
    m_sources.push_back({std::move(tokens), 0, macro});
}

Status CMacroExpander::spend(const CToken &token, std::size_t work)
{
    m_work += work;
    return m_work <= mostWork
               ? Status()
               : Status(fault("cpp-limit",
                              "the expansion of " + quoted(token.text)
                                  + " is too large, expected at most about 3 million words",
                              token));
}

Status CMacroExpander::expandAll(CTokens &out, int depth)
{
    while (auto token = next()) {
        RETURN_IF_FAILED(spend(*token, 1 + token->text.size()));
        const auto macro = token->kind == CTokenKind::Identifier && !token->isPainted
                               ? m_macros.find(token->text)
                               : m_macros.end();
        if (macro == m_macros.end()) {
            out.push_back(std::move(*token));
            continue;
        }
        if (macro->second.isActive) {
            token->isPainted = true;
            out.push_back(std::move(*token));
            continue;
        }
        RETURN_IF_FAILED(invoke(macro->second, std::move(*token), out, depth));
    }
    return {};
}

Status CMacroExpander::invoke(CMacro &macro, CToken name, CTokens &out, int depth)
{
    if (depth > deepestExpansion) {
        return fault("cpp-limit", "macro " + quoted(macro.name) + " is nested too deeply", name);
    }
    Arguments raw;
    CTokens newlines;
    if (macro.isFunction) {
        if (!openArguments(newlines)) {
            out.push_back(std::move(name));
            return {};
        }
        auto passed = arguments(macro, name, newlines);
        RETURN_IF_FAILED(passed);
        raw = std::move(passed).value();
    }
    const auto expandOne = [&](const CTokens &tokens) { return expandArgument(tokens, depth + 1); };
    const auto spendSome = [&](std::size_t work) { return spend(name, work); };
    auto body = Substitution(macro, name, raw, expandOne, spendSome).run();
    RETURN_IF_FAILED(body);
    push(std::move(newlines));
    push(std::move(body).value(), &macro);
    macro.isActive = true;
    return {};
}

/// Passes the parenthesis that opens arguments, and the line ends before it. When there is none,
/// everything is put back.
bool CMacroExpander::openArguments(CTokens &passed)
{
    while (auto token = next()) {
        if (token->is("(")) {
            return true;
        }
        passed.push_back(std::move(*token));
        if (passed.back().kind != CTokenKind::Newline) {
            break;
        }
    }
    push(std::exchange(passed, {}));
    return false;
}

Result<CMacroExpander::Arguments> CMacroExpander::arguments(const CMacro &macro, const CToken &name,
                                                            CTokens &newlines)
{
    Arguments found(1);
    int open = 0;
    bool hasBlank = false;
    while (true) {
        auto token = next();
        if (!token) {
            return fault("cpp-arguments",
                         "the arguments of macro " + quoted(macro.name)
                             + " have no end, expected ')'",
                         name);
        }
        RETURN_IF_FAILED(spend(name, 1 + token->text.size()));
        if (token->kind == CTokenKind::Newline) {
            newlines.push_back(std::move(*token));
            hasBlank = true;
            continue;
        }
        open += token->is("(") ? 1 : 0;
        if (token->is(")") && open-- == 0) {
            break;
        }
        const bool isLast = macro.isVariadic && found.size() == macro.parameters.size();
        if (token->is(",") && open == 0 && !isLast) {
            found.emplace_back();
            hasBlank = false;
            continue;
        }
        token->hasBlank = token->hasBlank || hasBlank;
        hasBlank = false;
        found.back().push_back(std::move(*token));
    }
    if (macro.parameters.empty() && found.size() == 1 && found[0].empty()) {
        found.clear();
    }
    if (macro.isVariadic && found.size() + 1 == macro.parameters.size()) {
        found.emplace_back();
    }
    if (found.size() != macro.parameters.size()) {
        return fault("cpp-arguments",
                     fmt::format("macro {} is given {} arguments, expected {}", quoted(macro.name),
                                 found.size(), macro.parameters.size()),
                     name);
    }
    return found;
}

Result<CTokens> CMacroExpander::expandArgument(CTokens tokens, int depth)
{
    std::vector<Source> outer;
    outer.swap(m_sources);
    push(std::move(tokens));
    CTokens out;
    Status status = expandAll(out, depth);
    m_sources = std::move(outer);
    return status ? Result<CTokens>(std::move(out)) : Result<CTokens>(status.error());
}

} // namespace nervure
