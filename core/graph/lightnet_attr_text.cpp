// SPDX-License-Identifier: Apache-2.0
#include "core/graph/attr_field.h"
#include "core/support/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace nervure {

namespace {

using Json = nlohmann::json;

struct TypeName {
    std::string_view name;
    DType type;
};

constexpr std::array typeNames{
    TypeName{"TL_DOUBLE", DType::Float64}, TypeName{"TL_FLOAT", DType::Float32},
    TypeName{"TL_INT64", DType::Int64},    TypeName{"TL_INT32", DType::Int32},
    TypeName{"TL_INT16", DType::Int16},    TypeName{"TL_INT8", DType::Int8},
    TypeName{"TL_UINT64", DType::UInt64},  TypeName{"TL_UINT32", DType::UInt32},
    TypeName{"TL_UINT16", DType::UInt16},  TypeName{"TL_UINT8", DType::UInt8},
    TypeName{"TL_BOOL", DType::Bool},
};

Json parseJson(std::string_view text)
{
    return Json::parse(text, nullptr, false);
}

Diagnostic expected(const char *what)
{
    return makeError("attr-invalid", std::string("expected ") + what);
}

/// LightNet's conversion to int: truncated towards zero, held at both ends.
std::int64_t saturated(double number)
{
    using Limits = std::numeric_limits<std::int32_t>;
    if (std::isnan(number)) {
        return 0;
    }
    return static_cast<std::int64_t>(
        std::clamp(number, double{Limits::min()}, double{Limits::max()}));
}

/// Numbers of an array; booleans count as 0 and 1.
template <typename T>
Status parseArray(std::string_view text, std::vector<T> &value, const char *what)
{
    const Json json = parseJson(text);
    if (!json.is_array() || json.empty()) {
        return expected(what);
    }
    std::vector<T> items;
    for (const Json &item : json) {
        if (!item.is_number() && !item.is_boolean()) {
            return expected(what);
        }
        const double number =
            item.is_boolean() ? (item.get<bool>() ? 1.0 : 0.0) : item.get<double>();
        items.push_back(static_cast<T>(
            std::is_integral_v<T> ? static_cast<double>(saturated(number)) : number));
    }
    value = std::move(items);
    return {};
}

template <typename T>
std::string printArray(const std::vector<T> &items)
{
    std::string text = "[";
    for (const T &item : items) {
        text += text.size() > 1 ? ", " : "";
        text += LightNetAttrText::print(item);
    }
    return text + "]";
}

} // namespace

Status LightNetAttrText::parse(std::string_view json, std::int64_t &value)
{
    double number = 0;
    if (!parse(json, number)) {
        return expected("an integer");
    }
    value = saturated(number);
    return {};
}

Status LightNetAttrText::parse(std::string_view json, double &value)
{
    const Json parsed = parseJson(json);
    if (!parsed.is_number()) {
        return expected("a number");
    }
    value = parsed.get<double>();
    return {};
}

Status LightNetAttrText::parse(std::string_view json, float &value)
{
    double number = 0;
    if (Status status = parse(json, number); !status) {
        return status;
    }
    const double largest = std::numeric_limits<float>::max();
    value = static_cast<float>(std::clamp(number, -largest, largest));
    return {};
}

Status LightNetAttrText::parse(std::string_view json, bool &value)
{
    const Json parsed = parseJson(json);
    if (!parsed.is_boolean()) {
        return expected("true or false");
    }
    value = parsed.get<bool>();
    return {};
}

Status LightNetAttrText::parse(std::string_view json, std::string &value)
{
    const Json parsed = parseJson(json);
    if (!parsed.is_string()) {
        return expected("a text in double quotes");
    }
    value = parsed.get<std::string>();
    return {};
}

Status LightNetAttrText::parse(std::string_view json, IntTuple &value)
{
    return parseArray(json, value, "an array of integers such as [1, 2]");
}

Status LightNetAttrText::parse(std::string_view json, NumberTuple &value)
{
    return parseArray(json, value, "an array of numbers such as [0.5, 1]");
}

Status LightNetAttrText::parse(std::string_view json, DType &value)
{
    std::string name;
    if (parse(json, name)) {
        for (const TypeName &candidate : typeNames) {
            if (candidate.name == name) {
                value = candidate.type;
                return {};
            }
        }
    }
    return expected("an element type such as \"TL_FLOAT\"");
}

std::string LightNetAttrText::print(std::int64_t value)
{
    return std::to_string(value);
}

std::string LightNetAttrText::print(double value)
{
    return formatNumber(value);
}

std::string LightNetAttrText::print(float value)
{
    return formatNumber(static_cast<double>(value));
}

std::string LightNetAttrText::print(bool value)
{
    return value ? "true" : "false";
}

std::string LightNetAttrText::print(const std::string &value)
{
    return Json(value).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string LightNetAttrText::print(const IntTuple &value)
{
    return printArray(value);
}

std::string LightNetAttrText::print(const NumberTuple &value)
{
    return printArray(value);
}

std::string LightNetAttrText::print(DType value)
{
    for (const TypeName &candidate : typeNames) {
        if (candidate.type == value) {
            return "\"" + std::string(candidate.name) + "\"";
        }
    }
    return "\"\"";
}

} // namespace nervure
