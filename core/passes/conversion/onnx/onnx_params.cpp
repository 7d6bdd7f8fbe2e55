// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/onnx/onnx_params.h"

#include "core/graph/onnx_variable.h"
#include "core/graph/value/value_type.h"
#include "core/passes/conversion/python_text.h"
#include "core/support/text.h"

#include <utility>

namespace nervure {

namespace {

/// The numbers of "[2, 3]".
Shape sizesFrom(std::string_view text)
{
    return ValueType::tensor(ElementType::Undefined,
                             dimensionsFromText(text).value_or(Dimensions()))
        .numbers();
}

/// The parts of "1, -1, 64", if they are as many as the shape has elements.
std::optional<std::vector<std::string>> elementsFrom(std::string_view text, const Shape &shape)
{
    std::vector<std::string> elements;
    if (!trim(text).empty()) {
        for (const std::string_view part : split(text, ',')) {
            elements.emplace_back(trim(part));
        }
    }
    return elementCount(shape) == static_cast<std::int64_t>(elements.size())
               ? std::optional(std::move(elements))
               : std::nullopt;
}

OnnxParam paramOf(const Graph &graph, NodeId id)
{
    const Node &variable = graph.node(id);
    const auto text = [&variable](std::string_view key) {
        const std::string *found = variable.attrs.find(key);
        return found ? std::string_view(*found) : std::string_view();
    };
    OnnxParam param{variable.name, sizesFrom(text(onnx_variable::shape)), {}, id};
    param.type = elementTypeNamed(text(onnx_variable::elemType)).value_or(ElementType::Undefined);
    param.elements = elementsFrom(text(onnx_variable::value), param.shape);
    return param;
}

/// What NumPy and TVM make of the type, or why they do not.
Result<ElementType> arrayType(ElementType type)
{
    switch (type) {
    case ElementType::BFloat16: return ElementType::Float32;
    case ElementType::Undefined:
        return makeError("TypeError", "The element type in the input tensor is not defined.");
    case ElementType::String:
        return makeError("ValueError", "Do not know how to handle type object");
    case ElementType::Complex64:
    case ElementType::Complex128:
        return makeError("ValueError", "Do not know how to handle type {}", elementTypeName(type));
    default: return type;
    }
}

} // namespace

bool isOnnxParam(const Node &variable)
{
    return variable.isVariable() && holdsOnnxValues(variable.attrs)
           && !variable.attrs.find(onnx_variable::type);
}

Status OnnxParams::add(OnnxParam param)
{
    ASSIGN_OR_RETURN(param.type, arrayType(param.type));
    const auto [place, isNew] = m_places.try_emplace(param.name, m_params.size());
    if (isNew) {
        m_params.push_back(std::move(param));
    } else {
        m_params[place->second] = std::move(param);
    }
    return {};
}

Result<OnnxParams> OnnxParams::ofInitializers(const Graph &graph)
{
    OnnxParams params;
    for (const bool areInputs : {false, true}) {
        for (const NodeId id : graph.nodes()) {
            const Node &node = graph.node(id);
            if (!isOnnxParam(node) || isOnnxInput(node.attrs) != areInputs) {
                continue;
            }
            if (pythonStrip(node.name).empty()) {
                return makeErrorAt(node.name, "ValueError", "Tensor's name is required.");
            }
            if (Status status = params.add(paramOf(graph, id)); !status) {
                return makeErrorAt(node.name, status.error().code, status.error().message);
            }
        }
    }
    return params;
}

Status OnnxParams::addConstant(const Graph &graph, NodeId id, std::string_view value)
{
    const Node &node = graph.node(id);
    const std::size_t bracket = value.find('[');
    const std::size_t end = value.find(']');
    OnnxParam param{
        node.outputPorts.empty() ? std::string() : node.outputPorts[0].tensor, {}, {}, id};
    if (bracket != value.npos && end != value.npos && bracket < end) {
        param.type = elementTypeNamed(value.substr(0, bracket)).value_or(ElementType::Undefined);
        param.shape = sizesFrom(value.substr(bracket, end + 1 - bracket));
        param.elements = elementsFrom(value.substr(end + 1), param.shape);
    }
    return add(std::move(param));
}

const OnnxParam *OnnxParams::find(std::string_view name) const
{
    const auto place = m_places.find(std::string(name));
    return place == m_places.end() ? nullptr : &m_params[place->second];
}

Result<std::vector<OnnxParam>> onnxParams(const Graph &graph)
{
    ASSIGN_OR_RETURN(OnnxParams params, OnnxParams::ofInitializers(graph));
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        const std::string *value = node.op == "Constant" ? node.attrs.find("value") : nullptr;
        if (value) {
            RETURN_IF_FAILED(params.addConstant(graph, id, *value));
        }
    }
    return params.all();
}

} // namespace nervure
