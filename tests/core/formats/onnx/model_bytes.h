// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/protobuf/wire_writer.h"

#include <initializer_list>
#include <string>
#include <string_view>

/// Small ONNX models for tests, written field by field.
namespace nervure::tests {

using namespace nervure::onnx;

inline std::string bytesField(std::uint32_t number, std::string_view bytes)
{
    std::string out;
    addBytes(out, number, bytes);
    return out;
}

inline std::string integerField(std::uint32_t number, std::int64_t value)
{
    std::string out;
    addInteger(out, number, value);
    return out;
}

inline std::string intAttribute(std::string_view name, std::int64_t value)
{
    return bytesField(node::attribute, bytesField(attribute::name, name)
                                           + integerField(attribute::i, value)
                                           + integerField(attribute::type, 2));
}

/// The attribute of a Loop that holds its body.
inline std::string bodyAttribute(std::string_view body)
{
    constexpr int graphType = 5;
    return bytesField(node::attribute, bytesField(attribute::name, "body")
                                           + bytesField(attribute::g, body)
                                           + integerField(attribute::type, graphType));
}

/// A NodeProto as a field of a graph; `rest` are further fields of it.
inline std::string nodeField(std::string_view op, std::initializer_list<std::string_view> inputs,
                             std::initializer_list<std::string_view> outputs,
                             std::string_view name = {}, const std::string &rest = {})
{
    std::string message;
    for (const std::string_view input : inputs) {
        addBytes(message, node::input, input);
    }
    for (const std::string_view output : outputs) {
        addBytes(message, node::output, output);
    }
    if (!name.empty()) {
        addBytes(message, node::name, name);
    }
    addBytes(message, node::opType, op);
    return bytesField(graph::node, message + rest);
}

/// A ValueInfoProto of float32 with dimensions that are numbers, or names where they are none.
inline std::string valueField(std::uint32_t number, std::string_view name,
                              std::initializer_list<std::string_view> dimensions)
{
    std::string shape;
    for (const std::string_view dimension : dimensions) {
        const bool isNumber = dimension.front() >= '0' && dimension.front() <= '9';
        shape += bytesField(
            shape::dim, isNumber ? integerField(shape::dimValue, std::stoll(std::string(dimension)))
                                 : bytesField(shape::dimParam, dimension));
    }
    const std::string tensor =
        integerField(type_of::element, 1) + bytesField(type_of::shape, shape);
    return bytesField(number, bytesField(value::name, name)
                                  + bytesField(value::type, bytesField(type::tensor, tensor)));
}

/// A float32 initializer of zeros.
inline std::string initializerField(std::string_view name, std::int64_t count)
{
    return bytesField(
        graph::initializer,
        integerField(tensor::dims, count) + integerField(tensor::dataType, 1)
            + bytesField(tensor::name, name)
            + bytesField(tensor::rawData, std::string(static_cast<std::size_t>(count) * 4, '\0')));
}

/// What a TensorProto says of values in another file, from that byte on.
inline std::string externalFields(std::string_view location, std::size_t offset)
{
    const auto entry = [](std::string_view key, std::string_view value) {
        return bytesField(tensor::externalData, bytesField(string_pair::key, key)
                                                    + bytesField(string_pair::value, value));
    };
    return entry("location", location) + entry("offset", std::to_string(offset))
           + integerField(tensor::dataLocation, 1);
}

/// A ModelProto of IR version 8, opset 17.
inline std::string modelOf(const std::string &graphFields, const std::string &rest = {})
{
    return integerField(model::irVersion, 8) + bytesField(model::producerName, "tests")
           + bytesField(model::graph, graphFields)
           + bytesField(model::opsetImport, bytesField(opset_import::domain, "")
                                                + integerField(opset_import::version, 17))
           + rest;
}

} // namespace nervure::tests
