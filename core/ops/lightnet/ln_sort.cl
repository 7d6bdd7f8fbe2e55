// SPDX-License-Identifier: Apache-2.0
// LightNet's sorting of vectors, and picking by index.
//
// Sorting counts, for each element, those that come before it; equal ones keep their order, and
// numbers that are none come last. That takes a square of comparisons and no memory.
//
// Global size: elements (sort), elements of a block and blocks (pick).

// Whether a comes before b.
#define IS_NONE(x) ((x) != (x))
#define BEFORE(a, b)                                                                               \
    (IS_NONE(a) || IS_NONE(b) ? (!IS_NONE(a) && IS_NONE(b)) : ascending ? (a) < (b) : (b) < (a))

#define PLACE                                                                                      \
    const int i = get_global_id(0);                                                                \
    const NERVURE_V key = NERVURE_LOAD(keys, i);                                                   \
    int place = 0;                                                                                 \
    for (int k = 0; k < count; ++k) {                                                              \
        const NERVURE_V other = NERVURE_LOAD(keys, k);                                             \
        const bool isEqual = !BEFORE(other, key) && !BEFORE(key, other);                           \
        place += BEFORE(other, key) || (isEqual && k < i) ? 1 : 0;                                 \
    }

__kernel void sort_keys(__global const NERVURE_T *keys, __global NERVURE_OUT_T *out, int count,
                        int ascending NERVURE_EXTRA_PARAMS)
{
    PLACE
    NERVURE_STORE(out, place, key);
}

__kernel void sort_by_key(__global const NERVURE_T *keys, __global const int *values,
                          __global NERVURE_OUT_T *outKeys, __global int *outValues, int count,
                          int ascending NERVURE_EXTRA_PARAMS)
{
    PLACE
    NERVURE_STORE(outKeys, place, key);
    outValues[place] = values[i];
}

#ifndef NERVURE_MISSING
#define NERVURE_MISSING NAN // whole numbers: what NaN becomes
#endif

#ifndef NERVURE_IS_HALF // what is copied is never called that
// Elements are of NERVURE_T, any type of their size. An index beyond the source gives NERVURE_MISSING.
__kernel void pick_blocks(__global const NERVURE_T *in, __global const int *index,
                          __global NERVURE_T *out, int blocks NERVURE_EXTRA_PARAMS)
{
    const int k = get_global_id(0);
    const int i = get_global_id(1);
    const int stride = get_global_size(0);
    const int from = index[i];
    const bool isInside = from >= 0 && from < blocks;
    const NERVURE_T element = isInside ? in[from * stride + k] : (NERVURE_T)NERVURE_MISSING;
    NERVURE_STORE(out, i * stride + k, element);
}
#endif
