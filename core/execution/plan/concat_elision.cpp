// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/concat_elision.h"

#include <algorithm>
#include <set>

namespace nervure {

namespace {

bool isAllOf(const PlanStep &step, std::string_view algorithm)
{
    const auto &launches = step.kernel.launches;
    return !launches.empty()
           && std::all_of(launches.begin(), launches.end(), [&](const KernelLaunch &launch) {
                  return launch.algorithm == algorithm;
              });
}

class Joiner {
public:
    explicit Joiner(ExecutionPlan &plan)
        : m_plan(plan),
          m_makers(plan.buffers.size()),
          m_isTaken(plan.buffers.size())
    {
        for (const PlanStep &step : plan.steps) {
            for (const PlanOperand &output : step.outputs) {
                if (!output.isLocal() && step.phase == StepPhase::Run) {
                    ++m_makers[output.buffer];
                }
            }
        }
        for (const PlanOutput &output : plan.outputs) {
            m_isTaken[output.operand.buffer] = true;
        }
    }

    std::vector<ElidedStep> run()
    {
        std::vector<ElidedStep> elided;
        std::vector<PlanStep> kept;
        for (PlanStep &step : m_plan.steps) {
            const bool isJoin = isAllOf(step, joinAlgorithm);
            const bool isMade =
                step.phase == StepPhase::Run && step.parts.size() == 1
                && (isJoin ? place(step.outputs, step.inputs)
                           : isAllOf(step, partAlgorithm) && place(step.inputs, step.outputs));
            if (isMade) {
                const std::uint32_t maker = step.inputs.back().buffer;
                elided.push_back({std::move(step), maker});
            } else {
                kept.push_back(std::move(step));
            }
        }
        m_plan.steps = std::move(kept);
        return elided;
    }

private:
    /// Puts the parts into the one whole, unless something is in the way.
    bool place(const std::vector<PlanOperand> &wholes, const std::vector<PlanOperand> &parts)
    {
        if (wholes.size() != 1 || !isFree(wholes[0])) {
            return false;
        }
        const std::uint32_t whole = wholes[0].buffer;
        std::set<std::uint32_t> seen{whole};
        std::int64_t offset = 0;
        for (const PlanOperand &part : parts) {
            if (!isFree(part) || !seen.insert(part.buffer).second
                || offset % m_plan.alignment != 0) {
                return false;
            }
            offset += m_plan.buffers[part.buffer].bytes;
        }
        if (offset != m_plan.buffers[whole].bytes) {
            return false;
        }
        offset = 0;
        for (const PlanOperand &part : parts) {
            PlanBuffer &buffer = m_plan.buffers[part.buffer];
            buffer.whole = whole;
            buffer.wholeOffset = offset;
            offset += buffer.bytes;
            m_isTaken[part.buffer] = true;
        }
        m_isTaken[whole] = true;
        return true;
    }

    /// Whether the tensor is one that a step makes for other steps, and in no whole so far.
    [[nodiscard]] bool isFree(const PlanOperand &operand) const
    {
        return !operand.isLocal() && !m_isTaken[operand.buffer] && m_makers[operand.buffer] == 1
               && m_plan.buffers[operand.buffer].kind == BufferKind::Intermediate
               && m_plan.buffers[operand.buffer].bytes > 0;
    }

    ExecutionPlan &m_plan;
    std::vector<int> m_makers;   ///< by buffer: steps of the run phase that write it
    std::vector<bool> m_isTaken; ///< by buffer
};

} // namespace

std::vector<ElidedStep> elideConcats(ExecutionPlan &plan)
{
    return Joiner(plan).run();
}

} // namespace nervure
