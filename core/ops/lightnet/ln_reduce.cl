// SPDX-License-Identifier: Apache-2.0
// LightNet's maxreduce and maxreduce_arg, the largest element along one axis and where it is, and
// dot_product.
//
// A work-item looks through one line of `count` elements that lie `inner` apart. The first of equal
// ones is taken.
//
// Memory: in [outer][count][inner], out and arg [outer][inner]. Global size: inner, outer.

#define LARGEST                                                                                    \
    const int line = get_global_id(1) * count * inner + get_global_id(0);                          \
    const int at = get_global_id(1) * inner + get_global_id(0);                                    \
    NERVURE_V largest = NERVURE_LOAD(in, line);                                                    \
    int where = 0;                                                                                 \
    for (int k = 1; k < count; ++k) {                                                              \
        const NERVURE_V value = NERVURE_LOAD(in, line + k * inner);                                \
        where = value > largest ? k : where;                                                       \
        largest = value > largest ? value : largest;                                               \
    }

__kernel void max_along(__global const NERVURE_T *in, __global NERVURE_OUT_T *out, int count,
                        int inner NERVURE_EXTRA_PARAMS)
{
    LARGEST
    NERVURE_STORE(out, at, largest);
}

__kernel void max_along_arg(__global const NERVURE_T *in, __global NERVURE_OUT_T *out,
                            __global int *arg, int count, int inner NERVURE_EXTRA_PARAMS)
{
    LARGEST
    arg[at] = where;
    NERVURE_STORE(out, at, largest);
}

// One product after the other, each step rounded to the type; sums of booleans stay 0 or 1. One
// work-item.
__kernel void dot_product(__global const NERVURE_T *a, __global const NERVURE_T *b,
                          __global NERVURE_OUT_T *out, int count, int isBool NERVURE_EXTRA_PARAMS)
{
    NERVURE_A sum = 0;
    for (int i = 0; i < count; ++i) {
        const NERVURE_A x = NERVURE_LOAD(a, i);
        const NERVURE_A y = NERVURE_LOAD(b, i);
        sum = NERVURE_ROUND(sum + NERVURE_ROUND(x * y));
        sum = isBool && sum != 0 ? 1 : sum;
    }
    NERVURE_STORE(out, 0, sum);
}
