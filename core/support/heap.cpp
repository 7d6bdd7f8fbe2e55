// SPDX-License-Identifier: Apache-2.0
#include "core/support/heap.h"

#include <cstdlib> // defines __GLIBC__ where that is the library
#include <limits>
#include <vector>

#if defined(__GLIBC__)
#include <malloc.h>
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

void keepToExit(std::shared_ptr<void> value)
{
    static auto &kept = *new std::vector<std::shared_ptr<void>>; // never destroyed, and no leak
    kept.push_back(std::move(value));
}

} // namespace nervure
