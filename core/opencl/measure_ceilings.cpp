// SPDX-License-Identifier: Apache-2.0
#include "core/opencl/measure_ceilings.h"

#include "core/execution/profile/statistics.h"
#include "core/opencl/device_meter.h"
#include "core/opencl/memory_levels.h"
#include "core/support/machine_load.h"
#include "core/support/utc_time.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <tuple>
#include <vector>

namespace nervure::opencl {

namespace {

constexpr std::uint64_t copiedBytes = std::uint64_t{64} << 20;
constexpr int accumulators = 12; ///< of multiply_add in ceilings.cl
constexpr int launches = 200;
constexpr int leastRepeats = 16;
constexpr int mostRepeats = 1 << 26;
constexpr MeasuringBudget budget;
/// A kernel that takes the host this long says whether the driver times kernels: by less than this
/// share of it, it does not.
constexpr double surelyMs = 100;
constexpr double longEnoughMs = 10;
constexpr double believedShare = 0.05;
/// Rounds after one another, unless they do not confirm the best: then some more are tried, until they
/// have taken this long together. On a slow device that may be after one, which confirms nothing.
constexpr int usualRounds = 3;
constexpr int mostRounds = 10;
constexpr double longestRoundsMs = 8000;

/// Whether `run` leaves time for more of the same figure.
bool isWithinBudget(const std::function<void()> &run)
{
    const double start = hostMs();
    run();
    return hostMs() - start < budget.ms;
}

/// Adds the rate at which `amount` was done. A round that others disturbed confirms nothing, however often
/// it comes out the same: threads of two that share one processor are half as fast every time.
void addRound(double amount, const UndisturbedTime &time, MeasuredRate &rounds, double &best)
{
    const double rate = time.ms > 0 ? amount / time.ms * 1e-6 : 0;
    best = std::max(best, rate);
    if (time.isUndisturbed && rate > 0) {
        rounds.add(rate);
    }
}

/// multiply_add on one device.
class AdditionMeter {
public:
    explicit AdditionMeter(const DeviceMeter &meter)
        : m_meter(meter),
          m_items(meter.traits().computeUnits * std::size_t{meter.traits().isCpu() ? 8U : 4096U}),
          m_target(meter.memoryOf(m_items * meter.lanes() * sizeof(float))),
          m_kernel(meter.kernelOf("multiply_add"))
    {
        meter.set(m_kernel, 0, m_target.get());
        meter.set(m_kernel, 2, cl_float{0.9999F});
    }

    /// The time of doing the additions so often.
    [[nodiscard]] double ms(int repeats) const
    {
        m_meter.set(m_kernel, 1, cl_int{repeats});
        return m_meter.timed(m_kernel, m_items);
    }

    /// One round: adds thousand millions of operations a second.
    void measure(DeviceCeilings &ceilings)
    {
        if (m_repeats == 0) {
            m_repeats = fittingRepeats(leastRepeats, mostRepeats, [this](int r) { return ms(r); });
        }
        const UndisturbedTime least = bestOf(m_meter, budget, [this] { return ms(m_repeats); });
        const double operations = 2.0 * accumulators * static_cast<double>(m_meter.lanes())
                                  * static_cast<double>(m_items) * m_repeats;
        addRound(operations, least, ceilings.compute, ceilings.multiplyAddGflops);
    }

private:
    const DeviceMeter &m_meter;
    std::size_t m_items;
    Memory m_target;
    Kernel m_kernel;
    int m_repeats = 0;
};

/// Copies beyond all caches, by our kernel or the driver.
class CopyMeter {
public:
    explicit CopyMeter(const DeviceMeter &meter)
        : m_meter(meter),
          m_items(std::size_t{meter.traits().computeUnits} * (meter.traits().isCpu() ? 4U : 4096U))
    {}

    /// One round: adds gigabytes a second, read and written. More is copied until that takes the host too
    /// long: on a slow device little is beyond its caches as well.
    void measure(DeviceCeilings &ceilings)
    {
        const DeviceInfo &info = m_meter.session().info;
        const std::uint64_t limit =
            std::min({info.maxAllocationBytes, info.globalBytes / 4, copiedBytes,
                      std::uint64_t{std::numeric_limits<int>::max()}});
        const std::uint64_t step = m_items * m_meter.lanes() * sizeof(float);
        const std::uint64_t most = limit / step;
        if (most < 1) {
            return;
        }
        if (m_count == 0) {
            m_count = 1;
            while (m_count < most && isWithinBudget([&] { std::ignore = copyMs({1, 0, 1}); })) {
                m_count = std::min(4 * m_count, most);
            }
        }
        m_isComplete = m_count == most;
        addRound(2 * static_cast<double>(m_count * step), copyMs(budget), ceilings.memory,
                 ceilings.copyGbs);
    }

