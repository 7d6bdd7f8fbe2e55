// SPDX-License-Identifier: Apache-2.0
#include "widgets/text/text_change.h"

#include "core/support/text_difference.h"
#include "widgets/text/format.h"

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

constexpr std::size_t mostLines = 2000;
constexpr std::size_t longestLine = 400; ///< bytes
constexpr std::size_t shownBefore = 60;  ///< what differs in a long line

using Kind = DifferenceLine::Kind;

std::string_view withoutEnd(std::string_view line)
{
    while (line.ends_with('\n') || line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    return line;
}

/// The part of a long line that begins a little before `place`. Bytes of a character stay together.
QString shownPart(std::string_view line, std::size_t place)
{
    const auto isInside = [line](std::size_t at) {
        return at < line.size() && (static_cast<unsigned char>(line[at]) & 0xC0U) == 0x80U;
    };
    std::size_t begin =
        line.size() <= longestLine || place <= shownBefore ? 0 : place - shownBefore;
    begin = std::min(begin, line.size());
    std::size_t end = std::min(line.size(), begin + longestLine);
    for (; isInside(begin); ++begin) {
    }
    for (; isInside(end); ++end) {
    }
    QString text = toQString(line.substr(begin, end - begin));
    text.replace(u'\t', QStringLiteral("    "));
    return (begin > 0 ? QStringLiteral("…") : QString()) + text
           + (end < line.size() ? QStringLiteral("…") : QString());
}

/// Puts a unified difference into lines, pairing what was removed with what came in its place.
class Collector {
public:
    void add(std::string_view line)
    {
        const char sign = line.empty() ? ' ' : line.front();
        if (sign == '-') {
            if (!m_added.empty()) {
                flush();
            }
            m_removed.push_back(line.substr(1));
            ++m_change.removed;
        } else if (sign == '+') {
            m_added.push_back(line.substr(1));
            ++m_change.added;
        } else if (sign == '\\' && !(m_removed.empty() && m_added.empty())) {
            (m_added.empty() ? m_removedEnd : m_addedEnd) = line;
        } else {
            flush();
            const bool isPlace = sign == '@' || sign == '\\';
            put(isPlace ? Kind::Place : Kind::Same, isPlace ? line : line.substr(1), 0);
        }
    }
    TextChange take()
    {
        flush();
        return std::move(m_change);
    }

private:
    void flush()
    {
        putAll(Kind::Removed, m_removed, m_added);
        putEnd(m_removedEnd);
        putAll(Kind::Added, m_added, m_removed);
        putEnd(m_addedEnd);
        m_removed.clear();
        m_added.clear();
    }
    void putAll(Kind kind, const std::vector<std::string_view> &lines,
                const std::vector<std::string_view> &others)
    {
        for (std::size_t i = 0; i < lines.size() && !m_change.isCut; ++i) {
            const std::string_view other = i < others.size() ? others[i] : std::string_view();
            const auto differs =
                std::mismatch(lines[i].begin(), lines[i].end(), other.begin(), other.end());
            put(kind, lines[i], static_cast<std::size_t>(differs.first - lines[i].begin()));
        }
    }
    /// That a text has no newline at its end.
    void putEnd(std::string_view &words)
    {
        if (!words.empty()) {
            put(Kind::Place, std::exchange(words, {}), 0);
        }
    }
    void put(Kind kind, std::string_view line, std::size_t place)
    {
        if (m_change.lines.size() >= mostLines) {
            m_change.isCut = true;
            return;
        }
        static constexpr std::pair<Kind, const char *> signs[]{
            {Kind::Same, "  "}, {Kind::Removed, "− "}, {Kind::Added, "+ "}, {Kind::Place, ""}};
        const auto *sign = std::find_if(std::begin(signs), std::end(signs),
                                        [kind](const auto &one) { return one.first == kind; });
        m_change.lines.push_back(
            {kind, QString::fromUtf8(sign->second) + shownPart(withoutEnd(line), place)});
    }

    TextChange m_change;
    std::vector<std::string_view> m_removed;
    std::vector<std::string_view> m_added;
    std::string_view m_removedEnd;
    std::string_view m_addedEnd;
};

} // namespace

TextChange textChange(std::string_view before, std::string_view after)
{
    const std::string text = unifiedDifference(before, after, {}, {});
    std::string_view rest = text;
    Collector collector;
    for (int line = 0; !rest.empty(); ++line) {
        const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
        // The first two name the texts.
        if (line >= 2) {
            collector.add(rest.substr(0, end));
        }
        rest.remove_prefix(end);
    }
    return collector.take();
}

} // namespace nervure
