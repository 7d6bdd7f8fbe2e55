// SPDX-License-Identifier: Apache-2.0
#include "core/graph/value/dimension.h"

#include "core/support/text.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <set>

namespace nervure {

namespace {

/// Expressions beyond these sizes tell a person nothing and cost time.
constexpr std::size_t mostTerms = 16;
constexpr std::size_t mostFactors = 8;
constexpr int deepestNesting = 16;

constexpr std::string_view floorWord = "floor";

/// What a name such as "floor((h + 1)/2)" is made of.
struct Floor {
    Dimension of;
    std::int64_t divisor = 1;
};

std::optional<Floor> floorOfName(std::string_view name)
{
    const std::size_t slash = name.rfind('/');
    if (!name.starts_with(std::string(floorWord) + "(") || !name.ends_with(')')
        || slash == std::string_view::npos) {
        return std::nullopt;
    }
    const auto divisor = parseInteger(name.substr(slash + 1, name.size() - slash - 2));
    const std::size_t start = floorWord.size() + 1;
    std::string_view inner = name.substr(start, slash - start);
    if (inner.starts_with('(') && inner.ends_with(')')) {
        inner = inner.substr(1, inner.size() - 2);
    }
    return divisor && *divisor > 0 ? std::optional(Floor{Dimension::fromText(inner), *divisor})
                                   : std::nullopt;
}

std::int64_t floorDivide(std::int64_t value, std::int64_t divisor)
{
    const std::int64_t quotient = value / divisor;
    return value % divisor < 0 ? quotient - 1 : quotient;
}

} // namespace

/// Reads what text() writes: sums and products of numbers, names and terms in parentheses.
class Dimension::Parser {
public:
    explicit Parser(std::string_view text) : m_text(text) {}

    /// Nothing where the text is no such expression.
    std::optional<Dimension> parse()
    {
        const auto value = sum();
        skipBlanks();
        return m_text.empty() ? value : std::nullopt;
    }

private:
    void skipBlanks() { m_text = trim(m_text); }

    bool take(char wanted)
    {
        skipBlanks();
        const bool isThere = !m_text.empty() && m_text.front() == wanted;
        m_text.remove_prefix(isThere ? 1 : 0);
        return isThere;
    }

    std::optional<Dimension> sum()
    {
        if (++m_depth > deepestNesting) {
            return std::nullopt;
        }
        auto value = take('-') ? negated(factors()) : factors();
        while (value) {
            const bool isMinus = take('-');
            if (!isMinus && !take('+')) {
                break;
            }
            const auto next = factors();
            value = next ? std::optional(isMinus ? *value - *next : *value + *next) : std::nullopt;
        }
        --m_depth;
        return value;
    }

    static std::optional<Dimension> negated(const std::optional<Dimension> &value)
    {
        return value ? std::optional(Dimension(0) - *value) : std::nullopt;
    }

    std::optional<Dimension> factors()
    {
        auto value = factor();
        while (value && take('*')) {
            const auto next = factor();
            value = next ? std::optional(*value * *next) : std::nullopt;
        }
        return value;
    }

    /// "floor(…)" as a whole, which stands for a name.
    std::optional<Dimension> floorCall()
    {
        int depth = 0;
        for (std::size_t i = 0; i < m_text.size(); ++i) {
            depth += m_text[i] == '(' ? 1 : m_text[i] == ')' ? -1 : 0;
            if (depth == 0) {
                const std::string name =
                    std::string(floorWord) + std::string(m_text.substr(0, i + 1));
                m_text.remove_prefix(i + 1);
                return Dimension::named(name);
            }
        }
        return std::nullopt;
    }

    std::optional<Dimension> factor()
    {
        if (take('(')) {
            auto inner = sum();
            return take(')') ? inner : std::nullopt;
        }
        std::size_t length = 0;
        const auto isOfWord = [](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
        };
        while (length < m_text.size() && isOfWord(m_text[length])) {
            ++length;
        }
        const std::string_view word = m_text.substr(0, length);
        m_text.remove_prefix(length);
        if (word == floorWord && m_text.starts_with('(')) {
            return floorCall();
        }
        if (const auto number = parseInteger(word)) {
            return Dimension(*number);
        }
        const bool isName = !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) == 0;
        return isName ? std::optional(Dimension::named(word)) : std::nullopt;
    }

    std::string_view m_text;
    int m_depth = 0;
};

Dimension Dimension::named(std::string_view name)
{
    return ofTerms({{{std::string(name)}, 1}});
}

