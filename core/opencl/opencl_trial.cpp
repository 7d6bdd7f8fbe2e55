// SPDX-License-Identifier: Apache-2.0
// A layer alone: the layers before it run once, then it is launched over and over on what they gave, with
// one size of work-groups after the other.
#include "core/opencl/opencl_plan.h"
#include "core/support/text.h"

#include <algorithm>
#include <set>
#include <utility>

namespace nervure::opencl {

namespace {

constexpr std::size_t groupDimensions = 3;

template <typename Value>
Value workGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what)
{
    Value value{};
    return clGetKernelWorkGroupInfo(kernel, device, what, sizeof value, &value, nullptr)
                   == CL_SUCCESS
               ? value
               : Value{};
}

} // namespace

KernelFacts OpenclPlan::factsOf(const Launch &launch) const
{
    const cl_kernel kernel = launch.kernel.get();
    const cl_device_id device = m_session.device;
    KernelFacts facts;
    facts.localBytes = static_cast<std::int64_t>(
        workGroupInfo<cl_ulong>(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE));
    facts.privateBytes = static_cast<std::int64_t>(
        workGroupInfo<cl_ulong>(kernel, device, CL_KERNEL_PRIVATE_MEM_SIZE));
    facts.mostItems = workGroupInfo<std::size_t>(kernel, device, CL_KERNEL_WORK_GROUP_SIZE);
    facts.itemsMultiple =
        workGroupInfo<std::size_t>(kernel, device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE);
    cl_program program = nullptr;
    if (clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, nullptr)
        == CL_SUCCESS) {
        facts.log = buildLog(program, device);
    }
    return facts;
}

std::vector<KernelFacts> OpenclPlan::kernelFacts(std::uint32_t step) const
{
    std::vector<KernelFacts> facts;
    for (const Launch &launch : m_launches.at(step)) {
        facts.push_back(factsOf(launch));
    }
    return facts;
}

/// One layer while it is tried.
class OpenclPlan::Trial {
public:
    Trial(const OpenclPlan &plan, const PlanStep &step, std::size_t repeat,
          const JobControl &control)
        : m_plan(plan),
          m_step(step),
          m_launches(plan.m_launches[step.id]),
          m_repeat(repeat),
          m_control(control),
          m_queue(plan.m_session.profiled.get())
    {}

    Result<LayerTrial> run()
    {
        save();
        LayerTrial trial;
        for (std::size_t i = 0; i < m_launches.size(); ++i) {
            const Launch &launch = m_launches[i];
            LaunchTrial &tried = trial.launches.emplace_back();
            tried.kernel = launch.spec->entry;
            tried.global = launch.spec->global;
            tried.facts = m_plan.factsOf(launch);
            tried.facts.log = logOf(*launch.spec);
            tried.facts.isLogOwn = true;
            const std::size_t most = tried.facts.mostItems > 0
                                         ? tried.facts.mostItems
                                         : m_plan.m_session.info.traits.maxWorkGroup;
            for (const auto &local : sizesToTry(tried.global, launch.spec->local, most)) {
                tried.sizes.push_back({local, {}, true, {}});
            }
            RETURN_IF_FAILED(tryLaunch(i, tried));
        }
        RETURN_IF_FAILED(timeLayer(trial));
        restore();
        return trial;
    }

private:
    using Contents = std::map<std::uint32_t, std::vector<std::byte>>;

    [[nodiscard]] Contents contentsOf(const std::vector<std::uint32_t> &buffers) const
    {
        Contents contents;
        for (const std::uint32_t buffer : buffers) {
            const auto size = static_cast<std::size_t>(
                std::max<std::int64_t>(0, m_plan.m_plan->buffers[buffer].bytes));
            std::vector<std::byte> &bytes = contents[buffer];
            bytes.resize(size);
            if (size > 0) {
                check(clEnqueueReadBuffer(m_queue, m_plan.m_memory.of(buffer), CL_TRUE, 0, size,
                                          bytes.data(), 0, nullptr, nullptr),
                      "read a buffer");
            }
        }
        return contents;
    }

    /// Launches of one text share what the compiler says of it.
    const std::string &logOf(const KernelLaunch &launch)
    {
        const std::string text = programText(launch);
        const auto [it, isNew] = m_logs.try_emplace(text);
        if (isNew) {
            m_control.report(-1, "compiling");
            it->second = m_plan.m_session.programs->freshLog(launch.entry, text);
        }
        return it->second;
    }

    /// What the layer reads and writes, as it is before it.
    void save()
    {
        std::set<std::uint32_t> read;
        for (const auto *operands : {&m_step.inputs, &m_step.outputs}) {
            for (const PlanOperand &operand : *operands) {
                if (!operand.isLocal()) {
                    read.insert(operand.buffer);
                }
            }
        }
        m_buffers.assign(read.begin(), read.end());
        m_before = contentsOf(m_buffers);
        launchAll();
        m_after = contentsOf(m_buffers);
    }

    void restore() const
    {
        for (const auto &[buffer, bytes] : m_before) {
            if (!bytes.empty()) {
                check(clEnqueueWriteBuffer(m_queue, m_plan.m_memory.of(buffer), CL_TRUE, 0,
                                           bytes.size(), bytes.data(), 0, nullptr, nullptr),
                      "write a buffer");
            }
        }
    }

