// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/lower_onnx.h"

#include "core/graph/analysis/onnx_inference.h"
#include "core/ops/onnx/lowering/onnx_lowering.h"
#include "core/passes/conversion/lowered_graph.h"
#include "core/support/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nervure {

namespace {

using onnx::Operand;

/// The elements of a value of which all are known, as far as they can be written.
std::optional<std::vector<double>> knownElements(const ValueType &value)
{
    constexpr std::int64_t mostExact = std::int64_t{1} << 53;
    const auto count = value.elementCount();
    if (!value.elements || !count || *count < 1
        || value.elements->whole.size() + value.elements->real.size()
               != static_cast<std::size_t>(*count)) {
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

Shape numbersOf(const ValueType &value)
{
    Shape dims;
    for (const Dimension &size : *value.shape) {
        dims.push_back(size.number().value_or(0));
    }
    return dims;
}

/// Why a value cannot be computed with; empty: it can.
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
    if (*value.elementCount() < 1) {
        return "is " + value.text() + ", which has no elements";
    }
    return {};
}

/// The place in the operator's list of an input that is there.
std::size_t placeOf(const IndexedNode &node, std::size_t i)
{
    const auto &ports = node.node->inputPorts;
    return i < ports.size() ? ports[i].listed : i;
}

bool takesNumbers(const onnx::LoweringRule *rule, std::size_t place)
{
    return rule && place < 32 && (rule->numberInputs >> place & 1U) != 0;
}

/// Whether a rule knows what becomes of an input without elements, which nothing is computed from.
bool takesNothing(const onnx::LoweringRule *rule, std::size_t place, const ValueType &value)
{
    return rule && place < 32 && (rule->emptyInputs >> place & 1U) != 0
           && value.elementCount() == 0;
}

/// The given elements that rules take as numbers, directly or by way of other operators.
KnownInputs decidingElements(const IndexedGraph &graph, const KnownInputs &given)
{
    KnownInputs deciding;
    std::vector<bool> decides(graph.nodeCount());
    for (std::uint32_t id = graph.nodeCount(); id-- > 0;) {
        const IndexedNode &node = graph.node(id);
        const auto elements =
            decides[id] && node.isVariable() ? given.find(node.node->name) : given.end();
        if (elements != given.end()) {
            deciding.insert(*elements);
        }
        const onnx::LoweringRule *rule = onnx::findLoweringRule(node.node->op);
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            if (decides[id] || takesNumbers(rule, placeOf(node, i))) {
                decides[node.inputs[i].nodeId] = true;
            }
        }
    }
    return deciding;
}

/// Lowers one graph, operator by operator: those whose values somebody needs.
class OnnxGraphLowering {
public:
    OnnxGraphLowering(PassContext &context, std::vector<ValueType> values, Graph &graph)
        : m_context(context),
          m_index(*context.index),
          m_values(std::move(values)),
          m_graph(graph),
          m_lowered(context, graph, &context.provenance, {}),
          m_operands(m_index.entryCount()),
          m_isNeeded(m_index.entryCount())
    {}

    Status run()
    {
        addVariables();
        findNeeded();
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            if (m_context.control.cancel.isCanceled()) {
                return makeError("cancelled", "cancelled");
            }
            if (!m_index.node(id).isVariable() && isNeeded(id)) {
                RETURN_IF_FAILED(lowerNode(id));
            }
        }
        std::vector<Entry> heads;
        for (const IndexedEntry &head : m_index.heads()) {
            ASSIGN_OR_RETURN(const Operand operand, operandOf(head));
            heads.push_back(operand.entry);
        }
        m_graph.setHeads(std::move(heads));
        m_lowered.numberNames(m_index);
        return {};
    }

private:
    [[nodiscard]] const ValueType &valueOf(const IndexedEntry &entry) const
    {
        return m_values[m_index.entryId(entry)];
    }

    [[nodiscard]] bool isNeeded(std::uint32_t id) const
    {
        for (std::uint32_t i = 0; i < m_index.node(id).outputCount; ++i) {
            if (m_isNeeded[m_index.entryId(id, i)]) {
                return true;
            }
        }
        return false;
    }

