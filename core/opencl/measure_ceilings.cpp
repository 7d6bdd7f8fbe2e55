// SPDX-License-Identifier: Apache-2.0
#include "core/opencl/measure_ceilings.h"

#include "core/execution/profile.h"
#include "kernels/ceilings.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <functional>
#include <limits>
#include <tuple>
#include <vector>

namespace nervure::opencl {

namespace {

constexpr std::uint64_t copiedBytes = std::uint64_t{64} << 20;
constexpr int accumulators = 12; ///< of multiply_add in ceilings.cl
constexpr int runs = 25;
constexpr int launches = 200;
/// Long enough that starting does not count, short enough to fit between others' turns.
constexpr double wantedMs = 10;
constexpr int leastRounds = 16;
constexpr int mostRounds = 1 << 26;
/// What one figure may take of the host's time: on slow devices fewer runs have to do.
constexpr double budgetMs = 250;
constexpr int fewestRuns = 3;
/// A kernel that takes the host this long says whether the driver times kernels: by less than this
/// share of it, it does not.
constexpr double surelyMs = 100;
constexpr double believedShare = 0.05;

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

double hostMs()
{
    const std::chrono::duration<double, std::milli> now =
        std::chrono::steady_clock::now().time_since_epoch();
    return now.count();
}

/// Calls `run` up to `count` times, less often when the time for one figure is over.
void repeat(int count, const std::function<void()> &run)
{
    const double end = hostMs() + budgetMs;
    for (int i = 0; i < count && (i < fewestRuns || hostMs() < end); ++i) {
        run();
    }
}

/// Whether `run` leaves time for more of the same figure.
bool isWithinBudget(const std::function<void()> &run)
{
    const double start = hostMs();
    run();
    return hostMs() - start < budgetMs;
}

/// The kernels of ceilings.cl on one device.
class Meter {
public:
    explicit Meter(const DeviceSession &session) : m_session(session), m_traits(session.info.traits)
    {
        KernelLaunch launch;
        launch.source = kernels::ceilings;
        m_lanes = static_cast<std::size_t>(std::clamp<std::uint32_t>(lanesOf(m_traits), 1, 16));
        launch.defines = {
            {"NERVURE_VECTOR", m_lanes == 1 ? "float" : "float" + std::to_string(m_lanes)}};
        m_program = session.programs->program("ceilings", programText(launch));
    }

    /// Gigabytes a second, read and written. More is copied until that takes the host too long: on a
    /// slow device little is beyond its caches as well.
    [[nodiscard]] double copyRate() const
    {
        const std::uint64_t limit =
            std::min({m_session.info.maxAllocationBytes, m_session.info.globalBytes / 4,
                      copiedBytes, std::uint64_t{std::numeric_limits<int>::max()}});
        const std::uint64_t step = copyItems() * m_lanes * sizeof(float);
        const std::uint64_t most = limit / step;
        if (most < 1) {
            return 0;
        }
        std::uint64_t count = 1;
        while (count < most && isWithinBudget([&] { std::ignore = copyMs(count, 1); })) {
            count = std::min(4 * count, most);
        }
        const double least = copyMs(count, runs);
        return least > 0 ? 2 * static_cast<double>(count * step) / least * 1e-6 : 0;
    }

    /// Thousand millions of operations a second.
    [[nodiscard]] double multiplyAddRate() const
    {
        const Adder adder = makeAdder();
        int rounds = leastRounds;
        double ms = 0;
        for (int tries = 0; tries < 20; ++tries) {
            set(adder.kernel, 1, cl_int{rounds});
            ms = best([&] { return timed(adder.kernel, adder.items); }, 2);
            if (ms >= wantedMs / 2 || rounds >= mostRounds) {
                break;
            }
            const double factor = ms > 0 ? std::clamp(wantedMs / ms, 2.0, 16.0) : 16;
            rounds = static_cast<int>(std::min<double>(mostRounds, rounds * factor));
        }
        ms = best([&] { return timed(adder.kernel, adder.items); });
        const double operations = 2.0 * accumulators * static_cast<double>(m_lanes)
                                  * static_cast<double>(adder.items) * rounds;
        return ms > 0 ? operations / ms * 1e-6 : 0;
    }

    /// Compares the driver's time of a long kernel with the host's, less what a launch costs. If it is
    /// not of the same order, all times from now on are the host's.
    [[nodiscard]] bool judgeTimer(double launchMs)
    {
        const Adder adder = makeAdder();
        for (int rounds = leastRounds; rounds <= mostRounds; rounds *= 4) {
            set(adder.kernel, 1, cl_int{rounds});
            double device = std::numeric_limits<double>::infinity();
            double host = device;
            repeat(fewestRuns, [&] {
                const double start = hostMs();
                device = std::min(device, timed(adder.kernel, adder.items));
                host = std::min(host, hostMs() - start - launchMs);
            });
            if (device >= wantedMs || host >= surelyMs) {
                m_hasTimer = device >= believedShare * host;
                break;
            }
        }
        return m_hasTimer;
    }

