// SPDX-License-Identifier: Apache-2.0
#include "core/opencl/opencl_plan.h"

#include "core/execution/host_step.h"
#include "core/execution/reference_backend.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <set>

namespace nervure::opencl {

namespace {

/// Host copies of the buffers of one step that runs on the host.
class HostCopies {
public:
    HostCopies(const ExecutionPlan &plan, const PlanMemory &memory, cl_command_queue queue)
        : m_plan(plan),
          m_memory(memory),
          m_queue(queue)
    {}

    /// Outputs are read too: an operator may leave parts of its output as they are.
    void read(const PlanOperand &operand)
    {
        if (operand.isLocal() || m_copies.count(operand.buffer) != 0) {
            return;
        }
        const PlanBuffer &buffer = m_plan.buffers[operand.buffer];
        Result<Tensor> copy =
            Tensor::zeros(DType::UInt8, {std::max<std::int64_t>(1, buffer.bytes)});
        if (!copy) {
            throw Failure{copy.error()};
        }
        if (buffer.bytes > 0) {
            check(clEnqueueReadBuffer(m_queue, m_memory.of(operand.buffer), CL_TRUE, 0,
                                      static_cast<std::size_t>(buffer.bytes), copy->data(), 0,
                                      nullptr, nullptr),
                  "read a buffer");
        }
        m_copies.emplace(operand.buffer, std::move(copy).value());
    }

    void write(std::uint32_t buffer) const
    {
        const auto it = m_copies.find(buffer);
        if (it == m_copies.end() || m_plan.buffers[buffer].bytes <= 0) {
            return;
        }
        check(clEnqueueWriteBuffer(m_queue, m_memory.of(buffer), CL_TRUE, 0,
                                   static_cast<std::size_t>(m_plan.buffers[buffer].bytes),
                                   it->second.data(), 0, nullptr, nullptr),
              "write a buffer");
    }

