// SPDX-License-Identifier: Apache-2.0
// LightNet's parameter values: JSON text to typed fields and back.
#include "core/graph/op/attr_field.h"
#include "core/graph/op/lightnet_text.h"
#include "core/support/json/json_tree.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace nervure {

namespace {

using TypeName = std::pair<DType, std::string_view>;
constexpr std::array<TypeName, 11> typeNames{{{DType::Float64, "TL_DOUBLE"},
                                              {DType::Float32, "TL_FLOAT"},
                                              {DType::Int64, "TL_INT64"},
                                              {DType::Int32, "TL_INT32"},
                                              {DType::Int16, "TL_INT16"},
                                              {DType::Int8, "TL_INT8"},
                                              {DType::UInt64, "TL_UINT64"},
                                              {DType::UInt32, "TL_UINT32"},
                                              {DType::UInt16, "TL_UINT16"},
                                              {DType::UInt8, "TL_UINT8"},
                                              {DType::Bool, "TL_BOOL"}}};

Diagnostic expected(std::string_view what)
{
    return makeError("attr-invalid", "expected {}", what);
}

/// LightNet keeps integers in 32 bits: towards zero, with saturation.
std::int64_t toInteger(double value)
{
    if (std::isnan(value)) {
        return 0;
    }
    const double least = std::numeric_limits<std::int32_t>::min();
    const double most = std::numeric_limits<std::int32_t>::max();
    return static_cast<std::int64_t>(std::clamp(std::trunc(value), least, most));
}

Status parseNumberText(std::string_view json, double &value)
{
    const Result<JsonTree> tree = JsonTree::parse(json);
    if (!tree || !tree->root().isNumber()) {
        return expected("a number");
    }
    value = tree->root().number();
    return {};
}

template <typename List>
std::string printArray(const List &values)
{
    std::string text = "[";
    for (const auto value : values) {
        text += (text.size() > 1 ? "," : "") + lightNetNumberText(static_cast<double>(value));
    }
    return text + "]";
}

} // namespace

std::string lightNetNumberText(double value)
{
    if (!std::isfinite(value)) {
        return "null";
    }
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%1.15g", value);
    if (parseNumber(text.data()) != value) {
        std::snprintf(text.data(), text.size(), "%1.17g", value);
    }
    return text.data();
}

std::string lightNetQuoted(std::string_view text)
{
    constexpr std::string_view plain = "\"\\\b\f\n\r\t";
    constexpr std::string_view letters = "\"\\bfnrt";
    std::string out = "\"";
    for (const char c : text) {
        const std::size_t escape = plain.find(c);
        if (escape != std::string_view::npos) {
            out += '\\';
            out += letters[escape];
        } else if (static_cast<unsigned char>(c) < 0x20) {
            std::array<char, 8> code{};
            std::snprintf(code.data(), code.size(), "\\u%04x", static_cast<unsigned>(c));
            out += code.data();
        } else {
            out += c;
        }
    }
    return out + '"';
}

std::string_view lightNetTypeName(DType type)
{
    for (const auto &[candidate, name] : typeNames) {
        if (candidate == type) {
            return name;
        }
    }
    return {};
}

std::optional<DType> lightNetTypeFromName(std::string_view name)
{
    for (const auto &[type, candidate] : typeNames) {
        if (candidate == name) {
            return type;
        }
    }
    return std::nullopt;
}

Status LightNetAttrText::parse(std::string_view json, std::int64_t &value)
{
    double number = 0;
    RETURN_IF_FAILED(parseNumberText(json, number));
    value = toInteger(number);
    return {};
}

Status LightNetAttrText::parse(std::string_view json, int &value)
{
    std::int64_t number = 0;
    const Status status = parse(json, number);
    value = static_cast<int>(number);
    return status;
}

Status LightNetAttrText::parse(std::string_view json, OptionalInteger &value)
{
    if (trim(json) == "null") {
        value.reset();
        return {};
    }
    return parse(json, value.emplace());
}

Status LightNetAttrText::parse(std::string_view json, double &value)
{
    return parseNumberText(json, value);
}

Status LightNetAttrText::parse(std::string_view json, float &value)
{
    double number = 0;
    RETURN_IF_FAILED(parseNumberText(json, number));
    const double most = std::numeric_limits<float>::max();
    value = static_cast<float>(std::clamp(number, -most, most));
    return {};
}

Status LightNetAttrText::parse(std::string_view json, bool &value)
{
    const Result<JsonTree> tree = JsonTree::parse(json);
    if (!tree || tree->root().kind() != JsonKind::Boolean) {
        return expected("true or false");
    }
    value = tree->root().boolean();
    return {};
}

