// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/onnx/onnx_messages.h"
#include "tests/core/engine/stored_tensors.h"

#include <optional>
#include <string>

/// Models that give a tensor they hold, "c", as their only result, "y".
namespace nervure::tests::stored {

inline std::string valueOf(std::uint32_t number, std::string_view name, ElementType type,
                           std::optional<std::int64_t> count)
{
    const std::string dim =
        count ? bytesField(shape::dim, integerField(shape::dimValue, *count)) : std::string();
    const std::string tensor =
        integerField(type_of::element, codeOf(type)) + bytesField(type_of::shape, dim);
    return bytesField(number, bytesField(value::name, name)
                                  + bytesField(value::type, bytesField(type::tensor, tensor)));
}

inline std::string attributeField(std::string_view name, int type, const std::string &content)
{
    return bytesField(node::attribute, bytesField(attribute::name, name) + content
                                           + integerField(attribute::type, type));
}

inline constexpr int tensorType = 4;
inline constexpr int graphType = 5;
inline constexpr int floatsType = 6;
inline constexpr int intsType = 7;
inline constexpr int sparseType = 11;

inline std::string constantNode(const Case &one, const std::string &attribute)
{
    return nodeField("Constant", {}, {"c"}, one.node, attribute);
}

inline std::string constantOf(const Case &one, const std::string &elements)
{
    return constantNode(one,
                        attributeField("value", tensorType,
                                       bytesField(attribute::t, rawTensor("", one, elements))));
}

inline std::string numbersOf(const Case &one, const std::string &elements)
{
    std::string list = elements;
    const bool isFloat = one.type == ElementType::Float32;
    if (!isFloat) {
        list.clear();
        for (std::size_t at = 0; at < elements.size(); at += sizeof(std::uint64_t)) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, elements.data() + at, sizeof bits);
            addVarint(list, bits);
        }
    }
    return constantNode(
        one, isFloat
                 ? attributeField("value_floats", floatsType, bytesField(attribute::floats, list))
                 : attributeField("value_ints", intsType, bytesField(attribute::ints, list)));
}

inline std::string identity(std::string_view from, std::string_view to)
{
    return nodeField("Identity", {from}, {to}, "read");
}

/// An If whose first branch gives the tensor, and whose other one a tensor of zeros by the same name.
inline std::string branches(const Case &one, const std::string &then)
{
    const std::string zeros(static_cast<std::size_t>(one.count) * bytesOf(one.type), '\0');
    const std::string result = valueOf(graph::output, "r", one.type, one.count);
    Case other = one;
    other.holder = Holder::Constant;
    std::string inner = constantOf(other, zeros);
    if (then.empty()) { // both read what is around
        inner = nodeField("Constant", {}, {"d"}, "zeros",
                          attributeField("value", tensorType,
                                         bytesField(attribute::t, rawTensor("", one, zeros))));
    }
    const std::string_view read = then.empty() ? "d" : "c";
    return nodeField(
        "If", {"k"}, {"y"}, "if",
        attributeField("then_branch", graphType,
                       bytesField(attribute::g, then + identity("c", "r") + result))
            + attributeField("else_branch", graphType,
                             bytesField(attribute::g, inner + identity(read, "r") + result)));
}

/// One step, whose row is the tensor.
inline std::string loopOf(const Case &one, const std::string &constant)
{
    const std::string body = valueOf(graph::input, "i", ElementType::Int64, {})
                             + valueOf(graph::input, "go", ElementType::Bool, {}) + constant
                             + nodeField("Identity", {"go"}, {"on"}) + identity("c", "row")
                             + valueOf(graph::output, "on", ElementType::Bool, {})
                             + valueOf(graph::output, "row", one.type, one.count);
    const Case single{ElementType::Int64, 1};
    return bytesField(graph::initializer, rawTensor("steps", single, packed(1, ElementType::Int64)))
           + nodeField("Loop", {"steps", "", ""}, {"rows"}, "loop", bodyAttribute(body))
           + nodeField("Reshape", {"rows", "size"}, {"y"}, "reshape")
           + bytesField(graph::initializer, rawTensor("size", single,
                                                      packed(static_cast<std::uint64_t>(one.count),
                                                             ElementType::Int64)));
}

