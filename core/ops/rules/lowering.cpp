// SPDX-License-Identifier: Apache-2.0
#include "core/ops/rules/lowering.h"

#include "core/execution/tensor.h"
#include "core/graph/tensor_type.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

Entry Lowering::make(std::string_view op, std::vector<Entry> from, AttrDict attrs) const
{
    const Node &source = m_call.rule.node;
    return m_call.make(op, source.name + '_' + std::string(op), std::move(from), std::move(attrs));
}

Entry Lowering::makeScalar(std::string_view op, Entry from, double scalar) const
{
    return make(op, {from}, attrsOf({{"scalar", formatNumber(scalar)}}));
}

Entry Lowering::cast(Entry from, DType has, DType wanted) const
{
    return has == wanted
               ? from
               : make("cast", {from}, attrsOf({{"dtype", std::string(dtypeName(wanted))}}));
}

Entry Lowering::reshape(Entry from, const Shape &shape) const
{
    return make("reshape", {from}, attrsOf({{"shape", attrText(shape)}}));
}

Entry Lowering::full(double value, const Shape &shape, DType type) const
{
    const auto count = elementCount(shape);
    if (shape.isScalar() || count == 0) { // what NNVM's attribute cannot say
        return constant(std::vector<double>(static_cast<std::size_t>(*count), value), shape, type);
    }
    return make("full", {},
                attrsOf({{"shape", attrText(shape)},
                         {"dtype", attrText(type)},
                         {"fill_value", formatNumber(value)}}));
}

Entry Lowering::constant(const std::vector<double> &elements, const Shape &shape, DType type) const
{
    Result<Tensor> tensor = Tensor::zeros(type, shape);
    const auto count = static_cast<std::int64_t>(elements.size());
    if (!tensor || tensor->count() != count) { // it is refused where its shape is inferred
        return make("constant", {},
                    attrsOf({{"shape", attrText(shape)},
                             {"dtype", attrText(type)},
                             {"elements", attrText(elements)}}));
    }
    for (std::int64_t i = 0; i < count; ++i) {
        storeElement(tensor->view(), i, elements[static_cast<std::size_t>(i)]);
    }
    return constant(tensor->view());
}

Entry Lowering::constant(const ConstTensorView &elements) const
{
    if (m_call.constants) {
        return (*m_call.constants)(m_call.rule.node.name + "_constant", elements);
    }
    NumberTuple numbers;
    for (std::int64_t i = 0; i < elements.count(); ++i) {
        numbers.push_back(elementAsDouble(elements, i));
    }
    return make("constant", {},
                attrsOf({{"shape", attrText(Shape(elements.shape.begin(), elements.shape.end()))},
                         {"dtype", attrText(elements.type)},
                         {"elements", attrText(numbers)}}));
}

Result<Entry> Lowering::lowered(const OtherOperator &other) const
{
    ASSIGN_OR_RETURN(const std::vector<Entry> outputs, allLowered(other));
    return outputs.front();
}

Result<std::vector<Entry>> Lowering::allLowered(const OtherOperator &other) const
{
    const Shapes outShapes{other.outShape};
    const DTypes outTypes{other.outType};
    RewriteCall call{other.rule,   m_call.node, other.in,    other.shapes,
                     m_call.graph, outShapes,   other.types, outTypes};
    call.constants = m_call.constants;
    return other.op.rewrites->lower(call);
}

std::string attrText(float value)
{
    return fmt::format("{}", value);
}

std::string attrText(const NumberTuple &values)
{
    std::vector<std::string> texts;
    for (const double value : values) {
        texts.push_back(formatNumber(value));
    }
    return '[' + join(texts, ",") + ']';
}

AttrDict attrsOf(std::vector<std::pair<std::string, std::string>> items)
{
    AttrDict attrs;
    for (auto &[key, value] : items) {
        attrs.set(key, std::move(value));
    }
    return attrs;
}

namespace {

/// Rules reckon with the shapes and types of inputs and result, all of which must be known.
Status checkOperands(const RewriteCall &call)
{
    for (std::size_t i = 0; i < call.inputs.size(); ++i) {
        if (call.inputs[i].node == NodeId{}) {
            return makeError("not-supported", "input {} is an output that inference does not give",
                             i);
        }
        if (isUnknown(call.inShapes[i]) || call.inTypes[i] == DType::Unknown) {
            return makeError("not-supported",
                             "input {} has shape {} and type {}, expected known "
                             "ones",
                             i, shapeText(call.inShapes[i]), dtypeName(call.inTypes[i]));
        }
    }
    if (!call.outShapes.empty() && isUnknown(call.outShapes[0])) {
        return makeError("not-supported", "the result has shape {}, expected a known one",
                         shapeText(call.outShapes[0]));
    }
    return {};
}

} // namespace

RewriteRules::LowerRule lowerTo(Result<Entry> (*rule)(const Lowering &))
{
    return [rule](const RewriteCall &call) -> Result<std::vector<Entry>> {
        RETURN_IF_FAILED(checkOperands(call));
        ASSIGN_OR_RETURN(const Entry entry, rule(Lowering(call)));
        return std::vector{entry};
    };
}

RewriteRules::LowerRule lowerTo(Result<std::vector<Entry>> (*rule)(const Lowering &))
{
    return lowerTo(std::function<Result<std::vector<Entry>>(const Lowering &)>(rule));
}

RewriteRules::LowerRule lowerTo(std::function<Result<std::vector<Entry>>(const Lowering &)> rule)
{
    return [rule = std::move(rule)](const RewriteCall &call) -> Result<std::vector<Entry>> {
        RETURN_IF_FAILED(checkOperands(call));
        return rule(Lowering(call));
    };
}

RewriteRules::LowerRule lowerToOurs(std::string name)
{
    return [name = std::move(name)](const RewriteCall &call) -> Result<std::vector<Entry>> {
        AttrDict attrs;
        for (const auto &[key, value] : call.rule.node.attrs) {
            if (!key.starts_with("__")) {
                attrs.set(key, value);
            }
        }
        const Lowering lowering(call);
        const Entry first = lowering.make(name, lowering.inputs(), std::move(attrs));
        std::vector<Entry> outputs;
        for (std::size_t i = 0; i < std::max<std::size_t>(call.outShapes.size(), 1); ++i) {
            outputs.push_back({first.node, static_cast<std::uint32_t>(i), 0});
        }
        return outputs;
    };
}

RewriteRules::LowerRule lowerToOperator(std::string name,
                                        std::vector<std::pair<std::string, std::string>> attrs)
{
    return [name = std::move(name), attrs = attrsOf(std::move(attrs))](
               const RewriteCall &call) -> Result<std::vector<Entry>> {
        const Lowering lowering(call);
        return std::vector{lowering.make(name, lowering.inputs(), attrs)};
    };
}

} // namespace nervure