Dimension Dimension::fromText(std::string_view text)
{
    constexpr std::size_t longestText = 256;
    const std::string_view all = trim(text);
    if (all.empty() || all == "?" || all.size() > longestText) {
        return {};
    }
    if (const auto number = parseInteger(all)) {
        return *number;
    }
    // Names such as "batch-size" are no differences.
    const bool mayBeExpression = all.find_first_of(" *+(") != std::string_view::npos;
    const auto expression = mayBeExpression ? Parser(all).parse() : std::nullopt;
    return expression ? *expression : named(all);
}

Dimension Dimension::ofTerms(Terms terms)
{
    std::erase_if(terms, [](const auto &term) { return term.second == 0; });
    if (terms.empty()) {
        return 0;
    }
    if (terms.size() == 1 && terms.begin()->first.empty()) {
        return terms.begin()->second;
    }
    const bool isTooLong =
        terms.size() > mostTerms || std::any_of(terms.begin(), terms.end(), [](const auto &term) {
            return term.first.size() > mostFactors;
        });
    Dimension result;
    if (!isTooLong) {
        result.m_kind = Kind::Expression;
        result.m_terms = std::make_shared<const Terms>(std::move(terms));
    }
    return result;
}

Dimension::Terms Dimension::terms() const
{
    if (m_kind == Kind::Expression) {
        return *m_terms;
    }
    return m_number == 0 ? Terms() : Terms{{{}, m_number}};
}

std::string Dimension::text() const
{
    if (m_kind != Kind::Expression) {
        return isNumber() ? fmt::format("{}", m_number) : "?";
    }
    // The constant, which is the first in the map, is written last.
    std::vector<const Terms::value_type *> ordered;
    for (const auto &term : *m_terms) {
        ordered.push_back(&term);
    }
    std::stable_partition(ordered.begin(), ordered.end(),
                          [](const auto *term) { return !term->first.empty(); });
    std::string text;
    for (const auto *term : ordered) {
        const std::int64_t size = text.empty() ? term->second : std::abs(term->second);
        text += text.empty() ? "" : term->second < 0 ? " - " : " + ";
        const std::string names = join(term->first, "*");
        if (names.empty()) {
            text += fmt::format("{}", size);
        } else {
            text += size == 1    ? names
                    : size == -1 ? "-" + names
                                 : fmt::format("{}*{}", size, names);
        }
    }
    return text;
}

std::vector<std::string> Dimension::names() const
{
    std::set<std::string> names;
    if (m_kind == Kind::Expression) {
        for (const auto &[factors, factor] : *m_terms) {
            names.insert(factors.begin(), factors.end());
        }
    }
    return {names.begin(), names.end()};
}

Dimension Dimension::bound(const DimensionNumbers &numbers) const
{
    if (m_kind != Kind::Expression || numbers.empty()) {
        return *this;
    }
    Dimension sum(0);
    for (const auto &[names, factor] : *m_terms) {
        Dimension product(factor);
        for (const std::string &name : names) {
            const auto number = numbers.find(name);
            product = product * (number == numbers.end() ? named(name) : number->second);
        }
        sum = sum + product;
    }
    return sum;
}

bool Dimension::operator==(const Dimension &other) const
{
    if (m_kind != other.m_kind) {
        return false;
    }
    return m_kind == Kind::Expression ? m_terms == other.m_terms || *m_terms == *other.m_terms
                                      : m_number == other.m_number;
}

Dimension Dimension::operator+(const Dimension &other) const
{
    std::int64_t sum = 0;
    if (isUnknown() || other.isUnknown()) {
        return {};
    }
    if (isNumber() && other.isNumber()) {
        return __builtin_add_overflow(m_number, other.m_number, &sum) ? Dimension() : sum;
    }
    Terms result = terms();
    for (const auto &[names, factor] : other.terms()) {
        std::int64_t &entry = result[names];
        if (__builtin_add_overflow(entry, factor, &entry)) {
            return {};
        }
    }
    return ofTerms(std::move(result));
}

Dimension Dimension::operator-(const Dimension &other) const
{
    return *this + other * Dimension(-1);
}

Dimension Dimension::operator*(const Dimension &other) const
{
    return is(0) || other.is(0) ? Dimension(0) : product(*this, other);
}

