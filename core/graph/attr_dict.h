// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure {

/// The attribute dictionary of a node: unique keys with text values, in the order of the file
/// (canonical writers sort). LightNet parameters hold their value's JSON text.
class AttrDict {
public:
    using Item = std::pair<std::string, std::string>;

    AttrDict() = default;
    AttrDict(std::initializer_list<Item> items) : m_items(items) {}

    /// The value of `key`, or null.
    [[nodiscard]] const std::string *find(std::string_view key) const
    {
        for (const Item &item : m_items) {
            if (item.first == key) {
                return &item.second;
            }
        }
        return nullptr;
    }

    /// Replaces the value in place, or appends the key.
    void set(std::string_view key, std::string value)
    {
        for (Item &item : m_items) {
            if (item.first == key) {
                item.second = std::move(value);
                return;
            }
        }
        m_items.emplace_back(std::string(key), std::move(value));
    }

    /// Inserts a key that is not there at `position` (clamped to the end).
    void insert(std::size_t position, std::string key, std::string value)
    {
        const std::size_t at = position < m_items.size() ? position : m_items.size();
        m_items.emplace(m_items.begin() + static_cast<std::ptrdiff_t>(at), std::move(key),
                        std::move(value));
    }

    /// Removes the key if it is there; says whether it was.
    bool erase(std::string_view key)
    {
        for (auto it = m_items.begin(); it != m_items.end(); ++it) {
            if (it->first == key) {
                m_items.erase(it);
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] bool empty() const { return m_items.empty(); }
    [[nodiscard]] std::size_t size() const { return m_items.size(); }
    [[nodiscard]] auto begin() const { return m_items.begin(); }
    [[nodiscard]] auto end() const { return m_items.end(); }

    bool operator==(const AttrDict &) const = default;

private:
    std::vector<Item> m_items;
};

} // namespace nervure
