// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile/device_ceilings.h"
#include "core/opencl/device_meter.h"

#include <vector>

namespace nervure::opencl {

/// Measures how fast a device reads, writes and copies sets of growing size, from what lies in the caches
/// of its units to what no cache holds. Throws Failure.
class MemoryLevels {
public:
    explicit MemoryLevels(const DeviceMeter &meter);

    /// Measures all levels once more and keeps the best of each.
    void measure();
    [[nodiscard]] const std::vector<MemoryLevel> &levels() const { return m_levels; }

private:
    enum class Access { Read, Write, Copy };

    [[nodiscard]] std::uint64_t bytesOf(std::uint64_t count) const;
    [[nodiscard]] double rate(Access access, std::uint64_t count) const;
    [[nodiscard]] Kernel kernelOf(Access access, std::uint64_t count) const;

    const DeviceMeter &m_meter;
    std::size_t m_items = 1;
    Memory m_source;
    Memory m_target;
    std::vector<MemoryLevel> m_levels;
    std::vector<std::uint64_t> m_counts; ///< values of a work-item, by level
};

} // namespace nervure::opencl
