// SPDX-License-Identifier: Apache-2.0
#include "app/cli/table.h"

#include "core/support/table_text.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>

namespace nervure::cli {

namespace {

constexpr std::size_t gap = 2;
/// No column of text is made narrower.
constexpr std::size_t leastWidth = 8;

/// The code point that starts at `at`, and past it; a stray byte counts as one character.
char32_t nextCodePoint(std::string_view text, std::size_t &at)
{
    const auto lead = static_cast<unsigned char>(text[at++]);
    const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
    char32_t point = more == 0 ? lead : lead & (0x3F >> more);
    for (int i = 0; i < more && at < text.size(); ++i) {
        const auto next = static_cast<unsigned char>(text[at]);
        if ((next & 0xC0) != 0x80) {
            break;
        }
        point = (point << 6) | (next & 0x3F);
        ++at;
    }
    return point;
}

bool isWide(char32_t point)
{
    return (point >= 0x1100 && point <= 0x115F) || (point >= 0x2E80 && point <= 0xA4CF)
           || (point >= 0xAC00 && point <= 0xD7A3) || (point >= 0xF900 && point <= 0xFAFF)
           || (point >= 0xFE30 && point <= 0xFE6F) || (point >= 0xFF00 && point <= 0xFF60)
           || (point >= 0x1F300 && point <= 0x1FAFF) || (point >= 0x20000 && point <= 0x3FFFD);
}

} // namespace

std::size_t displayWidth(std::string_view text)
{
    std::size_t width = 0;
    for (std::size_t at = 0; at < text.size();) {
        width += isWide(nextCodePoint(text, at)) ? 2 : 1;
    }
    return width;
}

Table::Table(std::vector<Column> columns) : m_columns(std::move(columns)) {}

void Table::add(std::vector<std::string> cells)
{
    assert(cells.size() <= m_columns.size() && "a cell has a column");
    cells.resize(m_columns.size());
    m_rows.push_back(std::move(cells));
}

std::string Table::line(const std::vector<std::string> &cells,
                        const std::vector<std::size_t> &widths) const
{
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::string cell = elided(cells[i], widths[i]);
        const std::string padding(widths[i] - displayWidth(cell), ' ');
        text += m_columns[i].align == Align::Right ? padding + cell : cell + padding;
        text.append(gap, ' ');
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + '\n';
}

std::vector<std::size_t> Table::columnWidths() const
{
    std::vector<std::size_t> widths;
    for (const Column &column : m_columns) {
        widths.push_back(displayWidth(column.title));
    }
    for (const auto &row : m_rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], displayWidth(row[i]));
        }
    }
    return widths;
}

void Table::fit(std::vector<std::size_t> &widths, std::size_t width) const
{
    std::size_t all = (widths.size() - 1) * gap;
    for (const std::size_t one : widths) {
        all += one;
    }
    while (all > width) {
        std::size_t widest = widths.size();
        for (std::size_t i = 0; i < widths.size(); ++i) {
            const bool gives = m_columns[i].align == Align::Left && widths[i] > leastWidth;
            if (gives && (widest == widths.size() || widths[i] > widths[widest])) {
                widest = i;
            }
        }
        if (widest == widths.size()) {
            return;
        }
        --widths[widest];
        --all;
    }
}

std::string Table::markdown() const
{
    std::vector<TextColumn> columns;
    for (const Column &column : m_columns) {
        columns.push_back({column.title, column.align == Align::Right});
    }
    return markdownTable(columns, m_rows);
}

std::string Table::text(std::size_t width) const
{
    std::vector<std::string> titles;
    for (const Column &column : m_columns) {
        titles.push_back(column.title);
    }
    std::vector<std::size_t> widths = columnWidths();
    if (width > 0) {
        fit(widths, width);
    }
    const bool hasTitles = std::any_of(titles.begin(), titles.end(),
                                       [](const std::string &title) { return !title.empty(); });
    std::string text = hasTitles ? line(titles, widths) : std::string();
    for (const auto &row : m_rows) {
        text += line(row, widths);
    }
    return text;
}

std::string elided(std::string_view text, std::size_t width)
{
    if (displayWidth(text) <= width) {
        return std::string(text);
    }
    std::size_t kept = 0;
    std::size_t columns = 1; // of the dots
    for (std::size_t at = 0; at < text.size();) {
        columns += isWide(nextCodePoint(text, at)) ? 2 : 1;
        if (columns > width) {
            break;
        }
        kept = at;
    }
    return width == 0 ? std::string() : std::string(text.substr(0, kept)) + "…";
}

std::string fixed(double value, int digits)
{
    return fmt::format("{:.{}f}", value, digits);
}

} // namespace nervure::cli
