// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// The numbers of the fields of ONNX's messages that we look at (onnx.proto of ONNX 1.19, IR version 14).
/// What has no number here stays as it is.
namespace nervure::onnx {

namespace model {
inline constexpr std::uint32_t irVersion = 1;
inline constexpr std::uint32_t producerName = 2;
inline constexpr std::uint32_t producerVersion = 3;
inline constexpr std::uint32_t domain = 4;
inline constexpr std::uint32_t modelVersion = 5;
inline constexpr std::uint32_t docString = 6;
inline constexpr std::uint32_t graph = 7;
inline constexpr std::uint32_t opsetImport = 8;
inline constexpr std::uint32_t metadataProps = 14;
inline constexpr std::uint32_t functions = 25;
} // namespace model

namespace opset_import {
inline constexpr std::uint32_t domain = 1;
inline constexpr std::uint32_t version = 2;
} // namespace opset_import

namespace string_pair {
inline constexpr std::uint32_t key = 1;
inline constexpr std::uint32_t value = 2;
} // namespace string_pair

namespace graph {
inline constexpr std::uint32_t node = 1;
inline constexpr std::uint32_t name = 2;
inline constexpr std::uint32_t initializer = 5;
inline constexpr std::uint32_t docString = 10;
inline constexpr std::uint32_t input = 11;
inline constexpr std::uint32_t output = 12;
inline constexpr std::uint32_t valueInfo = 13;
inline constexpr std::uint32_t sparseInitializer = 15;
} // namespace graph

namespace function {
inline constexpr std::uint32_t name = 1;
inline constexpr std::uint32_t input = 4;
inline constexpr std::uint32_t output = 5;
inline constexpr std::uint32_t node = 7;
inline constexpr std::uint32_t docString = 8;
inline constexpr std::uint32_t opsetImport = 9;
inline constexpr std::uint32_t domain = 10;
inline constexpr std::uint32_t valueInfo = 12;
} // namespace function

namespace node {
inline constexpr std::uint32_t input = 1;
inline constexpr std::uint32_t output = 2;
inline constexpr std::uint32_t name = 3;
inline constexpr std::uint32_t opType = 4;
inline constexpr std::uint32_t attribute = 5;
inline constexpr std::uint32_t docString = 6;
inline constexpr std::uint32_t domain = 7;
} // namespace node

namespace attribute {
inline constexpr std::uint32_t name = 1;
inline constexpr std::uint32_t f = 2;
inline constexpr std::uint32_t i = 3;
inline constexpr std::uint32_t s = 4;
inline constexpr std::uint32_t t = 5;
inline constexpr std::uint32_t g = 6;
inline constexpr std::uint32_t floats = 7;
inline constexpr std::uint32_t ints = 8;
inline constexpr std::uint32_t strings = 9;
inline constexpr std::uint32_t tensors = 10;
inline constexpr std::uint32_t graphs = 11;
inline constexpr std::uint32_t docString = 13;
inline constexpr std::uint32_t typeProto = 14;
inline constexpr std::uint32_t typeProtos = 15;
inline constexpr std::uint32_t type = 20;
inline constexpr std::uint32_t refAttrName = 21;
inline constexpr std::uint32_t sparseTensor = 22;
inline constexpr std::uint32_t sparseTensors = 23;
} // namespace attribute

namespace tensor {
inline constexpr std::uint32_t dims = 1;
inline constexpr std::uint32_t dataType = 2;
inline constexpr std::uint32_t floatData = 4;
inline constexpr std::uint32_t int32Data = 5;
inline constexpr std::uint32_t stringData = 6;
inline constexpr std::uint32_t int64Data = 7;
inline constexpr std::uint32_t name = 8;
inline constexpr std::uint32_t rawData = 9;
inline constexpr std::uint32_t doubleData = 10;
inline constexpr std::uint32_t uint64Data = 11;
inline constexpr std::uint32_t externalData = 13;
inline constexpr std::uint32_t dataLocation = 14;
} // namespace tensor

namespace sparse_tensor {
inline constexpr std::uint32_t values = 1;
inline constexpr std::uint32_t indices = 2;
inline constexpr std::uint32_t dims = 3;
} // namespace sparse_tensor

namespace value {
inline constexpr std::uint32_t name = 1;
inline constexpr std::uint32_t type = 2;
inline constexpr std::uint32_t docString = 3;
} // namespace value

namespace type {
inline constexpr std::uint32_t tensor = 1;
inline constexpr std::uint32_t sequence = 4;
inline constexpr std::uint32_t map = 5;
inline constexpr std::uint32_t denotation = 6;
inline constexpr std::uint32_t sparseTensor = 8;
inline constexpr std::uint32_t optional = 9;
} // namespace type

/// Of the messages in `type`: all of them begin with what they hold.
namespace type_of {
inline constexpr std::uint32_t element = 1; ///< of a map: its keys
inline constexpr std::uint32_t shape = 2;   ///< of a map: the type of its values
} // namespace type_of

namespace shape {
inline constexpr std::uint32_t dim = 1;
inline constexpr std::uint32_t dimValue = 1;
inline constexpr std::uint32_t dimParam = 2;
} // namespace shape

} // namespace nervure::onnx
