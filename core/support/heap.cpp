// SPDX-License-Identifier: Apache-2.0
#include "core/support/heap.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib> // defines __GLIBC__ where that is the library
#include <limits>
#include <vector>

#if defined(__GLIBC__)
#include <malloc.h>
#include <sys/mman.h>
#endif

namespace nervure {

void keepFreedMemory()
{
#if defined(__GLIBC__)
    constexpr int mostKept = std::numeric_limits<int>::max();
    mallopt(M_MMAP_THRESHOLD, mostKept);
    mallopt(M_TRIM_THRESHOLD, mostKept);
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MXFAST, 0);
    constexpr int step = 16 << 20;
    mallopt(M_TOP_PAD, step);
#endif
}

void growHeap(std::size_t bytes)
{
#if defined(__GLIBC__)
    constexpr std::size_t hugePage = 2 << 20;
    constexpr std::size_t most = std::size_t{1} << 30;
    bytes = std::min(bytes, most);
    if (bytes < 8 * hugePage) {
        return;
    }
    if (void *room = std::malloc(bytes)) {
        const auto begin = reinterpret_cast<std::uintptr_t>(room);
        const std::uintptr_t first = (begin + hugePage - 1) / hugePage * hugePage;
        // Advice: a system without huge pages goes on with small ones.
        (void)madvise(reinterpret_cast<void *>(first), begin + bytes - first, MADV_HUGEPAGE);
        std::free(room);
    }
#else
    (void)bytes;
#endif
}

void keepToExit(std::shared_ptr<void> value)
{
    static auto &kept = *new std::vector<std::shared_ptr<void>>; // never destroyed, and no leak
    kept.push_back(std::move(value));
}

} // namespace nervure
