// SPDX-License-Identifier: Apache-2.0
#include "core/opencl/device_meter.h"

#include "kernels/ceilings.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fmt/format.h>
#include <limits>

namespace nervure::opencl {

namespace {

constexpr double wantedMs = 2;
constexpr double mostOfDevice = 0.8;

/// Processor time of all threads of this process, in milliseconds.
double processorMs()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

double eventMs(const Event &event)
{
    cl_ulong start = 0;
    cl_ulong end = 0;
    check(clGetEventProfilingInfo(event.get(), CL_PROFILING_COMMAND_START, sizeof start, &start,
                                  nullptr),
          "read the times of a kernel");
    check(clGetEventProfilingInfo(event.get(), CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr),
          "read the times of a kernel");
    return end > start ? static_cast<double>(end - start) * 1e-6 : 0;
}

/// Vectors on a CPU, as its compiler has no other way to be told; a GPU's lanes are work-items.
std::size_t lanesOf(const DeviceTraits &traits)
{
    constexpr std::uint32_t known[] = {16, 8, 4, 2};
    for (const std::uint32_t lanes : known) {
        if (traits.isCpu() && traits.preferredFloatVector >= lanes) {
            return lanes;
        }
    }
    return 1;
}

} // namespace

double hostMs()
{
    const std::chrono::duration<double, std::milli> now =
        std::chrono::steady_clock::now().time_since_epoch();
    return now.count();
}

DeviceMeter::DeviceMeter(const DeviceSession &session)
    : m_session(session),
      m_lanes(lanesOf(session.info.traits))
{
    KernelLaunch launch;
    launch.source = kernels::ceilings;
    launch.defines = {{"NERVURE_VECTOR", m_lanes == 1 ? "float" : fmt::format("float{}", m_lanes)}};
    m_program = session.programs->program("ceilings", programText(launch));
}

Kernel DeviceMeter::kernelOf(const char *name) const
{
    cl_int error = CL_SUCCESS;
    Kernel kernel(clCreateKernel(m_program, name, &error));
    check(error, "create a kernel that measures the device");
    return kernel;
}

Memory DeviceMeter::memoryOf(std::size_t bytes) const
{
    cl_int error = CL_SUCCESS;
    Memory memory(clCreateBuffer(m_session.context.get(), CL_MEM_READ_WRITE,
                                 std::max<std::size_t>(bytes, 4), nullptr, &error));
    check(error, "allocate memory to measure the device with");
    const cl_uchar zero = 0;
    check(clEnqueueFillBuffer(queue(), memory.get(), &zero, sizeof zero, 0, bytes, 0, nullptr,
                              nullptr),
          "clear memory");
    check(clFinish(queue()), "clear memory");
    return memory;
}

Event DeviceMeter::enqueued(const Kernel &kernel, std::size_t items) const
{
    cl_event event = nullptr;
    const std::size_t one = 1;
    check(clEnqueueNDRangeKernel(queue(), kernel.get(), 1, nullptr, &items,
                                 traits().isCpu() ? &one : nullptr, 0, nullptr, &event),
          "run a kernel that measures the device");
    return Event(event);
}

double DeviceMeter::finished(const Event &event, double start) const
{
    check(clFinish(queue()), "finish a kernel that measures the device");
    return m_hasTimer ? eventMs(event) : hostMs() - start;
}

double DeviceMeter::timed(const Kernel &kernel, std::size_t items) const
{
    const double processor = processorMs();
    const double start = hostMs();
    const double ms = finished(enqueued(kernel, items), start);
    const double share = (processorMs() - processor) / std::max(1U, traits().computeUnits);
    m_hadDevice = !traits().isCpu() || share >= mostOfDevice * ms;
    return ms;
}

void repeat(const MeasuringBudget &budget, const std::function<void()> &run)
{
    const double end = hostMs() + budget.ms;
    for (int i = 0; i < budget.runs && (i < budget.fewest || hostMs() < end); ++i) {
        run();
    }
}

double best(const MeasuringBudget &budget, const std::function<double()> &run)
{
    run();
    double least = std::numeric_limits<double>::infinity();
    repeat(budget, [&] { least = std::min(least, run()); });
    return least;
}

UndisturbedTime bestOf(const DeviceMeter &meter, const MeasuringBudget &budget,
                       const std::function<double()> &run)
{
    UndisturbedTime least{std::numeric_limits<double>::infinity(), false};
    run();
    repeat(budget, [&] {
        if (const double ms = run(); ms < least.ms) {
            least = {ms, meter.hadDevice()};
        }
    });
    return least;
}

int fittingRepeats(int least, int most, const std::function<double(int)> &run)
{
    int repeats = least;
    for (int tries = 0; tries < 20 && repeats < most; ++tries) {
        const double ms = best({2, 0, 2}, [&] { return run(repeats); });
        if (ms >= wantedMs / 2) {
            break;
        }
        const double factor = ms > 0 ? std::clamp(wantedMs / ms, 2.0, 16.0) : 16;
        repeats = static_cast<int>(std::min<double>(most, repeats * factor));
    }
    return repeats;
}

} // namespace nervure::opencl
