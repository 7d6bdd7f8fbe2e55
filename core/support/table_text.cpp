// SPDX-License-Identifier: Apache-2.0
#include "core/support/table_text.h"

#include <cctype>
#include <string_view>

namespace nervure {

namespace {

std::string csvCell(const std::string &text)
{
    if (text.find_first_of(",\"\n\r") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char letter : text) {
        quoted += letter;
        if (letter == '"') {
            quoted += letter;
        }
    }
    return quoted + '"';
}

bool isLetter(std::string_view text, std::size_t at)
{
    const auto byte = at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
    return byte >= 0x80 || std::isalnum(byte) != 0;
}

/// Whether the character would end a cell or begin a mark; an underscore within a word does not.
bool isMark(std::string_view text, std::size_t at)
{
    const bool isInWord = at > 0 && isLetter(text, at - 1) && isLetter(text, at + 1);
    return text[at] == '_' ? !isInWord
                           : std::string_view("|\\*`<").find(text[at]) != std::string_view::npos;
}

std::string markdownCell(const std::string &text)
{
    std::string cell;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\n' || text[i] == '\r') {
            cell += ' ';
            continue;
        }
        cell += isMark(text, i) ? "\\" : "";
        cell += text[i];
    }
    return cell;
}

const std::string &cellOf(const std::vector<std::string> &row, std::size_t column)
{
    static const std::string none;
    return column < row.size() ? row[column] : none;
}

} // namespace

std::string csvTable(const std::vector<TextColumn> &columns, const TextRows &rows)
{
    std::string text;
    const auto add = [&text](std::size_t column, const std::string &cell) {
        text += (column > 0 ? "," : "") + csvCell(cell);
    };
    for (std::size_t i = 0; i < columns.size(); ++i) {
        add(i, columns[i].title);
    }
    text += '\n';
    for (const std::vector<std::string> &row : rows) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            add(i, cellOf(row, i));
        }
        text += '\n';
    }
    return text;
}

std::string markdownTable(const std::vector<TextColumn> &columns, const TextRows &rows)
{
    std::string text = "|";
    for (const TextColumn &column : columns) {
        text += ' ' + markdownCell(column.title) + " |";
    }
    text += "\n|";
    for (const TextColumn &column : columns) {
        text += column.isNumber ? " ---: |" : " --- |";
    }
    text += '\n';
    for (const std::vector<std::string> &row : rows) {
        text += '|';
        for (std::size_t i = 0; i < columns.size(); ++i) {
            text += ' ' + markdownCell(cellOf(row, i)) + " |";
        }
        text += '\n';
    }
    return text;
}

} // namespace nervure
