// SPDX-License-Identifier: Apache-2.0
#include "core/support/process_use.h"

#include <fstream>

#include <sys/resource.h>
#include <unistd.h>

namespace nervure {

namespace {

double millisecondsOf(const timeval &time)
{
    return static_cast<double>(time.tv_sec) * 1000 + static_cast<double>(time.tv_usec) / 1000;
}

/// proc(5), statm: the size of the program, then its resident part, in pages.
std::uint64_t residentBytes()
{
    std::ifstream file("/proc/self/statm");
    std::uint64_t size = 0;
    std::uint64_t resident = 0;
    file >> size >> resident;
    const long page = sysconf(_SC_PAGESIZE);
    return file && page > 0 ? resident * static_cast<std::uint64_t>(page) : 0;
}

} // namespace

ProcessUse ownUse()
{
    ProcessUse use;
    use.memoryBytes = residentBytes();
    rusage usage{};
    if (getrusage(RUSAGE_SELF, &usage) == 0) {
        constexpr std::uint64_t bytesPerUnit = 1024;
        use.processorMs = millisecondsOf(usage.ru_utime) + millisecondsOf(usage.ru_stime);
        use.peakBytes = static_cast<std::uint64_t>(usage.ru_maxrss) * bytesPerUnit;
    }
    return use;
}

} // namespace nervure
