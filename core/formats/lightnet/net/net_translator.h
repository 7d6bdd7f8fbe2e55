// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/semantics.h"
#include "core/support/json/json_spans.h"
#include "core/support/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// A text in LightNet's network language (.net) as LightNet's JSON, line by line with the place in
/// the text that the line is about.
struct TranslatedNet {
    std::string json;
    std::vector<TextPosition> places; ///< by line
};

/// Translates a .net text: the C preprocessor, `${eval …}` within a line, then statements
/// `optype(inputs | outputs | params);`. Operators are named by their type and a running number. In
/// exact semantics what the original trips over fails too: a comma, semicolon or equals sign in a
/// string, and an expression whose value is 0. Failures have line and column.
[[nodiscard]] Result<TranslatedNet> translateNet(std::string_view text, Semantics semantics);

} // namespace nervure
