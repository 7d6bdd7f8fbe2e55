// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/execution_plan.h"

namespace nervure {

std::string_view bufferKindName(BufferKind kind)
{
    switch (kind) {
    case BufferKind::Input: return "input";
    case BufferKind::Weight: return "weight";
    case BufferKind::Intermediate: return "intermediate";
    case BufferKind::Output: return "output";
    case BufferKind::Scratch: return "scratch";
    case BufferKind::State: return "state";
    }
    return "intermediate";
}

std::string_view stepRoleName(StepRole role)
{
    switch (role) {
    case StepRole::Compute: return "compute";
    case StepRole::LayoutTransform: return "layout_transform";
    case StepRole::Copy: return "copy";
    case StepRole::HostFallback: return "host_fallback";
    case StepRole::ControlFlow: return "control_flow";
    }
    return "compute";
}

std::string_view stepPhaseName(StepPhase phase)
{
    return phase == StepPhase::Prepare ? "prepare" : "run";
}

std::vector<std::string> namesOf(const std::vector<NamedNode> &nodes)
{
    std::vector<std::string> names;
    for (const NamedNode &node : nodes) {
        names.push_back(node.name);
    }
    return names;
}

} // namespace nervure
