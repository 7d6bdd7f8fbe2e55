// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/containers/shared.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure {

/// The attribute dictionary of a node: unique keys with text values, in the order of the file
/// (canonical writers sort). LightNet parameters hold their value's JSON text. Copies are cheap: they
/// share the items until one of them changes.
class AttrDict {
public:
    using Item = std::pair<std::string, std::string>;

    AttrDict() = default;
    AttrDict(std::initializer_list<Item> items)
        : m_items(items.size() == 0 ? Shared<Items>() : Shared<Items>(Items(items)))
    {}

    /// The value of `key`, or null.
    [[nodiscard]] const std::string *find(std::string_view key) const
    {
        const Item *item = findItem(key);
        return item == end() ? nullptr : &item->second;
    }

    /// Replaces the value in place, or appends the key.
    void set(std::string_view key, std::string value)
    {
        const auto place = static_cast<std::size_t>(findItem(key) - begin());
        if (place < size()) {
            own()[place].second = std::move(value);
        } else {
            own().emplace_back(std::string(key), std::move(value));
        }
    }

    /// Inserts a key that is not there at `position` (clamped to the end).
    void insert(std::size_t position, std::string key, std::string value)
    {
        Items &items = own();
        const std::size_t at = std::min(position, items.size());
        items.emplace(items.begin() + static_cast<std::ptrdiff_t>(at), std::move(key),
                      std::move(value));
    }

    /// Removes the key if it is there; says whether it was.
    bool erase(std::string_view key)
    {
        const std::ptrdiff_t place = findItem(key) - begin();
        if (place == end() - begin()) {
            return false;
        }
        own().erase(own().begin() + place);
        return true;
    }

    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] std::size_t size() const { return m_items ? m_items->size() : 0; }
    [[nodiscard]] const Item *begin() const { return m_items ? m_items->data() : nullptr; }
    [[nodiscard]] const Item *end() const { return begin() + size(); }

    /// Whether one is a copy of the other, and neither was changed since: told at once, and enough for
    /// them to be equal. `identity` is the same then, and else another one as long as both live.
    [[nodiscard]] bool isSame(const AttrDict &other) const { return m_items.isSame(other.m_items); }
    [[nodiscard]] const void *identity() const { return m_items ? &*m_items : nullptr; }

    friend bool operator==(const AttrDict &a, const AttrDict &b)
    {
        return a.isSame(b) || std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

private:
    using Items = std::vector<Item>;

    [[nodiscard]] const Item *findItem(std::string_view key) const
    {
        return std::find_if(begin(), end(), [key](const Item &item) { return item.first == key; });
    }
    [[nodiscard]] Items &own()
    {
        if (!m_items) {
            m_items = Shared<Items>(Items());
        }
        return m_items.own();
    }

    Shared<Items> m_items; ///< none: empty
};

} // namespace nervure