    [[nodiscard]] std::byte *data(std::uint32_t buffer)
    {
        const auto it = m_copies.find(buffer);
        return it == m_copies.end() ? nullptr : it->second.data();
    }

private:
    const ExecutionPlan &m_plan;
    const PlanMemory &m_memory;
    cl_command_queue m_queue;
    std::map<std::uint32_t, Tensor> m_copies;
};

const std::size_t *localSize(const KernelLaunch &launch)
{
    return launch.local == std::array<std::size_t, 3>{0, 0, 0} ? nullptr : launch.local.data();
}

bool isEmpty(const KernelLaunch &launch)
{
    return std::find(launch.global.begin(), launch.global.end(), 0) != launch.global.end();
}

} // namespace

OpenclPlan::OpenclPlan(DeviceSession &session, std::shared_ptr<const ExecutionPlan> plan)
    : m_session(session),
      m_plan(std::move(plan))
{}

/// Memory and kernels.
Status OpenclPlan::open(const std::vector<bool> &isBound, const JobControl &control)
{
    m_memory.allocate(m_session, *m_plan, isBound);
    collectSizes();
    for (std::uint32_t buffer = 0; buffer < isBound.size(); ++buffer) {
        if (isBound[buffer]) {
            m_uses[buffer];
        }
    }
    for (const PlanStep &step : m_plan->steps) {
        if (control.cancel.isCanceled()) {
            return makeError("cancelled", "preparing was cancelled");
        }
        m_launches.push_back(makeLaunches(step));
        control.report(static_cast<double>(m_launches.size())
                           / static_cast<double>(m_plan->steps.size()),
                       "preparing kernels");
    }
    return {};
}

Status OpenclPlan::prepare(const TensorMap &weights, const JobControl &control)
{
    StepClock clock(m_session.hasTimer());
    RETURN_IF_FAILED(open(std::vector<bool>(m_plan->buffers.size(), false), control));
    const cl_command_queue queue = m_session.profiled.get();
    for (const auto *buffers : {&m_plan->weights, &m_plan->states}) {
        RETURN_IF_FAILED(upload(*buffers, weights, queue));
    }
    for (const std::uint32_t buffer : m_plan->states) {
        const std::string &name = m_plan->buffers[buffer].name;
        m_states.emplace(name, weights.at(name));
    }
    HostTexts texts;
    const Pass pass{StepPhase::Prepare, RunMode::Serialized, queue, control, clock, texts};
    RETURN_IF_FAILED(prepareBodies(pass));
    RETURN_IF_FAILED(runSteps(pass));
    check(clFinish(queue), "finish preparing");
    m_prepared.ms = clock.now();
    m_prepared.bytes += m_memory.totalBytes();
    m_prepared.steps = clock.timings();
    return {};
}

OpenclPlan::Launch OpenclPlan::makeLaunch(const KernelLaunch &spec, const PlanStep &step)
{
    const std::string text = programText(spec);
    cl_program program = m_session.programs->program(spec.program, text, m_sizes.at(text));
    cl_int error = CL_SUCCESS;
    Launch launch{Kernel(clCreateKernel(program, spec.entry.c_str(), &error)), &spec};
    if (error != CL_SUCCESS) {
        throw Failure{deviceError("create kernel " + quoted(spec.entry), error)};
    }
    cl_uint position = 0;
    for (const KernelArg &arg : spec.args) {
        setArgument(launch.kernel.get(), position++, arg, step);
    }
    return launch;
}

std::vector<OpenclPlan::Launch> OpenclPlan::makeLaunches(const PlanStep &step)
{
    std::vector<Launch> launches;
    try {
        for (const KernelLaunch &spec : step.kernel.launches) {
            launches.push_back(makeLaunch(spec, step));
        }
    } catch (Failure &failure) {
        failure.diagnostic.where.node = step.root;
        throw;
    }
    return launches;
}

/// One program serves all launches of its text: its binary has code for all their sizes.
void OpenclPlan::collectSizes()
{
    std::map<std::string, std::set<std::string>> sizes;
    for (const PlanStep &step : m_plan->steps) {
        for (const KernelLaunch &launch : step.kernel.launches) {
            sizes[programText(launch)].insert(launchSizes(launch));
        }
    }
    for (const auto &[text, launches] : sizes) {
        for (const std::string &launch : launches) {
            m_sizes[text] += launch + '\n';
        }
    }
}

void OpenclPlan::setArgument(cl_kernel kernel, cl_uint position, const KernelArg &arg,
                             const PlanStep &step)
{
    const auto setBuffer = [&](std::uint32_t buffer) {
        if (const auto uses = m_uses.find(buffer); uses != m_uses.end()) {
            uses->second.push_back({kernel, position});
            return CL_SUCCESS;
        }
        const cl_mem memory = m_memory.of(buffer);
        return clSetKernelArg(kernel, position, sizeof memory, &memory);
    };
    cl_int error = CL_SUCCESS;
    switch (arg.kind) {
    case KernelArg::Kind::Input: error = setBuffer(step.inputs.at(arg.index).buffer); break;
    case KernelArg::Kind::Output: error = setBuffer(step.outputs.at(arg.index).buffer); break;
    case KernelArg::Kind::Scratch: error = setBuffer(step.scratch.at(arg.index)); break;
    case KernelArg::Kind::LocalBytes:
        error = clSetKernelArg(kernel, position, static_cast<std::size_t>(arg.integer), nullptr);
        break;
    case KernelArg::Kind::Int32: {
        const auto value = static_cast<cl_int>(arg.integer);
        error = value == arg.integer ? clSetKernelArg(kernel, position, sizeof value, &value)
                                     : CL_INVALID_ARG_VALUE;
        break;
    }
    case KernelArg::Kind::Float32:
        error = clSetKernelArg(kernel, position, sizeof arg.number, &arg.number);
        break;
    }
    if (error != CL_SUCCESS) {
        throw Failure{deviceError(
            fmt::format("set argument {} of the kernel of {}", position, quoted(step.root)),
            error)};
    }
}

Status OpenclPlan::upload(const std::vector<std::uint32_t> &buffers, const TensorMap &values,
                          cl_command_queue queue) const
{
    RETURN_IF_FAILED(checkTensors(*m_plan, buffers, values));
    for (const std::uint32_t id : buffers) {
        const PlanBuffer &buffer = m_plan->buffers[id];
        const Tensor &tensor = values.at(buffer.name);
        if (tensor.byteSize() > 0) {
            check(clEnqueueWriteBuffer(queue, m_memory.of(id), CL_FALSE, 0, tensor.byteSize(),
                                       tensor.data(), 0, nullptr, nullptr),
                  "upload a tensor");
        }
    }
    return {};
}

Status OpenclPlan::uploadInputs(const TensorMap &inputs, const Pass &pass) const
{
    if (pass.mode == RunMode::Unprofiled) {
        return upload(m_plan->inputs, inputs, pass.queue);
    }
    RETURN_IF_FAILED(checkTensors(*m_plan, m_plan->inputs, inputs));
    const bool isAlone = pass.mode == RunMode::Serialized;
    for (const std::uint32_t id : m_plan->inputs) {
        const Tensor &tensor = inputs.at(m_plan->buffers[id].name);
        if (tensor.byteSize() == 0) {
            continue;
        }
        const double enqueued = pass.clock.now();
        cl_event event = nullptr;
        check(clEnqueueWriteBuffer(pass.queue, m_memory.of(id), isAlone ? CL_TRUE : CL_FALSE, 0,
                                   tensor.byteSize(), tensor.data(), 0, nullptr, &event),
              "upload a tensor");
        pass.clock.addTransfer(id, true, Event(event), enqueued,
                               isAlone ? pass.clock.now() - enqueued : -1);
    }
    return {};
}

Result<RunOutcome> OpenclPlan::run(const TensorMap &inputs, RunMode mode, const JobControl &control)
{
    Result<RunOutcome> outcome =
        guarded<RunOutcome>([&] { return runUnguarded(inputs, mode, control); });
    if (!outcome) {
        // Uploads read from the caller's tensors: nothing may stay in flight.
        clFinish(m_session.profiled.get());
        clFinish(m_session.plain.get());
    } else if (!m_keptPrograms) {
        m_session.programs->keep();
        m_keptPrograms = true;
    }
    return outcome;
}

Result<RunOutcome> OpenclPlan::runUnguarded(const TensorMap &inputs, RunMode mode,
                                            const JobControl &control)
{
    const cl_command_queue queue =
        mode == RunMode::Unprofiled ? m_session.plain.get() : m_session.profiled.get();
    RETURN_IF_FAILED(upload(m_plan->states, m_states, queue));
    check(clFinish(queue), "restore the states");

    RunOutcome outcome;
    StepClock clock(m_session.hasTimer());
    HostTexts texts;
    const Pass pass{StepPhase::Run, mode, queue, control, clock, texts};
    RETURN_IF_FAILED(uploadInputs(inputs, pass));
    m_stepsBeforeStop.clear();
    if (const Status ran = runSteps(pass); !ran) {
        check(clFinish(queue), "finish what was launched");
        if (mode != RunMode::Unprofiled && ran.error().code == "cancelled") {
            m_stepsBeforeStop = clock.timings();
        }
        return ran.error();
    }
    Result<std::vector<Tensor>> outputs = readOutputs(pass);
    RETURN_IF_FAILED(outputs);
    outcome.outputs = std::move(outputs).value();
    outcome.printed = std::move(texts.printed);
    outcome.files = std::move(texts.files);
    outcome.record.wallMs = clock.now();
    if (mode != RunMode::Unprofiled) {
        outcome.record.steps = clock.timings();
        outcome.record.launches = clock.launches();
        outcome.record.transfers = clock.transfers();
        for (const StepTiming &timing : outcome.record.steps) {
            outcome.record.deviceMs += timing.deviceMs;
        }
    }
    return outcome;
}

Status OpenclPlan::runSteps(const Pass &pass, std::uint32_t end) const
{
    for (const PlanStep &step : m_plan->steps) {
        if (step.id >= end) {
            break;
        }
        if (step.phase != pass.phase) {
            continue;
        }
        if (pass.control.cancel.isCanceled()) {
            return makeError("cancelled", "the run was cancelled");
        }
        if (step.flow) {
            RETURN_IF_FAILED(runFlow(step, pass));
        } else if (step.kernel.launches.empty()) {
            RETURN_IF_FAILED(runHostStep(step, pass));
        } else {
            runDeviceStep(step, pass);
        }
    }
    return {};
}

void OpenclPlan::runDeviceStep(const PlanStep &step, const Pass &pass) const
{
    const double start = pass.clock.now();
    const bool timed = pass.mode != RunMode::Unprofiled;
    const std::vector<Launch> &launches = m_launches[step.id];
    for (std::uint32_t i = 0; i < launches.size(); ++i) {
        const Launch &launch = launches[i];
        if (isEmpty(*launch.spec)) {
            continue;
        }
        const double enqueued = pass.clock.now();
        cl_event event = nullptr;
        const cl_int error = clEnqueueNDRangeKernel(
            pass.queue, launch.kernel.get(), 3, nullptr, launch.spec->global.data(),
            localSize(*launch.spec), 0, nullptr, timed ? &event : nullptr);
        if (isOutOfMemory(error)) {
            throw outOfMemory(*m_plan, "the device has no memory to run kernel "
                                           + quoted(launch.spec->entry) + " of " + quoted(step.root)
                                           + " (" + errorName(error) + ")");
        }
        if (error != CL_SUCCESS) {
            throw Failure{deviceError(
                "run kernel " + quoted(launch.spec->entry) + " of " + quoted(step.root), error)};
        }
        if (timed) {
            pass.clock.addLaunch(step.id, i, Event(event), enqueued);
        }
    }
    if (pass.mode == RunMode::Serialized) {
        check(clFinish(pass.queue), "finish a layer");
        pass.clock.setHostTimes(step.id, start, pass.clock.now());
    }
}

Status OpenclPlan::runHostStep(const PlanStep &step, const Pass &pass) const
{
    check(clFinish(pass.queue), "finish the layers before a host step");
    const double start = pass.clock.now();
    HostCopies copies(*m_plan, m_memory, pass.queue);
    for (const auto *operands : {&step.inputs, &step.outputs}) {
        for (const PlanOperand &operand : *operands) {
            copies.read(operand);
        }
    }
    const Status status = runOnHost(
        *m_plan, step, [&copies](std::uint32_t buffer) { return copies.data(buffer); }, &pass.texts,
        &pass.control.cancel);
    if (!status) {
        return status;
    }
    for (const PlanOperand &operand : step.outputs) {
        copies.write(operand.buffer);
    }
    for (const std::uint32_t buffer : step.mutated) {
        copies.write(buffer);
    }
    pass.clock.setHostTimes(step.id, start, pass.clock.now());
    return {};
}

void OpenclPlan::readBuffer(std::uint32_t buffer, Tensor &tensor, const Pass &pass) const
{
    cl_event event = nullptr;
    const bool isTimed = pass.mode != RunMode::Unprofiled;
    const double enqueued = pass.clock.now();
    check(clEnqueueReadBuffer(pass.queue, m_memory.of(buffer), CL_TRUE, 0, tensor.byteSize(),
                              tensor.data(), 0, nullptr, isTimed ? &event : nullptr),
          "read an output");
    if (isTimed) {
        // A pipelined run waits here for all its kernels: that is not the transfer's time.
        const bool isAlone = pass.mode == RunMode::Serialized;
        pass.clock.addTransfer(buffer, false, Event(event), enqueued,
                               isAlone ? pass.clock.now() - enqueued : -1);
    }
}

Result<std::vector<Tensor>> OpenclPlan::readOutputs(const Pass &pass) const
{
    std::vector<Tensor> outputs;
    for (const PlanOutput &output : m_plan->outputs) {
        Result<Tensor> tensor = Tensor::zeros(output.operand.type, output.operand.shape);
        RETURN_IF_FAILED(tensor);
        if (tensor->byteSize() > 0) {
            readBuffer(output.operand.buffer, *tensor, pass);
        }
        outputs.push_back(std::move(tensor).value());
    }
    check(clFinish(pass.queue), "finish the run");
    return outputs;
}

} // namespace nervure::opencl
