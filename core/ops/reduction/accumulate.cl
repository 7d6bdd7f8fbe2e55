// SPDX-License-Identifier: Apache-2.0
// Sums or products of the elements so far along a dimension, one row after the other in the order of its elements.
//
// Element k of row r is at (r / step * size + k) * step + r % step: rows lie `step` apart. JOINED(a, b) is what is
// accumulated, FIRST what is there before. Global size: rows.

#ifndef JOINED
#define JOINED(a, b) ((a) + (b))
#define FIRST 0
#endif

__kernel void accumulate(__global const NERVURE_T *in, __global NERVURE_T *out, int size, int step,
                         int isExclusive, int isReverse)
{
    const int row = get_global_id(0);
    const int start = row / step * step * size + row % step;
    NERVURE_A total = (NERVURE_A)FIRST;
    for (int k = 0; k < size; ++k) {
        const int at = start + (isReverse ? size - 1 - k : k) * step;
        const NERVURE_A before = total;
        total = NERVURE_ROUND(JOINED(total, (NERVURE_A)NERVURE_LOAD(in, at)));
        NERVURE_STORE(out, at, isExclusive ? before : total);
    }
}
