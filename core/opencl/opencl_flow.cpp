// SPDX-License-Identifier: Apache-2.0
// Control flow on a device: the host enqueues the bodies' kernels, whose arguments it sets anew where a
// state or a result lies elsewhere than before. Rows of tensors need not lie where a device can bind
// them: the device copies them.
#include "core/execution/flow_driver.h"
#include "core/opencl/opencl_plan.h"

#include <memory>
#include <utility>

namespace nervure::opencl {

/// One step of control flow while it runs.
class OpenclPlan::Flow final : public FlowMemory {
public:
    Flow(const OpenclPlan &around, const PlanStep &step, const Pass &pass)
        : m_around(around),
          m_bodies(around.m_bodies[step.id]),
          m_pass(pass)
    {}

    [[nodiscard]] bool bindsParts() const override { return false; }
    void bind(std::uint32_t body, std::uint32_t buffer, const FlowPlace &place) override
    {
        m_bodies[body]->bind(buffer, of(place));
    }
    void copy(const FlowPlace &from, const FlowPlace &to, std::int64_t bytes) override
    {
        if (bytes > 0) {
            check(clEnqueueCopyBuffer(m_pass.queue, of(from), of(to),
                                      static_cast<std::size_t>(from.offset),
                                      static_cast<std::size_t>(to.offset),
                                      static_cast<std::size_t>(bytes), 0, nullptr, nullptr),
                  "copy a row or a state");
        }
    }
    void clear(const FlowPlace &place, std::int64_t bytes) override
    {
        const cl_uchar zero = 0;
        if (bytes > 0) {
            check(clEnqueueFillBuffer(m_pass.queue, of(place), &zero, sizeof zero,
                                      static_cast<std::size_t>(place.offset),
                                      static_cast<std::size_t>(bytes), 0, nullptr, nullptr),
                  "clear rows");
        }
    }
    void read(const FlowPlace &from, std::span<std::byte> to) override
    {
        check(clEnqueueReadBuffer(m_pass.queue, of(from), CL_TRUE,
                                  static_cast<std::size_t>(from.offset), to.size(), to.data(), 0,
                                  nullptr, nullptr),
              "read a condition");
        collectTimes();
    }
    Status runBody(std::uint32_t body) override
    {
        m_runs.push_back({body, StepClock(m_around.m_session.hasTimer())});
        const Pass inner{StepPhase::Run, m_pass.mode,         m_pass.queue,
                         m_pass.control, m_runs.back().clock, m_pass.texts};
        return m_bodies[body]->runSteps(inner);
    }
    void settle() override
    {
        check(clFinish(m_pass.queue), "finish a part of a loop");
        collectTimes();
    }

    [[nodiscard]] std::vector<StepTiming> takeTimes() { return std::move(m_times); }

private:
    /// One run of a body.
    struct Run {
        std::uint32_t body = 0;
        StepClock clock;
    };

    [[nodiscard]] cl_mem of(const FlowPlace &place) const
    {
        const OpenclPlan &plan = place.body ? *m_bodies[*place.body] : m_around;
        return plan.m_memory.of(place.buffer);
    }

    /// Sums up the times of what has ended, so that no more than a part of a loop is remembered.
    void collectTimes()
    {
        for (const Run &run : m_runs) {
            addInner(m_times, run.body, run.clock.timings());
        }
        m_runs.clear();
    }

    const OpenclPlan &m_around;
    const std::vector<std::unique_ptr<OpenclPlan>> &m_bodies;
    const Pass &m_pass;
    std::vector<Run> m_runs; ///< those whose times are not collected yet
    std::vector<StepTiming> m_times;
};

/// Weights are there, and stay where they are.
Status OpenclPlan::prepareBodies(const Pass &pass)
{
    m_bodies.resize(m_plan->steps.size());
    for (const PlanStep &step : m_plan->steps) {
        for (std::uint32_t i = 0; step.flow && i < step.flow->bodies.size(); ++i) {
            const PlanBody &body = step.flow->bodies[i];
            auto made = std::make_unique<OpenclPlan>(m_session, body.plan);
            const std::vector<bool> isBound = boundBuffers(*step.flow, i, false);
            RETURN_IF_FAILED(made->open(isBound, pass.control));
            for (const PlanBody::Read &read : body.reads) {
                if (isBound[read.buffer]) {
                    made->bind(read.buffer, m_memory.of(step.inputs[read.input].buffer));
                }
            }
            StepClock clock(m_session.hasTimer());
            const Pass inner{pass.phase, pass.mode, pass.queue, pass.control, clock, pass.texts};
            RETURN_IF_FAILED(made->prepareBodies(inner));
            RETURN_IF_FAILED(made->runSteps(inner));
            m_prepared.bytes += made->m_memory.totalBytes() + made->m_prepared.bytes;
            m_bodies[step.id].push_back(std::move(made));
        }
    }
    return {};
}

void OpenclPlan::bind(std::uint32_t buffer, cl_mem memory)
{
    if (m_memory.of(buffer) == memory) {
        return;
    }
    m_memory.bind(buffer, memory);
    for (const Use &use : m_uses[buffer]) {
        check(clSetKernelArg(use.kernel, use.position, sizeof memory, &memory),
              "bind a buffer of a body");
    }
}

/// Like a step on the host, its time is the host's, from when the layers before it have ended.
Status OpenclPlan::runFlow(const PlanStep &step, const Pass &pass) const
{
    const bool isTimed = pass.mode != RunMode::Unprofiled;
    if (isTimed) {
        check(clFinish(pass.queue), "finish the layers before control flow");
    }
    const double start = pass.clock.now();
    Flow flow(*this, step, pass);
    RETURN_IF_FAILED(driveFlow(step, flow, pass.control.cancel));
    if (isTimed) {
        flow.settle();
        pass.clock.setHostTimes(step.id, start, pass.clock.now());
        pass.clock.setInner(step.id, flow.takeTimes());
    }
    return {};
}

} // namespace nervure::opencl
