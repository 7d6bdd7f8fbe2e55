// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/value/dimension.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What a number counts, for the suffixes it may be written with.
enum class QueryUnit : std::uint8_t { Count, Bytes, Time };

/// "1M", "2.5k", "64KiB", "300us": the value in ones, bytes or milliseconds; nothing if it is none.
[[nodiscard]] std::optional<double> parseQuantity(std::string_view text, QueryUnit unit);
/// The number as people read it: "1.2 M", "64 kB", "0.3 ms".
[[nodiscard]] std::string quantityText(double value, QueryUnit unit);
/// What suffixes a number may have: "k, M, G, T".
[[nodiscard]] std::string_view unitSuffixes(QueryUnit unit);

/// A text to compare with, in any case (of ASCII letters).
class TextPattern {
public:
    TextPattern() = default;
    /// With wildcards `*` stands for any text and `?` for one byte.
    TextPattern(std::string_view text, bool hasWildcards, bool matchesPart);

    [[nodiscard]] bool matches(std::string_view text) const;

private:
    std::string m_text; ///< lower case
    bool m_hasWildcards = false;
    bool m_matchesPart = false;
};

/// Dimensions to compare with: numbers, `*` for any one, `...` for any number of them.
class ShapePattern {
public:
    /// "1,*,56,56", "1x64x56x56", "(1, 64)", "[]"; nothing if it is none.
    [[nodiscard]] static std::optional<ShapePattern> parse(std::string_view text);

    /// Whether the whole shape fits, or some dimensions that follow each other.
    [[nodiscard]] bool matches(const Dimensions &shape) const;
    [[nodiscard]] bool matchesPart(const Dimensions &shape) const;

private:
    static constexpr std::int64_t any = -1;
    static constexpr std::int64_t rest = -2;

    [[nodiscard]] static bool fits(const std::vector<std::int64_t> &pattern,
                                   const Dimensions &shape);

    std::vector<std::int64_t> m_dimensions;
};

/// An attribute's text for comparing: without blanks and quotes, "(3, 3)" like "[3,3]".
[[nodiscard]] std::string comparableAttribute(std::string_view text);

} // namespace nervure