    /// In milliseconds: the device's if it has a clock, else the host's.
    cl_int launch(std::size_t number, const std::array<std::size_t, 3> &local, double *ms) const
    {
        const Launch &launch = m_launches[number];
        const bool isFree = local == std::array<std::size_t, 3>{0, 0, 0};
        const auto start = std::chrono::steady_clock::now();
        cl_event made = nullptr;
        cl_int error = clEnqueueNDRangeKernel(m_queue, launch.kernel.get(), groupDimensions,
                                              nullptr, launch.spec->global.data(),
                                              isFree ? nullptr : local.data(), 0, nullptr, &made);
        if (error != CL_SUCCESS) {
            return error;
        }
        const Event event(made);
        error = clFinish(m_queue);
        if (ms != nullptr) {
            const std::chrono::duration<double, std::milli> wall =
                std::chrono::steady_clock::now() - start;
            *ms = m_plan.m_session.hasTimer() ? eventMs(made) : wall.count();
        }
        return error;
    }

    static double eventMs(cl_event event)
    {
        cl_ulong start = 0;
        cl_ulong end = 0;
        check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start,
                                      nullptr),
              "time a kernel");
        check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr),
              "time a kernel");
        constexpr double nsPerMs = 1e6;
        return static_cast<double>(end - std::min(start, end)) / nsPerMs;
    }

    /// The whole layer as it is planned; returns the sum of its launches.
    double launchAll() const
    {
        double sum = 0;
        for (std::size_t i = 0; i < m_launches.size(); ++i) {
            double ms = 0;
            check(launch(i, m_launches[i].spec->local, &ms), "run a layer");
            sum += ms;
        }
        return sum;
    }

    /// Whether the layer gives with this size what it gives as it is planned.
    cl_int checkSize(std::size_t number, SizeTrial &size) const
    {
        restore();
        for (std::size_t i = 0; i < m_launches.size(); ++i) {
            const cl_int error =
                launch(i, i == number ? size.local : m_launches[i].spec->local, nullptr);
            if (error != CL_SUCCESS) {
                return error;
            }
        }
        size.isCorrect = contentsOf(m_buffers) == m_after;
        return CL_SUCCESS;
    }

    /// The sizes take turns, so that what slowly changes on the machine favors none.
    Status tryLaunch(std::size_t number, LaunchTrial &tried)
    {
        for (SizeTrial &size : tried.sizes) {
            RETURN_IF_FAILED(checkCanceled());
            if (const cl_int error = checkSize(number, size); error != CL_SUCCESS) {
                size.fault = errorName(error);
            }
        }
        std::vector<std::vector<double>> times(tried.sizes.size());
        for (std::size_t round = 0; round < m_repeat; ++round) {
            RETURN_IF_FAILED(checkCanceled());
            m_control.report(static_cast<double>(round) / static_cast<double>(m_repeat),
                             "measuring");
            for (std::size_t i = 0; i < tried.sizes.size(); ++i) {
                double ms = 0;
                if (tried.sizes[i].fault.empty()) {
                    check(launch(number, tried.sizes[i].local, &ms), "run a kernel");
                    times[i].push_back(ms);
                }
            }
        }
        for (std::size_t i = 0; i < tried.sizes.size(); ++i) {
            tried.sizes[i].ms = summarize(times[i]);
        }
        tried.sort();
        return {};
    }

    Status timeLayer(LayerTrial &trial) const
    {
        std::vector<double> times;
        restore();
        for (std::size_t round = 0; round < m_repeat; ++round) {
            RETURN_IF_FAILED(checkCanceled());
            times.push_back(launchAll());
        }
        trial.ms = summarize(times);
        return {};
    }

    [[nodiscard]] Status checkCanceled() const
    {
        return m_control.cancel.isCanceled() ? Status(makeError("cancelled", "it was cancelled"))
                                             : Status();
    }

    const OpenclPlan &m_plan;
    const PlanStep &m_step;
    const std::vector<Launch> &m_launches;
    std::size_t m_repeat;
    const JobControl &m_control;
    cl_command_queue m_queue;
    std::vector<std::uint32_t> m_buffers;
    Contents m_before;
    Contents m_after;
    std::map<std::string, std::string> m_logs; ///< by text
};

Result<LayerTrial> OpenclPlan::tryLayer(const TensorMap &inputs, std::uint32_t step,
                                        std::size_t repeat, const JobControl &control)
{
    Result<LayerTrial> trial = guarded<LayerTrial>([&]() -> Result<LayerTrial> {
        const PlanStep &tried = m_plan->steps.at(step);
        if (m_launches.at(step).empty()) {
            return makeErrorAt(tried.root, "no-kernels",
                               "the layer {} has no kernels of its own to try", quoted(tried.root));
        }
        const cl_command_queue queue = m_session.profiled.get();
        RETURN_IF_FAILED(upload(m_plan->states, m_states, queue));
        StepClock clock(m_session.hasTimer());
        HostTexts texts;
        const Pass pass{StepPhase::Run, RunMode::Serialized, queue, control, clock, texts};
        RETURN_IF_FAILED(uploadInputs(inputs, pass));
        RETURN_IF_FAILED(runSteps(pass, step));
        return Trial(*this, tried, repeat, control).run();
    });
    clFinish(m_session.profiled.get());
    return trial;
}

} // namespace nervure::opencl
