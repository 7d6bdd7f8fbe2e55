// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/attr_dict.h"
#include "core/graph/tensor_type.h"
#include "core/graph/value/value_type.h"
#include "core/support/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Types of values: ONNX's TypeProto and the attributes that variables have instead (onnx_variable.h).
namespace nervure::onnx {

/// TensorProto::DataType by its number: "float32", "bfloat16", "int4", "string", …; "type 99" for numbers
/// without a name.
[[nodiscard]] std::string elementTypeName(std::int64_t code);
/// The number of that name; nothing for other texts.
[[nodiscard]] std::optional<std::int64_t> elementTypeCode(std::string_view name);

/// Sets the attributes that a TypeProto says. Fails with code "protobuf" or "onnx-type" (too deep).
Status setType(AttrDict &attrs, std::string_view typeProto, std::string_view file);

/// What a TypeProto says; Unknown where it says nothing, and for elements of a type that we do not know.
/// Fails as setType().
Result<ValueType> readType(std::string_view typeProto, std::string_view file);

/// A TypeProto for a type; empty for Unknown.
[[nodiscard]] std::string typeProto(const ValueType &type);

/// A TypeProto for the attributes of a variable; empty when they say nothing. Fails with code "onnx-type"
/// on texts that are no type, and for onnx_variable::type, which cannot be written anew.
Result<std::string> typeProto(const AttrDict &attrs);

/// Whether variables with these attributes are of one type. Fails as typeProto() does of `now`.
Result<bool> isSameType(const AttrDict &now, const AttrDict &before);

/// "[1, 3, 224]", of numbers.
[[nodiscard]] std::string dimensionsText(const std::vector<std::int64_t> &dimensions);

} // namespace nervure::onnx
