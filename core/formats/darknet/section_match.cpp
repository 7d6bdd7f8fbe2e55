// SPDX-License-Identifier: Apache-2.0
#include "core/formats/darknet/section_match.h"

#include "core/support/text.h"

#include <algorithm>
#include <iterator>

namespace nervure {

namespace {

/// The table of all pairs may have so many; beyond that sections match in order.
constexpr std::size_t mostPairs = 4'000'000;

/// All that a section says but numbers of layers, in an order of its own.
std::string textOf(const DarknetSection &section)
{
    std::vector<std::string> lines;
    for (const auto &[key, value] : section.attrs) {
        if (key != section.numbersKey) {
            lines.push_back(key + '=' + value);
        }
    }
    std::sort(lines.begin(), lines.end());
    return section.type + '\n' + join(lines, "\n");
}

std::vector<std::string> textsOf(const std::vector<DarknetSection> &sections)
{
    std::vector<std::string> texts;
    std::transform(sections.begin(), sections.end(), std::back_inserter(texts), textOf);
    return texts;
}

class SectionMatch {
public:
    SectionMatch(const std::vector<DarknetSection> &had, const std::vector<DarknetSection> &wanted)
        : m_had(had),
          m_wanted(wanted),
          m_hadTexts(textsOf(had)),
          m_wantedTexts(textsOf(wanted)),
          m_found(wanted.size())
    {}

    std::vector<std::optional<std::size_t>> find()
    {
        const std::size_t least = std::min(m_had.size(), m_wanted.size());
        std::size_t front = 0;
        while (front < least && saysTheSame(front, front)) {
            m_found[front] = front;
            ++front;
        }
        std::size_t back = 0;
        while (back < least - front
               && saysTheSame(m_had.size() - back - 1, m_wanted.size() - back - 1)) {
            ++back;
            m_found[m_wanted.size() - back] = m_had.size() - back;
        }
        matchMiddle(front, m_had.size() - back, m_wanted.size() - back);
        return std::move(m_found);
    }

private:
    [[nodiscard]] bool saysTheSame(std::size_t had, std::size_t wanted) const
    {
        return m_hadTexts[had] == m_wantedTexts[wanted];
    }

    /// 0 where the two are not of one kind.
    [[nodiscard]] int likeness(std::size_t had, std::size_t wanted) const
    {
        if (m_had[had].type != m_wanted[wanted].type) {
            return 0;
        }
        return (saysTheSame(had, wanted) ? 4 : 1)
               + (m_had[had].name == m_wanted[wanted].name ? 1 : 0);
    }

    /// Pairs in order whose likeness adds up to the most.
    void matchMiddle(std::size_t front, std::size_t hadEnd, std::size_t wantedEnd)
    {
        const std::size_t rows = hadEnd - front;
        const std::size_t columns = wantedEnd - front;
        if (rows != 0 && columns > mostPairs / rows) {
            for (std::size_t i = front; i < std::min(hadEnd, wantedEnd); ++i) {
                if (likeness(i, i) > 0) {
                    m_found[i] = i;
                }
            }
            return;
        }
        // best[i][j]: of sections from i and j on.
        std::vector<std::vector<int>> best(rows + 1, std::vector<int>(columns + 1));
        for (std::size_t i = rows; i-- > 0;) {
            for (std::size_t j = columns; j-- > 0;) {
                const int like = likeness(front + i, front + j);
                best[i][j] = std::max(
                    {best[i + 1][j], best[i][j + 1], like == 0 ? 0 : like + best[i + 1][j + 1]});
            }
        }
        for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
            const int like = likeness(front + i, front + j);
            if (like > 0 && best[i][j] == like + best[i + 1][j + 1]) {
                m_found[front + j++] = front + i++;
            } else if (best[i][j] == best[i + 1][j]) {
                ++i;
            } else {
                ++j;
            }
        }
    }

    const std::vector<DarknetSection> &m_had;
    const std::vector<DarknetSection> &m_wanted;
    std::vector<std::string> m_hadTexts;
    std::vector<std::string> m_wantedTexts;
    std::vector<std::optional<std::size_t>> m_found;
};

} // namespace

std::vector<std::optional<std::size_t>> matchedSections(const std::vector<DarknetSection> &had,
                                                        const std::vector<DarknetSection> &wanted)
{
    return SectionMatch(had, wanted).find();
}

} // namespace nervure
