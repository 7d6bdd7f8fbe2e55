// SPDX-License-Identifier: Apache-2.0
#include "core/execution/host_step.h"

#include "core/execution/tensor.h"
#include "core/support/text.h"

namespace nervure {

namespace {

/// The views one part of a step works on.
class HostOperands {
public:
    HostOperands(const HostMemory &memory, std::vector<Tensor> &locals)
        : m_memory(memory),
          m_locals(locals)
    {}

    /// Nothing on missing memory for a local value.
    Result<TensorView> view(const PlanOperand &operand)
    {
        if (!operand.isLocal()) {
            return TensorView{operand.type, operand.shape, m_memory(operand.buffer)};
        }
        Tensor &local = m_locals[operand.local];
        if (!local.data()) {
            Result<Tensor> made = Tensor::zeros(operand.type, operand.shape);
            if (!made) {
                return made.error();
            }
            local = std::move(made).value();
        }
        return TensorView{operand.type, operand.shape, local.data()};
    }

private:
    const HostMemory &m_memory;
    std::vector<Tensor> &m_locals;
};

Status runPart(const ExecutionPlan &plan, const PlanNode &part, HostOperands &operands,
               std::string *printed, const CancelToken *cancel)
{
    const IndexedNode &node = plan.graph->node(part.node);
    if (!node.spec || !node.spec->reference) {
        return makeError("no-reference",
                         node.node->op + " " + quoted(node.node->name)
                             + ": the operator has no reference implementation",
                         node.node->name);
    }
    std::vector<ConstTensorView> in;
    std::vector<TensorView> out;
    std::vector<TensorView> mutated;
    for (const PlanOperand &operand : part.in) {
        Result<TensorView> view = operands.view(operand);
        if (!view) {
            return view.error();
        }
        in.emplace_back(*view);
    }
    for (const PlanOperand &operand : part.out) {
        Result<TensorView> view = operands.view(operand);
        if (!view) {
            return view.error();
        }
        out.push_back(*view);
    }
    for (const std::uint32_t input : node.spec->mutatedInputs) {
        if (input < part.in.size()) {
            mutated.push_back(*operands.view(part.in[input]));
        }
    }
    const RuleContext rule = plan.rule(part);
    Status status = node.spec->reference({rule, in, out, mutated, printed, cancel});
    if (status || !status.error().where.node.empty() || status.error().code == "cancelled") {
        return status;
    }
    const Diagnostic &error = status.error();
    return makeError(error.code,
                     node.node->op + " " + quoted(node.node->name) + ": " + error.message,
                     node.node->name);
}

} // namespace

Status runOnHost(const ExecutionPlan &plan, const PlanStep &step, const HostMemory &memory,
                 std::string *printed, const CancelToken *cancel)
{
    std::vector<Tensor> locals(step.localCount);
    HostOperands operands(memory, locals);
    for (const PlanNode &part : step.parts) {
        if (cancel && cancel->isCancelled()) {
            return makeError("cancelled", "the run was cancelled");
        }
        if (Status status = runPart(plan, part, operands, printed, cancel); !status) {
            return status;
        }
    }
    return {};
}

} // namespace nervure
