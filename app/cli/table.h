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

    /// The lines, each ended by a line feed and without trailing blanks.
    [[nodiscard]] std::string text() const;

private:
    [[nodiscard]] std::string line(const std::vector<std::string> &cells,
                                   const std::vector<std::size_t> &widths) const;

    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

/// How many columns a terminal needs for the text: UTF-8 characters, wide ones (CJK) counted twice.
[[nodiscard]] std::size_t displayWidth(std::string_view text);

/// A number for a cell: with so many digits after the point.
[[nodiscard]] std::string fixed(double value, int digits);

} // namespace nervure::cli
