// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/tensorflow/tensorflow_params.h"

#include "core/graph/onnx_variable.h"
#include "core/graph/value/value_type.h"
#include "core/passes/conversion/python_text.h"
#include "core/support/text.h"

namespace nervure {

namespace {

std::optional<std::vector<double>> elementsOf(const Node &node, const Shape &shape)
{
    const std::string *text = node.attrs.find(onnx_variable::value);
    if (!text) {
        return std::nullopt;
    }
    std::vector<double> elements;
    for (const std::string_view item : split(*text, ',')) {
        const std::string_view number = trim(item);
        const auto value = number == "true"    ? std::optional<double>(1)
                           : number == "false" ? std::optional<double>(0)
                                               : parseNumber(number);
        if (!value) {
            return std::nullopt;
        }
        elements.push_back(*value);
    }
    const auto count = elementCount(shape);
    return count == static_cast<std::int64_t>(elements.size()) ? std::optional(std::move(elements))
                                                               : std::nullopt;
}

} // namespace

void TensorFlowParams::set(TensorFlowParam param)
{
    const auto place = m_places.find(param.name);
    if (place != m_places.end() && m_params[place->second]) {
        m_params[place->second] = std::move(param);
        return;
    }
    m_places[param.name] = m_params.size();
    m_params.emplace_back(std::move(param));
}

bool TensorFlowParams::addConst(const Node &node)
{
    const std::string *type = node.attrs.find(onnx_variable::elemType);
    const std::string *shape = node.attrs.find(onnx_variable::shape);
    TensorFlowParam param{node.name, {}, {}};
    param.type =
        type ? elementTypeNamed(*type).value_or(ElementType::Undefined) : ElementType::Undefined;
    if (param.type == ElementType::String) {
        return false;
    }
    const auto sizes = shape ? dimensionsFromText(*shape) : std::nullopt;
    param.shape = ValueType::tensor(param.type, sizes).numbers();
    if (param.shape.size() == 0) {
        param.shape = {1};
    }
    param.elements = elementsOf(node, param.shape);
    set(std::move(param));
    return true;
}

const TensorFlowParam *TensorFlowParams::find(std::string_view name) const
{
    const auto place = m_places.find(std::string(name));
    return place == m_places.end() || !m_params[place->second] ? nullptr
                                                               : &*m_params[place->second];
}

Result<TensorFlowParam> TensorFlowParams::pop(const std::string &name)
{
    const TensorFlowParam *param = find(name);
    if (!param) {
        return makeError("KeyError", "{}", pythonRepr(std::string_view(name)));
    }
    TensorFlowParam taken = *param;
    m_params[m_places.at(name)].reset();
    return taken;
}

std::vector<TensorFlowParam> TensorFlowParams::all() const
{
    std::vector<TensorFlowParam> left;
    for (const auto &param : m_params) {
        if (param) {
            left.push_back(*param);
        }
    }
    return left;
}

} // namespace nervure
