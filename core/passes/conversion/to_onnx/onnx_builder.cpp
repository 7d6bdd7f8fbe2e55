// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/to_onnx/onnx_builder.h"

#include "core/graph/onnx_variable.h"
#include "core/graph/opset.h"
#include "core/graph/value/element_type.h"
#include "core/passes/conversion/nnvm_node.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace nervure {

std::string onnxIntegers(const IntTuple &values)
{
    return fmt::format("[{}]", fmt::join(values.begin(), values.end(), ", "));
}

/// With a point or an exponent, which tells it from a whole number's.
std::string onnxNumber(double value)
{
    const std::string text = fmt::format("{}", static_cast<float>(value));
    const bool isWhole = text.find_first_not_of("-0123456789") == text.npos;
    return isWhole ? text + ".0" : text;
}

namespace {

std::string elementAsText(double value, DType type)
{
    if (!isFloat(type)) {
        return fmt::format("{}", static_cast<std::int64_t>(value));
    }
    return type == DType::Float32 ? fmt::format("{}", static_cast<float>(value))
                                  : fmt::format("{}", value);
}

Shape broadcastShape(const Shape &a, const Shape &b)
{
    const Shape &longer = a.size() < b.size() ? b : a;
    const Shape &shorter = a.size() < b.size() ? a : b;
    Shape shape = longer;
    const std::size_t more = longer.size() - shorter.size();
    for (std::size_t i = 0; i < shorter.size(); ++i) {
        shape[more + i] = shape[more + i] == 1 ? shorter[i] : shape[more + i];
    }
    return shape;
}

} // namespace

std::vector<NodeId> OnnxBuilder::takeAdded()
{
    return std::exchange(m_added, {});
}

void OnnxBuilder::dropAdded()
{
    for (const NodeId id : takeAdded()) {
        m_graph.remove(id);
    }
}

NodeId OnnxBuilder::addNode(Node node, std::size_t outputs)
{
    node.dialect = Dialect::Onnx;
    for (std::size_t i = 0; i < outputs; ++i) {
        node.outputPorts.push_back({});
    }
    m_added.push_back(m_graph.add(std::move(node)));
    return m_added.back();
}

OnnxTensor OnnxBuilder::add(std::string_view op, const std::vector<OnnxTensor> &inputs,
                            AttrDict attrs, Shape shape, DType type)
{
    Node node;
    node.op = op;
    node.name = toLower(op);
    node.opset = newOnnxOpset;
    node.attrs = std::move(attrs);
    const bool hasGaps = std::any_of(inputs.begin(), inputs.end(),
                                     [](const auto &one) { return !one.entry.node.isValid(); });
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!inputs[i].entry.node.isValid()) {
            continue;
        }
        node.inputs.push_back(inputs[i].entry);
        if (hasGaps) {
            node.inputPorts.push_back({{}, {}, static_cast<std::uint32_t>(i)});
        }
    }
    return {{addNode(std::move(node), 1), 0, 0}, std::move(shape), type};
}

OnnxTensor OnnxBuilder::alike(std::string_view op, const OnnxTensor &x, AttrDict attrs)
{
    return add(op, {x}, std::move(attrs), x.shape, x.type);
}

OnnxTensor OnnxBuilder::arithmetic(std::string_view op, const OnnxTensor &a, const OnnxTensor &b)
{
    return add(op, {a, b}, {}, broadcastShape(a.shape, b.shape), a.type);
}

OnnxTensor OnnxBuilder::comparison(std::string_view op, const OnnxTensor &a, const OnnxTensor &b)
{
    return add(op, {a, b}, {}, broadcastShape(a.shape, b.shape), DType::Bool);
}

std::vector<OnnxTensor> OnnxBuilder::split(const OnnxTensor &x, std::size_t axis,
                                           const IntTuple &sizes)
{
    const OnnxTensor list = integers("sizes", sizes);
    Node node;
    node.op = "Split";
    node.name = "split";
    node.opset = newOnnxOpset;
    node.attrs.set("axis", std::to_string(axis));
    node.inputs.push_back(x.entry);
    node.inputs.push_back(list.entry);
    const NodeId id = addNode(std::move(node), sizes.size());
    std::vector<OnnxTensor> parts;
    for (std::uint32_t i = 0; i < sizes.size(); ++i) {
        Shape shape = x.shape;
        shape[axis] = sizes[i];
        parts.push_back({{id, i, 0}, std::move(shape), x.type});
    }
    return parts;
}

