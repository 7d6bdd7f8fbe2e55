// SPDX-License-Identifier: Apache-2.0
// LightNet's maxreduce and maxreduce_arg: the largest element along one axis, and where it is.
//
// A work-item looks through one line of `count` elements that lie `inner` apart. The first of equal
// ones is taken.
//
// Memory: in [outer][count][inner], out and arg [outer][inner]. Global size: inner, outer.

#define LARGEST                                                                                    \
    const int line = get_global_id(1) * count * inner + get_global_id(0);                          \
    const int at = get_global_id(1) * inner + get_global_id(0);                                    \
    float largest = in[line];                                                                      \
    int where = 0;                                                                                 \
    for (int k = 1; k < count; ++k) {                                                              \
        const float value = in[line + k * inner];                                                  \
        where = value > largest ? k : where;                                                       \
        largest = value > largest ? value : largest;                                               \
    }

__kernel void max_along(__global const float *in, __global float *out, int count,
                        int inner NERVURE_EXTRA_PARAMS)
{
    LARGEST
    NERVURE_STORE(out, at, largest);
}

__kernel void max_along_arg(__global const float *in, __global float *out, __global int *arg,
                            int count, int inner NERVURE_EXTRA_PARAMS)
{
    LARGEST
    arg[at] = where;
    NERVURE_STORE(out, at, largest);
}
