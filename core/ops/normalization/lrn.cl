// SPDX-License-Identifier: Apache-2.0
// Local response normalisation: x / (bias + alpha * mean of the squares of the channels around)^beta.
//
// Memory: in and out [outer][channels][inner].

#ifndef NERVURE_LANES
#define NERVURE_LANES 16 // positions of a vector
#endif

#if NERVURE_IS_FLOAT && NERVURE_LANES > 1
#define VECTOR NERVURE_JOIN(NERVURE_A, NERVURE_LANES)

// A work-item computes the channels of NERVURE_LANES neighbouring positions, one after another; there are as
// many at least, and the last vector moves back inside and stores what is new. The scales are positive. Global
// size: vectors of positions, outer.
NERVURE_VECTOR_KERNEL void lrn_lanes(__global const NERVURE_T *restrict in,
                                     __global NERVURE_OUT_T *restrict out, int channels, int inner,
                                     int size, float alpha, float beta,
                                     float bias NERVURE_EXTRA_PARAMS)
{
    const int own = get_global_id(0) * NERVURE_LANES;
    const int column = min(own, inner - NERVURE_LANES);
    const int first = get_global_id(1) * channels * inner + column;
    const NERVURE_A factor = alpha / size;
    for (int c = 0; c < channels; ++c) {
        const int begin = max(c - size / 2, 0);
        const int last = min(c + size / 2, channels - 1);
        VECTOR squares = 0;
        for (int k = begin; k <= last; ++k) {
            const VECTOR x = NERVURE_LOAD_LANES(in, first + k * inner);
            squares += x * x;
        }
        const int at = first + c * inner;
        const VECTOR scale = bias + factor * squares;
        const VECTOR result = NERVURE_LOAD_LANES(in, at) * exp(-beta * log(scale));
        NERVURE_A values[NERVURE_LANES];
        NERVURE_PUT_LANES(result, values, 0);
        for (int i = own - column; i < NERVURE_LANES; ++i) {
            NERVURE_STORE(out, at + i, values[i]);
        }
    }
}
#endif

// A work-item computes the channels of one position, one after another. Global size: inner, outer.
__kernel void lrn(__global const NERVURE_T *in, __global NERVURE_OUT_T *out, int channels, int inner,
                  int size, float alpha, float beta, float bias NERVURE_EXTRA_PARAMS)
{
    const int first = get_global_id(1) * channels * inner + get_global_id(0);
    for (int c = 0; c < channels; ++c) {
        const int begin = max(c - size / 2, 0);
        const int last = size / 2 < channels - c ? c + size / 2 : channels - 1;
        NERVURE_A squares = 0;
        for (int k = begin; k <= last; ++k) {
            const NERVURE_A x = NERVURE_LOAD(in, first + k * inner);
            squares += x * x;
        }
        const NERVURE_A scale = bias + alpha * squares / size;
        const int at = first + c * inner;
        NERVURE_STORE(out, at, NERVURE_LOAD(in, at) / pow(scale, (NERVURE_A)beta));
    }
}