Dimension Dimension::product(const Dimension &a, const Dimension &b)
{
    std::int64_t factor = 0;
    if (a.isUnknown() || b.isUnknown()) {
        return {};
    }
    if (a.isNumber() && b.isNumber()) {
        return __builtin_mul_overflow(a.m_number, b.m_number, &factor) ? Dimension() : factor;
    }
    Terms result;
    for (const auto &[names, left] : a.terms()) {
        for (const auto &[others, right] : b.terms()) {
            std::vector<std::string> all = names;
            all.insert(all.end(), others.begin(), others.end());
            std::sort(all.begin(), all.end());
            std::int64_t &entry = result[std::move(all)];
            if (__builtin_mul_overflow(left, right, &factor)
                || __builtin_add_overflow(entry, factor, &entry)) {
                return {};
            }
        }
    }
    return ofTerms(std::move(result));
}

Dimension Dimension::dividedBy(const Dimension &divisor) const
{
    if (isUnknown() || divisor.isUnknown() || divisor.is(0)) {
        return {};
    }
    if (*this == divisor) {
        return 1;
    }
    const Terms under = divisor.terms();
    if (under.size() != 1) {
        return is(0) ? Dimension(0) : Dimension();
    }
    const auto &[names, factor] = *under.begin();
    Terms result;
    for (const auto &[all, size] : terms()) {
        std::vector<std::string> rest;
        std::set_difference(all.begin(), all.end(), names.begin(), names.end(),
                            std::back_inserter(rest));
        if (rest.size() + names.size() != all.size() || size % factor != 0) {
            return {};
        }
        result[std::move(rest)] = size / factor;
    }
    return ofTerms(std::move(result));
}

Dimension Dimension::floorOf(std::int64_t divisor) const
{
    if (isUnknown() || divisor <= 0) {
        return {};
    }
    if (isNumber()) {
        return floorDivide(m_number, divisor);
    }
    // What divides evenly comes out; of a constant that remains nothing depends on names.
    Terms whole;
    Terms rest;
    for (const auto &[names, factor] : *m_terms) {
        const std::int64_t quotient = floorDivide(factor, divisor);
        const bool comesOut = names.empty() || factor % divisor == 0;
        whole[names] += comesOut ? quotient : 0;
        rest[names] += comesOut ? factor - quotient * divisor : factor;
    }
    const Dimension remainder = ofTerms(std::move(rest));
    if (remainder.isNumber()) {
        return ofTerms(std::move(whole));
    }
    if (const auto flat = flattened(remainder, divisor)) {
        return ofTerms(std::move(whole)) + *flat;
    }
    const std::string inner = remainder.text();
    const bool isSum = inner.find(' ') != std::string::npos;
    return ofTerms(std::move(whole))
           + named(isSum ? fmt::format("floor(({})/{})", inner, divisor)
                         : fmt::format("floor({}/{})", inner, divisor));
}

/// floor((floor(x/m) + b)/n) is floor((x + b*m)/(m*n)): windows that halve a size again and again stay one
/// floor.
std::optional<Dimension> Dimension::flattened(const Dimension &value, std::int64_t divisor)
{
    Terms terms = value.terms();
    const auto constant = terms.find({});
    const std::int64_t added = constant == terms.end() ? 0 : constant->second;
    terms.erase(std::vector<std::string>());
    const bool isOneName =
        terms.size() == 1 && terms.begin()->first.size() == 1 && terms.begin()->second == 1;
    const auto inner = isOneName ? floorOfName(terms.begin()->first.front()) : std::nullopt;
    std::int64_t product = 0;
    if (!inner || inner->of.isUnknown()
        || __builtin_mul_overflow(inner->divisor, divisor, &product)) {
        return std::nullopt;
    }
    return (inner->of + Dimension(added) * Dimension(inner->divisor)).floorOf(product);
}

Dimension Dimension::ceilOf(std::int64_t divisor) const
{
    return (*this + Dimension(divisor - 1)).floorOf(divisor);
}

Dimensions dimensionsOf(std::span<const std::int64_t> sizes)
{
    Dimensions dimensions;
    for (const std::int64_t size : sizes) {
        dimensions.push_back(size < 0 ? Dimension() : Dimension(size));
    }
    return dimensions;
}

Dimension productOf(std::span<const Dimension> dimensions)
{
    Dimension product(1);
    for (const Dimension &dimension : dimensions) {
        product = product * dimension;
    }
    return product;
}

const Dimension &moreKnown(const Dimension &a, const Dimension &b)
{
    const bool isSecond = b.isNumber() ? !a.isNumber() : a.isUnknown();
    return isSecond ? b : a;
}

} // namespace nervure
