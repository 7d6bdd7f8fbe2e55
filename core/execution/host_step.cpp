// SPDX-License-Identifier: Apache-2.0
#include "core/execution/host_step.h"

#include "core/execution/tensor.h"
#include "core/support/text.h"

#include <cstdint>
#include <cstring>
#include <deque>

namespace nervure {

namespace {

bool isAligned(const std::byte *data, DType type)
{
    return reinterpret_cast<std::uintptr_t>(data) % dtypeBytes(type) == 0;
}

/// The views one part of a step works on.
class HostOperands {
public:
    HostOperands(const HostMemory &memory, std::vector<Tensor> &locals)
        : m_memory(memory),
          m_locals(locals)
    {}

    /// Nothing on missing memory for a local value or a copy.
    Result<TensorView> view(const PlanOperand &operand, bool isWritten)
    {
        if (!operand.isLocal()) {
            std::byte *data = m_memory(operand.buffer);
            return isAligned(data, operand.type) ? TensorView{operand.type, operand.shape, data}
                                                 : copy(operand, data, isWritten);
        }
        Tensor &local = m_locals[operand.local];
        if (!local.data()) {
            Result<Tensor> made = Tensor::zeros(operand.type, operand.shape);
            RETURN_IF_FAILED(made);
            local = std::move(made).value();
        }
        return TensorView{operand.type, operand.shape, local.data()};
    }

    /// Brings copies that were written back to where they belong.
    void writeBack()
    {
        for (const Copy &copy : m_copies) {
            if (copy.isWritten) {
                std::memcpy(copy.home, copy.tensor.data(), copy.tensor.byteSize());
            }
        }
        m_copies.clear();
    }

private:
    struct Copy {
        Tensor tensor;
        std::byte *home = nullptr;
        bool isWritten = false;
    };

    /// Also of what is only written: an operator may leave parts of it as they are.
    Result<TensorView> copy(const PlanOperand &operand, std::byte *home, bool isWritten)
    {
        Result<Tensor> tensor = Tensor::zeros(operand.type, operand.shape);
        RETURN_IF_FAILED(tensor);
        std::memcpy(tensor->data(), home, tensor->byteSize());
        m_copies.push_back({std::move(tensor).value(), home, isWritten});
        return TensorView{operand.type, operand.shape, m_copies.back().tensor.data()};
    }

    const HostMemory &m_memory;
    std::vector<Tensor> &m_locals;
    std::deque<Copy> m_copies;
};

Status runPart(const ExecutionPlan &plan, const PlanNode &part, HostOperands &operands,
               HostTexts *texts, const CancelToken *cancel)
{
    const IndexedNode &node = plan.graph->node(part.node);
    if (!node.spec || !node.spec->reference) {
        return makeErrorAt(node.node->name, "no-reference",
                           "{} {}: the operator has no reference implementation", node.node->op,
                           quoted(node.node->name));
    }
    std::vector<ConstTensorView> in;
    std::vector<TensorView> out;
    std::vector<TensorView> mutated;
    for (const PlanOperand &operand : part.in) {
        ASSIGN_OR_RETURN(TensorView view, operands.view(operand, false));
        in.emplace_back(view);
    }
    for (const PlanOperand &operand : part.out) {
        ASSIGN_OR_RETURN(TensorView view, operands.view(operand, true));
        out.push_back(view);
    }
    for (const std::uint32_t input : node.spec->mutatedInputs) {
        if (input < part.in.size()) {
            mutated.push_back(*operands.view(part.in[input], true));
        }
    }
    const RuleContext rule = plan.rule(part);
    Status status = node.spec->reference({rule, in, out, mutated, texts ? &texts->printed : nullptr,
                                          cancel, texts ? &texts->files : nullptr});
    operands.writeBack();
    if (status || !status.error().where.node.empty() || status.error().code == "cancelled") {
        return status;
    }
    const Diagnostic &error = status.error();
    return makeErrorAt(node.node->name, error.code, "{} {}: {}", node.node->op,
                       quoted(node.node->name), error.message);
}

} // namespace

Status runOnHost(const ExecutionPlan &plan, const PlanStep &step, const HostMemory &memory,
                 HostTexts *texts, const CancelToken *cancel)
{
    std::vector<Tensor> locals(step.localCount);
    HostOperands operands(memory, locals);
    for (const PlanNode &part : step.parts) {
        if (cancel && cancel->isCanceled()) {
            return makeError("cancelled", "the run was cancelled");
        }
        RETURN_IF_FAILED(runPart(plan, part, operands, texts, cancel));
    }
    return {};
}

} // namespace nervure
