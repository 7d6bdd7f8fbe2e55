// SPDX-License-Identifier: Apache-2.0
#include "core/formats/darknet/darknet_rewriter.h"

#include "core/formats/darknet/cfg_sections.h"
#include "core/formats/darknet/darknet_layers.h"
#include "core/formats/darknet/section_match.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace nervure {

namespace {

using Numbers = std::vector<std::int64_t>;

/// The numbers of layers in a key's value, counted from the first one on; `self` is whose key it is.
Numbers numbersIn(std::string_view value, std::int64_t self)
{
    Numbers numbers;
    for (const std::string_view item : split(value, ',')) {
        const std::int64_t number = parseInteger(trim(item)).value_or(0);
        numbers.push_back(number < 0 ? self + number : number);
    }
    return numbers;
}

/// Those numbers as the value `like` has them: counted back where it does, with its commas.
std::string numbersText(const Numbers &numbers, std::int64_t self, std::string_view like)
{
    const std::vector<std::string_view> had = split(like, ',');
    std::vector<std::string> items;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const bool isBack = trim(had[std::min(i, had.size() - 1)]).starts_with('-');
        items.push_back(std::to_string(isBack ? numbers[i] - self : numbers[i]));
    }
    const std::size_t comma = like.find(',');
    const bool isSpaced =
        comma != std::string_view::npos && like.substr(comma + 1).starts_with(' ');
    return join(items, isSpaced ? ", " : ",");
}

/// A line KEY=VALUE: its value without the blanks around it, up to a comment.
std::string_view valueIn(std::string_view line)
{
    const std::string_view behind = line.substr(std::min(line.find('=') + 1, line.size()));
    return trim(behind.substr(0, behind.find('#')));
}

std::string withValue(std::string_view line, std::string_view value)
{
    std::string_view had = valueIn(line);
    if (had.empty()) {
        had = line.substr(line.find('=') + 1, 0);
    }
    const auto place = static_cast<std::size_t>(had.data() - line.data());
    std::string text(line);
    return text.replace(place, had.size(), value);
}

/// Writes the text anew, section by section.
class Rewriter {
public:
    Rewriter(std::string_view original, const std::vector<DarknetSection> &had,
             const std::vector<DarknetSection> &wanted)
        : m_wanted(wanted),
          m_sections(*readCfg(original)),
          m_matches(matchedSections(had, wanted))
    {
        while (!original.empty()) {
            const std::size_t end = std::min(original.find('\n'), original.size() - 1) + 1;
            m_lines.push_back(original.substr(0, end));
            original.remove_prefix(end);
        }
        m_lineEnd = !m_lines.empty() && m_lines.front().ends_with("\r\n") ? "\r\n" : "\n";
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            if (m_matches[i]) {
                m_places[*m_matches[i]] = i;
            }
        }
    }

    std::string text()
    {
        copy(0, lineOf(m_sections.front().place));
        std::size_t next = 0; // of the sections that are wanted
        for (std::size_t i = 0; i < m_sections.size(); ++i) {
            const auto place = m_places.find(i);
            if (place == m_places.end()) {
                m_tail += commentsBehind(i);
                continue;
            }
            addNew(next, place->second);
            m_text += std::exchange(m_tail, {});
            addSection(i, place->second);
            next = place->second + 1;
        }
        addNew(next, m_wanted.size());
        return m_text + m_tail;
    }

