// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/onnx/onnx_graph_lowering.h"

#include "core/graph/onnx_variable.h"
#include "core/graph/op/attr_field.h"
#include "core/passes/conversion/onnx/onnx_bodies.h"
#include "core/support/half.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace nervure {

namespace {

/// The whole number as an element; what the type does not hold is cut off, as where it is computed.
void storeWhole(const TensorView &tensor, std::size_t i, std::int64_t value)
{
    switch (tensor.type) {
    case DType::Int64: tensor.as<std::int64_t>()[i] = value; break;
    case DType::UInt64: tensor.as<std::uint64_t>()[i] = static_cast<std::uint64_t>(value); break;
    case DType::Int32: tensor.as<std::int32_t>()[i] = static_cast<std::int32_t>(value); break;
    case DType::UInt32: tensor.as<std::uint32_t>()[i] = static_cast<std::uint32_t>(value); break;
    case DType::Int16: tensor.as<std::int16_t>()[i] = static_cast<std::int16_t>(value); break;
    case DType::UInt16: tensor.as<std::uint16_t>()[i] = static_cast<std::uint16_t>(value); break;
    case DType::Int8: tensor.as<std::int8_t>()[i] = static_cast<std::int8_t>(value); break;
    case DType::UInt8: tensor.as<std::uint8_t>()[i] = static_cast<std::uint8_t>(value); break;
    default: storeElement(tensor, static_cast<std::int64_t>(i), static_cast<double>(value));
    }
}

/// True if inference knows every element of a value that can be computed with.
bool isKnownValue(const ValueType &value)
{
    return value.elements && value.elementCount() != 0 && value.knowsAllNumbers()
           && computableType(value.element) != DType::Unknown;
}

} // namespace

std::optional<Tensor> knownTensor(const ValueType &value)
{
    auto tensor = isKnownValue(value)
                      ? Tensor::zeros(computableType(value.element), loweredShape(value))
                      : Result<Tensor>(makeError("not-known", "not known"));
    if (!tensor) {
        return std::nullopt;
    }
    std::size_t at = 0;
    for (const Dimension &element : value.elements->whole) {
        storeWhole(tensor->view(), at++, *element.number());
    }
    for (const std::optional<double> &element : value.elements->real) {
        const double number = value.element == ElementType::BFloat16
                                  ? roundedToBfloat16(static_cast<float>(*element))
                                  : *element;
        storeElement(tensor->view(), static_cast<std::int64_t>(at++), number);
    }
    return std::move(*tensor);
}

namespace {

/// True if the node's value stands in the file, whatever is known of it.
bool isStored(const Node &node)
{
    return node.dialect == Dialect::Onnx && node.op == "Constant";
}

} // namespace

bool takesNothing(const IndexedNode &node, std::size_t place, const ValueType &value)
{
    constexpr std::size_t mostBits = 32;
    return value.elementCount() == 0 && node.spec && node.spec->rewrites && place < mostBits
           && (node.spec->rewrites->emptyInputs >> place & 1U) != 0;
}

std::string refusalOf(const ValueType &value)
{
    if (!value.isTensor()) {
        return "is " + value.text() + ", expected a dense tensor";
    }
    if (computableType(value.element) == DType::Unknown) {
        return "is " + value.text() + ", elements that are not computed with";
    }
    if (!value.elementCount()) {
        return "is " + value.text() + ", expected a shape of numbers";
    }
    return *value.elementCount() < 1 ? "is " + value.text() + ", which has no elements"
                                     : std::string();
}

OnnxGraphLowering::OnnxGraphLowering(OnnxPart part)
    : m_part(std::move(part)),
      m_lowered(m_part.context, m_part.graph, m_part.provenance, m_part.prefix, m_part.origin),
      m_scope(m_part.index, m_part.values, m_part.outer, nullptr),
      m_entries(m_part.index.entryCount()),
      m_isNeeded(m_part.index.entryCount())
{
    for (std::uint32_t id = 0; id < m_part.index.nodeCount(); ++id) {
        const Node &node = *m_part.index.node(id).node;
        if (node.isVariable()) {
            m_numbers.emplace(node.name, m_part.index.entryId(id, 0));
        }
        for (std::size_t i = 0; i < node.outputPorts.size(); ++i) {
            m_numbers.emplace(node.outputPorts[i].tensor,
                              m_part.index.entryId(id, static_cast<std::uint32_t>(i)));
        }
    }
}

