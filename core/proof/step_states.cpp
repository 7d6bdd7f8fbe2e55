// SPDX-License-Identifier: Apache-2.0
#include "core/proof/step_states.h"

#include "core/graph/difference/node_lineage.h"
#include "core/proof/step_checks.h"

#include <algorithm>

namespace nervure {

StepStates::StepStates(const ProofSteps &steps, const RunnableGraph &start, std::uint64_t seed,
                       std::size_t heldBytes, const ProofContext &context)
    : m_steps(steps),
      m_seed(seed),
      m_heldBytes(heldBytes),
      m_context(context),
      m_values(start.values)
{
    const RunnableGraph &graph = start;
    m_last.index = graph.index;
    m_last.graph = std::shared_ptr<const Graph>(graph.index, &graph.index->graph());
    m_last.runnable = std::make_shared<RunnableGraph>(graph);
    m_last.trace = std::make_shared<ValueTrace>(*m_last.runnable, context, heldBytes);
    m_last.cuts = steps.startCuts;
    m_before = m_last.graph;
}

Status StepStates::follow(const ProofStep &step)
{
    RETURN_IF_FAILED(followValues(step));
    m_bodies.follow(*m_before, *step.graph, step.provenance);
    if (const auto *fused = step.analyses.find(keys::fusedEntry, step.index)) {
        m_bodies.take(**fused, *step.index);
    }
    m_provenance = m_before == m_last.graph ? step.provenance : overGraphsBetween(step);
    m_before = step.graph;
    return {};
}

/// Where the step's nodes came from in the last graph that ran.
Provenance StepStates::overGraphsBetween(const ProofStep &step) const
{
    const NodeLineage lineage({{m_last.graph},
                               {m_before, std::make_shared<const Provenance>(m_provenance)},
                               {step.graph, std::make_shared<const Provenance>(step.provenance)}});
    return lineage.between(0, 2);
}

void StepStates::takeOver(const ProofStep &step)
{
    m_last.graph = step.graph;
    m_last.index = step.index;
    m_last.analyses = step.analyses;
}

Result<StepState> StepStates::make(const ProofStep &step) const
{
    const Builtins &builtins = m_context.execution.builtins;
    if (!step.index) {
        return makeError("compare", "the graph has a cycle or reads what is not there");
    }
    const Graph expanded = m_bodies.expanded(*step.graph, builtins.ops);
    if (const auto unknown = unknownNode(expanded, builtins.ops)) {
        return *unknown;
    }
    ASSIGN_OR_RETURN(RunnableGraph runnable,
                     makeRunnable(expanded, m_values, m_steps.start.graph.semantics, builtins));
    StepState state;
    state.graph = step.graph;
    state.index = step.index;
    state.analyses = step.analyses;
    state.cuts = step.cuts;
    state.runnable = std::make_shared<RunnableGraph>(std::move(runnable));
    state.trace = std::make_shared<ValueTrace>(*state.runnable, m_context, m_heldBytes);
    return state;
}

/// Values of variables that the step named anew, that its file has, or that are computed beforehand from
/// now on.
Status StepStates::followValues(const ProofStep &step)
{
    const NodeComparison comparison(*m_before, *step.graph, &step.provenance);
    SharedValues more = step.own;
    for (const NodeId id : step.graph->nodes()) {
        const Node &node = step.graph->node(id);
        const NodeId was = node.isVariable() ? comparison.stillIs(id) : NodeId();
        const auto value =
            was == NodeId() ? m_values.end() : m_values.find(m_before->node(was).name);
        if (value != m_values.end()) {
            more.emplace(node.name, value->second);
        }
    }
    for (auto &[name, value] : more) {
        m_values.insert_or_assign(name, std::move(value));
    }
    for (const CutOperator &cut : step.cuts ? *step.cuts : CutOperators()) {
        for (const CutValue &output : cut.outputs) {
            if (m_values.count(output.name) == 0) {
                ASSIGN_OR_RETURN(Tensor value, seededTensor(output.name, ValueRole::Data,
                                                            output.type, output.shape, m_seed));
                m_values[output.name] = std::make_shared<const Tensor>(std::move(value));
            }
        }
    }
    return step.isIdentical ? Status() : computeBeforehand(step);
}

Status StepStates::computeBeforehand(const ProofStep &step)
{
    const auto *graph = step.analyses.find(keys::precomputeGraph);
    const auto *names = step.analyses.find(keys::precomputeOutputNames);
    if (!graph || !*graph || !names) {
        return {};
    }
    ASSIGN_OR_RETURN(const RunnableGraph runnable,
                     makeRunnable(**graph, m_values, m_steps.start.graph.semantics,
                                  m_context.execution.builtins));
    ASSIGN_OR_RETURN(std::vector<Tensor> values,
                     entryValues(runnable, (*graph)->heads(), m_context));
    for (std::size_t i = 0; i < std::min(names->size(), values.size()); ++i) {
        m_values[(*names)[i]] = std::make_shared<const Tensor>(std::move(values[i]));
    }
    return {};
}

} // namespace nervure
