// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/printed_graph.h"

#include "core/support/text.h"

#include <algorithm>

namespace nervure::conformance {

namespace {

constexpr std::string_view keysMark = "graph_attr_keys = [";

/// Splits at ", " outside quotes and brackets.
std::vector<std::string> items(std::string_view text)
{
    std::vector<std::string> parts(1);
    bool isQuoted = false;
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        isQuoted = isQuoted != (c == '\'');
        depth += isQuoted ? 0 : c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
        if (!isQuoted && depth == 0 && text.substr(i, 2) == ", ") {
            parts.emplace_back();
            ++i;
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

/// Where the parenthesis that opens at `open` closes.
std::size_t closing(std::string_view line, std::size_t open)
{
    bool isQuoted = false;
    for (std::size_t i = open; i < line.size(); ++i) {
        isQuoted = isQuoted != (line[i] == '\'');
        if (!isQuoted && line[i] == ')') {
            return i;
        }
    }
    return std::string_view::npos;
}

/// The node's line with its attributes sorted; inputs stay in front.
std::string sortedNode(const std::string &line)
{
    const std::size_t equals = line.find(" = ");
    const std::size_t open = equals == std::string::npos ? equals : line.find('(', equals);
    const std::size_t close = open == std::string::npos ? open : closing(line, open);
    if (!line.starts_with("  %") || close == std::string::npos) {
        return line;
    }
    std::vector<std::string> parts = items(line.substr(open + 1, close - open - 1));
    const auto attributes = std::find_if(parts.begin(), parts.end(), [](const std::string &part) {
        return !part.starts_with("%") && part.find('=') != std::string::npos;
    });
    std::sort(attributes, parts.end());
    return line.substr(0, open + 1) + join(parts, ", ") + line.substr(close);
}

std::vector<std::string> linesOf(const std::string &text)
{
    std::vector<std::string> lines;
    for (const std::string_view line : split(text, '\n')) {
        lines.emplace_back(line);
    }
    return lines;
}

/// Where the joined attributes of a line begin; npos when it has none.
std::size_t joinedStart(const std::string &line)
{
    if (!line.starts_with("  %")) {
        return std::string::npos;
    }
    const std::size_t equals = line.find(" = ");
    const std::size_t open = equals == std::string::npos ? equals : line.find('(', equals);
    const std::size_t from = open == std::string::npos ? 0 : closing(line, open);
    return from == std::string::npos ? from : line.find(", ", from);
}

/// "%3" or "%name": what stands before " = " or before the joined attributes.
std::string titleOf(const std::string &line, std::size_t joined)
{
    return std::string(trim(line.substr(0, std::min(line.find(" = "), joined))));
}

} // namespace

std::string sortedGraphText(const std::string &text)
{
    std::vector<std::string> lines = linesOf(text);
    for (std::string &line : lines) {
        if (line.starts_with(keysMark)) {
            std::vector<std::string> keys = graphAttrKeys(line);
            std::sort(keys.begin(), keys.end());
            line = std::string(keysMark) + join(keys, ", ") + "]";
        } else {
            line = sortedNode(line);
        }
    }
    return join(lines, "\n");
}

std::vector<std::string> joinedAttributes(const std::string &text)
{
    std::vector<std::string> names;
    for (const std::string &line : linesOf(text)) {
        const std::size_t start = joinedStart(line);
        if (start == std::string::npos) {
            continue;
        }
        for (const std::string &item : items(line.substr(start + 2))) {
            const std::string name = item.substr(0, item.find('='));
            const bool isNew = std::find(names.begin(), names.end(), name) == names.end();
            if (item.find('=') != std::string::npos && name != "control_deps" && isNew) {
                names.push_back(name);
            }
        }
    }
    return names;
}

std::vector<std::string> graphAttrKeys(const std::string &text)
{
    const std::size_t start = text.find(keysMark);
    if (start == std::string::npos) {
        return {};
    }
    const std::size_t end = text.find(']', start);
    return items(text.substr(start + keysMark.size(), end - start - keysMark.size()));
}

std::string maskedGraphText(const std::string &text, const std::string &attribute,
                            const std::function<bool(const std::string &)> &isUnsafe)
{
    std::vector<std::string> lines = linesOf(text);
    const std::string mark = ", " + attribute + "=";
    for (std::string &line : lines) {
        const std::size_t start = joinedStart(line);
        const std::size_t at = start == std::string::npos ? start : line.find(mark, start);
        if (at == std::string::npos || !isUnsafe(titleOf(line, start))) {
            continue;
        }
        const std::size_t value = at + mark.size();
        const std::size_t end = line.find(", ", value);
        line.replace(value, end == std::string::npos ? end : end - value, "?");
    }
    return join(lines, "\n");
}

} // namespace nervure::conformance
