// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/diagnostic.h"

#include <cassert>
#include <memory>
#include <utility>
#include <variant>

namespace nervure {

/// A diagnostic, kept apart, so that what nearly always succeeds is no larger for it than a pointer.
class Failure {
public:
    Failure() = default; ///< none
    Failure(Diagnostic diagnostic);
    Failure(const Failure &other);
    Failure(Failure &&other) noexcept = default;
    Failure &operator=(const Failure &other);
    Failure &operator=(Failure &&other) noexcept = default;
    ~Failure();

    [[nodiscard]] bool isNone() const { return !m_diagnostic; }
    [[nodiscard]] const Diagnostic &diagnostic() const { return *m_diagnostic; }

private:
    std::unique_ptr<Diagnostic> m_diagnostic;
};

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
        return std::get_if<1>(&m_state)->diagnostic();
    }

private:
    std::variant<T, Failure> m_state;
};

/// Success, or the diagnostic that says what failed.
template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Diagnostic error) : m_failure(std::move(error)) {}

    [[nodiscard]] bool ok() const { return m_failure.isNone(); }
    explicit operator bool() const { return ok(); }

    [[nodiscard]] const Diagnostic &error() const
    {
        assert(!ok() && "error() of a successful Status");
        return m_failure.diagnostic();
    }

private:
    Failure m_failure;
};

using Status = Result<void>;

} // namespace nervure

#define NERVURE_JOIN_(a, b) a##b
#define NERVURE_JOIN(a, b) NERVURE_JOIN_(a, b)

/// RETURN_IF_FAILED(write(file)): evaluates a Status or Result and, if it failed, returns its diagnostic
/// from the function around it.
#define RETURN_IF_FAILED(...)                                                                      \
    NERVURE_RETURN_IF_FAILED_(NERVURE_JOIN(outcome, __LINE__), __VA_ARGS__)
#define NERVURE_RETURN_IF_FAILED_(outcome, ...)                                                    \
    if (const auto &outcome = (__VA_ARGS__); !outcome) {                                           \
        return outcome.error();                                                                    \
    }                                                                                              \
    static_assert(true)

/// ASSIGN_OR_RETURN(const Graph graph, read(file)): declares a variable with the value of a Result or, if
/// that failed, returns its diagnostic from the function around it. A type with a comma in it needs `auto`.
#define ASSIGN_OR_RETURN(declaration, ...)                                                         \
    NERVURE_ASSIGN_OR_RETURN_(NERVURE_JOIN(outcome, __LINE__), declaration, __VA_ARGS__)
#define NERVURE_ASSIGN_OR_RETURN_(outcome, declaration, ...)                                       \
    auto outcome = (__VA_ARGS__);                                                                  \
    if (!outcome) {                                                                                \
        return outcome.error();                                                                    \
    }                                                                                              \
    declaration = std::move(outcome).value()
