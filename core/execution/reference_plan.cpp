// SPDX-License-Identifier: Apache-2.0
#include "core/execution/reference_plan.h"

#include "core/execution/flow_driver.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <utility>

namespace nervure {

namespace {

using Clock = ReferencePlan::Clock;

double millisecondsSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

Result<Tensor> raw(std::int64_t bytes)
{
    return Tensor::zeros(DType::UInt8, {bytes});
}

TransferTiming transferOf(std::uint32_t buffer, bool isUpload, double beganMs,
                          Clock::time_point start)
{
    const double endMs = millisecondsSince(start);
    return {buffer, isUpload, endMs - beganMs, 0, beganMs, endMs};
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

} // namespace

/// One step of control flow while it runs: nothing is queued.
class ReferencePlan::Flow final : public FlowMemory {
public:
    Flow(ReferencePlan &around, const PlanStep &step, const JobControl &control, HostTexts &texts,
         std::vector<StepTiming> &times)
        : m_around(around),
          m_bodies(around.m_bodies[step.id]),
          m_control(control),
          m_texts(texts),
          m_times(times)
    {}

    [[nodiscard]] bool bindsParts() const override { return true; }
    void bind(std::uint32_t body, std::uint32_t buffer, const FlowPlace &place) override
    {
        m_bodies[body]->m_memory[buffer] = at(place);
    }
    void copy(const FlowPlace &from, const FlowPlace &to, std::int64_t bytes) override
    {
        std::memmove(at(to), at(from), static_cast<std::size_t>(bytes));
    }
    void clear(const FlowPlace &place, std::int64_t bytes) override
    {
        std::memset(at(place), 0, static_cast<std::size_t>(bytes));
    }
    void read(const FlowPlace &from, std::span<std::byte> to) override
    {
        std::memcpy(to.data(), at(from), to.size());
    }
    Status runBody(std::uint32_t body) override
    {
        std::vector<StepTiming> times;
        RETURN_IF_FAILED(
            m_bodies[body]->runPhase(StepPhase::Run, Clock::now(), times, m_control, m_texts));
        addInner(m_times, body, times);
        return {};
    }
    void settle() override {}

private:
    [[nodiscard]] std::byte *at(const FlowPlace &place) const
    {
        const ReferencePlan &plan = place.body ? *m_bodies[*place.body] : m_around;
        return plan.m_memory[place.buffer] + place.offset;
    }

