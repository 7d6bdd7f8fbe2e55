// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/attr_dict.h"
#include "core/graph/tensor_type.h"

#include <string_view>

/// The attributes of a variable of an ONNX graph, where ONNX has the type of a value, a tensor or a name.
namespace nervure::onnx_variable {

/// The elements of a tensor: "float32", "bfloat16", "int4", "string", …
inline constexpr std::string_view elemType = "elem_type";
/// The sizes of a tensor: "[batch, 3, ?]", numbers, names and dimensions of which nothing is said. No such
/// attribute: nothing is said of the dimensions.
inline constexpr std::string_view shape = "shape";
/// The type of what is no tensor: "sequence(float32[?, 4])", "map(int64, string)", "optional(…)", "sparse …".
inline constexpr std::string_view type = "type";
/// The place of an initializer's values: "inside" or the name of the file. It is a parameter.
inline constexpr std::string_view data = "data";
inline constexpr std::string_view inside = "inside";
/// An initializer is an input of the graph, too, which may be given other values: "true".
inline constexpr std::string_view input = "input";
/// The values of an initializer, where they are few, which inference reads: "1, -1, 64".
inline constexpr std::string_view value = "value";
/// The NumPy file that an initializer's values are to come from when the model is saved: "/path/w.npy#" and
/// the file's checksum.
inline constexpr std::string_view array = "array";
/// The elements of an initializer that came from another model: "hex 0000803f", or where they lie in a file,
/// "at /path/net.onnx#16+4096#" and their checksum.
inline constexpr std::string_view carried = "carried";
/// The initializer of the file whose values a copy has, as "w#3", name and id of the variable.
inline constexpr std::string_view copyOf = "copy_of";
/// The value of a variable of a body is that of the graph around it: "true".
inline constexpr std::string_view outer = "outer";

/// True if values may be moved into a file of that name: one that lies in the model's folder itself.
[[nodiscard]] bool isDataFileName(std::string_view name);

} // namespace nervure::onnx_variable

namespace nervure {

/// The attributes of a variable of that shape and type.
[[nodiscard]] AttrDict onnxVariableAttrs(const Shape &shape, DType type);

/// True if a variable with these attributes is an initializer.
[[nodiscard]] bool holdsOnnxValues(const AttrDict &attrs);
/// True if it is an input of its graph: neither an initializer alone nor a value from outside.
[[nodiscard]] bool isOnnxInput(const AttrDict &attrs);

} // namespace nervure
