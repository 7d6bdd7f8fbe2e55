// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/lightnet/net/c_tokens.h"
#include "core/support/result.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace nervure {

/// A macro of the C preprocessor.
struct CMacro {
    std::string name;
    bool isFunction = false;
    bool isVariadic = false;             ///< the last parameter takes all further arguments
    std::vector<std::string> parameters; ///< of a function
    CTokens body;
    bool isActive = false; ///< it is being expanded
};

/// Expands macros as C does: arguments first, then `#` and `##`, then what came out once more,
/// without the macros that are being expanded.
class CMacroExpander {
public:
    void define(CMacro macro) { m_macros[macro.name] = std::move(macro); }
    void undefine(const std::string &name) { m_macros.erase(name); }
    [[nodiscard]] bool isDefined(const std::string &name) const
    {
        return m_macros.count(name) != 0;
    }

    /// Fails, with the place, on wrong numbers of arguments, on what `##` cannot join, and when there
    /// is no end to it.
    Result<CTokens> expand(CTokens tokens);

private:
    struct Source {
        CTokens tokens;
        std::size_t next = 0;
        CMacro *macro = nullptr; ///< whose expansion this is
    };
    using Arguments = std::vector<CTokens>;

    std::optional<CToken> next();
    void push(CTokens tokens, CMacro *macro = nullptr);
    Status expandAll(CTokens &out, int depth);
    Status invoke(CMacro &macro, CToken name, CTokens &out, int depth);
    bool openArguments(CTokens &passed);
    Result<Arguments> arguments(const CMacro &macro, const CToken &name, CTokens &newlines);
    Result<CTokens> expandArgument(CTokens tokens, int depth);
    Status spend(const CToken &token, std::size_t work);

    std::map<std::string, CMacro> m_macros;
    std::vector<Source> m_sources;
    std::size_t m_work = 0;
};

} // namespace nervure
