// SPDX-License-Identifier: Apache-2.0
#include "core/execution/reference_backend.h"

#include "core/execution/reference_plan.h"
#include "core/support/text.h"
#include "core/support/version.h"

namespace nervure {

ReferenceBackend::ReferenceBackend() : m_info(describe()) {}

DeviceInfo ReferenceBackend::describe()
{
    DeviceInfo info;
    info.id = "reference";
    info.platform = "Nervure";
    info.name = "reference";
    info.vendor = "Nervure";
    info.version = programVersion();
    info.type = "reference";
    info.traits.hasFloat64 = true;
    return info;
}

Result<std::unique_ptr<PreparedPlan>> ReferenceBackend::prepare(
    std::shared_ptr<const ExecutionPlan> plan, const TensorMap &weights, const JobControl &control)
{
    auto prepared = std::make_unique<ReferencePlan>(std::move(plan), m_watcher);
    RETURN_IF_FAILED(prepared->prepare(weights, control));
    return std::unique_ptr<PreparedPlan>(std::move(prepared));
}

Status checkTensors(const ExecutionPlan &plan, std::span<const std::uint32_t> ids,
                    const TensorMap &tensors)
{
    for (const std::uint32_t id : ids) {
        const PlanBuffer &buffer = plan.buffers[id];
        const auto it = tensors.find(buffer.name);
        if (it == tensors.end()) {
            return makeErrorAt(buffer.name, "missing-tensor", "no value for variable {}",
                               quoted(buffer.name));
        }
        if (it->second.type() != buffer.type || it->second.shape() != buffer.shape) {
            return makeErrorAt(buffer.name, "wrong-tensor",
                               "variable {}: found {} {}, expected {} {}", quoted(buffer.name),
                               dtypeName(it->second.type()), shapeText(it->second.shape()),
                               dtypeName(buffer.type), shapeText(buffer.shape));
        }
    }
    return {};
}

} // namespace nervure