    /// Whether as much was copied as is beyond the caches of any device: slower ones have no time for it.
    [[nodiscard]] bool isComplete() const { return m_isComplete; }

private:
    [[nodiscard]] UndisturbedTime copyMs(const MeasuringBudget &most) const
    {
        const std::size_t bytes = m_items * m_count * m_meter.lanes() * sizeof(float);
        const Memory source = m_meter.memoryOf(bytes);
        const Memory target = m_meter.memoryOf(bytes);
        const Kernel kernel = m_meter.kernelOf("copy");
        const bool isCpu = m_meter.traits().isCpu();
        m_meter.set(kernel, 0, source.get());
        m_meter.set(kernel, 1, target.get());
        m_meter.set(kernel, 2, isCpu ? static_cast<cl_int>(m_count) : cl_int{1});
        m_meter.set(kernel, 3, isCpu ? cl_int{1} : static_cast<cl_int>(m_items));
        m_meter.set(kernel, 4, static_cast<cl_int>(m_count));
        UndisturbedTime least =
            bestOf(m_meter, most, [&] { return m_meter.timed(kernel, m_items); });
        const double byDriver = best(most, [&] {
            const double start = hostMs();
            cl_event event = nullptr;
            check(clEnqueueCopyBuffer(m_meter.queue(), source.get(), target.get(), 0, 0, bytes, 0,
                                      nullptr, &event),
                  "copy a buffer");
            return m_meter.finished(Event(event), start);
        });
        // The driver may copy with one processor: it is the kernel that says whether all were to be had.
        least.ms = std::min(least.ms, byDriver);
        return least;
    }

    const DeviceMeter &m_meter;
    std::size_t m_items;
    std::uint64_t m_count = 0;
    bool m_isComplete = false;
};

/// What launching costs the host, one by one and in a row: medians, since single launches are told at
/// once now and then. The least over all rounds is kept.
class LaunchMeter {
public:
    explicit LaunchMeter(const DeviceMeter &meter)
        : m_meter(meter),
          m_target(meter.memoryOf(sizeof(cl_int))),
          m_kernel(meter.kernelOf("nothing"))
    {
        meter.set(m_kernel, 0, m_target.get());
        std::ignore = meter.timed(m_kernel, 1); // may compile
    }

    void measure(DeviceCeilings &ceilings)
    {
        keepLeast(ceilings.launchMs, single());
        keepLeast(ceilings.enqueueMs, inRow());
    }

private:
    static void keepLeast(double &ms, double now) { ms = ms > 0 ? std::min(ms, now) : now; }

    [[nodiscard]] double single()
    {
        std::vector<double> times;
        repeat({launches, budget.ms, budget.fewest}, [&] {
            const double start = hostMs();
            const double device = m_meter.timed(m_kernel, 1);
            const double ms = hostMs() - start;
            times.push_back(std::max(0.0, ms - device));
            m_wholeMs = std::min(m_wholeMs, ms);
        });
        return summarize(times).median;
    }

    [[nodiscard]] double inRow() const
    {
        const auto count = static_cast<int>(
            std::clamp<double>(budget.ms / budget.fewest / m_wholeMs, 1, launches));
        std::vector<double> rows;
        repeat(budget, [&] {
            const double start = hostMs();
            std::vector<Event> events;
            for (int launch = 0; launch < count; ++launch) {
                events.push_back(m_meter.enqueued(m_kernel, 1));
            }
            check(clFinish(m_meter.queue()), "finish a row of kernels");
            rows.push_back((hostMs() - start) / count);
        });
        return summarize(rows).median;
    }

    const DeviceMeter &m_meter;
    Memory m_target;
    Kernel m_kernel;
    double m_wholeMs = budget.ms;
};

/// Compares the driver's time of a long kernel with the host's, less what a launch costs: whether it is of
/// the same order.
bool timesKernels(const AdditionMeter &adder, double launchMs)
{
    for (int repeats = leastRepeats; repeats <= mostRepeats; repeats *= 4) {
        double device = std::numeric_limits<double>::infinity();
        double host = device;
        repeat({budget.fewest, budget.ms, budget.fewest}, [&] {
            const double start = hostMs();
            device = std::min(device, adder.ms(repeats));
            host = std::min(host, hostMs() - start - launchMs);
        });
        if (device >= longEnoughMs || host >= surelyMs) {
            return device >= believedShare * host;
        }
    }
    return true;
}

} // namespace

DeviceCeilings measureCeilings(const DeviceSession &session)
{
    const MachineLoad load;
    DeviceMeter meter(session);
    AdditionMeter adder(meter);
    CopyMeter copy(meter);
    LaunchMeter launch(meter);
    MemoryLevels levels(meter);
    DeviceCeilings ceilings;
    launch.measure(ceilings);
    ceilings.hasTimer = timesKernels(adder, ceilings.launchMs);
    if (!ceilings.hasTimer) {
        meter.distrustTimer();
    }
    const double start = hostMs();
    for (int round = 0; round < mostRounds; ++round) {
        adder.measure(ceilings);
        copy.measure(ceilings);
        if (hostMs() - start > longestRoundsMs) {
            break;
        }
        if (round < usualRounds) {
            launch.measure(ceilings);
            if (copy.isComplete()) {
                levels.measure();
            }
        }
        if (round + 1 >= usualRounds && ceilings.isTrusted()) {
            break;
        }
    }
    if (!levels.levels().empty() && levels.levels().front().copyGbs > 0) {
        ceilings.levels = levels.levels();
        MemoryLevel &last = ceilings.levels.back();
        last.copyGbs = std::max(last.copyGbs, ceilings.copyGbs);
    }
    ceilings.otherLoad = load.ofOthers().value_or(0);
    ceilings.measuredAt = utcTimeText();
    return ceilings;
}

} // namespace nervure::opencl
