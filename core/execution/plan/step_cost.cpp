// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/step_cost.h"

#include "core/execution/plan/step_drafts.h"

namespace nervure {

void measureStep(const PlanRequest &request, const ExecutionPlan &plan, PlanStep &step)
{
    for (const PlanNode &part : step.parts) {
        const IndexedNode &node = request.graph->node(part.node);
        const NodeTypes types = typesOf(request, part.node);
        if (node.spec->macs) {
            const auto macs =
                node.spec->macs(node.rule(request.semantics), types.inShapes, types.outShapes);
            step.macs += macs.value_or(0);
            step.flops += 2 * macs.value_or(0);
        } else if (node.spec->pattern == OpPattern::Elementwise
                   || node.spec->pattern == OpPattern::Broadcast) {
            step.flops += elementCount(types.outShapes.at(0)).value_or(0);
        }
    }
    for (const auto *operands : {&step.inputs, &step.outputs}) {
        for (const PlanOperand &operand : *operands) {
            if (!operand.isLocal()) {
                step.bytes += plan.buffers[operand.buffer].bytes;
            }
        }
    }
}

} // namespace nervure