    ReferencePlan &m_around;
    std::vector<std::unique_ptr<ReferencePlan>> &m_bodies;
    const JobControl &m_control;
    HostTexts &m_texts;
    std::vector<StepTiming> &m_times;
};

ReferencePlan::ReferencePlan(std::shared_ptr<const ExecutionPlan> plan,
                             ReferenceBackend::StepWatcher watcher)
    : m_plan(std::move(plan)),
      m_watcher(std::move(watcher))
{}

Status ReferencePlan::prepare(const TensorMap &weights, const JobControl &control)
{
    const Clock::time_point start = Clock::now();
    RETURN_IF_FAILED(allocate(std::vector<bool>(m_plan->buffers.size(), false)));
    for (const auto *ids : {&m_plan->weights, &m_plan->states}) {
        RETURN_IF_FAILED(checkTensors(*m_plan, *ids, weights));
        for (const std::uint32_t id : *ids) {
            upload(id, weights.at(m_plan->buffers[id].name));
        }
    }
    for (const std::uint32_t id : m_plan->states) {
        m_states.push_back(weights.at(m_plan->buffers[id].name));
    }
    RETURN_IF_FAILED(prepareBodies(control));
    HostTexts texts;
    RETURN_IF_FAILED(runPhase(StepPhase::Prepare, start, m_prepared.steps, control, texts));
    m_prepared.ms = millisecondsSince(start);
    return {};
}

/// Weights are there, and stay where they are.
Status ReferencePlan::prepareBodies(const JobControl &control)
{
    m_bodies.resize(m_plan->steps.size());
    for (const PlanStep &step : m_plan->steps) {
        for (std::uint32_t i = 0; step.flow && i < step.flow->bodies.size(); ++i) {
            const PlanBody &body = step.flow->bodies[i];
            auto made = std::make_unique<ReferencePlan>(body.plan, nullptr);
            RETURN_IF_FAILED(made->allocate(boundBuffers(*step.flow, i, true)));
            for (const PlanBody::Read &read : body.reads) {
                made->m_memory[read.buffer] = m_memory[step.inputs[read.input].buffer];
            }
            RETURN_IF_FAILED(made->prepareBodies(control));
            HostTexts texts;
            std::vector<StepTiming> times;
            RETURN_IF_FAILED(
                made->runPhase(StepPhase::Prepare, Clock::now(), times, control, texts));
            m_prepared.bytes += made->m_prepared.bytes;
            m_bodies[step.id].push_back(std::move(made));
        }
    }
    return {};
}

Result<RunOutcome> ReferencePlan::run(const TensorMap &inputs, RunMode mode,
                                      const JobControl &control)
{
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        upload(m_plan->states[i], m_states[i]);
    }
    HostTexts texts;
    RunOutcome outcome;
    const Clock::time_point start = Clock::now();
    RETURN_IF_FAILED(checkTensors(*m_plan, m_plan->inputs, inputs));
    for (const std::uint32_t id : m_plan->inputs) {
        const double began = millisecondsSince(start);
        upload(id, inputs.at(m_plan->buffers[id].name));
        outcome.record.transfers.push_back(transferOf(id, true, began, start));
    }
    m_stepsBeforeStop.clear();
    if (Status ran = runPhase(StepPhase::Run, start, outcome.record.steps, control, texts); !ran) {
        if (mode != RunMode::Unprofiled) {
            m_stepsBeforeStop = std::move(outcome.record.steps);
        }
        return ran.error();
    }
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
    outcome.printed = std::move(texts.printed);
    outcome.files = std::move(texts.files);
    return outcome;
}

Status ReferencePlan::allocate(const std::vector<bool> &isBound)
{
    const std::int64_t shift = arenaShift(*m_plan);
    ASSIGN_OR_RETURN(m_arena, raw(m_plan->arenaBytes + shift));
    m_prepared.bytes = m_plan->arenaBytes;
    m_own.resize(m_plan->buffers.size());
    for (const PlanBuffer &buffer : m_plan->buffers) {
        if (!buffer.arenaOffset && !isBound[buffer.id]) {
            ASSIGN_OR_RETURN(m_own[buffer.id], raw(buffer.bytes));
            m_prepared.bytes += buffer.bytes;
        }
        m_memory.push_back(buffer.arenaOffset ? m_arena.data() + shift + *buffer.arenaOffset
                                              : m_own[buffer.id].data());
    }
    return {};
}

void ReferencePlan::upload(std::uint32_t id, const Tensor &tensor)
{
    std::memcpy(m_memory[id], tensor.data(), tensor.byteSize());
}

Status ReferencePlan::runPhase(StepPhase phase, Clock::time_point start,
                               std::vector<StepTiming> &times, const JobControl &control,
                               HostTexts &texts)
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
        RETURN_IF_FAILED(runStep(step, time, control, texts));
        time.endMs = millisecondsSince(start);
        time.deviceMs = time.endMs - time.startMs;
        times.push_back(std::move(time));
    }
    return {};
}

Status ReferencePlan::runStep(const PlanStep &step, StepTiming &time, const JobControl &control,
                              HostTexts &texts)
{
    if (step.flow) {
        Flow flow(*this, step, control, texts, time.inner);
        return driveFlow(step, flow, control.cancel);
    }
    const HostMemory buffers = [this](std::uint32_t id) { return m_memory[id]; };
    RETURN_IF_FAILED(runOnHost(*m_plan, step, buffers, &texts, &control.cancel));
    if (m_watcher) {
        m_watcher(step, buffers);
    }
    return {};
}

Status ReferencePlan::readOutputs(RunOutcome &outcome, Clock::time_point start)
{
    for (const PlanOutput &output : m_plan->outputs) {
        const double began = millisecondsSince(start);
        ASSIGN_OR_RETURN(Tensor tensor, Tensor::zeros(output.operand.type, output.operand.shape));
        std::memcpy(tensor.data(), m_memory[output.operand.buffer], tensor.byteSize());
        outcome.outputs.push_back(std::move(tensor));
        outcome.record.transfers.push_back(transferOf(output.operand.buffer, false, began, start));
    }
    return {};
}

} // namespace nervure