Status LightNetAttrText::parse(std::string_view json, std::string &value)
{
    const Result<JsonTree> tree = JsonTree::parse(json);
    if (!tree || !tree->root().isString()) {
        return expected("a text in quotes");
    }
    value = std::string(tree->root().string());
    return {};
}

Status LightNetAttrText::parse(std::string_view json, NumberTuple &value)
{
    const Result<JsonTree> tree = JsonTree::parse(json);
    if (!tree || !tree->root().isArray() || tree->root().size() == 0) {
        return expected("an array of numbers");
    }
    value.clear();
    for (const JsonValue element : tree->root()) {
        if (!element.isNumber()) {
            return expected("an array of numbers");
        }
        value.push_back(element.number());
    }
    return {};
}

Status LightNetAttrText::parse(std::string_view json, IntTuple &value)
{
    NumberTuple numbers;
    RETURN_IF_FAILED(parse(json, numbers));
    value.clear();
    std::transform(numbers.begin(), numbers.end(), std::back_inserter(value), toInteger);
    return {};
}

Status LightNetAttrText::parse(std::string_view json, OptionalNumber &value)
{
    if (trim(json) == "null") {
        value.reset();
        return {};
    }
    return parse(json, value.emplace());
}

Status LightNetAttrText::parse(std::string_view json, OptionalTuple &value)
{
    if (trim(json) == "null") {
        value.reset();
        return {};
    }
    return parse(json, value.emplace());
}

Status LightNetAttrText::parse(std::string_view json, OptionalItems &value)
{
    const Result<JsonTree> tree = JsonTree::parse(json);
    if (!tree || !tree->root().isArray()) {
        return expected("an array of numbers and nulls");
    }
    value.clear();
    for (const JsonValue element : tree->root()) {
        if (!parse(element.compactText(), value.emplace_back())) {
            return expected("an array of numbers and nulls");
        }
    }
    return {};
}

Status LightNetAttrText::parse(std::string_view json, IntTuples &value)
{
    const Result<JsonTree> tree = JsonTree::parse(json);
    if (!tree || !tree->root().isArray()) {
        return expected("an array of arrays of numbers");
    }
    value.clear();
    for (const JsonValue element : tree->root()) {
        if (!parse(element.compactText(), value.emplace_back())) {
            return expected("an array of arrays of numbers");
        }
    }
    return {};
}

Status LightNetAttrText::parse(std::string_view json, DType &value)
{
    std::string name;
    const Status status = parse(json, name);
    const auto type = status ? lightNetTypeFromName(name) : std::nullopt;
    if (!type) {
        return expected("an element type (TL_FLOAT, TL_DOUBLE, TL_INT8 to TL_UINT64, TL_BOOL)");
    }
    value = *type;
    return {};
}

std::string LightNetAttrText::print(std::int64_t value)
{
    return std::to_string(value);
}

std::string LightNetAttrText::print(int value)
{
    return std::to_string(value);
}

std::string LightNetAttrText::print(const OptionalInteger &value)
{
    return value ? print(*value) : "null";
}

std::string LightNetAttrText::print(double value)
{
    return lightNetNumberText(value);
}

std::string LightNetAttrText::print(float value)
{
    return lightNetNumberText(static_cast<double>(value));
}

std::string LightNetAttrText::print(bool value)
{
    return value ? "true" : "false";
}

std::string LightNetAttrText::print(const std::string &value)
{
    return jsonQuoted(value);
}

std::string LightNetAttrText::print(const IntTuple &value)
{
    return printArray(value);
}

std::string LightNetAttrText::print(const OptionalNumber &value)
{
    return value ? print(*value) : "null";
}

std::string LightNetAttrText::print(const OptionalTuple &value)
{
    return value ? print(*value) : "null";
}

std::string LightNetAttrText::print(const OptionalItems &value)
{
    std::string text = "[";
    for (const OptionalInteger &item : value) {
        text += (text.size() > 1 ? "," : "") + print(item);
    }
    return text + "]";
}

std::string LightNetAttrText::print(const IntTuples &value)
{
    std::string text = "[";
    for (const IntTuple &items : value) {
        text += (text.size() > 1 ? "," : "") + print(items);
    }
    return text + "]";
}

std::string LightNetAttrText::print(const NumberTuple &value)
{
    return printArray(value);
}

std::string LightNetAttrText::print(DType value)
{
    return jsonQuoted(lightNetTypeName(value));
}

} // namespace nervure
