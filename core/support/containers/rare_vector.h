// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace nervure {

/// A vector that is nearly always empty and then takes no more than a pointer, for members of values
/// of which there are very many. Otherwise a std::vector: same members, same meaning, and it
/// converts from and to one.
template <typename T>
class RareVector {
public:
    using value_type = T;

    RareVector() noexcept = default;
    RareVector(std::vector<T> items)
        : m_items(items.empty() ? nullptr : std::make_unique<std::vector<T>>(std::move(items)))
    {}
    RareVector(std::initializer_list<T> items) : RareVector(std::vector<T>(items)) {}
    template <typename It>
    RareVector(It first, It last) : RareVector(std::vector<T>(first, last))
    {}
    RareVector(const RareVector &other) : RareVector(other.list()) {}
    RareVector(RareVector &&other) noexcept = default;
    RareVector &operator=(RareVector other) noexcept
    {
        m_items.swap(other.m_items);
        return *this;
    }
    ~RareVector() = default;
    operator const std::vector<T> &() const { return list(); }

    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] std::size_t size() const { return m_items ? m_items->size() : 0; }
    [[nodiscard]] auto begin() const { return items().begin(); }
    [[nodiscard]] auto end() const { return items().end(); }
    [[nodiscard]] auto begin() { return items().begin(); }
    [[nodiscard]] auto end() { return items().end(); }
    [[nodiscard]] const T &operator[](std::size_t i) const { return (*m_items)[i]; }
    [[nodiscard]] T &operator[](std::size_t i) { return (*m_items)[i]; }
    /// Throws std::out_of_range.
    [[nodiscard]] const T &at(std::size_t i) const { return list().at(i); }
    [[nodiscard]] const T &front() const { return m_items->front(); }
    [[nodiscard]] const T &back() const { return m_items->back(); }

    void clear() { m_items.reset(); }
    void push_back(T item) { own().push_back(std::move(item)); }
    template <typename... Args>
    T &emplace_back(Args &&...args)
    {
        return own().emplace_back(std::forward<Args>(args)...);
    }
    void resize(std::size_t size) { own().resize(size); }
    /// The vector behind it, for changing it in other ways.
    [[nodiscard]] std::vector<T> &own()
    {
        if (!m_items) {
            m_items = std::make_unique<std::vector<T>>();
        }
        return *m_items;
    }

    friend bool operator==(const RareVector &a, const RareVector &b)
    {
        return a.list() == b.list();
    }

private:
    [[nodiscard]] const std::vector<T> &list() const
    {
        static const std::vector<T> none;
        return m_items ? *m_items : none;
    }
    [[nodiscard]] std::span<const T> items() const { return list(); }
    [[nodiscard]] std::span<T> items() { return m_items ? std::span<T>(*m_items) : std::span<T>(); }

    std::unique_ptr<std::vector<T>> m_items;
};

} // namespace nervure
