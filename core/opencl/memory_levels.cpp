// SPDX-License-Identifier: Apache-2.0
#include "core/opencl/memory_levels.h"

#include <algorithm>

namespace nervure::opencl {

namespace {

constexpr std::uint64_t largestSet = std::uint64_t{128} << 20;
constexpr std::uint64_t smallestPerUnit = std::uint64_t{8} << 10; ///< in the first cache of any
constexpr std::uint64_t fewestValues = 8;                         ///< of read_again
constexpr int mostPasses = 1 << 16;
/// Small: there are many levels, and every round comes by them all again.
constexpr MeasuringBudget levelBudget{6, 15, 2};

} // namespace

MemoryLevels::MemoryLevels(const DeviceMeter &meter) : m_meter(meter)
{
    const DeviceTraits &traits = meter.traits();
    m_items = std::size_t{traits.computeUnits} * (traits.isCpu() ? 4 : 1024);
    const DeviceInfo &info = meter.session().info;
    const std::uint64_t most =
        std::min({largestSet, info.maxAllocationBytes, info.globalBytes / 4});
    for (std::uint64_t count = fewestValues; bytesOf(count) <= most; count *= 2) {
        if (bytesOf(count) >= smallestPerUnit * traits.computeUnits) {
            m_levels.push_back({bytesOf(count), 0, 0, 0});
            m_counts.push_back(count);
        }
    }
}

std::uint64_t MemoryLevels::bytesOf(std::uint64_t count) const
{
    return count * m_items * m_meter.lanes() * sizeof(float);
}

void MemoryLevels::measure()
{
    if (!m_counts.empty() && !m_source) {
        m_source = m_meter.memoryOf(bytesOf(m_counts.back()));
        m_target = m_meter.memoryOf(bytesOf(m_counts.back()));
    }
    for (std::size_t i = 0; i < m_levels.size(); ++i) {
        MemoryLevel &level = m_levels[i];
        level.readGbs = std::max(level.readGbs, rate(Access::Read, m_counts[i]));
        level.writeGbs = std::max(level.writeGbs, rate(Access::Write, m_counts[i]));
        // What is copied is half of the set.
        level.copyGbs = std::max(level.copyGbs, rate(Access::Copy, m_counts[i] / 2));
    }
}

Kernel MemoryLevels::kernelOf(Access access, std::uint64_t count) const
{
    const bool isWriting = access == Access::Write;
    Kernel kernel = m_meter.kernelOf(isWriting                ? "write_again"
                                     : access == Access::Read ? "read_again"
                                                              : "copy_again");
    cl_uint position = 0;
    if (!isWriting) {
        m_meter.set(kernel, position++, m_source.get());
    }
    m_meter.set(kernel, position++, m_target.get());
    // A stretch of its own on a CPU, neighbors beside each other on a GPU.
    const bool isCpu = m_meter.traits().isCpu();
    m_meter.set(kernel, position++, isCpu ? static_cast<cl_int>(count) : cl_int{1});
    m_meter.set(kernel, position++, isCpu ? cl_int{1} : static_cast<cl_int>(m_items));
    m_meter.set(kernel, position, static_cast<cl_int>(count - 1));
    return kernel;
}

double MemoryLevels::rate(Access access, std::uint64_t count) const
{
    const Kernel kernel = kernelOf(access, count);
    const cl_uint position = access == Access::Write ? 4 : 5;
    const auto run = [&](int passes) {
        m_meter.set(kernel, position, cl_int{passes});
        return m_meter.timed(kernel, m_items);
    };
    const int passes = fittingRepeats(1, mostPasses, run);
    const double ms = best(levelBudget, [&] { return run(passes); });
    const double moved =
        static_cast<double>(bytesOf(count)) * passes * (access == Access::Copy ? 2 : 1);
    return ms > 0 ? moved / ms * 1e-6 : 0;
}

} // namespace nervure::opencl
