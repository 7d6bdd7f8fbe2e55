// SPDX-License-Identifier: Apache-2.0
#include "core/formats/darknet/cfg_sections.h"

#include "core/support/text.h"

#include <algorithm>

namespace nervure {

Diagnostic atPlace(Diagnostic finding, const TextPosition &place)
{
    finding.where.line = place.line;
    finding.where.column = place.column;
    return finding;
}

namespace {

constexpr std::string_view blanks = " \t\r\n\f\v";

/// Where the first character that counts is; none in an empty line.
std::size_t firstOf(std::string_view line)
{
    return line.find_first_not_of(blanks);
}

std::string withoutBlanks(std::string_view text)
{
    std::string kept;
    std::copy_if(text.begin(), text.end(), std::back_inserter(kept),
                 [](char c) { return blanks.find(c) == std::string_view::npos; });
    return kept;
}

Diagnostic errorAt(const TextPosition &place, std::string_view line, std::string_view expected)
{
    return atPlace(makeError("cfg-syntax", "found {}, expected {}", quoted(trim(line)), expected),
                   place);
}

/// What one line adds to the sections.
Status readLine(std::string_view line, const TextPosition &place, std::vector<CfgSection> &sections)
{
    const std::string text = withoutBlanks(line.substr(0, line.find('#')));
    if (text.front() == '[') {
        const std::size_t end = text.find(']');
        if (end == std::string::npos || end == 1) {
            return errorAt(place, line, "a name in brackets such as [convolutional]");
        }
        sections.push_back({text.substr(1, end - 1), place, {}});
        return {};
    }
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
        return errorAt(place, line, "a section such as [net], or KEY=VALUE");
    }
    if (sections.empty()) {
        return errorAt(place, line, "a section such as [net] above all keys");
    }
    sections.back().keys.push_back({text.substr(0, equals), text.substr(equals + 1), place});
    return {};
}

} // namespace

const CfgKey *CfgSection::find(std::string_view key) const
{
    const auto found = std::find_if(keys.begin(), keys.end(),
                                    [key](const CfgKey &one) { return one.name == key; });
    return found == keys.end() ? nullptr : &*found;
}

Result<std::vector<CfgSection>> readCfg(std::string_view text)
{
    std::vector<CfgSection> sections;
    int number = 0;
    while (!text.empty()) {
        ++number;
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const std::size_t first = firstOf(line);
        if (first != std::string_view::npos && line[first] != '#' && line[first] != ';') {
            RETURN_IF_FAILED(readLine(line, {number, static_cast<int>(first) + 1}, sections));
        }
    }
    return sections;
}

} // namespace nervure
