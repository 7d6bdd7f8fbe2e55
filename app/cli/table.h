// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nervure::cli {

/// A table for a terminal: columns as wide as their widest cell, numbers at the right.
class Table {
public:
    enum class Align { Left, Right };
    struct Column {
        std::string title;
        Align align = Align::Left;
    };

    /// All titles empty: no heading is printed.
    explicit Table(std::vector<Column> columns);

    /// Missing cells are empty; there are never more cells than columns.
    void add(std::vector<std::string> cells);
    [[nodiscard]] bool empty() const { return m_rows.empty(); }

    /// The lines, each ended by a line feed and without trailing blanks. No more than `width` columns wide, if
    /// that can be: the widest columns of text are cut then. 0: as wide as it is.
    [[nodiscard]] std::string text(std::size_t width = 0) const;

    [[nodiscard]] std::string markdown() const;

private:
    [[nodiscard]] std::vector<std::size_t> columnWidths() const;
    void fit(std::vector<std::size_t> &widths, std::size_t width) const;
    [[nodiscard]] std::string line(const std::vector<std::string> &cells,
                                   const std::vector<std::size_t> &widths) const;

    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

/// How many columns a terminal needs for the text: UTF-8 characters, wide ones (CJK) counted twice.
[[nodiscard]] std::size_t displayWidth(std::string_view text);

/// The text in so many columns, cut at its end with "…" where it is wider.
[[nodiscard]] std::string elided(std::string_view text, std::size_t width);

/// A number for a cell: with so many digits after the point.
[[nodiscard]] std::string fixed(double value, int digits);

} // namespace nervure::cli