inline std::string functionOf(const Case &one, const std::string &elements)
{
    constexpr std::uint32_t opsetImport = 9;
    const auto inner = [](const std::string &nodeOfGraph) {
        // The same message as a field of a function.
        onnx::GraphMessage graph = onnx::readGraph(nodeOfGraph, nodeOfGraph).value();
        return bytesField(function::node, graph.nodes[0].field.bytes);
    };
    return bytesField(model::functions,
                      bytesField(function::name, "F") + bytesField(function::output, "r")
                          + inner(constantOf(one, elements)) + inner(identity("c", "r"))
                          + bytesField(opsetImport, bytesField(opset_import::domain, "")
                                                        + integerField(opset_import::version, 17))
                          + bytesField(function::domain, "local"));
}

inline std::string modelHolding(const Case &one, const std::string &elements)
{
    const std::string read = identity("c", "y");
    const std::string output = valueOf(graph::output, "y", one.type, one.count);
    const std::string condition = valueOf(graph::input, "k", ElementType::Bool, {});
    const std::string initializer = bytesField(graph::initializer, rawTensor("c", one, elements));
    switch (one.holder) {
    case Holder::Initializer: return modelOf(initializer + read + output);
    case Holder::ListedInitializer:
        return modelOf(bytesField(graph::initializer, listedTensor("c", one, elements)) + read
                       + output);
    case Holder::ExternalInitializer:
        return modelOf(
            bytesField(graph::initializer, integerField(tensor::dims, one.count)
                                               + integerField(tensor::dataType, codeOf(one.type))
                                               + bytesField(tensor::name, "c")
                                               + externalFields("values.bin", 0))
            + read + output);
    case Holder::SparseInitializer:
        return modelOf(bytesField(graph::sparseInitializer, sparseTensor("c", one, elements)) + read
                       + output);
    case Holder::Constant: return modelOf(constantOf(one, elements) + read + output);
    case Holder::ListedConstant:
        return modelOf(
            constantNode(one,
                         attributeField("value", tensorType,
                                        bytesField(attribute::t, listedTensor("", one, elements))))
            + read + output);
    case Holder::SparseConstant:
        return modelOf(
            constantNode(one, attributeField("sparse_value", sparseType,
                                             bytesField(attribute::sparseTensor,
                                                        sparseTensor("", one, elements))))
            + read + output);
    case Holder::NumbersOfConstant: return modelOf(numbersOf(one, elements) + read + output);
    case Holder::ConstantOfBranch:
        return modelOf(condition + branches(one, constantOf(one, elements)) + output);
    case Holder::InitializerOfBranch:
        return modelOf(condition + branches(one, initializer) + output);
    case Holder::ConstantOfTakenBranch: {
        const Case truth{ElementType::Bool, 1};
        return modelOf(bytesField(graph::initializer, rawTensor("k", truth, "\x01"))
                       + branches(one, constantOf(one, elements)) + output);
    }
    case Holder::ConstantAroundBranch:
        return modelOf(condition + constantOf(one, elements) + branches(one, {}) + output);
    case Holder::InitializerAroundBranch:
        return modelOf(condition + initializer + branches(one, {}) + output);
    case Holder::ConstantOfLoop: return modelOf(loopOf(one, constantOf(one, elements)) + output);
    case Holder::ConstantOfFunction:
        return modelOf(nodeField("F", {}, {"y"}, "call", bytesField(node::domain, "local"))
                           + output,
                       functionOf(one, elements));
    }
    return {};
}

} // namespace nervure::tests::stored
