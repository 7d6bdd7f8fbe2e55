// SPDX-License-Identifier: Apache-2.0
// Batch normalisation with given statistics: (x - mean) / sqrt(variance + epsilon) * gamma + beta.
//
// A work-item computes the `inner` elements of one channel. The statistics are outputs too.
//
// Memory: in and out [outer][channels][inner], the others [channels]. Global size: channels, outer.

#ifndef NERVURE_EPSILON
#define NERVURE_EPSILON epsilon // the argument; in double precision a constant
#endif

#ifdef NERVURE_IS_HALF
#define STORE_STATISTIC(to, value) vstore_half_rte((float)(value), channel, (to))
#else
#define STORE_STATISTIC(to, value) ((to)[channel] = (value)) // no follower computes on it
#endif

__kernel void batch_norm(__global const NERVURE_T *in, __global const NERVURE_T *gamma,
                         __global const NERVURE_T *beta, __global const NERVURE_T *mean,
                         __global const NERVURE_T *variance, __global NERVURE_OUT_T *out,
                         __global NERVURE_OUT_T *outMean, __global NERVURE_OUT_T *outVariance,
                         int hasGamma, int hasBeta, int inner, float epsilon NERVURE_EXTRA_PARAMS)
{
    const int channel = get_global_id(0);
    const int base = (get_global_id(1) * get_global_size(0) + channel) * inner;
    const NERVURE_V scale = (hasGamma ? NERVURE_LOAD(gamma, channel) : (NERVURE_V)1)
                            / sqrt(NERVURE_LOAD(variance, channel) + NERVURE_EPSILON);
    const NERVURE_V shift = (hasBeta ? NERVURE_LOAD(beta, channel) : (NERVURE_V)0)
                            - NERVURE_LOAD(mean, channel) * scale;
    if (get_global_id(1) == 0) {
        STORE_STATISTIC(outMean, NERVURE_LOAD(mean, channel));
        STORE_STATISTIC(outVariance, NERVURE_LOAD(variance, channel));
    }
    for (int k = 0; k < inner; ++k) {
        NERVURE_STORE(out, base + k, fma(NERVURE_LOAD(in, base + k), scale, shift));
    }
}
