// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// Numbers for dimensions by name, as a person or a run gives them.
using DimensionNumbers = std::map<std::string, std::int64_t, std::less<>>;

/// A whole number of which not all need be known, such as one size of a tensor: a number, an expression of
/// named dimensions ("batch", "2*seq + 1"), or nothing known. Expressions are polynomials with whole factors
/// in one canonical form, so that equal ones compare equal. Cheap to copy.
class Dimension {
public:
    Dimension() = default; ///< nothing is known
    Dimension(std::int64_t number) : m_kind(Kind::Number), m_number(number) {}
    /// A name stands for itself, whatever its characters.
    [[nodiscard]] static Dimension named(std::string_view name);
    /// A number, "?" or an empty text, or an expression as text() writes it; all else is a name.
    [[nodiscard]] static Dimension fromText(std::string_view text);

    [[nodiscard]] bool isUnknown() const { return m_kind == Kind::Unknown; }
    [[nodiscard]] bool isNumber() const { return m_kind == Kind::Number; }
    [[nodiscard]] bool is(std::int64_t number) const { return isNumber() && m_number == number; }
    [[nodiscard]] std::optional<std::int64_t> number() const
    {
        return isNumber() ? std::optional(m_number) : std::nullopt;
    }
    /// "224", "2*seq + 1", "?".
    [[nodiscard]] std::string text() const;
    /// The names in it, each once.
    [[nodiscard]] std::vector<std::string> names() const;
    /// With numbers in place of names.
    [[nodiscard]] Dimension bound(const DimensionNumbers &numbers) const;

    /// Both are known, and the same whatever the names stand for.
    [[nodiscard]] bool equals(const Dimension &other) const
    {
        return !isUnknown() && *this == other;
    }
    /// The same is known of both; this does not say that two of which nothing is known are equal.
    bool operator==(const Dimension &other) const;

    /// Unknown where an operand is, or where a number does not fit.
    [[nodiscard]] Dimension operator+(const Dimension &other) const;
    [[nodiscard]] Dimension operator-(const Dimension &other) const;
    [[nodiscard]] Dimension operator*(const Dimension &other) const;
    /// The quotient, which must be whole: unknown where that is not certain.
    [[nodiscard]] Dimension dividedBy(const Dimension &divisor) const;
    /// Rounded down or up; the divisor must be positive. "floor(seq/2)" where names decide.
    [[nodiscard]] Dimension floorOf(std::int64_t divisor) const;
    [[nodiscard]] Dimension ceilOf(std::int64_t divisor) const;

private:
    enum class Kind : std::uint8_t { Unknown, Number, Expression };
    /// The factor of each product of names, which are sorted; the empty product is the constant.
    using Terms = std::map<std::vector<std::string>, std::int64_t>;
    class Parser;

    [[nodiscard]] static Dimension ofTerms(Terms terms);
    [[nodiscard]] Terms terms() const;
    [[nodiscard]] static std::optional<Dimension> flattened(const Dimension &value,
                                                            std::int64_t divisor);
    [[nodiscard]] static Dimension product(const Dimension &a, const Dimension &b);

    Kind m_kind = Kind::Unknown;
    std::int64_t m_number = 0;
    std::shared_ptr<const Terms> m_terms; ///< of an expression
};

using Dimensions = std::vector<Dimension>;

/// The sizes of a shape whose rank is known; negative ones are unknown.
[[nodiscard]] Dimensions dimensionsOf(std::span<const std::int64_t> sizes);
/// Unknown where one of them is.
[[nodiscard]] Dimension productOf(std::span<const Dimension> dimensions);
/// The one of two about the same size that says more: a number more than an expression, that more than nothing.
[[nodiscard]] const Dimension &moreKnown(const Dimension &a, const Dimension &b);

} // namespace nervure
