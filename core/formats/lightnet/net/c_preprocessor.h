// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/json/json_spans.h"
#include "core/support/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// A text and, for every byte of it, the place in the file that it came from.
struct PlacedText {
    std::string text;
    std::vector<TextPosition> places;
};

/// What the C preprocessor makes of a text: macros (with `#`, `##` and __VA_ARGS__), conditions,
/// comments. A macro's expansion stands in one line. Other files are never read: #include fails, as
/// #error and unknown directives do; pragmas go. Nothing is predefined. Failures have line and
/// column.
[[nodiscard]] Result<PlacedText> preprocessC(std::string_view text);

} // namespace nervure
