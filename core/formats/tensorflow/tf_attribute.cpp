// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensorflow/tf_attribute.h"

#include "core/formats/protobuf/wire_reader.h"
#include "core/formats/tensorflow/tf_fields.h"
#include "core/formats/tensorflow/tf_tensor.h"
#include "core/formats/tensorflow/tf_types.h"
#include "core/support/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace nervure::tensorflow {

namespace {

Status expectBytes(const WireField &field, const char *what)
{
    return field.type == WireType::Bytes
               ? Status()
               : makeError("tensorflow", "found a number, expected {} of an attribute", what);
}

/// "1.0", "0.1": never like a whole number.
std::string floatText(float value)
{
    std::string text = fmt::format("{}", value);
    const bool isWhole = text.find_first_not_of("-0123456789") == std::string::npos;
    return isWhole ? text + ".0" : text;
}

Result<std::string> calledFunction(std::string_view message, std::string_view file,
                                   std::vector<std::string_view> &functions)
{
    std::string_view name;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        name = field->number == name_attr_list::name ? field->bytes : name;
    }
    RETURN_IF_FAILED(reader.status());
    functions.push_back(name);
    return std::string(name);
}

/// The texts of a list, each as it stands alone.
class ListText {
public:
    explicit ListText(std::string_view file) : m_file(file) {}

    Status add(const WireField &field, std::vector<std::string_view> &functions)
    {
        if (field.number == attr_value::i || field.number == attr_value::b
            || field.number == attr_value::type) {
            return addWhole(field);
        }
        if (field.number == attr_value::f) {
            std::vector<float> numbers;
            if (!addFloats(field, numbers)) {
                return makeError("tensorflow", "found a list that is no list of numbers");
            }
            for (const float number : numbers) {
                m_texts.push_back(floatText(number));
            }
            return {};
        }
        RETURN_IF_FAILED(expectBytes(field, "an item of a list"));
        if (field.number == attr_value::s) {
            m_texts.push_back(nlohmann::json(std::string(field.bytes))
                                  .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
        } else if (field.number == attr_value::shape) {
            ASSIGN_OR_RETURN(const ShapeMessage shape, readShape(field.bytes, m_file));
            m_texts.push_back(sizesText(shape));
        } else if (field.number == attr_value::tensor) {
            ASSIGN_OR_RETURN(std::string text, tensorText(field.bytes, m_file));
            m_texts.push_back(std::move(text));
        } else if (field.number == attr_value::funcInList) {
            ASSIGN_OR_RETURN(std::string text, calledFunction(field.bytes, m_file, functions));
            m_texts.push_back(std::move(text));
        }
        return {};
    }

    [[nodiscard]] std::string text() const { return '[' + join(m_texts, ", ") + ']'; }

private:
    Status addWhole(const WireField &field)
    {
        std::vector<std::int64_t> numbers;
        if (!addIntegers(field, numbers)) {
            return makeError("tensorflow", "found a list that is no list of whole numbers");
        }
        for (const std::int64_t number : numbers) {
            m_texts.push_back(field.number == attr_value::i ? fmt::format("{}", number)
                              : field.number == attr_value::b
                                  ? number != 0 ? "true" : "false"
                                  : typeName(static_cast<std::uint64_t>(number)));
        }
        return {};
    }

    std::string_view m_file;
    std::vector<std::string> m_texts;
};

Result<std::string> listText(std::string_view message, std::string_view file,
                             std::vector<std::string_view> &functions)
{
    ListText list(file);
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        RETURN_IF_FAILED(list.add(*field, functions));
    }
    RETURN_IF_FAILED(reader.status());
    return list.text();
}

Status readField(const WireField &field, std::string_view file, AttributeText &value)
{
    switch (field.number) {
    case attr_value::i:
        value.text = fmt::format("{}", static_cast<std::int64_t>(field.value));
        return {};
    case attr_value::b: value.text = field.value != 0 ? "true" : "false"; return {};
    case attr_value::type: value.text = typeName(field.value); return {};
    case attr_value::f: {
        std::vector<float> numbers;
        if (!addFloats(field, numbers) || numbers.empty()) {
            return makeError("tensorflow", "found an attribute whose value is no number");
        }
        value.text = floatText(numbers.front());
        return {};
    }
    default: break;
    }
    RETURN_IF_FAILED(expectBytes(field, "the value"));
    switch (field.number) {
    case attr_value::s: value.text = field.bytes; return {};
    case attr_value::list: {
        ASSIGN_OR_RETURN(value.text, listText(field.bytes, file, value.functions));
        return {};
    }
    case attr_value::shape: {
        ASSIGN_OR_RETURN(const ShapeMessage shape, readShape(field.bytes, file));
        value.text = sizesText(shape);
        return {};
    }
    case attr_value::tensor: {
        value.tensor = field.bytes;
        ASSIGN_OR_RETURN(value.text, tensorText(field.bytes, file));
        return {};
    }
    case attr_value::func: {
        ASSIGN_OR_RETURN(value.text, calledFunction(field.bytes, file, value.functions));
        return {};
    }
    case attr_value::placeholder: value.text = '@' + std::string(field.bytes); return {};
    default: return {};
    }
}

} // namespace

Result<AttributeText> readAttribute(std::string_view message, std::string_view file)
{
    AttributeText value;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        RETURN_IF_FAILED(readField(*field, file, value));
    }
    RETURN_IF_FAILED(reader.status());
    return value;
}

} // namespace nervure::tensorflow
