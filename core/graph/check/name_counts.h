// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/containers/hash_index.h"

#include <cstddef>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure {

/// How often each name was met. Quick for a million names, too: their table is read ahead.
class NameCounts {
public:
    /// `expected`: how many names there will be, about.
    explicit NameCounts(std::size_t expected)
    {
        m_index.reserve(expected);
        m_names.reserve(expected);
    }

    /// This name is among the next to be counted.
    void prefetch(std::string_view name) const
    {
        m_index.prefetch(std::hash<std::string_view>()(name));
    }
    /// Counts a name, which must stay where it is.
    std::size_t add(std::string_view name)
    {
        const std::size_t hash = std::hash<std::string_view>()(name);
        const std::uint32_t known =
            m_index.find(hash, [&](std::uint32_t number) { return m_names[number].first == name; });
        if (known != HashIndex::none) {
            return ++m_names[known].second;
        }
        m_index.add(hash);
        m_names.emplace_back(name, 1);
        return 1;
    }

private:
    std::vector<std::pair<std::string_view, std::size_t>> m_names;
    HashIndex m_index;
};

} // namespace nervure
