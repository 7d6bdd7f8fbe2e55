// SPDX-License-Identifier: Apache-2.0
// softmax and log_softmax along one axis.
//
// A work-item computes one line of `count` elements that lie `inner` apart: first the largest, then
// the sum of exp(x - largest), then the results.
//
// Memory: in and out [outer][count][inner]. Global size: inner, outer.

#define LINE_SUM                                                                                   \
    const int first = get_global_id(1) * count * inner + get_global_id(0);                         \
    float largest = -INFINITY;                                                                     \
    for (int k = 0; k < count; ++k) {                                                              \
        const float value = in[first + k * inner];                                                 \
        largest = largest < value ? value : largest;                                               \
    }                                                                                              \
    float sum = 0.0f;                                                                              \
    for (int k = 0; k < count; ++k) {                                                              \
        sum += exp(in[first + k * inner] - largest);                                               \
    }

__kernel void softmax(__global const float *in, __global float *out, int count,
                      int inner NERVURE_EXTRA_PARAMS)
{
    LINE_SUM
    for (int k = 0; k < count; ++k) {
        const int at = first + k * inner;
        NERVURE_STORE(out, at, exp(in[at] - largest) / sum);
    }
}

__kernel void log_softmax(__global const float *in, __global float *out, int count,
                          int inner NERVURE_EXTRA_PARAMS)
{
    LINE_SUM
    const float logSum = log(sum);
    for (int k = 0; k < count; ++k) {
        const int at = first + k * inner;
        NERVURE_STORE(out, at, in[at] - largest - logSum);
    }
}
