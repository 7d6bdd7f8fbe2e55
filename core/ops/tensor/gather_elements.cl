// SPDX-License-Identifier: Apache-2.0
// Elements whose positions along a dimension are given one by one. A negative one counts from behind; one that is
// outside gives NERVURE_MISSING, for a kernel cannot fail.
//
// The dimension has `size` elements in the data, `step` apart, and `row` is as many of them as there are positions,
// times `step`. Elements are of NERVURE_T, any type of their size. Global size: elements.

#ifndef NERVURE_INDEX_T
#define NERVURE_INDEX_T int
#define NERVURE_INDEX_LOAD(p, i) ((p)[i])
#endif

#ifndef NERVURE_MISSING
#define NERVURE_MISSING NAN // whole numbers: what NaN becomes
#endif

__kernel void gather_elements(__global const NERVURE_T *in,
                              __global const NERVURE_INDEX_T *indices, __global NERVURE_T *out,
                              int size, int step, int row)
{
    const int i = get_global_id(0);
    const long given = (long)NERVURE_INDEX_LOAD(indices, i);
    const long place = given < 0 ? given + size : given;
    const bool isInside = place >= 0 && place < size;
    const int from = (i / row * size + (int)(isInside ? place : 0)) * step + i % step;
    out[i] = isInside ? in[from] : (NERVURE_T)NERVURE_MISSING;
}
