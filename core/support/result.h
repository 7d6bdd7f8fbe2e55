// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/diagnostic.h"

#include <cassert>
#include <optional>
#include <utility>
#include <variant>

namespace nervure {

/// A value or the diagnostic that says why there is none.
template <typename T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Diagnostic error) : m_state(std::in_place_index<1>, std::move(error)) {}

    [[nodiscard]] bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    [[nodiscard]] T &value() &
    {
        assert(ok() && "value() of a failed Result");
        return *std::get_if<0>(&m_state);
    }
    [[nodiscard]] const T &value() const &
    {
        assert(ok() && "value() of a failed Result");
        return *std::get_if<0>(&m_state);
    }
    [[nodiscard]] T &&value() && { return std::move(value()); }
    T &operator*() & { return value(); }
    const T &operator*() const & { return value(); }
    T *operator->() { return &value(); }
    const T *operator->() const { return &value(); }

    [[nodiscard]] const Diagnostic &error() const
    {
        assert(!ok() && "error() of a Result that holds a value");
        return *std::get_if<1>(&m_state);
    }

private:
    std::variant<T, Diagnostic> m_state;
};

/// Success, or the diagnostic that says what failed.
template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Diagnostic error) : m_error(std::move(error)) {}

    [[nodiscard]] bool ok() const { return !m_error.has_value(); }
    explicit operator bool() const { return ok(); }

    [[nodiscard]] const Diagnostic &error() const
    {
        assert(!ok() && "error() of a successful Status");
        return *m_error;
    }

private:
    std::optional<Diagnostic> m_error;
};

using Status = Result<void>;

} // namespace nervure
