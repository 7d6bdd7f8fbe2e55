// SPDX-License-Identifier: Apache-2.0
#include "core/query/query_values.h"

#include "core/support/text.h"
#include "core/support/units.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace nervure {

namespace {

struct Suffix {
    std::string_view text;
    double factor;
};

constexpr std::array<Suffix, 5> countSuffixes{
    {{"", 1}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}}};
constexpr std::array<Suffix, 12> byteSuffixes{{{"", 1},
                                               {"B", 1},
                                               {"k", 1e3},
                                               {"kB", 1e3},
                                               {"M", 1e6},
                                               {"MB", 1e6},
                                               {"G", 1e9},
                                               {"GB", 1e9},
                                               {"TB", 1e12},
                                               {"KiB", 1024.0},
                                               {"MiB", 1024.0 * 1024},
                                               {"GiB", 1024.0 * 1024 * 1024}}};
constexpr std::array<Suffix, 6> timeSuffixes{
    {{"", 1}, {"ms", 1}, {"us", 1e-3}, {"µs", 1e-3}, {"ns", 1e-6}, {"s", 1e3}}};

std::optional<double> factorOf(std::string_view suffix, QueryUnit unit)
{
    const auto find = [suffix](const auto &table) -> std::optional<double> {
        for (const Suffix &known : table) {
            if (toLower(known.text) == toLower(suffix)) {
                return known.factor;
            }
        }
        return std::nullopt;
    };
    switch (unit) {
    case QueryUnit::Count: return find(countSuffixes);
    case QueryUnit::Bytes: return find(byteSuffixes);
    case QueryUnit::Time: break;
    }
    return find(timeSuffixes);
}

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// `pattern` is lower case. Goes back to the last star alone: that is enough, and never slow.
bool matchesWildcards(std::string_view pattern, std::string_view text)
{
    std::size_t p = 0;
    std::size_t star = std::string_view::npos;
    std::size_t retry = 0;
    for (std::size_t t = 0; t < text.size();) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            retry = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == lower(text[t]))) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++retry;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

} // namespace

std::optional<double> parseQuantity(std::string_view text, QueryUnit unit)
{
    const std::size_t end = std::min(text.find_first_not_of("+-.0123456789"), text.size());
    std::size_t digits = end;
    // An exponent belongs to the number: 1e6.
    if (end > 0 && end < text.size() && lower(text[end]) == 'e') {
        const std::size_t rest = text.find_first_not_of("+-0123456789", end + 1);
        digits = rest == std::string_view::npos ? text.size() : rest;
    }
    auto number = parseNumber(text.substr(0, digits));
    if (!number) {
        digits = end;
        number = parseNumber(text.substr(0, digits));
    }
    const auto factor = factorOf(text.substr(digits), unit);
    return number && factor ? std::optional(*number * *factor) : std::nullopt;
}

std::string quantityText(double value, QueryUnit unit)
{
    constexpr double largest = 9e18;
    if (unit == QueryUnit::Time) {
        return durationText(value);
    }
    const auto whole = static_cast<std::int64_t>(std::clamp(value, -largest, largest));
    return unit == QueryUnit::Bytes ? bytesText(whole) : countText(whole);
}

std::string_view unitSuffixes(QueryUnit unit)
{
    switch (unit) {
    case QueryUnit::Count: return "k, M, G, T";
    case QueryUnit::Bytes: return "kB, MB, GB, KiB, MiB, GiB";
    case QueryUnit::Time: break;
    }
    return "ns, us, ms, s";
}

TextPattern::TextPattern(std::string_view text, bool hasWildcards, bool matchesPart)
    : m_text(toLower(text)),
      m_hasWildcards(hasWildcards && text.find_first_of("*?") != std::string_view::npos),
      m_matchesPart(matchesPart)
{
    if (m_hasWildcards && m_matchesPart) {
        m_text = '*' + m_text + '*';
    }
}

bool TextPattern::matches(std::string_view text) const
{
    if (m_hasWildcards) {
        return matchesWildcards(m_text, text);
    }
    const auto equals = [](char a, char b) { return lower(a) == b; };
    if (m_matchesPart) {
        return std::search(text.begin(), text.end(), m_text.begin(), m_text.end(), equals)
                   != text.end()
               || m_text.empty();
    }
    return text.size() == m_text.size()
           && std::equal(text.begin(), text.end(), m_text.begin(), equals);
}

std::optional<ShapePattern> ShapePattern::parse(std::string_view text)
{
    std::string plain(trim(text));
    if (plain.size() >= 2
        && ((plain.front() == '(' && plain.back() == ')')
            || (plain.front() == '[' && plain.back() == ']'))) {
        plain = plain.substr(1, plain.size() - 2);
    }
    for (std::size_t at = plain.find("×"); at != std::string::npos; at = plain.find("×")) {
        plain.replace(at, std::string_view("×").size(), ",");
    }
    std::replace(plain.begin(), plain.end(), 'x', ',');
    ShapePattern pattern;
    if (trim(plain).empty()) {
        return pattern;
    }
    for (const std::string_view part : split(plain, ',')) {
        const std::string_view word = trim(part);
        if (word == "*" || word == "?") {
            pattern.m_dimensions.push_back(any);
        } else if (word == "...") {
            pattern.m_dimensions.push_back(rest);
        } else if (const auto number = parseInteger(word); number && *number >= 0) {
            pattern.m_dimensions.push_back(*number);
        } else {
            return std::nullopt;
        }
    }
    return pattern;
}

/// As wildcards in text: `rest` is a star.
bool ShapePattern::fits(const std::vector<std::int64_t> &pattern, const Dimensions &shape)
{
    constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    std::size_t p = 0;
    std::size_t star = none;
    std::size_t retry = 0;
    for (std::size_t s = 0; s < shape.size();) {
        if (p < pattern.size() && pattern[p] == rest) {
            star = p++;
            retry = s;
        } else if (p < pattern.size() && (pattern[p] == any || shape[s].is(pattern[p]))) {
            ++p;
            ++s;
        } else if (star != none) {
            p = star + 1;
            s = ++retry;
        } else {
            return false;
        }
    }
    return std::all_of(pattern.begin() + static_cast<std::ptrdiff_t>(p), pattern.end(),
                       [](std::int64_t dimension) { return dimension == rest; });
}

bool ShapePattern::matches(const Dimensions &shape) const
{
    return fits(m_dimensions, shape);
}

bool ShapePattern::matchesPart(const Dimensions &shape) const
{
    std::vector<std::int64_t> pattern{rest};
    pattern.insert(pattern.end(), m_dimensions.begin(), m_dimensions.end());
    pattern.push_back(rest);
    return fits(pattern, shape);
}

std::string comparableAttribute(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        switch (c) {
        case ' ':
        case '"': break;
        case '(': result += '['; break;
        case ')': result += ']'; break;
        default: result += c;
        }
    }
    return result;
}

} // namespace nervure
