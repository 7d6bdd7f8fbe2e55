// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/attr_dict.h"
#include "core/graph/tensor_type.h"

#include <string_view>

/// The attributes of a variable of an ONNX graph, where ONNX has the type of a value, a tensor or a name.
namespace nervure::onnx_variable {

/// Of a tensor, its elements: "float32", "bfloat16", "int4", "string", …
inline constexpr std::string_view elemType = "elem_type";
/// Of a tensor: "[batch, 3, ?]", numbers, names and dimensions of which nothing is said. No such
/// attribute: nothing is said of the dimensions.
inline constexpr std::string_view shape = "shape";
/// Of what is no tensor: "sequence(float32[?, 4])", "map(int64, string)", "optional(…)", "sparse …".
inline constexpr std::string_view type = "type";
/// Of an initializer, where its values are: "inside" or the name of the file. It is a parameter.
inline constexpr std::string_view data = "data";
inline constexpr std::string_view inside = "inside";
/// Of an initializer that is an input of the graph too, which may be given other values: "true".
inline constexpr std::string_view input = "input";
/// Of an initializer with few values, which inference reads: "1, -1, 64".
inline constexpr std::string_view value = "value";
/// Of an initializer whose values are to come from a NumPy file when the model is saved: "/path/w.npy#" and
/// the file's checksum.
inline constexpr std::string_view array = "array";
/// Of an initializer that came from another model, its elements: "hex 0000803f", or where they lie in a file,
/// "at /path/net.onnx#16+4096#" and their checksum.
inline constexpr std::string_view carried = "carried";
/// Of a copy of an initializer: whose values of the file it has, as "w#3", name and id of the variable.
inline constexpr std::string_view copyOf = "copy_of";
/// Of a variable of a body: the value is that of the graph around it. "true".
inline constexpr std::string_view outer = "outer";

/// Whether values may be moved into a file of that name: one that lies in the model's folder itself.
[[nodiscard]] bool isDataFileName(std::string_view name);

} // namespace nervure::onnx_variable

namespace nervure {

/// The attributes of a variable of that shape and type.
[[nodiscard]] AttrDict onnxVariableAttrs(const Shape &shape, DType type);

/// Whether a variable with these attributes is an initializer.
[[nodiscard]] bool holdsOnnxValues(const AttrDict &attrs);
/// Whether it is an input of its graph: neither an initializer alone nor a value from outside.
[[nodiscard]] bool isOnnxInput(const AttrDict &attrs);

} // namespace nervure
