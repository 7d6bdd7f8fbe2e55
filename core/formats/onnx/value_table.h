// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/support/containers/hash_index.h"

#include <cstddef>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure::onnx {

/// The values of a graph by their names, which are kept by whoever asks.
class ValueTable {
public:
    void reserve(std::size_t values)
    {
        m_values.reserve(values);
        m_index.reserve(values);
    }
    /// What was defined under that name before is found no longer.
    void define(std::string_view name, const Entry &entry)
    {
        const std::size_t hash = hashOf(name);
        const std::uint32_t number = numberOf(name, hash);
        if (number != HashIndex::none) {
            m_values[number].second = entry;
            return;
        }
        m_values.emplace_back(name, entry);
        m_index.add(hash);
    }
    /// Null where there is none, until the next is defined.
    [[nodiscard]] const Entry *find(std::string_view name) const
    {
        const std::uint32_t number = numberOf(name, hashOf(name));
        return number == HashIndex::none ? nullptr : &m_values[number].second;
    }
    [[nodiscard]] bool contains(std::string_view name) const { return find(name) != nullptr; }

private:
    static std::size_t hashOf(std::string_view name) { return std::hash<std::string_view>()(name); }
    [[nodiscard]] std::uint32_t numberOf(std::string_view name, std::size_t hash) const
    {
        return m_index.find(hash,
                            [&](std::uint32_t number) { return m_values[number].first == name; });
    }

    std::vector<std::pair<std::string_view, Entry>> m_values;
    HashIndex m_index;
};

} // namespace nervure::onnx
