// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace nervure {

/// A column of a table of texts.
struct TextColumn {
    std::string title;
    bool isNumber = false; ///< stands at the right
};
using TextRows = std::vector<std::vector<std::string>>;

/// The table with a heading as comma-separated values, a line a row; missing cells are empty. Cells are
/// quoted where they must be (RFC 4180).
[[nodiscard]] std::string csvTable(const std::vector<TextColumn> &columns, const TextRows &rows);

/// The same as a table of Markdown, as GitHub reads it.
[[nodiscard]] std::string markdownTable(const std::vector<TextColumn> &columns,
                                        const TextRows &rows);

} // namespace nervure