    /// Medians of what launching costs the host, one by one and in a row.
    void launchTimes(DeviceCeilings &ceilings) const
    {
        const Memory target = memoryOf(sizeof(cl_int));
        const Kernel kernel = kernelOf("nothing");
        set(kernel, 0, target.get());
        std::ignore = timed(kernel, 1); // may compile
        std::vector<double> single;
        double wholeMs = budgetMs;
        repeat(launches, [&] {
            const double start = hostMs();
            const double device = timed(kernel, 1);
            const double ms = hostMs() - start;
            single.push_back(std::max(0.0, ms - device));
            wholeMs = std::min(wholeMs, ms);
        });
        ceilings.launchMs = summarise(single).median;
        const auto inRow =
            static_cast<int>(std::clamp<double>(budgetMs / fewestRuns / wholeMs, 1, launches));
        std::vector<double> rows;
        repeat(runs, [&] {
            const double start = hostMs();
            std::vector<Event> events;
            for (int launch = 0; launch < inRow; ++launch) {
                events.push_back(enqueued(kernel, 1));
            }
            check(clFinish(queue()), "finish a row of kernels");
            rows.push_back((hostMs() - start) / inRow);
        });
        ceilings.enqueueMs = summarise(rows).median;
    }

private:
    /// multiply_add, but for its rounds.
    struct Adder {
        Memory target;
        Kernel kernel;
        std::size_t items = 0;
    };

    [[nodiscard]] Adder makeAdder() const
    {
        const std::size_t items =
            m_traits.computeUnits * std::size_t{m_traits.isCpu() ? 8u : 4096u};
        Adder adder{memoryOf(items * m_lanes * sizeof(float)), kernelOf("multiply_add"), items};
        set(adder.kernel, 0, adder.target.get());
        set(adder.kernel, 2, cl_float{0.9999F});
        return adder;
    }

    /// Vectors on a CPU, as its compiler has no other way to be told; a GPU's lanes are work-items.
    static std::uint32_t lanesOf(const DeviceTraits &traits)
    {
        constexpr std::uint32_t known[] = {16, 8, 4, 2};
        for (const std::uint32_t lanes : known) {
            if (traits.isCpu() && traits.preferredFloatVector >= lanes) {
                return lanes;
            }
        }
        return 1;
    }

    [[nodiscard]] std::uint64_t copyItems() const
    {
        return std::uint64_t{m_traits.computeUnits} * (m_traits.isCpu() ? 4 : 4096);
    }

    /// The least time of copying `count` vectors for each work-item, by our kernel or the driver.
    [[nodiscard]] double copyMs(std::uint64_t count, int most) const
    {
        const std::size_t items = copyItems();
        const std::size_t bytes = items * count * m_lanes * sizeof(float);
        const Memory source = memoryOf(bytes);
        const Memory target = memoryOf(bytes);
        const Kernel kernel = kernelOf("copy");
        set(kernel, 0, source.get());
        set(kernel, 1, target.get());
        set(kernel, 2, m_traits.isCpu() ? static_cast<cl_int>(count) : cl_int{1});
        set(kernel, 3, m_traits.isCpu() ? cl_int{1} : static_cast<cl_int>(items));
        set(kernel, 4, static_cast<cl_int>(count));
        const double byKernel = best([&] { return timed(kernel, items); }, most);
        const double byDriver = best(
            [&] {
                const double start = hostMs();
                cl_event event = nullptr;
                check(clEnqueueCopyBuffer(queue(), source.get(), target.get(), 0, 0, bytes, 0,
                                          nullptr, &event),
                      "copy a buffer");
                return finished(Event(event), start);
            },
            most);
        return std::min(byKernel, byDriver);
    }

    [[nodiscard]] cl_command_queue queue() const { return m_session.profiled.get(); }

    [[nodiscard]] Kernel kernelOf(const char *name) const
    {
        cl_int error = CL_SUCCESS;
        Kernel kernel(clCreateKernel(m_program, name, &error));
        check(error, "create a kernel that measures the device");
        return kernel;
    }

    /// Zeroed: pages that were never written would all be the same one.
    [[nodiscard]] Memory memoryOf(std::size_t bytes) const
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

    template <typename T>
    void set(const Kernel &kernel, cl_uint position, T value) const
    {
        check(clSetKernelArg(kernel.get(), position, sizeof value, &value),
              "set an argument of a kernel that measures the device");
    }

    [[nodiscard]] Event enqueued(const Kernel &kernel, std::size_t items) const
    {
        cl_event event = nullptr;
        const std::size_t one = 1;
        check(clEnqueueNDRangeKernel(queue(), kernel.get(), 1, nullptr, &items,
                                     m_traits.isCpu() ? &one : nullptr, 0, nullptr, &event),
              "run a kernel that measures the device");
        return Event(event);
    }

    /// The time of what was enqueued from `start` on, once it is done.
    [[nodiscard]] double finished(const Event &event, double start) const
    {
        check(clFinish(queue()), "finish a kernel that measures the device");
        return m_hasTimer ? eventMs(event) : hostMs() - start;
    }

    [[nodiscard]] double timed(const Kernel &kernel, std::size_t items) const
    {
        const double start = hostMs();
        return finished(enqueued(kernel, items), start);
    }

    /// The least of some runs, the first of which may compile and is not one of them.
    static double best(const std::function<double()> &run, int count = runs)
    {
        run();
        double least = std::numeric_limits<double>::infinity();
        repeat(count, [&] { least = std::min(least, run()); });
        return least;
    }

    const DeviceSession &m_session;
    const DeviceTraits &m_traits;
    std::size_t m_lanes = 1;
    bool m_hasTimer = true;
    cl_program m_program = nullptr;
};

std::string timeText()
{
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

} // namespace

DeviceCeilings measureCeilings(const DeviceSession &session)
{
    Meter meter(session);
    DeviceCeilings ceilings;
    meter.launchTimes(ceilings);
    ceilings.hasTimer = meter.judgeTimer(ceilings.launchMs);
    ceilings.copyGbs = meter.copyRate();
    ceilings.multiplyAddGflops = meter.multiplyAddRate();
    ceilings.measuredAt = timeText();
    return ceilings;
}

} // namespace nervure::opencl
