// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_attribute_text.h"

#include "core/graph/op/attr_field.h"
#include "core/support/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace nervure::onnx {

namespace {

/// What NNVM's texts read as; lists in square brackets are tuples to them.
template <typename T>
Result<T> readAs(std::string_view text)
{
    T value{};
    RETURN_IF_FAILED(NnvmAttrText::parse(text, value));
    return value;
}

Result<OnnxAttrs::Value> readTexts(std::string_view text)
{
    const auto list = nlohmann::json::parse(text, nullptr, false);
    std::vector<std::string> texts;
    for (const auto &item : list) {
        if (!list.is_array() || !item.is_string()) {
            return makeError("attr-invalid", "expected a list of texts such as [\"a\", \"b\"]");
        }
        texts.push_back(item.get<std::string>());
    }
    if (!list.is_array()) {
        return makeError("attr-invalid", "expected a list of texts such as [\"a\", \"b\"]");
    }
    return OnnxAttrs::Value(std::move(texts));
}

Result<OnnxAttrs::Value> readIntegers(std::string_view text)
{
    ASSIGN_OR_RETURN(const IntTuple tuple, readAs<IntTuple>(text));
    return OnnxAttrs::Value(std::vector<std::int64_t>(tuple.begin(), tuple.end()));
}

/// Also "[1, inf, nan]", which is no tuple of NNVM's.
Result<OnnxAttrs::Value> readNumbers(std::string_view text)
{
    const Result<NumberTuple> tuple = readAs<NumberTuple>(text);
    const std::string_view list = trim(text);
    if (tuple || list.size() < 2 || list.front() != '[' || list.back() != ']') {
        return tuple ? Result<OnnxAttrs::Value>(OnnxAttrs::Value(*tuple))
                     : Result<OnnxAttrs::Value>(tuple.error());
    }
    NumberTuple numbers;
    for (const std::string_view item : split(list.substr(1, list.size() - 2), ',')) {
        const auto number = parseNumber(trim(item));
        if (!number) {
            return tuple.error();
        }
        numbers.push_back(*number);
    }
    return OnnxAttrs::Value(std::move(numbers));
}

Result<OnnxAttrs::Value> readFlag(std::string_view text)
{
    ASSIGN_OR_RETURN(const auto value, readAs<std::int64_t>(text));
    if (value != 0 && value != 1) {
        return makeError("attr-invalid", "expected 0 or 1");
    }
    return OnnxAttrs::Value(value);
}

template <typename T>
Result<OnnxAttrs::Value> readValue(std::string_view text)
{
    ASSIGN_OR_RETURN(T value, readAs<T>(text));
    return OnnxAttrs::Value(std::move(value));
}

struct Printer {
    std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
    std::string operator()(double value) const
    {
        return fmt::format("{}", static_cast<float>(value));
    }
    std::string operator()(const std::string &value) const { return value; }
    std::string operator()(const std::vector<std::int64_t> &values) const
    {
        return fmt::format("[{}]", fmt::join(values, ", "));
    }
    std::string operator()(const std::vector<double> &values) const
    {
        return fmt::format("[{}]",
                           fmt::join(std::vector<float>(values.begin(), values.end()), ", "));
    }
    std::string operator()(const std::vector<std::string> &values) const
    {
        return nlohmann::json(values).dump();
    }
};

} // namespace

Result<OnnxAttrs::Value> readAttributeText(Attribute::Kind kind, std::string_view text)
{
    switch (kind) {
    case Attribute::Kind::Integer: return readValue<std::int64_t>(text);
    case Attribute::Kind::Flag: return readFlag(text);
    case Attribute::Kind::Number: return readValue<double>(text);
    case Attribute::Kind::Integers: return readIntegers(text);
    case Attribute::Kind::Numbers: return readNumbers(text);
    case Attribute::Kind::Texts: return readTexts(text);
    case Attribute::Kind::Text:
    case Attribute::Kind::Opaque: break;
    }
    return OnnxAttrs::Value(std::string(text));
}

std::string attributeText(const OnnxAttrs::Value &value)
{
    return std::visit(Printer(), value);
}

} // namespace nervure::onnx