private:
    static std::size_t lineOf(const TextPosition &place)
    {
        return static_cast<std::size_t>(place.line - 1);
    }
    /// Behind the section's last key.
    [[nodiscard]] std::size_t keysEnd(std::size_t section) const
    {
        const CfgSection &one = m_sections[section];
        return lineOf(one.keys.empty() ? one.place : one.keys.back().place) + 1;
    }
    [[nodiscard]] std::size_t sectionEnd(std::size_t section) const
    {
        return section + 1 < m_sections.size() ? lineOf(m_sections[section + 1].place)
                                               : m_lines.size();
    }
    void copy(std::size_t from, std::size_t to)
    {
        for (std::size_t i = from; i < to; ++i) {
            m_text += m_lines[i];
        }
    }
    void endLine()
    {
        if (!m_text.empty() && m_text.back() != '\n') {
            m_text += m_lineEnd;
        }
    }

    /// Keeps of a section that is gone the comments behind its keys, which stand above the next one.
    [[nodiscard]] std::string commentsBehind(std::size_t section) const
    {
        std::size_t line = keysEnd(section);
        while (line < sectionEnd(section) && trim(m_lines[line]).empty()) {
            ++line;
        }
        std::string text;
        for (; line < sectionEnd(section); ++line) {
            text += m_lines[line];
        }
        return text;
    }

    void addNew(std::size_t from, std::size_t to)
    {
        for (std::size_t i = from; i < to; ++i) {
            endLine();
            m_text += std::string(m_lineEnd) + darknetSectionText(m_wanted[i], m_lineEnd);
        }
    }

    void addSection(std::size_t section, std::size_t place)
    {
        std::size_t line = lineOf(m_sections[section].place);
        const std::size_t end = keysEnd(section);
        std::map<std::size_t, const CfgKey *> keys;
        for (const CfgKey &key : m_sections[section].keys) {
            keys.emplace(lineOf(key.place), &key);
        }
        for (; line < end; ++line) {
            const auto key = keys.find(line);
            if (key == keys.end()) {
                m_text += m_lines[line];
            } else if (const auto value = valueOf(*key->second, section, place)) {
                m_text += *value == key->second->value ? std::string(m_lines[line])
                                                       : withValue(m_lines[line], *value);
            }
        }
        addKeys(section, place, m_lines[end - 1]);
        for (; line < sectionEnd(section); ++line) {
            m_tail += m_lines[line];
        }
    }

    /// The key's value now; none where it is gone. Blanks in numbers of layers are passed over.
    [[nodiscard]] std::optional<std::string> valueOf(const CfgKey &key, std::size_t section,
                                                     std::size_t place) const
    {
        const DarknetSection &wanted = m_wanted[place];
        const DarknetReference *reference = darknetReference(wanted.type);
        if (reference && key.name == reference->key) {
            return referenceText(key, section, place);
        }
        const std::string *value = wanted.attrs.find(key.name);
        const bool isFirst = m_sections[section].find(key.name) == &key;
        if (!value) {
            return std::nullopt;
        }
        return isFirst ? *value : key.value;
    }

    [[nodiscard]] std::string referenceText(const CfgKey &key, std::size_t section,
                                            std::size_t place) const
    {
        const DarknetSection &wanted = m_wanted[place];
        const std::int64_t before = static_cast<std::int64_t>(section) - 1;
        const std::int64_t now = static_cast<std::int64_t>(place) - 1;
        Numbers numbers = wanted.numbers;
        if (numbers.empty()) {
            for (const std::int64_t number : numbersIn(key.value, before)) {
                const auto moved = m_places.find(static_cast<std::size_t>(number + 1));
                numbers.push_back(moved == m_places.end()
                                      ? number
                                      : static_cast<std::int64_t>(moved->second) - 1);
            }
        }
        const std::string_view written = valueIn(m_lines[lineOf(key.place)]);
        return numbersIn(key.value, now) == numbers ? key.value
                                                    : numbersText(numbers, now, written);
    }

    /// Keys that the section has not had, written as the last one that it had.
    void addKeys(std::size_t section, std::size_t place, std::string_view like)
    {
        const CfgSection &had = m_sections[section];
        std::string between = "=";
        if (!had.keys.empty()) {
            const std::string_view value = valueIn(like);
            const std::size_t equals = like.find('=');
            const std::size_t name = like.find_last_not_of(" \t", equals - 1) + 1;
            const std::size_t end =
                value.empty() ? equals + 1 : static_cast<std::size_t>(value.data() - like.data());
            between = like.substr(name, end - name);
        }
        const DarknetSection &wanted = m_wanted[place];
        const auto add = [&](std::string_view key, std::string_view value) {
            endLine();
            m_text += fmt::format("{}{}{}{}", key, between, value, m_lineEnd);
        };
        for (const auto &[key, value] : wanted.attrs) {
            if (!had.find(key) && key != wanted.numbersKey) {
                add(key, value);
            }
        }
        if (!wanted.numbers.empty() && !had.find(wanted.numbersKey)) {
            add(wanted.numbersKey, fmt::format("{}", fmt::join(wanted.numbers, ",")));
        }
    }

    const std::vector<DarknetSection> &m_wanted;
    std::vector<CfgSection> m_sections;
    std::vector<std::optional<std::size_t>> m_matches; ///< of what is wanted
    std::map<std::size_t, std::size_t> m_places;       ///< where a section of the original has gone
    std::vector<std::string_view> m_lines;             ///< with their ends
    std::string_view m_lineEnd;
    std::string m_text;
    std::string m_tail; ///< lines behind the keys of the section that was written last
};

} // namespace

std::string rewrittenDarknetText(std::string_view original, const std::vector<DarknetSection> &had,
                                 const std::vector<DarknetSection> &wanted)
{
    return Rewriter(original, had, wanted).text();
}

} // namespace nervure
