// SPDX-License-Identifier: Apache-2.0
// softmax and log_softmax along one axis.
//
// A work-item computes one line of `count` elements that lie `inner` apart: first the largest, then
// the sum of exp(x - largest), then the results.
//
// Memory: in and out [outer][count][inner]. Global size: inner, outer.

#define LINE_SUM                                                                                   \
    const int first = get_global_id(1) * count * inner + get_global_id(0);                         \
    NERVURE_V largest = -INFINITY;                                                                 \
    for (int k = 0; k < count; ++k) {                                                              \
        const NERVURE_V value = NERVURE_LOAD(in, first + k * inner);                               \
        largest = largest < value ? value : largest;                                               \
    }                                                                                              \
    NERVURE_A sum = 0;                                                                             \
    for (int k = 0; k < count; ++k) {                                                              \
        sum += exp(NERVURE_LOAD(in, first + k * inner) - largest);                                 \
    }

__kernel void softmax(__global const NERVURE_T *in, __global NERVURE_OUT_T *out, int count,
                      int inner NERVURE_EXTRA_PARAMS)
{
    LINE_SUM
    for (int k = 0; k < count; ++k) {
        const int at = first + k * inner;
        NERVURE_STORE(out, at, exp(NERVURE_LOAD(in, at) - largest) / sum);
    }
}

__kernel void log_softmax(__global const NERVURE_T *in, __global NERVURE_OUT_T *out, int count,
                          int inner NERVURE_EXTRA_PARAMS)
{
    LINE_SUM
    const NERVURE_A logSum = log(sum);
    for (int k = 0; k < count; ++k) {
        const int at = first + k * inner;
        NERVURE_STORE(out, at, NERVURE_LOAD(in, at) - largest - logSum);
    }
}