OnnxTensor OnnxBuilder::constant(std::string_view role, AttrDict attrs, const Shape &shape,
                                 DType type, std::string values)
{
    Node node;
    node.name = role;
    node.attrs = std::move(attrs);
    node.attrs.set(onnx_variable::data, std::string(onnx_variable::inside));
    node.attrs.set(onnx_variable::value, std::move(values));
    return {{addNode(std::move(node), 0), 0, 0}, shape, type};
}

OnnxTensor OnnxBuilder::scalar(double value, DType type)
{
    return numbers(Shape::scalar(), type, {value});
}

OnnxTensor OnnxBuilder::integers(std::string_view role, const IntTuple &values)
{
    const Shape shape{static_cast<std::int64_t>(values.size())};
    return constant(role, onnxVariableAttrs(shape, DType::Int64), shape, DType::Int64,
                    fmt::format("{}", fmt::join(values.begin(), values.end(), ", ")));
}

OnnxTensor OnnxBuilder::numbers(const Shape &shape, DType type, const NumberTuple &values)
{
    std::vector<std::string> texts;
    texts.reserve(values.size());
    for (const double value : values) {
        texts.push_back(elementAsText(value, type));
    }
    return constant("value", onnxVariableAttrs(shape, type), shape, type, join(texts, ", "));
}

OnnxTensor OnnxBuilder::filled(const Shape &shape, DType type, double value)
{
    return expand(scalar(value, type), shape);
}

OnnxTensor OnnxBuilder::cast(const OnnxTensor &x, DType type)
{
    if (x.type == type) {
        return x;
    }
    const auto code = elementTypeNamed(dtypeName(type)).value_or(ElementType::Undefined);
    return add("Cast", {x}, {{"to", std::to_string(static_cast<int>(code))}}, x.shape, type);
}

OnnxTensor OnnxBuilder::reshape(const OnnxTensor &x, const Shape &shape)
{
    if (x.shape == shape) {
        return x;
    }
    // Else a 0 stands for the size that x has there.
    const bool hasZeros = std::find(shape.begin(), shape.end(), 0) != shape.end();
    AttrDict attrs;
    if (hasZeros) {
        attrs.set("allowzero", "1");
    }
    return add("Reshape", {x, integers("shape", shape)}, std::move(attrs), shape, x.type);
}

OnnxTensor OnnxBuilder::transpose(const OnnxTensor &x, const IntTuple &order)
{
    if (std::is_sorted(order.begin(), order.end())) {
        return x;
    }
    Shape shape;
    for (const std::int64_t axis : order) {
        shape.push_back(x.shape[static_cast<std::size_t>(axis)]);
    }
    return add("Transpose", {x}, {{"perm", onnxIntegers(order)}}, shape, x.type);
}

OnnxTensor OnnxBuilder::expand(const OnnxTensor &x, const Shape &shape)
{
    return x.shape == shape ? x : add("Expand", {x, integers("shape", shape)}, {}, shape, x.type);
}

OnnxTensor OnnxBuilder::pad(const OnnxTensor &x, const std::vector<IntTuple> &widths, double value)
{
    IntTuple pads;
    Shape shape = x.shape;
    for (const std::size_t side : {0, 1}) {
        for (std::size_t axis = 0; axis < widths.size(); ++axis) {
            pads.push_back(widths[axis].at(side));
            shape[axis] += widths[axis].at(side);
        }
    }
    if (shape == x.shape
        && std::all_of(pads.begin(), pads.end(), [](std::int64_t width) { return width == 0; })) {
        return x;
    }
    std::vector<OnnxTensor> inputs{x, integers("pads", pads)};
    if (value != 0) {
        inputs.push_back(scalar(value, x.type));
    }
    return add("Pad", inputs, {}, shape, x.type);
}

std::optional<OnnxTensor> OnnxBuilder::inLayout(const OnnxTensor &x, std::string_view from,
                                                std::string_view to)
{
    const auto order = layoutOrder(from, to);
    return order && from.size() == x.shape.size() ? std::optional(transpose(x, *order))
                                                  : std::nullopt;
}

} // namespace nervure
