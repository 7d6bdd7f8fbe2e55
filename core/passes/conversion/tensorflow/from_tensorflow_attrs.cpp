// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/tensorflow/from_tensorflow_attrs.h"

#include "core/passes/conversion/python_text.h"
#include "core/support/text.h"

#include <fmt/format.h>

namespace nervure {

namespace {

std::vector<std::string_view> itemsOf(std::string_view list)
{
    std::vector<std::string_view> items;
    if (list.size() > 2 && list.front() == '[') {
        for (const std::string_view item : split(list.substr(1, list.size() - 2), ',')) {
            items.push_back(trim(item));
        }
    }
    return items;
}

/// A number of 32 bits, which Python has with 64.
std::optional<double> realOf(std::string_view text)
{
    const auto number = parseNumber(text);
    return number ? std::optional(static_cast<double>(static_cast<float>(*number))) : std::nullopt;
}

/// str() of a value by what its text looks like.
std::string pythonOf(std::string_view text)
{
    if (text == "true" || text == "false") {
        return pythonBool(text == "true");
    }
    if (parseInteger(text)) {
        return std::string(text);
    }
    if (const auto number = realOf(text)) {
        return pythonRepr(*number);
    }
    if (text.starts_with('[')) {
        std::vector<std::string> items;
        for (const std::string_view item : itemsOf(text)) {
            items.push_back(pythonOf(item));
        }
        return pythonList(items);
    }
    return pythonBytes(text);
}

} // namespace

Result<std::string> TensorFlowAttrs::text(std::string_view key) const
{
    const std::string *value = m_attrs.find(key);
    return value ? Result<std::string>(*value) : makeError("KeyError", "{}", pythonRepr(key));
}

Result<std::vector<std::int64_t>> TensorFlowAttrs::integers(std::string_view key) const
{
    ASSIGN_OR_RETURN(const std::string value, text(key));
    std::vector<std::int64_t> numbers;
    for (const std::string_view item : itemsOf(value)) {
        numbers.push_back(parseInteger(item).value_or(0));
    }
    return numbers;
}

Result<std::int64_t> TensorFlowAttrs::integer(std::string_view key) const
{
    ASSIGN_OR_RETURN(const std::string value, text(key));
    return parseInteger(value).value_or(0);
}

Result<bool> TensorFlowAttrs::flag(std::string_view key) const
{
    ASSIGN_OR_RETURN(const std::string value, text(key));
    return value == "true";
}

Result<double> TensorFlowAttrs::number(std::string_view key) const
{
    ASSIGN_OR_RETURN(const std::string value, text(key));
    return realOf(value).value_or(0);
}

std::int64_t TensorFlowAttrs::integerOr(std::string_view key, std::int64_t absent) const
{
    const std::string *value = m_attrs.find(key);
    return value ? parseInteger(*value).value_or(absent) : absent;
}

AttrDict TensorFlowAttrs::asPython() const
{
    AttrDict dict;
    for (const auto &[key, text] : m_attrs) {
        if (key != "_device") { // a field of the node's own
            dict.set(key, pythonOf(text));
        }
    }
    return dict;
}

std::string sizeList(const std::vector<std::int64_t> &sizes)
{
    return fmt::format("[{}]", fmt::join(sizes, ", "));
}

std::string sizeTuple(const std::vector<std::int64_t> &sizes)
{
    return fmt::format("({}{})", fmt::join(sizes, ", "), sizes.size() == 1 ? "," : "");
}

std::string numpyText(double value, bool isWhole)
{
    return isWhole ? fmt::format("{}", static_cast<std::int64_t>(value)) : pythonRepr(value);
}

} // namespace nervure
