// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/onnx/from_onnx_attrs.h"

#include "core/passes/conversion/python_text.h"
#include "core/support/text.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

namespace nervure {

namespace {

/// A number of 32 bits as Python has it, which is the nearest of 64.
std::optional<double> floatFrom(std::string_view text)
{
    float value = 0;
    const char *const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end && !text.empty() ? std::optional<double>(value)
                                                                : std::nullopt;
}

/// Every part by `read`; nothing where one is something else.
template <typename T, typename Read>
std::optional<std::vector<T>> listFrom(const std::vector<std::string_view> &parts, Read read)
{
    std::vector<T> list;
    for (const std::string_view part : parts) {
        const auto value = read(trim(part));
        if (!value) {
            return std::nullopt;
        }
        list.push_back(*value);
    }
    return list;
}

/// What a text in brackets holds.
OnnxValue listValue(std::string_view text)
{
    const std::string_view inner = trim(text.substr(1, text.size() - 2));
    if (inner.empty()) {
        return std::vector<std::int64_t>();
    }
    const auto parts = split(inner, ',');
    if (auto integers = listFrom<std::int64_t>(parts, parseInteger)) {
        return std::move(*integers);
    }
    if (auto numbers = listFrom<double>(parts, floatFrom)) {
        return std::move(*numbers);
    }
    const auto list = nlohmann::json::parse(text, nullptr, false);
    std::vector<std::string> texts;
    for (const auto &item : list) {
        if (!item.is_string()) {
            return std::string(text);
        }
        texts.push_back(item.template get<std::string>());
    }
    return texts.empty() ? OnnxValue(std::string(text)) : OnnxValue(std::move(texts));
}

/// The reader writes what is no whole number with a point, so that a text says which field it is of. Texts
/// that look like numbers are taken for these: what from_onnx knows has none such.
OnnxValue valueFrom(const std::string &text)
{
    if (text.size() >= 2 && text.front() == '[' && text.back() == ']') {
        return listValue(text);
    }
    if (const auto integer = parseInteger(text)) {
        return *integer;
    }
    const auto number = floatFrom(text);
    return number ? OnnxValue(*number) : OnnxValue(text);
}

/// What the reader makes of an attribute with a graph, or several; nothing where it is something else.
std::string_view graphField(const Node &node, std::string_view text)
{
    constexpr std::string_view start = "graph ";
    if (node.subgraphs.empty() || !text.starts_with(start)) {
        return {};
    }
    return text.find("; graph ") == text.npos ? "g" : "graphs";
}

/// How protobuf prints an attribute without a value.
Diagnostic unparsed(const std::string &name)
{
    return makeError("ValueError", "Cannot parse attribute: \nname: \"{}\"\ntype: INTS\n\n.", name);
}

bool isEmptyList(const OnnxValue &value)
{
    const auto *integers = std::get_if<std::vector<std::int64_t>>(&value);
    return integers && integers->empty();
}

struct TypeName {
    std::string_view operator()(std::int64_t) const { return "int"; }
    std::string_view operator()(double) const { return "float"; }
    std::string_view operator()(const std::string &) const { return "bytes"; }
    template <typename T>
    std::string_view operator()(const std::vector<T> &) const
    {
        return "tuple";
    }
};

template <typename T, typename Text>
std::string tupleOf(const std::vector<T> &values, Text text)
{
    std::vector<std::string> texts;
    for (const T &value : values) {
        texts.push_back(text(value));
    }
    return pythonTuple(texts);
}

} // namespace

Result<OnnxDict> OnnxDict::ofNode(const Node &node)
{
    OnnxDict dict;
    for (const auto &[name, text] : node.attrs) {
        if (const std::string_view field = graphField(node, text); !field.empty()) {
            return makeError("NotImplementedError", "Filed {} is not supported in nnvm.", field);
        }
        OnnxValue value = valueFrom(text);
        if (isEmptyList(value)) {
            return unparsed(name);
        }
        dict.set(name, std::move(value));
    }
    return dict;
}

const OnnxValue *OnnxDict::find(std::string_view key) const
{
    const auto item = std::find_if(m_items.begin(), m_items.end(),
                                   [key](const Item &one) { return one.first == key; });
    return item == m_items.end() ? nullptr : &item->second;
}

void OnnxDict::set(std::string_view key, OnnxValue value)
{
    const auto item = std::find_if(m_items.begin(), m_items.end(),
                                   [key](const Item &one) { return one.first == key; });
    if (item == m_items.end()) {
        m_items.emplace_back(key, std::move(value));
    } else {
        item->second = std::move(value);
    }
}

void OnnxDict::erase(std::string_view key)
{
    std::erase_if(m_items, [key](const Item &one) { return one.first == key; });
}

Result<OnnxValue> OnnxDict::required(std::string_view key) const
{
    const OnnxValue *value = find(key);
    return value ? Result<OnnxValue>(*value) : keyError(key);
}

Result<double> OnnxDict::number(std::string_view key, double fallback) const
{
    const OnnxValue *value = find(key);
    if (!value) {
        return fallback;
    }
    if (const auto *number = std::get_if<double>(value)) {
        return *number;
    }
    if (const auto *integer = std::get_if<std::int64_t>(value)) {
        return static_cast<double>(*integer);
    }
    if (const auto *text = std::get_if<std::string>(value)) {
        return pythonFloat(*text);
    }
    return makeError("TypeError", "float() argument must be a string or a real number, not '{}'",
                     std::visit(TypeName(), *value));
}

Result<std::int64_t> OnnxDict::integer(std::string_view key, std::int64_t fallback) const
{
    const OnnxValue *value = find(key);
    if (!value) {
        return fallback;
    }
    if (const auto *integer = std::get_if<std::int64_t>(value)) {
        return *integer;
    }
    if (const auto *number = std::get_if<double>(value)) {
        ASSIGN_OR_RETURN(const std::string digits, pythonTruncated(*number));
        return parseInteger(digits).value_or(std::numeric_limits<std::int64_t>::max());
    }
    if (const auto *text = std::get_if<std::string>(value)) {
        ASSIGN_OR_RETURN(const std::string digits, pythonInt(*text));
        return parseInteger(digits).value_or(0);
    }
    return makeError("TypeError",
                     "int() argument must be a string, a bytes-like object or a real number, not "
                     "'{}'",
                     std::visit(TypeName(), *value));
}

std::string OnnxDict::text(std::string_view key, std::string fallback) const
{
    const OnnxValue *value = find(key);
    return value ? pythonStr(*value) : std::move(fallback);
}

std::string pythonStr(const OnnxValue &value)
{
    struct Text {
        std::string operator()(std::int64_t integer) const { return std::to_string(integer); }
        std::string operator()(double number) const { return pythonRepr(number); }
        std::string operator()(const std::string &text) const { return pythonBytes(text); }
        std::string operator()(const std::vector<std::int64_t> &list) const
        {
            return tupleText(list);
        }
        std::string operator()(const std::vector<double> &list) const
        {
            return tupleOf(list, [](double number) { return pythonRepr(number); });
        }
        std::string operator()(const std::vector<std::string> &list) const
        {
            return tupleOf(list, pythonBytes);
        }
    };
    return std::visit(Text(), value);
}

Result<std::vector<std::int64_t>> integersOf(const OnnxValue &value)
{
    if (const auto *integers = std::get_if<std::vector<std::int64_t>>(&value)) {
        return *integers;
    }
    return makeError("TypeError", "'{}' object is not iterable", std::visit(TypeName(), value));
}

bool isTrue(const OnnxValue &value)
{
    if (const auto *integer = std::get_if<std::int64_t>(&value)) {
        return *integer != 0;
    }
    if (const auto *number = std::get_if<double>(&value)) {
        return *number != 0;
    }
    const auto *text = std::get_if<std::string>(&value);
    return !text || !text->empty();
}

Diagnostic keyError(std::string_view key)
{
    return makeError("KeyError", pythonRepr(key));
}

std::string tupleText(const std::vector<std::int64_t> &numbers)
{
    return tupleOf(numbers, [](std::int64_t number) { return std::to_string(number); });
}

std::string listText(const std::vector<std::int64_t> &numbers)
{
    std::vector<std::string> texts;
    for (const std::int64_t number : numbers) {
        texts.push_back(std::to_string(number));
    }
    return pythonList(texts);
}

} // namespace nervure
