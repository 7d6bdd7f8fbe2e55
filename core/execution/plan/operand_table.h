// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/plan/plan_builder.h"

#include <vector>

namespace nervure {

/// Gives every entry of a request's graph its operand in a plan, and the plan its buffers.
class OperandTable {
public:
    /// Makes buffers for all variables: states, weights and inputs, listed in the plan.
    OperandTable(const PlanRequest &request, ExecutionPlan &plan);

    /// The operand of an output; views take their input's buffer when they are first met. What
    /// computes the entry must have been added.
    PlanOperand operandOf(std::uint32_t node, std::uint32_t index);
    /// Gives the entry a buffer of its own.
    void addBuffer(std::uint32_t node, std::uint32_t index);
    /// Makes the entry a value that only exists inside one step.
    void addLocal(std::uint32_t node, std::uint32_t index, std::uint32_t local);
    /// A tensor of float32 that is no entry of the graph: an input in a form of its own.
    PlanOperand addPacked(std::string name, std::int64_t floats);
    /// A buffer without a tensor.
    std::uint32_t addScratch(std::string name, std::int64_t bytes);

    /// Inputs and heads that take the entry.
    [[nodiscard]] std::uint32_t usesOf(std::uint32_t node, std::uint32_t index) const
    {
        return m_uses[m_graph.entryId(node, index)];
    }

private:
    void countUses();
    void addVariables();
    void addPlaced(const IndexedNode &node, std::uint32_t index, std::uint32_t entry);
    PlanOperand addTensor(BufferKind kind, std::string name, std::uint32_t entry);

    const PlanRequest &m_request;
    const IndexedGraph &m_graph;
    ExecutionPlan &m_plan;
    std::vector<std::uint32_t> m_uses;   ///< by entry
    std::vector<PlanOperand> m_operands; ///< by entry; type Unknown: not resolved yet
};

} // namespace nervure
