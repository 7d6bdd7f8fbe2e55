// SPDX-License-Identifier: Apache-2.0
#include "core/ops/custom/expression.h"

#include "core/support/text.h"

#include <array>
#include <fmt/format.h>

namespace nervure::custom {

namespace {

struct KnownTest {
    bool operator()(const Dimension &value) const { return !value.isUnknown(); }
    template <typename T>
    bool operator()(const std::optional<T> &value) const
    {
        return value.has_value();
    }
};

/// As NNVM writes a tuple.
template <typename Items, typename Text>
std::string tupleText(const Items &items, Text text)
{
    std::string joined;
    for (const auto &item : items) {
        joined += (joined.empty() ? "" : ", ") + text(item);
    }
    return '(' + joined + (items.size() == 1 ? ",)" : ")");
}

struct Printer {
    std::string operator()(const Dimension &value) const { return value.text(); }
    std::string operator()(const std::optional<double> &value) const
    {
        return value ? formatNumber(*value) : "?";
    }
    std::string operator()(const std::optional<bool> &value) const
    {
        return !value ? "?" : *value ? "True" : "False";
    }
    std::string operator()(const std::optional<std::string> &value) const
    {
        return value.value_or("?");
    }
    std::string operator()(const WholeList &value) const
    {
        return value ? tupleText(*value, [](const Dimension &item) { return item.text(); }) : "?";
    }
    std::string operator()(const std::optional<NumberTuple> &value) const
    {
        return value ? tupleText(*value, [](double item) { return formatNumber(item); }) : "?";
    }
};

} // namespace

std::string_view kindText(Kind kind)
{
    constexpr std::array<std::string_view, 6> texts{
        "a whole number", "a number", "a condition", "a text", "a list", "a list of numbers"};
    return texts[static_cast<std::size_t>(kind)];
}

Value unknownOf(Kind kind)
{
    switch (kind) {
    case Kind::Whole: return Dimension();
    case Kind::Number: return std::optional<double>();
    case Kind::Truth: return std::optional<bool>();
    case Kind::Text: return std::optional<std::string>();
    case Kind::List: return WholeList();
    case Kind::Numbers: return std::optional<NumberTuple>();
    }
    return Dimension();
}

bool isUnknown(const Value &value)
{
    return !std::visit(KnownTest(), value);
}

std::string textOf(const Value &value)
{
    return std::visit(Printer(), value);
}

} // namespace nervure::custom
