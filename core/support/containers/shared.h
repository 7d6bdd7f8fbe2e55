// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>
#include <utility>

namespace nervure {

/// A value on the heap, or none, that copies share until one of them changes it (copy on write).
/// Copies may be used and dropped by different threads; one and the same copy may not.
template <typename T>
class Shared {
public:
    Shared() = default;
    explicit Shared(T &&value) : m_box(new Box{std::move(value)}) {}
    Shared(const Shared &other) noexcept : m_box(other.m_box)
    {
        if (m_box) {
            m_box->users.fetch_add(1, std::memory_order_relaxed);
        }
    }
    Shared(Shared &&other) noexcept : m_box(std::exchange(other.m_box, nullptr)) {}
    Shared &operator=(Shared other) noexcept
    {
        std::swap(m_box, other.m_box);
        return *this;
    }
    ~Shared()
    {
        // The last user need not count down, and most values have one only.
        if (m_box && (isOnlyUser() || m_box->users.fetch_sub(1, std::memory_order_acq_rel) == 1)) {
            delete m_box;
        }
    }

    explicit operator bool() const { return m_box != nullptr; }
    const T &operator*() const
    {
        assert(m_box && "there is a value");
        return m_box->value;
    }
    /// Has the processor fetch the value, which is needed soon.
    void prefetch() const { __builtin_prefetch(m_box); }
    const T *operator->() const { return &**this; }

    /// The value for changing it; a copy of its own if others have it, too.
    [[nodiscard]] T &own()
    {
        if (!isOnlyUser()) {
            *this = Shared(T(**this));
        }
        return m_box->value;
    }

    /// Whether both are the very same value, which says more than that they are equal.
    [[nodiscard]] bool isSame(const Shared &other) const { return m_box == other.m_box; }

private:
    struct Box {
        T value;
        std::atomic<std::uint32_t> users{1};
    };
    [[nodiscard]] bool isOnlyUser() const
    {
        return m_box->users.load(std::memory_order_acquire) == 1;
    }

    Box *m_box = nullptr;
};

} // namespace nervure
