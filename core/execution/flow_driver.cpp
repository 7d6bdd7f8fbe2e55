// SPDX-License-Identifier: Apache-2.0
#include "core/execution/flow_driver.h"

#include "core/execution/tensor.h"

namespace nervure {

namespace {

/// So many runs of a body are asked for before the host waits for them.
constexpr std::int64_t settledRuns = 64;

std::int64_t operandBytes(const PlanOperand &operand)
{
    return byteCount(operand.shape, operand.type).value_or(0);
}

class FlowDriver {
public:
    FlowDriver(const PlanStep &step, FlowMemory &memory, const CancelToken &cancel)
        : m_step(step),
          m_flow(*step.flow),
          m_memory(memory),
          m_cancel(cancel)
    {
        for (const PlanOperand &input : step.inputs) {
            m_current.push_back({input.buffer});
        }
        for (std::uint32_t body = 0; body < m_flow.bodies.size(); ++body) {
            m_isBound.push_back(boundBuffers(m_flow, body, memory.bindsParts()));
        }
    }

    Status run()
    {
        switch (m_flow.kind) {
        case ControlFlow::Kind::Foreach: return runLoop(std::nullopt, 0);
        case ControlFlow::Kind::While: return runLoop(0, 1);
        case ControlFlow::Kind::Once: return runBody(0, 0);
        case ControlFlow::Kind::Cond: break;
        }
        ASSIGN_OR_RETURN(const bool isFirst, holds(0));
        return runBody(isFirst ? 1 : 2, 0);
    }

private:
    Status runLoop(std::optional<std::uint32_t> condition, std::uint32_t body)
    {
        std::int64_t row = 0;
        for (; row < m_flow.mostSteps; ++row) {
            if (condition) {
                ASSIGN_OR_RETURN(const bool goesOn, holds(*condition));
                if (!goesOn) {
                    break;
                }
            }
            RETURN_IF_FAILED(runBody(body, row));
            for (std::size_t i = 0; i < m_flow.states.size(); ++i) {
                m_current[m_flow.states[i]] = nextOf(i, row);
            }
            if (row % settledRuns == settledRuns - 1) {
                m_memory.settle();
            }
        }
        finish(body, row);
        return {};
    }

    /// The rows that are left, and the states.
    void finish(std::uint32_t body, std::int64_t rows)
    {
        for (std::uint32_t i = 0; i < m_flow.outData && rows < m_flow.mostSteps; ++i) {
            const std::int64_t bytes = operandBytes(resultOf(body, i));
            m_memory.clear({m_step.outputs[i].buffer, rows * bytes},
                           (m_flow.mostSteps - rows) * bytes);
        }
        for (std::size_t i = 0; i < m_flow.states.size(); ++i) {
            const PlanOperand &output = m_step.outputs[m_flow.outData + i];
            const FlowPlace &last = m_current[m_flow.states[i]];
            if (last != FlowPlace{output.buffer}) {
                m_memory.copy(last, {output.buffer}, operandBytes(output));
            }
        }
    }

    [[nodiscard]] const PlanOperand &resultOf(std::uint32_t body, std::size_t i) const
    {
        return m_flow.bodies[body].plan->outputs[i].operand;
    }

    /// Where a step leaves a state: the last one in the output, others by turns.
    [[nodiscard]] FlowPlace nextOf(std::size_t state, std::int64_t row) const
    {
        const bool isLast = row == m_flow.mostSteps - 1;
        return {isLast ? m_step.outputs[m_flow.outData + state].buffer
                       : m_step.scratch[2 * state + static_cast<std::size_t>(row % 2)]};
    }

    [[nodiscard]] FlowPlace targetOf(std::uint32_t body, std::size_t i, std::int64_t row) const
    {
        if (i >= m_flow.outData && !m_flow.states.empty()) {
            return nextOf(i - m_flow.outData, row);
        }
        return {m_step.outputs[i].buffer, row * operandBytes(resultOf(body, i))};
    }

    void bindReads(std::uint32_t body, std::int64_t row)
    {
        for (const PlanBody::Read &read : m_flow.bodies[body].reads) {
            FlowPlace place = m_current[read.input];
            if (!m_flow.isSliced[read.input]) {
                m_memory.bind(body, read.buffer, place);
                continue;
            }
            const std::int64_t bytes = m_flow.bodies[body].plan->buffers[read.buffer].bytes;
            place.offset = row * bytes;
            if (m_memory.bindsParts()) {
                m_memory.bind(body, read.buffer, place);
            } else {
                m_memory.copy(place, {read.buffer, 0, body}, bytes);
            }
        }
    }

    [[nodiscard]] Status checkCanceled() const
    {
        return m_cancel.isCanceled() ? Status(makeError("cancelled", "the run was cancelled"))
                                     : Status();
    }

    Status runBody(std::uint32_t body, std::int64_t row)
    {
        RETURN_IF_FAILED(checkCanceled());
        bindReads(body, row);
        const std::vector<bool> &isDirect = m_flow.bodies[body].isDirect;
        const auto writesTarget = [&](std::size_t i) {
            return isDirect[i] && m_isBound[body][resultOf(body, i).buffer];
        };
        for (std::size_t i = 0; i < isDirect.size(); ++i) {
            if (writesTarget(i)) {
                m_memory.bind(body, resultOf(body, i).buffer, targetOf(body, i, row));
            }
        }
        RETURN_IF_FAILED(m_memory.runBody(body));
        for (std::size_t i = 0; i < isDirect.size(); ++i) {
            if (!writesTarget(i)) {
                m_memory.copy({resultOf(body, i).buffer, 0, body}, targetOf(body, i, row),
                              operandBytes(resultOf(body, i)));
            }
        }
        return {};
    }

    /// Whether a condition's one element is not 0.
    Result<bool> holds(std::uint32_t condition)
    {
        RETURN_IF_FAILED(checkCanceled());
        bindReads(condition, 0);
        RETURN_IF_FAILED(m_memory.runBody(condition));
        const PlanOperand &result = resultOf(condition, 0);
        ASSIGN_OR_RETURN(Tensor flag, Tensor::zeros(result.type, result.shape));
        m_memory.read({result.buffer, 0, condition}, flag.bytes());
        return elementAsDouble(flag.view(), 0) != 0;
    }

    const PlanStep &m_step;
    const PlanFlow &m_flow;
    FlowMemory &m_memory;
    const CancelToken &m_cancel;
    std::vector<FlowPlace> m_current;         ///< by input of the step: states where they are now
    std::vector<std::vector<bool>> m_isBound; ///< by body
};

} // namespace

std::vector<bool> boundBuffers(const PlanFlow &flow, std::uint32_t body, bool bindsParts)
{
    const PlanBody &of = flow.bodies[body];
    std::vector<bool> isBound(of.plan->buffers.size(), false);
    for (const PlanBody::Read &read : of.reads) {
        isBound[read.buffer] = bindsParts || !flow.isSliced[read.input];
    }
    for (std::size_t i = 0; i < of.isDirect.size(); ++i) {
        if (of.isDirect[i] && (bindsParts || i >= flow.outData)) {
            isBound[of.plan->outputs[i].operand.buffer] = true;
        }
    }
    return isBound;
}

Status driveFlow(const PlanStep &step, FlowMemory &memory, const CancelToken &cancel)
{
    return FlowDriver(step, memory, cancel).run();
}

} // namespace nervure