    /// Whether all that is needed of a node is known before the model runs.
    [[nodiscard]] bool isKnown(std::uint32_t id) const
    {
        for (std::uint32_t i = 0; i < m_index.node(id).outputCount; ++i) {
            const std::uint32_t entry = m_index.entryId(id, i);
            if (m_isNeeded[entry] && !knownElements(m_values[entry])) {
                return false;
            }
        }
        return true;
    }

    /// From the heads back: what a rule takes as numbers is not needed, nor what known values are made of.
    void findNeeded()
    {
        for (const IndexedEntry &head : m_index.heads()) {
            m_isNeeded[m_index.entryId(head)] = true;
        }
        for (std::uint32_t id = m_index.nodeCount(); id-- > 0;) {
            const IndexedNode &node = m_index.node(id);
            if (node.isVariable() || !isNeeded(id) || isKnown(id)) {
                continue;
            }
            const onnx::LoweringRule *rule = onnx::findLoweringRule(node.node->op);
            for (std::size_t i = 0; i < node.inputs.size(); ++i) {
                const std::size_t place = placeOf(node, i);
                const std::uint32_t entry = m_index.entryId(node.inputs[i]);
                if (!takesNumbers(rule, place) && !takesNothing(rule, place, m_values[entry])) {
                    m_isNeeded[entry] = true;
                }
            }
        }
    }

    [[nodiscard]] Result<Operand> operandOf(const IndexedEntry &entry) const
    {
        const std::optional<Operand> &operand = m_operands[m_index.entryId(entry)];
        if (operand) {
            return *operand;
        }
        const IndexedNode &node = m_index.node(entry.nodeId);
        const std::string refusal = refusalOf(valueOf(entry));
        return notLowered(node, fmt::format("output {} {}", entry.index,
                                            refusal.empty() ? "is not computed" : refusal));
    }

    /// They keep their ids.
    void addVariables()
    {
        m_graph.reserveIds(m_index.graph().idLimit());
        for (const std::uint32_t id : m_index.inputNodes()) {
            const IndexedNode &node = m_index.node(id);
            const ValueType &value = m_values[m_index.entryId(id, 0)];
            Node variable;
            variable.name = node.node->name;
            variable.sourceIndex = node.node->sourceIndex;
            m_graph.insert(node.source, std::move(variable), m_graph.nodeCount());
            if (refusalOf(value).empty()) {
                tell(node.node->name, value);
                m_operands[m_index.entryId(id, 0)] =
                    Operand{{node.source, 0, 0}, numbersOf(value), computableType(value.element)};
            }
        }
    }

    /// What later passes know of a variable.
    void tell(const std::string &name, const ValueType &value)
    {
        m_context.madeInputs.shapes[name] = value.numbers();
        m_context.madeInputs.dtypes[name] = computableType(value.element);
    }

    Status lowerNode(std::uint32_t id)
    {
        const IndexedNode &node = m_index.node(id);
        const std::size_t before = m_lowered.size();
        std::vector<Entry> none;
        const RuleContext rule{*node.node, node.attrs, m_context.semantics};
        const RewriteCall call{rule, node.source, none, {}, m_graph};
        const Lowering lowering(call);
        auto outputs = isKnown(id) ? constants(id, lowering) : lowerByRule(id, lowering);
        if (!outputs) {
            const Diagnostic &error = outputs.error();
            return error.code == "not-lowered" ? error : notLowered(node, error.message);
        }
        for (std::size_t i = 0; i < outputs->size() && i < node.outputCount; ++i) {
            RETURN_IF_FAILED(take(id, i, (*outputs)[i]));
        }
        const auto first =
            std::find_if(outputs->begin(), outputs->end(),
                         [](const Operand &output) { return output.entry.node != NodeId{}; });
        if (m_lowered.size() > before && first != outputs->end()) {
            m_lowered.finish(node, before, first->entry);
        }
        return {};
    }

