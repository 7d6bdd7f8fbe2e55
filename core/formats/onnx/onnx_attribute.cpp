// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_attribute.h"

#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/onnx/onnx_given_values.h"
#include "core/formats/onnx/onnx_tensor.h"
#include "core/formats/onnx/onnx_types.h"
#include "core/formats/protobuf/wire_writer.h"
#include "core/graph/onnx_variable.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace nervure::onnx {

namespace {

constexpr std::array<std::string_view, 15> typeNames{
    "UNDEFINED",      "FLOAT",      "INT",        "STRING",  "TENSOR", "GRAPH",
    "FLOATS",         "INTS",       "STRINGS",    "TENSORS", "GRAPHS", "SPARSE_TENSOR",
    "SPARSE_TENSORS", "TYPE_PROTO", "TYPE_PROTOS"};

/// What the fields of an AttributeProto hold.
struct Values {
    std::optional<std::int64_t> type;
    std::optional<float> f;
    std::optional<std::int64_t> i;
    std::optional<std::string_view> s;
    std::vector<std::string_view> tensors;
    std::vector<std::string_view> sparseTensors;
    std::vector<std::string_view> graphs;
    std::vector<std::string_view> types;
    std::vector<float> floats;
    std::vector<std::int64_t> ints;
    std::vector<std::string_view> strings;
    std::string_view reference;
    std::uint32_t firstValue = 0; ///< the number of the first field with a value
};

Status notA(const char *what)
{
    return makeError("onnx-attribute", "found an attribute whose value is no {}", what);
}

Status add(const WireField &field, std::string_view file, std::vector<std::string_view> &list)
{
    ASSIGN_OR_RETURN(const auto bytes, bytesOf(field, file, "an attribute's value"));
    list.push_back(bytes);
    return {};
}

Status takeNumber(const WireField &field, Values &values)
{
    switch (field.number) {
    case attribute::type: values.type = static_cast<std::int64_t>(field.value); return {};
    case attribute::i: values.i = static_cast<std::int64_t>(field.value); return {};
    case attribute::f: {
        std::vector<float> one;
        if (field.type != WireType::Fixed32 || !addFloats(field, one)) {
            return notA("number");
        }
        values.f = one.front();
        return {};
    }
    case attribute::floats:
        return addFloats(field, values.floats) ? Status() : notA("list of numbers");
    case attribute::ints:
        return addIntegers(field, values.ints) ? Status() : notA("list of whole numbers");
    default: return {};
    }
}

Status takeField(const WireField &field, std::string_view file, Values &values)
{
    if (values.firstValue == 0 && isValueField(field.number) && field.number != attribute::type) {
        values.firstValue = field.number;
    }
    switch (field.number) {
    case attribute::s: {
        ASSIGN_OR_RETURN(values.s, bytesOf(field, file, "a text"));
        return {};
    }
    case attribute::refAttrName: {
        ASSIGN_OR_RETURN(values.reference, bytesOf(field, file, "a name"));
        return {};
    }
    case attribute::t:
    case attribute::tensors: return add(field, file, values.tensors);
    case attribute::sparseTensor:
    case attribute::sparseTensors: return add(field, file, values.sparseTensors);
    case attribute::g:
    case attribute::graphs: return add(field, file, values.graphs);
    case attribute::typeProto:
    case attribute::typeProtos: return add(field, file, values.types);
    case attribute::strings: return add(field, file, values.strings);
    default: return takeNumber(field, values);
    }
}

/// The type by the field that holds the value: files of IR version 1 do not say it.
AttributeType typeByField(std::uint32_t number)
{
    switch (number) {
    case attribute::f: return AttributeType::Float;
    case attribute::i: return AttributeType::Int;
    case attribute::s: return AttributeType::String;
    case attribute::t: return AttributeType::Tensor;
    case attribute::g: return AttributeType::Graph;
    case attribute::floats: return AttributeType::Floats;
    case attribute::ints: return AttributeType::Ints;
    case attribute::strings: return AttributeType::Strings;
    case attribute::tensors: return AttributeType::Tensors;
    case attribute::graphs: return AttributeType::Graphs;
    case attribute::sparseTensor: return AttributeType::SparseTensor;
    case attribute::sparseTensors: return AttributeType::SparseTensors;
    case attribute::typeProto: return AttributeType::TypeProto;
    case attribute::typeProtos: return AttributeType::TypeProtos;
    default: return AttributeType::Undefined;
    }
}

std::string stringsText(const std::vector<std::string_view> &strings)
{
    nlohmann::json list = nlohmann::json::array();
    for (const std::string_view text : strings) {
        list.push_back(std::string(text));
    }
    return list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<std::string> tensorTexts(const Values &values, std::string_view file, bool isSparse)
{
    std::vector<std::string> texts;
    for (const std::string_view message : isSparse ? values.sparseTensors : values.tensors) {
        ASSIGN_OR_RETURN(std::string text,
                         isSparse ? sparseTensorText(message, file) : tensorText(message, file));
        texts.push_back(std::move(text));
    }
    return join(texts, "; ");
}

Result<std::string> graphTexts(const Values &values, std::string_view file)
{
    std::vector<std::string> texts;
    for (const std::string_view message : values.graphs) {
        std::string_view name;
        WireReader reader(message, file);
        while (const auto field = reader.next()) {
            name = field->number == graph::name ? field->bytes : name;
        }
        RETURN_IF_FAILED(reader.status());
        texts.push_back("graph " + std::string(name));
    }
    return join(texts, "; ");
}

Result<std::string> typeTexts(const Values &values, std::string_view file)
{
    std::vector<std::string> texts;
    for (const std::string_view message : values.types) {
        AttrDict attrs;
        RETURN_IF_FAILED(setType(attrs, message, file));
        std::string text;
        for (const auto &[key, value] : attrs) {
            text += value;
        }
        texts.push_back(std::move(text));
    }
    return join(texts, "; ");
}

/// With a point or an exponent, which tells it from a whole number's: 1.0, 0.5, 1e-05.
std::string floatText(float value)
{
    std::string text = fmt::format("{}", value);
    const bool isWhole = text.find_first_not_of("-0123456789") == text.npos;
    return isWhole ? text + ".0" : text;
}

std::string floatsText(const std::vector<float> &values)
{
    std::vector<std::string> texts;
    for (const float value : values) {
        texts.push_back(floatText(value));
    }
    return '[' + join(texts, ", ") + ']';
}

Result<std::string> textOf(AttributeType type, const Values &values, std::string_view file)
{
    switch (type) {
    case AttributeType::Float: return floatText(values.f.value_or(0));
    case AttributeType::Int: return fmt::format("{}", values.i.value_or(0));
    case AttributeType::String: return std::string(values.s.value_or(std::string_view()));
    case AttributeType::Floats: return floatsText(values.floats);
    case AttributeType::Ints: return dimensionsText(values.ints);
    case AttributeType::Strings: return stringsText(values.strings);
    case AttributeType::Tensor:
    case AttributeType::Tensors: return tensorTexts(values, file, false);
    case AttributeType::SparseTensor:
    case AttributeType::SparseTensors: return tensorTexts(values, file, true);
    case AttributeType::Graph:
    case AttributeType::Graphs: return graphTexts(values, file);
    case AttributeType::TypeProto:
    case AttributeType::TypeProtos: return typeTexts(values, file);
    case AttributeType::Undefined: return std::string();
    }
    return std::string();
}

Diagnostic notAValue(AttributeType type, std::string_view text, const char *example)
{
    return makeError("onnx-attribute", "found {}, expected {} such as {}", quoted(text),
                     attributeTypeName(type), example);
}

std::optional<float> parseFloat(std::string_view text)
{
    float value = 0;
    const std::string_view trimmed = trim(text);
    const auto [end, error] =
        std::from_chars(trimmed.data(), trimmed.data() + trimmed.size(), value);
    return error == std::errc() && end == trimmed.data() + trimmed.size() && !trimmed.empty()
               ? std::optional(value)
               : std::nullopt;
}

/// The parts of a list in brackets; nothing for other texts.
std::optional<std::vector<std::string_view>> listParts(std::string_view text)
{
    const std::string_view all = trim(text);
    const bool isList =
        all.size() >= 2
        && ((all.front() == '[' && all.back() == ']') || (all.front() == '(' && all.back() == ')'));
    if (!isList) {
        return std::nullopt;
    }
    const std::string_view inner = trim(all.substr(1, all.size() - 2));
    if (inner.empty()) {
        return std::vector<std::string_view>();
    }
    auto parts = split(inner, ',');
    if (trim(parts.back()).empty()) {
        parts.pop_back(); // as in "(3,)"
    }
    return parts;
}

Status addInts(std::string_view text, std::string &out)
{
    const auto parts = listParts(text);
    std::string packed;
    for (const std::string_view part : parts.value_or(std::vector<std::string_view>())) {
        const auto value = parseInteger(trim(part));
        if (!value) {
            return notAValue(AttributeType::Ints, text, "[3, 3]");
        }
        addInteger(packed, attribute::ints, *value);
    }
    out += packed;
    return parts ? Status() : notAValue(AttributeType::Ints, text, "[3, 3]");
}

Status addFloatList(std::string_view text, std::string &out)
{
    const auto parts = listParts(text);
    for (const std::string_view part : parts.value_or(std::vector<std::string_view>())) {
        const auto value = parseFloat(part);
        if (!value) {
            return notAValue(AttributeType::Floats, text, "[0.5, 1]");
        }
        addFloat(out, attribute::floats, *value);
    }
    return parts ? Status() : notAValue(AttributeType::Floats, text, "[0.5, 1]");
}

Status addStrings(std::string_view text, std::string &out)
{
    const auto list = nlohmann::json::parse(text, nullptr, false);
    const bool isList =
        list.is_array()
        && std::all_of(list.begin(), list.end(), [](const auto &item) { return item.is_string(); });
    if (!isList) {
        return notAValue(AttributeType::Strings, text, "[\"a\", \"b\"]");
    }
    for (const auto &item : list) {
        addBytes(out, attribute::strings, item.template get_ref<const std::string &>());
    }
    return {};
}

/// "float32[2] 1, 2", with all values.
Status addTensor(std::string_view text, std::string &out)
{
    const std::size_t bracket = text.find('[');
    const std::size_t end = text.find(']');
    const bool isWhole = bracket != text.npos && end != text.npos && bracket < end;
    Node variable;
    if (isWhole) {
        variable.attrs.set(onnx_variable::elemType, std::string(text.substr(0, bracket)));
        variable.attrs.set(onnx_variable::shape,
                           std::string(text.substr(bracket, end + 1 - bracket)));
        variable.attrs.set(onnx_variable::value, std::string(trim(text.substr(end + 1))));
    }
    const auto values = isWhole ? givenValues(variable, nullptr) : std::optional<GivenValues>();
    if (!values || !*values) {
        return notAValue(AttributeType::Tensor, text, "float32[2] 0.5, 1");
    }
    std::string tensor;
    for (const std::int64_t size : (*values)->dims) {
        addInteger(tensor, tensor::dims, size);
    }
    addInteger(tensor, tensor::dataType, (*values)->dataType);
    addBytes(tensor, tensor::rawData, (*values)->bytes.text());
    addBytes(out, attribute::t, tensor);
    return {};
}

Status addValue(AttributeType type, std::string_view text, std::string &out)
{
    switch (type) {
    case AttributeType::Float: {
        const auto value = parseFloat(text);
        if (!value) {
            return notAValue(type, text, "0.5");
        }
        addFloat(out, attribute::f, *value);
        return {};
    }
    case AttributeType::Int: {
        const auto value = parseInteger(trim(text));
        if (!value) {
            return notAValue(type, text, "1");
        }
        addInteger(out, attribute::i, *value);
        return {};
    }
    case AttributeType::String: addBytes(out, attribute::s, text); return {};
    case AttributeType::Floats: return addFloatList(text, out);
    case AttributeType::Ints: return addInts(text, out);
    case AttributeType::Strings: return addStrings(text, out);
    case AttributeType::Tensor: return addTensor(text, out);
    default:
        return makeError("onnx-attribute", "an attribute of type {} cannot be edited as text",
                         attributeTypeName(type));
    }
}

} // namespace

std::string_view attributeTypeName(AttributeType type)
{
    return typeNames[static_cast<std::size_t>(type)];
}

bool isValueField(std::uint32_t number)
{
    return number != attribute::name && number != attribute::docString;
}

Result<AttributeText> readAttribute(std::string_view message, std::string_view file)
{
    Values values;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        RETURN_IF_FAILED(takeField(*field, file, values));
    }
    RETURN_IF_FAILED(reader.status());
    AttributeText attribute;
    const std::int64_t named = values.type.value_or(0);
    if (named < 0 || named >= static_cast<std::int64_t>(typeNames.size())) {
        return makeError("onnx-attribute", "found attribute type {}, expected 1 to {}", named,
                         typeNames.size() - 1);
    }
    attribute.type =
        named == 0 ? typeByField(values.firstValue) : static_cast<AttributeType>(named);
    if (!values.reference.empty()) {
        attribute.text = '@' + std::string(values.reference);
        return attribute;
    }
    ASSIGN_OR_RETURN(attribute.text, textOf(attribute.type, values, file));
    if (attribute.type == AttributeType::Graph || attribute.type == AttributeType::Graphs) {
        attribute.graphs = std::move(values.graphs);
    }
    return attribute;
}

