// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensorflow/tf_text_fields.h"

#include "core/formats/tensorflow/tf_fields.h"

#include <algorithm>
#include <array>

namespace nervure::tensorflow {

namespace {

using M = TextMessage;
using K = TextKind;

constexpr std::array textFields{
    TextField{M::Graph, "node", graph_def::node, K::Message, M::Node},
    TextField{M::Graph, "library", graph_def::library, K::Message, M::Library},
    TextField{M::Graph, "version", graph_def::version, K::Integer},
    TextField{M::Graph, "versions", graph_def::versions, K::Message, M::Versions},
    TextField{M::Versions, "producer", version_def::producer, K::Integer},
    TextField{M::Library, "function", library_def::function, K::Message, M::Function},
    TextField{M::Function, "signature", function_def::signature, K::Message, M::Signature},
    TextField{M::Function, "node_def", function_def::node, K::Message, M::Node},
    TextField{M::Function, "ret", function_def::ret, K::Message, M::Result},
    TextField{M::Signature, "name", op_def::name, K::Text},
    TextField{M::Signature, "input_arg", op_def::inputArg, K::Message, M::Argument},
    TextField{M::Signature, "output_arg", op_def::outputArg, K::Message, M::Argument},
    TextField{M::Argument, "name", op_def::argName, K::Text},
    TextField{M::Argument, "type", op_def::argType, K::Type},
    TextField{M::Result, "key", map_entry::key, K::Text},
    TextField{M::Result, "value", map_entry::value, K::Text},
    TextField{M::Node, "name", node_def::name, K::Text},
    TextField{M::Node, "op", node_def::op, K::Text},
    TextField{M::Node, "input", node_def::input, K::Text},
    TextField{M::Node, "device", node_def::device, K::Text},
    TextField{M::Node, "attr", node_def::attr, K::Message, M::Attribute},
    TextField{M::Attribute, "key", map_entry::key, K::Text},
    TextField{M::Attribute, "value", map_entry::value, K::Message, M::Value},
    TextField{M::Value, "list", attr_value::list, K::Message, M::List},
    TextField{M::Value, "s", attr_value::s, K::Text},
    TextField{M::Value, "i", attr_value::i, K::Integer},
    TextField{M::Value, "f", attr_value::f, K::Float},
    TextField{M::Value, "b", attr_value::b, K::Boolean},
    TextField{M::Value, "type", attr_value::type, K::Type},
    TextField{M::Value, "shape", attr_value::shape, K::Message, M::Shape},
    TextField{M::Value, "tensor", attr_value::tensor, K::Message, M::Tensor},
    TextField{M::Value, "placeholder", attr_value::placeholder, K::Text},
    TextField{M::Value, "func", attr_value::func, K::Message, M::FunctionName},
    TextField{M::List, "s", attr_value::s, K::Text},
    TextField{M::List, "i", attr_value::i, K::Integer},
    TextField{M::List, "f", attr_value::f, K::Float},
    TextField{M::List, "b", attr_value::b, K::Boolean},
    TextField{M::List, "type", attr_value::type, K::Type},
    TextField{M::List, "shape", attr_value::shape, K::Message, M::Shape},
    TextField{M::List, "tensor", attr_value::tensor, K::Message, M::Tensor},
    TextField{M::List, "func", attr_value::funcInList, K::Message, M::FunctionName},
    TextField{M::FunctionName, "name", name_attr_list::name, K::Text},
    TextField{M::Shape, "dim", shape_proto::dim, K::Message, M::Dimension},
    TextField{M::Shape, "unknown_rank", shape_proto::unknownRank, K::Boolean},
    TextField{M::Dimension, "size", shape_proto::size, K::Integer},
    TextField{M::Tensor, "dtype", tensor_proto::dtype, K::Type},
    TextField{M::Tensor, "tensor_shape", tensor_proto::shape, K::Message, M::Shape},
    TextField{M::Tensor, "tensor_content", tensor_proto::content, K::Text},
    TextField{M::Tensor, "float_val", tensor_proto::floatVal, K::Float},
    TextField{M::Tensor, "double_val", tensor_proto::doubleVal, K::Double},
    TextField{M::Tensor, "int_val", tensor_proto::intVal, K::Integer},
    TextField{M::Tensor, "string_val", tensor_proto::stringVal, K::Text},
    TextField{M::Tensor, "scomplex_val", tensor_proto::complex64Val, K::Float},
    TextField{M::Tensor, "int64_val", tensor_proto::int64Val, K::Integer},
    TextField{M::Tensor, "bool_val", tensor_proto::boolVal, K::Boolean},
    TextField{M::Tensor, "dcomplex_val", tensor_proto::complex128Val, K::Double},
    TextField{M::Tensor, "half_val", tensor_proto::halfVal, K::Integer},
    TextField{M::Tensor, "uint32_val", tensor_proto::uint32Val, K::Integer},
    TextField{M::Tensor, "uint64_val", tensor_proto::uint64Val, K::Integer},
};

/// By number (types.proto).
constexpr std::array<std::string_view, 24> textTypes{
    "DT_INVALID",    "DT_FLOAT",  "DT_DOUBLE",    "DT_INT32",   "DT_UINT8",   "DT_INT16",
    "DT_INT8",       "DT_STRING", "DT_COMPLEX64", "DT_INT64",   "DT_BOOL",    "DT_QINT8",
    "DT_QUINT8",     "DT_QINT32", "DT_BFLOAT16",  "DT_QINT16",  "DT_QUINT16", "DT_UINT16",
    "DT_COMPLEX128", "DT_HALF",   "DT_RESOURCE",  "DT_VARIANT", "DT_UINT32",  "DT_UINT64"};

} // namespace

const TextField *textField(TextMessage message, std::string_view name)
{
    const auto found =
        std::find_if(textFields.begin(), textFields.end(), [&](const TextField &field) {
            return field.message == message && field.name == name;
        });
    return found == textFields.end() ? nullptr : found;
}

std::uint64_t textType(std::string_view name)
{
    constexpr std::string_view suffix = "_REF";
    constexpr std::uint64_t firstReference = 100;
    if (name.ends_with(suffix)) {
        return textType(name.substr(0, name.size() - suffix.size())) + firstReference;
    }
    const auto found = std::find(textTypes.begin(), textTypes.end(), name);
    return found == textTypes.end() ? 0 : static_cast<std::uint64_t>(found - textTypes.begin());
}

} // namespace nervure::tensorflow
