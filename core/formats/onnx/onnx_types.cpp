// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_types.h"

#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/onnx/onnx_messages.h"
#include "core/formats/protobuf/wire_writer.h"
#include "core/graph/analysis/onnx_facts.h"
#include "core/graph/onnx_variable.h"
#include "core/graph/value/element_type.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure::onnx {

namespace {

/// All fields of a message, which is a small one.
Result<std::vector<WireField>> fieldsOf(std::string_view message, std::string_view file)
{
    std::vector<WireField> fields;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        fields.push_back(*field);
    }
    RETURN_IF_FAILED(reader.status());
    return fields;
}

std::string dimensionText(std::string_view dimension)
{
    std::string text = "?";
    WireReader reader(dimension);
    while (const auto field = reader.next()) {
        if (field->number == shape::dimValue && field->type == WireType::Varint) {
            text = fmt::format("{}", static_cast<std::int64_t>(field->value));
        } else if (field->number == shape::dimParam && !field->bytes.empty()) {
            text = field->bytes;
        }
    }
    return text;
}

Result<Dimensions> readDimensions(std::string_view message, std::string_view file)
{
    Dimensions dimensions;
    ASSIGN_OR_RETURN(const auto fields, fieldsOf(message, file));
    for (const WireField &field : fields) {
        if (field.number == shape::dim) {
            ASSIGN_OR_RETURN(const auto dimension, bytesOf(field, file, "a dimension"));
            dimensions.push_back(Dimension::fromText(dimensionText(dimension)));
        }
    }
    return dimensions;
}

Result<std::string> shapeText(std::string_view message, std::string_view file)
{
    std::string text = "[";
    ASSIGN_OR_RETURN(const auto fields, fieldsOf(message, file));
    for (const WireField &field : fields) {
        if (field.number == shape::dim) {
            ASSIGN_OR_RETURN(const auto dimension, bytesOf(field, file, "a dimension"));
            text += (text.size() > 1 ? ", " : "") + dimensionText(dimension);
        }
    }
    return text + ']';
}

/// A tensor's element type and shape; the shape empty when nothing is said of it.
Result<std::pair<std::string, std::string>> tensorType(std::string_view message,
                                                       std::string_view file)
{
    std::pair<std::string, std::string> type{elementTypeName(0), {}};
    ASSIGN_OR_RETURN(const auto fields, fieldsOf(message, file));
    for (const WireField &field : fields) {
        if (field.number == type_of::element) {
            type.first = elementTypeName(static_cast<std::int64_t>(field.value));
        } else if (field.number == type_of::shape) {
            ASSIGN_OR_RETURN(const auto shape, bytesOf(field, file, "a shape"));
            ASSIGN_OR_RETURN(type.second, shapeText(shape, file));
        }
    }
    return type;
}

constexpr int mostTypeLevels = 32;

Result<std::string> typeText(std::string_view message, std::string_view file, int level);

/// "sequence(TYPE)", "map(KEY, TYPE)".
Result<std::string> containerText(const WireField &container, std::string_view file, int level)
{
    ASSIGN_OR_RETURN(const auto bytes, bytesOf(container, file, "a type"));
    ASSIGN_OR_RETURN(const auto fields, fieldsOf(bytes, file));
    const bool isMap = container.number == type::map;
    std::string text = isMap                                ? "map("
                       : container.number == type::sequence ? "sequence("
                                                            : "optional(";
    for (const WireField &field : fields) {
        if (isMap && field.number == type_of::element) {
            text += elementTypeName(static_cast<std::int64_t>(field.value)) + ", ";
        } else if (field.number == (isMap ? type_of::shape : type_of::element)) {
            ASSIGN_OR_RETURN(const auto inner, bytesOf(field, file, "a type"));
            ASSIGN_OR_RETURN(const std::string element, typeText(inner, file, level + 1));
            text += element;
        }
    }
    return text + ')';
}

Result<std::string> typeText(std::string_view message, std::string_view file, int level)
{
    if (level > mostTypeLevels) {
        return makeError("onnx-type", "a type holds more than {} others, one in the other",
                         mostTypeLevels);
    }
    std::string text;
    ASSIGN_OR_RETURN(const auto fields, fieldsOf(message, file));
    for (const WireField &field : fields) {
        if (field.number == type::tensor || field.number == type::sparseTensor) {
            ASSIGN_OR_RETURN(const auto bytes, bytesOf(field, file, "a tensor's type"));
            ASSIGN_OR_RETURN(const auto tensor, tensorType(bytes, file));
            text = tensor.first + tensor.second;
            text = field.number == type::tensor ? text : "sparse(" + text + ')';
        } else if (field.number == type::sequence || field.number == type::map
                   || field.number == type::optional) {
            ASSIGN_OR_RETURN(text, containerText(field, file, level));
        }
    }
    return text;
}

/// A Dimension for a text of onnx_variable::shape.
std::string dimensionProto(std::string_view text)
{
    std::string dimension;
    if (const auto number = parseInteger(text)) {
        addInteger(dimension, shape::dimValue, *number);
    } else if (text != "?") {
        addBytes(dimension, shape::dimParam, text);
    }
    return dimension;
}

