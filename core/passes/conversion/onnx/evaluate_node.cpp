// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/onnx/evaluate_node.h"

#include "core/execution/known_elements.h"
#include "core/graph/op/value_rules.h"
#include "core/passes/conversion/onnx/onnx_graph_lowering.h"
#include "core/passes/conversion/reference_run.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace nervure {

namespace {

using Elements = std::vector<std::shared_ptr<const KnownElements>>;

/// A document of one node, which reads variables.
class NodeDocument {
public:
    NodeDocument(const IndexedNode &node, const ValueCall &call) : m_call(call)
    {
        Node copy = *node.node;
        copy.controlDeps = {};
        for (std::size_t i = 0; i < copy.inputs.size(); ++i) {
            Node variable;
            variable.name = "input" + std::to_string(i);
            variable.dialect = copy.dialect;
            m_operands.push_back({m_graph.add(std::move(variable)), placeOf(node, i)});
            copy.inputs[i] = {m_operands.back().variable, 0, 0};
        }
        const NodeId id = m_graph.add(std::move(copy));
        std::vector<Entry> heads;
        for (std::uint32_t i = 0; i < call.outputs.size(); ++i) {
            if (isAsked(call.outputs[i])) {
                heads.push_back({id, i, 0});
            }
        }
        m_graph.setHeads(std::move(heads));
    }

    /// The elements of the node's outputs, by output.
    [[nodiscard]] Result<Elements> evaluate(const PassEnvironment &environment)
    {
        Diagnostics findings;
        ASSIGN_OR_RETURN(const auto index, IndexedGraph::build(m_graph, environment.ops, findings));
        if (hasErrors(findings)) {
            return findings.front();
        }
        Graph lowered;
        TensorMap given;
        RETURN_IF_FAILED(lower(index, environment, lowered, given));
        ASSIGN_OR_RETURN(const std::vector<Tensor> results,
                         runOnReference(std::move(lowered), given, environment));
        Elements elements(m_call.outputs.size());
        for (std::size_t i = 0; i < std::min(results.size(), m_graph.heads().size()); ++i) {
            const std::uint32_t output = m_graph.heads()[i].index;
            if (m_call.outputs[output].elementCount() == results[i].count()) {
                elements[output] = elementsOf(results[i]);
            }
        }
        return elements;
    }

private:
    [[nodiscard]] static bool isAsked(const ValueType &output)
    {
        return !output.elements && refusalOf(output).empty();
    }

    /// By entry of the document.
    [[nodiscard]] ValueTypes values(const IndexedGraph &index) const
    {
        ValueTypes values(index.entryCount());
        for (std::uint32_t id = 0; id < index.nodeCount(); ++id) {
            const IndexedNode &node = index.node(id);
            for (std::uint32_t i = 0; i < (node.isVariable() ? 0 : node.outputCount); ++i) {
                values[index.entryId(id, i)] =
                    i < m_call.outputs.size() ? m_call.outputs[i] : ValueType();
            }
            for (std::size_t i = 0; i < node.inputs.size(); ++i) {
                values[index.entryId(node.inputs[i])] = m_call.inputs[m_operands[i].place];
            }
        }
        return values;
    }

    Status lower(const std::shared_ptr<const IndexedGraph> &index,
                 const PassEnvironment &environment, Graph &lowered, TensorMap &given)
    {
        Analyses analyses;
        Provenance provenance;
        Diagnostics ignored;
        const OptionValues noOptions;
        PassContext context{m_graph,   analyses,         provenance,
                            ignored,   environment.ops,  environment.inputs,
                            noOptions, Semantics::Fixed, environment.control,
                            index};
        HeldVariables held;
        OnnxPart part{context, *index, values(*index), lowered, &provenance};
        part.held = &held;
        OnnxGraphLowering lowering(std::move(part));
        for (const Operand &operand : m_operands) {
            if (auto tensor = knownTensor(m_call.inputs[operand.place])) {
                lowering.place(operand.variable,
                               lowering.hold(heldElements(std::move(*tensor)),
                                             m_graph.node(operand.variable).name));
            }
        }
        RETURN_IF_FAILED(lowering.run());
        std::vector<Entry> heads;
        for (std::size_t i = 0; i < index->heads().size(); ++i) {
            ASSIGN_OR_RETURN(const Entry head, lowering.head(i));
            heads.push_back(head);
        }
        lowered.setHeads(std::move(heads));
        LoweredGraph(context, lowered, nullptr, {}).numberNames(*index);
        for (const HeldVariable &variable : held) {
            if (!variable.value.elements) {
                return makeError("not-known", "a value of the model's file");
            }
            given.insert_or_assign(lowered.node(variable.node).name, *variable.value.elements);
        }
        return {};
    }

    struct Operand {
        NodeId variable;
        std::size_t place = 0; ///< in the operator's list
    };

    const ValueCall &m_call;
    Graph m_graph;
    std::vector<Operand> m_operands; ///< by input of the node
};

} // namespace

NodeEvaluator makeNodeEvaluator(std::shared_ptr<const PassRegistry> passes)
{
    return [passes = std::move(passes)](const OpRegistry &ops, const IndexedNode &node,
                                        const ValueCall &call, const CancelToken &cancel) {
        const PassEnvironment environment{.passes = *passes,
                                          .ops = ops,
                                          .semantics = Semantics::Fixed,
                                          .control = {cancel, nullptr}};
        auto elements = NodeDocument(node, call).evaluate(environment);
        return elements ? std::move(*elements) : Elements();
    };
}

} // namespace nervure
