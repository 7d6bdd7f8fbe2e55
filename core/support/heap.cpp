// SPDX-License-Identifier: Apache-2.0
#include "core/support/heap.h"

#include <cstdlib> // defines __GLIBC__ where that is the library
#include <limits>

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
#endif
}

} // namespace nervure