Result<std::string> shapeProto(std::string_view text)
{
    const std::string_view all = trim(text);
    if (all.size() < 2
        || !((all.front() == '[' && all.back() == ']')
             || (all.front() == '(' && all.back() == ')'))) {
        return makeError("onnx-type", "found shape {}, expected one like [batch, 3, 224, 224]",
                         quoted(text));
    }
    std::string shape;
    const std::string_view inner = trim(all.substr(1, all.size() - 2));
    if (inner.empty()) {
        return shape;
    }
    for (const std::string_view part : split(inner, ',')) {
        const std::string_view dimension = trim(part);
        if (dimension.empty()) {
            return makeError("onnx-type", "found an empty dimension in shape {}", quoted(text));
        }
        addBytes(shape, shape::dim, dimensionProto(dimension));
    }
    return shape;
}

} // namespace

std::string elementTypeName(std::int64_t code)
{
    const auto type = elementTypeOf(code);
    return type ? std::string(nervure::elementTypeName(*type)) : fmt::format("type {}", code);
}

std::optional<std::int64_t> elementTypeCode(std::string_view name)
{
    const auto type = elementTypeNamed(name);
    return type ? std::optional(static_cast<std::int64_t>(*type)) : std::nullopt;
}

Status setType(AttrDict &attrs, std::string_view typeProto, std::string_view file)
{
    ASSIGN_OR_RETURN(const auto fields, fieldsOf(typeProto, file));
    for (const WireField &field : fields) {
        if (field.number != type::tensor) {
            continue;
        }
        ASSIGN_OR_RETURN(const auto bytes, bytesOf(field, file, "a tensor's type"));
        ASSIGN_OR_RETURN(auto tensor, tensorType(bytes, file));
        attrs.set(onnx_variable::elemType, std::move(tensor.first));
        if (!tensor.second.empty()) {
            attrs.set(onnx_variable::shape, std::move(tensor.second));
        }
        return {};
    }
    ASSIGN_OR_RETURN(std::string text, typeText(typeProto, file, 1));
    if (!text.empty()) {
        attrs.set(onnx_variable::type, std::move(text));
    }
    return {};
}

Result<ValueType> readType(std::string_view typeProto, std::string_view file)
{
    ASSIGN_OR_RETURN(const auto fields, fieldsOf(typeProto, file));
    const auto tensor = std::find_if(fields.begin(), fields.end(), [](const WireField &field) {
        return field.number == type::tensor;
    });
    if (tensor == fields.end()) {
        ASSIGN_OR_RETURN(const std::string text, typeText(typeProto, file, 1));
        return ValueType::fromText(text);
    }
    // Not by its text: names of dimensions may hold commas.
    ASSIGN_OR_RETURN(const auto bytes, bytesOf(*tensor, file, "a tensor's type"));
    ASSIGN_OR_RETURN(const auto inner, fieldsOf(bytes, file));
    ValueType type = ValueType::tensor(ElementType::Undefined);
    for (const WireField &field : inner) {
        if (field.number == type_of::element) {
            const auto element = elementTypeOf(static_cast<std::int64_t>(field.value));
            if (!element) {
                return ValueType();
            }
            type.element = *element;
        } else if (field.number == type_of::shape) {
            ASSIGN_OR_RETURN(const auto shape, bytesOf(field, file, "a shape"));
            ASSIGN_OR_RETURN(type.shape, readDimensions(shape, file));
        }
    }
    dropNonsense(type.shape);
    return type;
}

std::string typeProto(const ValueType &type)
{
    std::string proto;
    std::string content;
    const std::string inner = type.inner ? typeProto(*type.inner) : std::string();
    switch (type.kind) {
    case ValueType::Kind::Unknown: break;
    case ValueType::Kind::Tensor:
    case ValueType::Kind::SparseTensor:
        addInteger(content, type_of::element, static_cast<std::int64_t>(type.element));
        if (type.shape) {
            std::string shape;
            for (const Dimension &size : *type.shape) {
                addBytes(shape, shape::dim, dimensionProto(size.text()));
            }
            addBytes(content, type_of::shape, shape);
        }
        addBytes(proto, type.isTensor() ? type::tensor : type::sparseTensor, content);
        break;
    case ValueType::Kind::Map:
        addInteger(content, type_of::element, static_cast<std::int64_t>(type.element));
        addBytes(content, type_of::shape, inner);
        addBytes(proto, type::map, content);
        break;
    case ValueType::Kind::Sequence:
    case ValueType::Kind::Optional:
        addBytes(content, type_of::element, inner);
        addBytes(proto, type.kind == ValueType::Kind::Sequence ? type::sequence : type::optional,
                 content);
        break;
    }
    return proto;
}

Result<std::string> typeProto(const AttrDict &attrs)
{
    if (attrs.find(onnx_variable::type)) {
        return makeError("onnx-type", "only types of tensors can be written anew");
    }
    std::string tensor;
    if (const std::string *name = attrs.find(onnx_variable::elemType)) {
        const auto code = elementTypeCode(*name);
        if (!code) {
            return makeError("onnx-type", "found type {}, expected one like float32",
                             quoted(*name));
        }
        addInteger(tensor, type_of::element, *code);
    }
    if (const std::string *text = attrs.find(onnx_variable::shape)) {
        ASSIGN_OR_RETURN(const std::string shape, shapeProto(*text));
        addBytes(tensor, type_of::shape, shape);
    }
    std::string type;
    if (!tensor.empty()) {
        addBytes(type, type::tensor, tensor);
    }
    return type;
}

Result<bool> isSameType(const AttrDict &now, const AttrDict &before)
{
    if (now == before) {
        return true;
    }
    ASSIGN_OR_RETURN(const std::string type, typeProto(now));
    const auto old = typeProto(before);
    return old && *old == type;
}

std::string dimensionsText(const std::vector<std::int64_t> &dimensions)
{
    return fmt::format("[{}]", fmt::join(dimensions, ", "));
}

} // namespace nervure::onnx
