// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/onnx_graph_lowering.h"

#include "core/graph/onnx_variable.h"
#include "core/passes/conversion/onnx_bodies.h"
#include "core/support/text.h"

#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace nervure {

using onnx::Operand;

namespace {

/// The elements of a value of which all are known, as far as they can be written.
std::optional<std::vector<double>> knownElements(const ValueType &value)
{
    constexpr std::int64_t mostExact = std::int64_t{1} << 53;
    const auto count = value.elementCount();
    const auto known = value.elements ? value.elements->whole.size() + value.elements->real.size() : 0;
    if (!count || *count < 1 || known != static_cast<std::size_t>(*count)) {
        return std::nullopt;
    }
    std::vector<double> elements;
    for (const Dimension &element : value.elements->whole) {
        const auto number = element.number();
        if (!number || std::abs(*number) > mostExact) {
            return std::nullopt;
        }
        elements.push_back(static_cast<double>(*number));
    }
    for (const std::optional<double> &element : value.elements->real) {
        if (!element) {
            return std::nullopt;
        }
        elements.push_back(*element);
    }
    return elements;
}

} // namespace

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

Shape sizesOf(const ValueType &value)
{
    Shape dims;
    for (const Dimension &size : *value.shape) {
        dims.push_back(size.number().value_or(0));
    }
    return dims;
}

std::size_t placeOf(const IndexedNode &node, std::size_t i)
{
    const auto &ports = node.node->inputPorts;
    return i < ports.size() ? ports[i].listed : i;
}

void tellVariable(PassContext &context, const std::string &name, const ValueType &value)
{
    context.madeInputs.shapes[name] = value.numbers();
    context.madeInputs.dtypes[name] = computableType(value.element);
}

OnnxGraphLowering::OnnxGraphLowering(OnnxPart part)
    : m_part(std::move(part)),
      m_lowered(m_part.context, m_part.graph, m_part.provenance, m_part.prefix, m_part.origin),
      m_scope(m_part.index, m_part.values, m_part.outer, nullptr),
      m_operands(m_part.index.entryCount()),
      m_isNeeded(m_part.index.entryCount())
{
    for (std::uint32_t id = 0; id < m_part.index.nodeCount(); ++id) {
        const Node &node = *m_part.index.node(id).node;
        if (node.isVariable()) {
            m_entries.emplace(node.name, m_part.index.entryId(id, 0));
        }
        for (std::size_t i = 0; i < node.outputPorts.size(); ++i) {
            m_entries.emplace(node.outputPorts[i].tensor,
                              m_part.index.entryId(id, static_cast<std::uint32_t>(i)));
        }
    }
}