void OnnxGraphLowering::place(NodeId variable, const Entry &entry)
{
    if (const auto id = m_part.index.find(variable)) {
        m_entries[m_part.index.entryId(*id, 0)] = entry;
    }
}

Status OnnxGraphLowering::run()
{
    findNeeded();
    for (std::uint32_t id = 0; id < m_part.index.nodeCount(); ++id) {
        if (m_part.context.control.cancel.isCanceled()) {
            return makeError("cancelled", "cancelled");
        }
        if (!m_part.index.node(id).isVariable() && isNeeded(id)) {
            RETURN_IF_FAILED(lowerNode(id));
        }
    }
    return {};
}

Result<Entry> OnnxGraphLowering::head(std::size_t i) const
{
    const auto heads = m_part.index.heads();
    if (i >= heads.size()) {
        return makeError("not-lowered", "a body has {} outputs, output {} is read", heads.size(),
                         i);
    }
    return entryOf(heads[i]);
}

Result<Entry> OnnxGraphLowering::entryOf(const IndexedEntry &value) const
{
    const Entry &entry = m_entries[m_part.index.entryId(value)];
    if (entry.node.isValid()) {
        return entry;
    }
    const std::string known = refusalOf(valueOf(value));
    const std::string refusal = known.empty() ? "is not computed" : known;
    const IndexedNode &node = m_part.index.node(value.nodeId);
    return node.isVariable() ? makeErrorAt(node.node->name, "not-lowered", "{} {}",
                                           quoted(node.node->name), refusal)
                             : notLowered(node, fmt::format("output {} {}", value.index, refusal));
}

Result<Entry> OnnxGraphLowering::entryNamed(std::string_view name) const
{
    const auto number = m_numbers.find(name);
    if (number == m_numbers.end() || !m_entries[number->second].node.isValid()) {
        return makeError("not-lowered", "a body reads {}, which is not computed", quoted(name));
    }
    return m_entries[number->second];
}

bool OnnxGraphLowering::isNeeded(std::uint32_t id) const
{
    for (std::uint32_t i = 0; i < m_part.index.node(id).outputCount; ++i) {
        if (m_isNeeded[m_part.index.entryId(id, i)]) {
            return true;
        }
    }
    return false;
}

/// Whether all that is needed of a node is known before the model runs.
bool OnnxGraphLowering::isKnown(std::uint32_t id) const
{
    for (std::uint32_t i = 0; i < m_part.index.node(id).outputCount; ++i) {
        const std::uint32_t entry = m_part.index.entryId(id, i);
        if (m_isNeeded[entry] && !isKnownValue(m_part.values[entry])) {
            return false;
        }
    }
    return true;
}

/// From the heads back: what a rule takes as numbers is not needed, nor what known values are made of, nor what has
/// no elements.
void OnnxGraphLowering::findNeeded()
{
    for (const IndexedEntry &head : m_part.index.heads()) {
        m_isNeeded[m_part.index.entryId(head)] = valueOf(head).elementCount() != 0;
    }
    for (std::uint32_t id = m_part.index.nodeCount(); id-- > 0;) {
        const IndexedNode &node = m_part.index.node(id);
        if (!node.isVariable() && isNeeded(id) && !isKnown(id)) {
            needInputs(node);
        }
    }
}

void OnnxGraphLowering::needInputs(const IndexedNode &node)
{
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const std::size_t place = placeOf(node, i);
        if (!takesNumbers(node, place) && !takesNothing(node, place, valueOf(node.inputs[i]))) {
            m_isNeeded[m_part.index.entryId(node.inputs[i])] = true;
        }
    }
    for (const std::shared_ptr<const Graph> &body : node.node->subgraphs) {
        for (const NodeId id : body->nodes()) {
            const Node &variable = body->node(id);
            const auto number = variable.attrs.find(onnx_variable::outer)
                                    ? m_numbers.find(variable.name)
                                    : m_numbers.end();
            if (number != m_numbers.end()) {
                m_isNeeded[number->second] = true;
            }
        }
    }
}

