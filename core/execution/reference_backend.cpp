// SPDX-License-Identifier: Apache-2.0
#include "core/execution/reference_backend.h"

#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>

namespace nervure {

namespace {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Bytes before the arena, so that most of what lies in it is aligned: LightNet's offsets begin at 1,
/// and what is not aligned is copied for every step.
std::int64_t arenaShift(const ExecutionPlan &plan)
{
    constexpr std::size_t alignment = 8;
    std::array<std::int64_t, alignment> bytes{}; // by remainder of the offset
    for (const PlanBuffer &buffer : plan.buffers) {
        if (buffer.arenaOffset) {
            bytes[static_cast<std::size_t>(*buffer.arenaOffset) % alignment] += buffer.bytes;
        }
    }
    const auto most = std::max_element(bytes.begin(), bytes.end()) - bytes.begin();
    return most == 0 ? 0 : static_cast<std::int64_t>(alignment) - most;
}

/// A plan with its memory: one tensor of bytes a buffer of its own, one for the arena.
class ReferencePlan : public PreparedPlan {
public:
    ReferencePlan(std::shared_ptr<const ExecutionPlan> plan, ReferenceBackend::StepWatcher watcher)
        : m_plan(std::move(plan)),
          m_watcher(std::move(watcher))
    {}

    Status prepare(const TensorMap &weights, const JobControl &control)
    {
        const Clock::time_point start = Clock::now();
        RETURN_IF_FAILED(allocate());
        for (const auto *ids : {&m_plan->weights, &m_plan->states}) {
            RETURN_IF_FAILED(checkTensors(*m_plan, *ids, weights));
            for (const std::uint32_t id : *ids) {
                upload(id, weights.at(m_plan->buffers[id].name));
            }
        }
        for (const std::uint32_t id : m_plan->states) {
            m_states.push_back(weights.at(m_plan->buffers[id].name));
        }
        RETURN_IF_FAILED(runPhase(StepPhase::Prepare, start, m_prepared.steps, control));
        m_prepared.ms = millisecondsSince(start);
        return {};
    }

    [[nodiscard]] const PrepareRecord &prepared() const override { return m_prepared; }

    Result<RunOutcome> run(const TensorMap &inputs, RunMode mode,
                           const JobControl &control) override
    {
        for (std::size_t i = 0; i < m_states.size(); ++i) {
            upload(m_plan->states[i], m_states[i]);
        }
        m_texts = {};
        RunOutcome outcome;
        const Clock::time_point start = Clock::now();
        RETURN_IF_FAILED(checkTensors(*m_plan, m_plan->inputs, inputs));
        for (const std::uint32_t id : m_plan->inputs) {
            const double began = millisecondsSince(start);
            upload(id, inputs.at(m_plan->buffers[id].name));
            outcome.record.transfers.push_back(transferOf(id, true, began, start));
        }
        RETURN_IF_FAILED(runPhase(StepPhase::Run, start, outcome.record.steps, control));
        RETURN_IF_FAILED(readOutputs(outcome, start));
        outcome.record.wallMs = millisecondsSince(start);
        for (const StepTiming &step : outcome.record.steps) {
            outcome.record.deviceMs += step.deviceMs;
        }
        if (mode == RunMode::Unprofiled) {
            outcome.record.deviceMs = 0;
            outcome.record.steps.clear();
            outcome.record.transfers.clear();
        }
        outcome.printed = std::move(m_texts.printed);
        outcome.files = std::move(m_texts.files);
        return outcome;
    }

private:
    static Result<Tensor> raw(std::int64_t bytes) { return Tensor::zeros(DType::UInt8, {bytes}); }

    Status allocate()
    {
        const std::int64_t shift = arenaShift(*m_plan);
        Result<Tensor> arena = raw(m_plan->arenaBytes + shift);
        RETURN_IF_FAILED(arena);
        m_arena = std::move(arena).value();
        m_arenaStart = m_arena.data() + shift;
        m_prepared.bytes = m_plan->arenaBytes;
        m_own.resize(m_plan->buffers.size());
        for (const PlanBuffer &buffer : m_plan->buffers) {
            if (buffer.arenaOffset) {
                continue;
            }
            Result<Tensor> own = raw(buffer.bytes);
            RETURN_IF_FAILED(own);
            m_own[buffer.id] = std::move(own).value();
            m_prepared.bytes += buffer.bytes;
        }
        return {};
    }

    std::byte *memory(std::uint32_t id)
    {
        const PlanBuffer &buffer = m_plan->buffers[id];
        return buffer.arenaOffset ? m_arenaStart + *buffer.arenaOffset : m_own[id].data();
    }

    void upload(std::uint32_t id, const Tensor &tensor)
    {
        std::memcpy(memory(id), tensor.data(), tensor.byteSize());
    }

    Status runPhase(StepPhase phase, Clock::time_point start, std::vector<StepTiming> &times,
                    const JobControl &control)
    {
        for (const PlanStep &step : m_plan->steps) {
            if (step.phase != phase) {
                continue;
            }
            if (control.cancel.isCanceled()) {
                return makeError("cancelled", "the run was cancelled");
            }
            StepTiming time;
            time.step = step.id;
            time.startMs = millisecondsSince(start);
            const HostMemory buffers = [this](std::uint32_t id) { return memory(id); };
            const Status status = runOnHost(*m_plan, step, buffers, &m_texts, &control.cancel);
            if (!status) {
                return status;
            }
            if (m_watcher) {
                m_watcher(step, buffers);
            }
            time.endMs = millisecondsSince(start);
            time.deviceMs = time.endMs - time.startMs;
            times.push_back(time);
        }
        return {};
    }

    static TransferTiming transferOf(std::uint32_t buffer, bool isUpload, double beganMs,
                                     Clock::time_point start)
    {
        const double endMs = millisecondsSince(start);
        return {buffer, isUpload, endMs - beganMs, 0, beganMs, endMs};
    }

    Status readOutputs(RunOutcome &outcome, Clock::time_point start)
    {
        for (const PlanOutput &output : m_plan->outputs) {
            const double began = millisecondsSince(start);
            Result<Tensor> tensor = Tensor::zeros(output.operand.type, output.operand.shape);
            RETURN_IF_FAILED(tensor);
            std::memcpy(tensor->data(), memory(output.operand.buffer), tensor->byteSize());
            outcome.outputs.push_back(std::move(tensor).value());
            outcome.record.transfers.push_back(
                transferOf(output.operand.buffer, false, began, start));
        }
        return {};
    }

    std::shared_ptr<const ExecutionPlan> m_plan;
    Tensor m_arena;
    std::byte *m_arenaStart = nullptr;
    std::vector<Tensor> m_own; ///< by buffer id; empty for those in the arena
    std::vector<Tensor> m_states;
    PrepareRecord m_prepared;
    HostTexts m_texts;
    ReferenceBackend::StepWatcher m_watcher;
};

} // namespace

ReferenceBackend::ReferenceBackend() : m_info(describe()) {}

DeviceInfo ReferenceBackend::describe()
{
    DeviceInfo info;
    info.id = "reference";
    info.platform = "Nervure";
    info.name = "reference";
    info.vendor = "Nervure";
    info.version = NERVURE_VERSION;
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
