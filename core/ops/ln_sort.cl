// SPDX-License-Identifier: Apache-2.0
// LightNet's sorting of vectors, and picking by index.
//
// Sorting counts, for each element, those that come before it; equal ones keep their order, and
// numbers that are none come last. That takes a square of comparisons and no memory.
//
// Global size: elements (sort), elements of a block and blocks (pick).

// Whether a comes before b.
#define BEFORE(a, b)                                                                               \
    (isnan(a) || isnan(b) ? (!isnan(a) && isnan(b)) : ascending ? (a) < (b) : (b) < (a))

#define PLACE                                                                                      \
    const int i = get_global_id(0);                                                                \
    const float key = keys[i];                                                                     \
    int place = 0;                                                                                 \
    for (int k = 0; k < count; ++k) {                                                              \
        const float other = keys[k];                                                               \
        const bool isEqual = !BEFORE(other, key) && !BEFORE(key, other);                           \
        place += BEFORE(other, key) || (isEqual && k < i) ? 1 : 0;                                 \
    }

__kernel void sort_keys(__global const float *keys, __global float *out, int count, int ascending)
{
    PLACE
    out[place] = key;
}

__kernel void sort_by_key(__global const float *keys, __global const int *values,
                          __global float *outKeys, __global int *outValues, int count,
                          int ascending)
{
    PLACE
    outKeys[place] = key;
    outValues[place] = values[i];
}

// An index beyond the source gives NaN.
__kernel void pick_blocks(__global const float *in, __global const int *index, __global float *out,
                          int blocks NERVURE_EXTRA_PARAMS)
{
    const int k = get_global_id(0);
    const int i = get_global_id(1);
    const int stride = get_global_size(0);
    const int from = index[i];
    const float value = from >= 0 && from < blocks ? in[from * stride + k] : NAN;
    NERVURE_STORE(out, i * stride + k, value);
}

// The same for integers, where it gives the lowest.
__kernel void pick_integers(__global const int *in, __global const int *index, __global int *out,
                            int blocks)
{
    const int k = get_global_id(0);
    const int i = get_global_id(1);
    const int stride = get_global_size(0);
    const int from = index[i];
    out[i * stride + k] = from >= 0 && from < blocks ? in[from * stride + k] : INT_MIN;
}