    Status take(std::uint32_t id, std::size_t i, const Operand &output)
    {
        const std::uint32_t entry = m_index.entryId(id, static_cast<std::uint32_t>(i));
        const ValueType &value = m_values[entry];
        if (output.entry.node == NodeId{}) {
            return {};
        }
        const bool isAsInferred = output.type == computableType(value.element) && value.shape
                                  && output.dims == numbersOf(value);
        if (!isAsInferred) {
            return notLowered(m_index.node(id),
                              fmt::format("its output {} is {}, lowered to {} {}", i, value.text(),
                                          dtypeName(output.type), shapeText(output.dims)));
        }
        m_operands[entry] = output;
        return {};
    }

    /// What is needed of a node whose values are known.
    onnx::Lowered constants(std::uint32_t id, const Lowering &lowering) const
    {
        const OnnxAttrs none;
        const onnx::OnnxLowering::Call call{lowering, {}, none, 0, {}, {}, {}, {}};
        const onnx::OnnxLowering maker(call);
        std::vector<Operand> made;
        for (std::uint32_t i = 0; i < m_index.node(id).outputCount; ++i) {
            const ValueType &value = m_values[m_index.entryId(id, i)];
            const auto elements =
                m_isNeeded[m_index.entryId(id, i)] ? knownElements(value) : std::nullopt;
            made.push_back(elements ? maker.constant(*elements, numbersOf(value),
                                                     computableType(value.element))
                                    : Operand());
        }
        return made;
    }

    onnx::Lowered lowerByRule(std::uint32_t id, const Lowering &lowering)
    {
        const IndexedNode &node = m_index.node(id);
        const std::uint32_t first = m_index.entryId(id, 0);
        if (node.node->op == "Constant") {
            return std::vector{variableOf(node, m_values[first])};
        }
        const onnx::LoweringRule *rule =
            node.spec ? onnx::findLoweringRule(node.node->op) : nullptr;
        if (!rule) {
            return makeError("not-supported", "has no counterpart in NNVM's operators or ours");
        }
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            const std::string refusal =
                m_isNeeded[first + i] ? refusalOf(m_values[first + i]) : std::string();
            if (!refusal.empty()) {
                return makeError("not-supported", "output {} {}", i, refusal);
            }
        }
        onnx::OnnxLowering::Call call{lowering,
                                      rule->ours,
                                      node.attrs.as<OnnxAttrs>(),
                                      node.spec->sinceVersion,
                                      {},
                                      {},
                                      {},
                                      std::span(m_values).subspan(first, node.outputCount)};
        RETURN_IF_FAILED(gather(node, *rule, call));
        return rule->lower(onnx::OnnxLowering(call));
    }

    Status gather(const IndexedNode &node, const onnx::LoweringRule &rule,
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
            if (const auto &operand = m_operands[m_index.entryId(input)]) {
                call.inputs[place] = *operand;
            }
            if (!call.inputs[place] && !takesNumbers(&rule, place)
                && !takesNothing(&rule, place, call.in[place])) {
                return makeError("not-supported", "input {} {}", place, refusalOf(valueOf(input)));
            }
        }
        return {};
    }

    /// A Constant of many elements: a variable whose values are in the file.
    Operand variableOf(const IndexedNode &node, const ValueType &value)
    {
        const std::string &name =
            node.node->outputPorts.empty() ? node.node->name : node.node->outputPorts[0].tensor;
        Node variable;
        variable.name = name;
        tell(name, value);
        return {{m_graph.add(std::move(variable)), 0, 0},
                numbersOf(value),
                computableType(value.element)};
    }

    PassContext &m_context;
    const IndexedGraph &m_index;
    std::vector<ValueType> m_values; ///< by entry
    Graph &m_graph;
    LoweredGraph m_lowered;
    std::vector<std::optional<Operand>>
        m_operands;               ///< by entry: where its value is in the new graph
    std::vector<bool> m_isNeeded; ///< by entry
};

} // namespace

Status lowerOnnxGraph(PassContext &context)
{
    OnnxValues found = inferOnnxValues(*context.index, context.ops,
                                       {context.inputs.shapes, context.inputs.dtypes,
                                        decidingElements(*context.index, context.inputs.elements)},
                                       context.control.cancel);
    if (!found.faults.empty()) {
        return found.faults.front();
    }
    Graph graph;
    RETURN_IF_FAILED(OnnxGraphLowering(context, std::move(found.values), graph).run());
    context.graph = std::move(graph);
    return {};
}

} // namespace nervure