Result<std::string> attributeValue(AttributeType type, std::string_view text)
{
    std::string fields;
    RETURN_IF_FAILED(addValue(type, text, fields));
    addInteger(fields, attribute::type, static_cast<std::int64_t>(type));
    return fields;
}

AttributeType guessAttributeType(std::string_view text)
{
    const auto isInteger = [](std::string_view part) {
        return parseInteger(trim(part)).has_value();
    };
    const auto isFloat = [](std::string_view part) { return parseFloat(part).has_value(); };
    const std::size_t bracket = text.find('[');
    if (bracket != text.npos && elementTypeNamed(text.substr(0, bracket))) {
        return AttributeType::Tensor;
    }
    if (isInteger(text)) {
        return AttributeType::Int;
    }
    if (isFloat(text)) {
        return AttributeType::Float;
    }
    const auto parts = listParts(text);
    if (!parts) {
        return AttributeType::String;
    }
    if (std::all_of(parts->begin(), parts->end(), isInteger)) {
        return AttributeType::Ints;
    }
    if (std::all_of(parts->begin(), parts->end(), isFloat)) {
        return AttributeType::Floats;
    }
    return nlohmann::json::parse(text, nullptr, false).is_array() ? AttributeType::Strings
                                                                  : AttributeType::String;
}

} // namespace nervure::onnx