Status OnnxGraphLowering::lowerNode(std::uint32_t id)
{
    const IndexedNode &node = m_part.index.node(id);
    const std::size_t before = m_lowered.size();
    const std::uint32_t first = m_part.index.entryId(id, 0);
    Node named = *node.node;
    named.name = m_lowered.nameOf(named);
    const RuleContext rule{named, node.attrs, m_part.context.semantics};
    std::vector<Entry> inputs;
    std::vector<ValueType> inValues;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const std::size_t place = placeOf(node, i);
        inputs.resize(std::max(inputs.size(), place + 1));
        inValues.resize(inputs.size());
        inputs[place] = m_entries[m_part.index.entryId(node.inputs[i])];
        inValues[place] = valueOf(node.inputs[i]);
    }
    RewriteCall call{rule, node.source, inputs, {}, m_part.graph};
    const ConstantKeeper keeper = [this](const std::string &name, const ConstTensorView &elements) {
        return hold(heldElements(elements), name);
    };
    call.constants = &keeper;
    call.inValues = inValues;
    call.outValues = std::span(m_part.values).subspan(first, node.outputCount);
    const Outputs outputs =
        isKnown(id) && !isStored(*node.node) ? constants(id, call) : lowerOperator(id, call);
    if (!outputs) {
        const Diagnostic &error = outputs.error();
        const bool isTold = error.code == "not-lowered" || error.code == "cancelled";
        return isTold && !error.where.node.empty() ? error : notLowered(node, error.message);
    }
    std::copy_n(outputs->begin(), std::min<std::size_t>(outputs->size(), node.outputCount),
                m_entries.begin() + first);
    const auto main = std::find_if(outputs->begin(), outputs->end(),
                                   [](const Entry &output) { return output.node.isValid(); });
    if (m_lowered.size() > before && main != outputs->end()) {
        m_lowered.finish(node, before, *main);
    }
    return {};
}

/// What is needed of a node whose values are known.
OnnxGraphLowering::Outputs OnnxGraphLowering::constants(std::uint32_t id,
                                                        const RewriteCall &call) const
{
    std::vector<Entry> made;
    for (std::uint32_t i = 0; i < m_part.index.node(id).outputCount; ++i) {
        const std::uint32_t entry = m_part.index.entryId(id, i);
        auto elements = m_isNeeded[entry] ? knownTensor(m_part.values[entry]) : std::nullopt;
        made.push_back(
            elements ? hold(heldElements(std::move(*elements)), call.rule.node.name + "_constant")
                     : Entry());
    }
    return made;
}

OnnxGraphLowering::Outputs OnnxGraphLowering::lowerOperator(std::uint32_t id,
                                                            const RewriteCall &call)
{
    const IndexedNode &node = m_part.index.node(id);
    for (std::uint32_t i = 0; i < node.outputCount; ++i) {
        const bool isNeededHere = m_isNeeded[m_part.index.entryId(id, i)];
        const std::string refusal = isNeededHere ? refusalOf(call.outValues[i]) : std::string();
        if (!refusal.empty()) {
            return makeError("not-supported", "output {} {}", i, refusal);
        }
    }
    if (isStored(*node.node)) {
        return constantOf(node, call.outValues[0]);
    }
    if (auto lowered = lowerOnnxBodies(*this, node, call)) {
        return std::move(*lowered);
    }
    return lowerByRule(node, call);
}

OnnxGraphLowering::Outputs OnnxGraphLowering::lowerByRule(const IndexedNode &node,
                                                          const RewriteCall &call)
{
    if (!node.spec || !node.spec->rewrites || !node.spec->rewrites->lower) {
        return makeError("not-supported", "has no counterpart in NNVM's operators or ours");
    }
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const std::size_t place = placeOf(node, i);
        const bool isOptional =
            takesNumbers(node, place) || takesNothing(node, place, call.inValues[place]);
        if (!call.inputs[place].node.isValid() && !isOptional) {
            return makeError("not-supported", "input {} {}", place,
                             refusalOf(call.inValues[place]));
        }
    }
    return node.spec->rewrites->lower(call);
}

/// A Constant, whose elements are in the file; those of a function may come with its call.
OnnxGraphLowering::Outputs OnnxGraphLowering::constantOf(const IndexedNode &node,
                                                         const ValueType &value) const
{
    const auto &ports = node.node->outputPorts;
    const std::string &name = ports.empty() ? node.node->name : ports[0].tensor;
    if (m_part.called.count(node.source) == 0) {
        return std::vector{hold(
            {loweredShape(value), computableType(value.element), {m_part.stored + name, nullptr}},
            m_part.prefix + name)};
    }
    auto elements = knownTensor(value);
    if (!elements) {
        return makeError(
            "not-supported",
            "gets its tensor from the call of the function, expected few elements, all of them numbers");
    }
    return std::vector{hold(heldElements(std::move(*elements)), m_part.prefix + name)};
}

Entry OnnxGraphLowering::hold(HeldVariable variable, std::string name) const
{
    return addHeld(m_part.graph, *m_part.held, std::move(variable), std::move(name));
}

} // namespace nervure
