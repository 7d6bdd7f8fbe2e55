// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/containers/shared.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace nervure {

/// Values by number, with gaps. Copies are cheap: they share all values, and a change copies the
/// value in question and the page it is listed on, nothing else. So a reference to a value stays
/// good until that very value is changed or taken out.
template <typename T>
class SharedArray {
public:
    /// No value has this number or a higher one: the size of tables beside the array.
    [[nodiscard]] std::uint32_t limit() const
    {
        return static_cast<std::uint32_t>(m_pages.size() * pageSize);
    }
    /// The value of that number, or null.
    [[nodiscard]] const T *find(std::uint32_t number) const
    {
        const std::size_t page = number / pageSize;
        if (page >= m_pages.size() || !m_pages[page]) {
            return nullptr;
        }
        // Walks go by number, over values that lie apart: the one that comes soon is fetched ahead.
        const Page &slots = *m_pages[page];
        slots[(number + 6) % pageSize].prefetch();
        const Shared<T> &slot = slots[number % pageSize];
        return slot ? &*slot : nullptr;
    }
    /// A value that is there, for changing it.
    [[nodiscard]] T &own(std::uint32_t number) { return slotOf(number).own(); }
    /// Puts a value where there is none.
    void insert(std::uint32_t number, T &&value)
    {
        if (number >= limit()) {
            m_pages.resize(number / pageSize + std::size_t{1});
        }
        Shared<Page> &page = m_pages[number / pageSize];
        if (!page) {
            page = Shared<Page>(Page());
        }
        slotOf(number) = Shared<T>(std::move(value));
    }
    void erase(std::uint32_t number) { slotOf(number) = Shared<T>(); }

    /// Calls `tell(number)` for every number whose value here is not the very same as in `other`: equal
    /// values may be told of. What both arrays share is passed over by the page.
    template <typename Tell>
    void forEachOther(const SharedArray &other, Tell &&tell) const
    {
        const Page none;
        for (std::size_t page = 0; page < std::max(m_pages.size(), other.m_pages.size()); ++page) {
            const Shared<Page> mine = pageAt(page);
            const Shared<Page> its = other.pageAt(page);
            if (mine.isSame(its)) {
                continue;
            }
            for (std::uint32_t i = 0; i < pageSize; ++i) {
                if (!(mine ? *mine : none)[i].isSame((its ? *its : none)[i])) {
                    tell(static_cast<std::uint32_t>(page) * pageSize + i);
                }
            }
        }
    }

    friend bool operator==(const SharedArray &a, const SharedArray &b)
    {
        for (std::size_t page = 0; page < std::max(a.m_pages.size(), b.m_pages.size()); ++page) {
            const Shared<Page> mine = a.pageAt(page);
            const Shared<Page> other = b.pageAt(page);
            if (!mine.isSame(other) && !equal(mine ? *mine : Page(), other ? *other : Page())) {
                return false;
            }
        }
        return true;
    }

private:
    static constexpr std::uint32_t pageSize = 64;
    using Page = std::array<Shared<T>, pageSize>;

    [[nodiscard]] Shared<T> &slotOf(std::uint32_t number)
    {
        return m_pages[number / pageSize].own()[number % pageSize];
    }
    [[nodiscard]] Shared<Page> pageAt(std::size_t page) const
    {
        return page < m_pages.size() ? m_pages[page] : Shared<Page>();
    }
    static bool equal(const Page &a, const Page &b)
    {
        return std::equal(a.begin(), a.end(), b.begin(), [](const auto &mine, const auto &other) {
            return mine.isSame(other) || (mine && other && *mine == *other);
        });
    }

    std::vector<Shared<Page>> m_pages;
};

} // namespace nervure
