// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/buffer_placement.h"

#include "core/execution/plan/arena_planner.h"

#include <algorithm>

namespace nervure {

namespace {

bool isVariableKind(BufferKind kind)
{
    return kind == BufferKind::Input || kind == BufferKind::Weight || kind == BufferKind::State;
}

/// Widens a buffer's lifetime to include `step`.
void touch(PlanBuffer &buffer, std::uint32_t step)
{
    if (buffer.firstStep > buffer.lastStep) {
        buffer.firstStep = step;
        buffer.lastStep = step;
        return;
    }
    buffer.firstStep = std::min(buffer.firstStep, step);
    buffer.lastStep = std::max(buffer.lastStep, step);
}

void computeLifetimes(ExecutionPlan &plan)
{
    for (PlanBuffer &buffer : plan.buffers) {
        buffer.firstStep = 1;
        buffer.lastStep = 0;
    }
    for (const PlanStep &step : plan.steps) {
        for (const auto *operands : {&step.inputs, &step.outputs}) {
            for (const PlanOperand &operand : *operands) {
                if (!operand.isLocal()) {
                    touch(plan.buffers[operand.buffer], step.id);
                }
            }
        }
        for (const std::uint32_t buffer : step.scratch) {
            touch(plan.buffers[buffer], step.id);
        }
    }
    for (const PlanBuffer &part : plan.buffers) {
        if (part.whole && part.firstStep <= part.lastStep) {
            touch(plan.buffers[*part.whole], part.firstStep);
            touch(plan.buffers[*part.whole], part.lastStep);
        }
    }
}

/// Results keep their buffer; what the prepare phase leaves for the run phase is a weight.
void chooseKinds(ExecutionPlan &plan)
{
    const auto isPrepare = [&](std::uint32_t step) {
        return plan.steps[step].phase == StepPhase::Prepare;
    };
    std::vector<bool> isResult(plan.buffers.size());
    for (const PlanOutput &output : plan.outputs) {
        isResult[output.operand.buffer] = true;
    }
    for (PlanBuffer &buffer : plan.buffers) {
        if (buffer.kind != BufferKind::Intermediate || buffer.firstStep > buffer.lastStep) {
            continue;
        }
        if (isPrepare(buffer.firstStep) && (isResult[buffer.id] || !isPrepare(buffer.lastStep))) {
            buffer.kind = BufferKind::Weight;
        } else if (isResult[buffer.id]) {
            buffer.kind = BufferKind::Output;
        }
    }
}

void extendLifetimes(ExecutionPlan &plan)
{
    const std::uint32_t last = plan.steps.empty() ? 0 : plan.steps.back().id;
    for (PlanBuffer &buffer : plan.buffers) {
        if (buffer.firstStep > buffer.lastStep) {
            continue;
        }
        if (isVariableKind(buffer.kind)) {
            buffer.firstStep = 0;
        }
        if (buffer.kind == BufferKind::Output || buffer.kind == BufferKind::State) {
            buffer.lastStep = last;
        }
    }
}

} // namespace

void placeBuffers(ExecutionPlan &plan, const PlanPlacement *placement)
{
    computeLifetimes(plan);
    chooseKinds(plan);
    extendLifetimes(plan);
    if (placement) {
        plan.arenaBytes = placement->bytes;
        plan.arenaLowerBound = placement->bytes;
        return;
    }
    std::vector<ArenaRequest> requests;
    std::vector<std::uint32_t> ids;
    for (const PlanBuffer &buffer : plan.buffers) {
        const bool isTemporary =
            buffer.kind == BufferKind::Intermediate || buffer.kind == BufferKind::Scratch;
        if (isTemporary && !buffer.whole && buffer.firstStep <= buffer.lastStep) {
            requests.push_back({buffer.bytes, buffer.firstStep, buffer.lastStep});
            ids.push_back(buffer.id);
        }
    }
    const ArenaPlan arena = planArena(requests, plan.alignment);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        plan.buffers[ids[i]].arenaOffset = arena.offsets[i];
    }
    for (PlanBuffer &part : plan.buffers) {
        if (part.whole && plan.buffers[*part.whole].arenaOffset) {
            part.arenaOffset = *plan.buffers[*part.whole].arenaOffset + part.wholeOffset;
        }
    }
    plan.arenaBytes = arena.bytes;
    plan.arenaLowerBound = arena.lowerBound;
}

} // namespace nervure
