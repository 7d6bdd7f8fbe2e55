// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/onnx/onnx_messages.h"

#include <string>
#include <string_view>
#include <vector>

/// Attributes of operators: AttributeProto and the text that a node's dictionary holds instead.
///
///     FLOAT 0.1 · INT 3 · STRING same_upper · FLOATS [0.5, 1.0] · INTS [3, 3] · STRINGS ["a", "b"]
///     TENSOR int64[2] 1, 2 · GRAPH graph then_branch · reference @alpha
///
/// Numbers are as short as they can be and still read back as the same 32-bit float; those of FLOAT are told from
/// whole ones by a point or an exponent.
namespace nervure::onnx {

/// AttributeProto as text.
struct AttributeText {
    AttributeType type = AttributeType::Undefined;
    std::string text;
    std::vector<std::string_view> graphs; ///< GraphProto, of GRAPH and GRAPHS
};

/// Fails with code "protobuf" or "onnx-attribute".
Result<AttributeText> readAttribute(std::string_view message, std::string_view file);

/// The fields of an AttributeProto that hold the value of that text, `type` among them. Fails with code
/// "onnx-attribute" where the text is no value of the type, for tensors where it does not say all their numbers, and
/// for graphs, types and lists of tensors, which have no text to be written from.
Result<std::string> attributeValue(AttributeType type, std::string_view text);

/// The type that a text looks like, for attributes that nobody has declared: INT, FLOAT, their lists, TENSOR, else
/// STRING.
[[nodiscard]] AttributeType guessAttributeType(std::string_view text);

/// Whether a field of an AttributeProto holds its value or says its type: what attributeValue() replaces.
[[nodiscard]] bool isValueField(std::uint32_t number);

/// "INT", "FLOATS", …
[[nodiscard]] std::string_view attributeTypeName(AttributeType type);

} // namespace nervure::onnx
