// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// The numbers of the fields of TensorFlow's messages that we look at (graph.proto, node_def.proto,
/// attr_value.proto, tensor.proto, function.proto, op_def.proto of TensorFlow 2.16, unchanged since 1.0).
namespace nervure::tensorflow {

namespace graph_def {
inline constexpr std::uint32_t node = 1;
inline constexpr std::uint32_t library = 2;
inline constexpr std::uint32_t version = 3; ///< before VersionDef
inline constexpr std::uint32_t versions = 4;
} // namespace graph_def

namespace version_def {
inline constexpr std::uint32_t producer = 1;
} // namespace version_def

namespace node_def {
inline constexpr std::uint32_t name = 1;
inline constexpr std::uint32_t op = 2;
inline constexpr std::uint32_t input = 3;
inline constexpr std::uint32_t device = 4;
inline constexpr std::uint32_t attr = 5;
} // namespace node_def

namespace map_entry {
inline constexpr std::uint32_t key = 1;
inline constexpr std::uint32_t value = 2;
} // namespace map_entry

namespace attr_value {
inline constexpr std::uint32_t list = 1;
inline constexpr std::uint32_t s = 2;
inline constexpr std::uint32_t i = 3;
inline constexpr std::uint32_t f = 4;
inline constexpr std::uint32_t b = 5;
inline constexpr std::uint32_t type = 6;
inline constexpr std::uint32_t shape = 7;
inline constexpr std::uint32_t tensor = 8;
inline constexpr std::uint32_t placeholder = 9;
inline constexpr std::uint32_t func = 10;
inline constexpr std::uint32_t funcInList = 9; ///< of ListValue, whose other numbers are the same
} // namespace attr_value

namespace name_attr_list {
inline constexpr std::uint32_t name = 1;
} // namespace name_attr_list

namespace shape_proto {
inline constexpr std::uint32_t dim = 2;
inline constexpr std::uint32_t unknownRank = 3;
inline constexpr std::uint32_t size = 1; ///< of a Dim
} // namespace shape_proto

namespace tensor_proto {
inline constexpr std::uint32_t dtype = 1;
inline constexpr std::uint32_t shape = 2;
inline constexpr std::uint32_t content = 4;
inline constexpr std::uint32_t floatVal = 5;
inline constexpr std::uint32_t doubleVal = 6;
inline constexpr std::uint32_t intVal = 7;
inline constexpr std::uint32_t stringVal = 8;
inline constexpr std::uint32_t complex64Val = 9;
inline constexpr std::uint32_t int64Val = 10;
inline constexpr std::uint32_t boolVal = 11;
inline constexpr std::uint32_t complex128Val = 12;
inline constexpr std::uint32_t halfVal = 13;
inline constexpr std::uint32_t uint32Val = 16;
inline constexpr std::uint32_t uint64Val = 17;
} // namespace tensor_proto

namespace library_def {
inline constexpr std::uint32_t function = 1;
} // namespace library_def

namespace function_def {
inline constexpr std::uint32_t signature = 1;
inline constexpr std::uint32_t node = 3;
inline constexpr std::uint32_t ret = 4;
} // namespace function_def

namespace op_def {
inline constexpr std::uint32_t name = 1;
inline constexpr std::uint32_t inputArg = 2;
inline constexpr std::uint32_t outputArg = 3;
inline constexpr std::uint32_t argName = 1; ///< of an ArgDef
inline constexpr std::uint32_t argType = 3;
} // namespace op_def

} // namespace nervure::tensorflow