void OnnxGraphLowering::place(NodeId variable, Operand operand)
{
    if (const auto id = m_part.index.find(variable)) {
        m_operands[m_part.index.entryId(*id, 0)] = std::move(operand);
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

Result<Operand> OnnxGraphLowering::head(std::size_t i) const
{
    return operandOf(m_part.index.heads()[i]);
}

Result<Operand> OnnxGraphLowering::operandOf(const IndexedEntry &entry) const
{
    const std::optional<Operand> &operand = m_operands[m_part.index.entryId(entry)];
    if (operand) {
        return *operand;
    }
    const std::string refusal = refusalOf(valueOf(entry));
    return notLowered(m_part.index.node(entry.nodeId),
                      fmt::format("output {} {}", entry.index,
                                  refusal.empty() ? "is not computed" : refusal));
}

Result<Operand> OnnxGraphLowering::operandNamed(std::string_view name) const
{
    const auto entry = m_entries.find(name);
    if (entry == m_entries.end() || !m_operands[entry->second]) {
        return makeError("not-lowered", "a body reads {}, which is not computed", quoted(name));
    }
    return *m_operands[entry->second];
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
        if (m_isNeeded[entry] && !knownElements(m_part.values[entry])) {
            return false;
        }
    }
    return true;
}

/// From the heads back: what a rule takes as numbers is not needed, nor what known values are made of.
void OnnxGraphLowering::findNeeded()
{
    for (const IndexedEntry &head : m_part.index.heads()) {
        m_isNeeded[m_part.index.entryId(head)] = true;
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
    const onnx::LoweringRule *rule = onnx::findLoweringRule(node.node->op);
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        if (!onnx::takesNumbers(rule, placeOf(node, i))) {
            m_isNeeded[m_part.index.entryId(node.inputs[i])] = true;
        }
    }
    for (const std::shared_ptr<const Graph> &body : node.node->subgraphs) {
        for (const NodeId id : body->nodes()) {
            const Node &variable = body->node(id);
            const auto entry = variable.attrs.find(onnx_variable::outer)
                                   ? m_entries.find(variable.name)
                                   : m_entries.end();
            if (entry != m_entries.end()) {
                m_isNeeded[entry->second] = true;
            }
        }
    }
}

Status OnnxGraphLowering::lowerNode(std::uint32_t id)
{
    const IndexedNode &node = m_part.index.node(id);
    const std::size_t before = m_lowered.size();
    const std::vector<Entry> none;
    Node named = *node.node;
    named.name = m_lowered.nameOf(named);
    const RuleContext rule{named, node.attrs, m_part.context.semantics};
    const RewriteCall call{rule, node.source, none, {}, m_part.graph};
    const Lowering lowering(call);
    auto outputs = isKnown(id) ? constants(id, lowering) : lowerOperator(id, lowering);
    if (!outputs) {
        const Diagnostic &error = outputs.error();
        const bool isTold = error.code == "not-lowered" || error.code == "cancelled";
        return isTold && !error.where.node.empty() ? error : notLowered(node, error.message);
    }
    for (std::size_t i = 0; i < outputs->size() && i < node.outputCount; ++i) {
        RETURN_IF_FAILED(take(id, i, (*outputs)[i]));
    }
    if (m_lowered.size() > before) {
        m_lowered.finish(node, before, outputs->front().entry);
    }
    return {};
}

Status OnnxGraphLowering::take(std::uint32_t id, std::size_t i, const Operand &output)
{
    const std::uint32_t entry = m_part.index.entryId(id, static_cast<std::uint32_t>(i));
    const ValueType &value = m_part.values[entry];
    if (output.entry.node == NodeId{}) {
        return {};
    }
    const bool isAsInferred = output.type == computableType(value.element) && value.shape
                              && output.dims == sizesOf(value);
    if (!isAsInferred) {
        return notLowered(m_part.index.node(id),
                          fmt::format("its output {} is {}, lowered to {} {}", i, value.text(),
                                      dtypeName(output.type), shapeText(output.dims)));
    }
    m_operands[entry] = output;
    return {};
}

/// What is needed of a node whose values are known.
onnx::Lowered OnnxGraphLowering::constants(std::uint32_t id, const Lowering &lowering) const
{
    const OnnxAttrs none;
    const onnx::OnnxLowering::Call call{lowering, {}, none, 0, {}, {}, {}, {}};
    const onnx::OnnxLowering maker(call);
    std::vector<Operand> made;
    for (std::uint32_t i = 0; i < m_part.index.node(id).outputCount; ++i) {
        const std::uint32_t entry = m_part.index.entryId(id, i);
        const ValueType &value = m_part.values[entry];
        const auto elements = m_isNeeded[entry] ? knownElements(value) : std::nullopt;
        made.push_back(elements ? maker.constant(*elements, sizesOf(value),
                                                 computableType(value.element))
                                : Operand());
    }
    return made;
}

onnx::Lowered OnnxGraphLowering::lowerOperator(std::uint32_t id, const Lowering &lowering)
{
    const IndexedNode &node = m_part.index.node(id);
    const std::uint32_t first = m_part.index.entryId(id, 0);
    if (node.node->op == "Constant") {
        return std::vector{variableOf(node, m_part.values[first])};
    }
    const auto outputs = std::span(m_part.values).subspan(first, node.outputCount);
    for (std::uint32_t i = 0; i < node.outputCount; ++i) {
        const std::string refusal = m_isNeeded[first + i] ? refusalOf(outputs[i]) : std::string();
        if (!refusal.empty()) {
            return makeError("not-supported", "output {} {}", i, refusal);
        }
    }
    if (auto lowered = lowerOnnxBodies(*this, node, outputs, lowering)) {
        return std::move(*lowered);
    }
    return lowerByRule(id, lowering);
}

onnx::Lowered OnnxGraphLowering::lowerByRule(std::uint32_t id, const Lowering &lowering)
{
    const IndexedNode &node = m_part.index.node(id);
    const onnx::LoweringRule *rule = node.spec ? onnx::findLoweringRule(node.node->op) : nullptr;
    if (!rule) {
        return makeError("not-supported", "has no counterpart in NNVM's operators or ours");
    }
    onnx::OnnxLowering::Call call{lowering,
                                  rule->ours,
                                  node.attrs.as<OnnxAttrs>(),
                                  node.spec->sinceVersion,
                                  {},
                                  {},
                                  {},
                                  std::span(m_part.values)
                                      .subspan(m_part.index.entryId(id, 0), node.outputCount)};
    RETURN_IF_FAILED(gather(node, *rule, call));
    return rule->lower(onnx::OnnxLowering(call));
}

Status OnnxGraphLowering::gather(const IndexedNode &node, const onnx::LoweringRule &rule,
                                 onnx::OnnxLowering::Call &call) const
{
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const std::size_t place = placeOf(node, i);
        if (place >= call.given.size()) {
            call.given.resize(place + 1);
            call.inputs.resize(place + 1);
            call.in.resize(place + 1);
        }
        const IndexedEntry &input = node.inputs[i];
        call.given[place] = true;
        call.in[place] = valueOf(input);
        call.inputs[place] = m_operands[m_part.index.entryId(input)];
        if (!call.inputs[place] && !onnx::takesNumbers(&rule, place)) {
            return makeError("not-supported", "input {} {}", place, refusalOf(valueOf(input)));
        }
    }
    return {};
}

/// A Constant of many elements: a variable whose values are in the file.
Operand OnnxGraphLowering::variableOf(const IndexedNode &node, const ValueType &value)
{
    Node variable;
    variable.name = m_part.prefix
                    + (node.node->outputPorts.empty() ? node.node->name
                                                      : node.node->outputPorts[0].tensor);
    variable.attrs = variableAttrs(value.numbers(), computableType(value.element));
    tellVariable(m_part.context, variable.name, value);
    return {{m_part.graph.add(std::move(variable)), 0, 0},
            sizesOf(value),
            computableType(value.element)};
}

} // namespace nervure
