// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/opencl/device_session.h"

#include <cstdint>
#include <functional>

namespace nervure::opencl {

/// Milliseconds of the host's clock.
[[nodiscard]] double hostMs();

/// The kernels of ceilings.cl on one device, and how they are timed. All throw Failure.
class DeviceMeter {
public:
    explicit DeviceMeter(const DeviceSession &session);

    [[nodiscard]] const DeviceSession &session() const { return m_session; }
    [[nodiscard]] const DeviceTraits &traits() const { return m_session.info.traits; }
    /// Floats that a work-item moves or computes at once.
    [[nodiscard]] std::size_t lanes() const { return m_lanes; }
    /// From now on all times are the host's.
    void distrustTimer() { m_hasTimer = false; }

    [[nodiscard]] cl_command_queue queue() const { return m_session.profiled.get(); }
    [[nodiscard]] Kernel kernelOf(const char *name) const;
    /// Zeroed: pages that were never written would all be the same one.
    [[nodiscard]] Memory memoryOf(std::size_t bytes) const;

    template <typename T>
    void set(const Kernel &kernel, cl_uint position, T value) const
    {
        check(clSetKernelArg(kernel.get(), position, sizeof value, &value),
              "set an argument of a kernel that measures the device");
    }

    [[nodiscard]] Event enqueued(const Kernel &kernel, std::size_t items) const;
    /// The time of what was enqueued from `start` on, once it is done.
    [[nodiscard]] double finished(const Event &event, double start) const;
    [[nodiscard]] double timed(const Kernel &kernel, std::size_t items) const;
    /// Whether the kernel that was timed last had the device to itself. Of a device that is this machine's
    /// processors: whether this process had them for most of that time.
    [[nodiscard]] bool hadDevice() const { return m_hadDevice; }

private:
    const DeviceSession &m_session;
    std::size_t m_lanes = 1;
    bool m_hasTimer = true;
    mutable bool m_hadDevice = true;
    cl_program m_program = nullptr;
};

/// How often something is measured: as often as there is time for, but a few times at least.
struct MeasuringBudget {
    int runs = 25;
    double ms = 250;
    int fewest = 3;
};

/// Calls `run` as often as the budget allows.
void repeat(const MeasuringBudget &budget, const std::function<void()> &run);
/// The least of some runs, the first of which may compile and is not one of them.
[[nodiscard]] double best(const MeasuringBudget &budget, const std::function<double()> &run);

/// A time, and whether the device was to be had for it.
struct UndisturbedTime {
    double ms = 0;
    bool isUndisturbed = false;
};
/// The least time of runs on the meter's device, as best() does it.
[[nodiscard]] UndisturbedTime bestOf(const DeviceMeter &meter, const MeasuringBudget &budget,
                                     const std::function<double()> &run);

/// Finds how many times a kernel must do its work to run long enough that starting it does not count, and
/// briefly enough to fit between the turns of others: from `least` up to `most`. `run` is given a number
/// and says what it took in milliseconds.
[[nodiscard]] int fittingRepeats(int least, int most, const std::function<double(int)> &run);

} // namespace nervure::opencl
