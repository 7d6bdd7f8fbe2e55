// SPDX-License-Identifier: Apache-2.0
// Local response normalisation: x / (bias + alpha * mean of the squares of the channels around)^beta.
//
// A work-item computes the channels of one position, one after another.
//
// Memory: in and out [outer][channels][inner]. Global size: inner, outer.

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
