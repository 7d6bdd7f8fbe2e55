// SPDX-License-Identifier: Apache-2.0
// Batch normalisation with given statistics: (x - mean) / sqrt(variance + epsilon) * gamma + beta.
//
// A work-item computes the `inner` elements of one channel. The statistics are outputs too.
//
// Memory: in and out [outer][channels][inner], the others [channels]. Global size: channels, outer.

__kernel void batch_norm(__global const float *in, __global const float *gamma,
                         __global const float *beta, __global const float *mean,
                         __global const float *variance, __global float *out,
                         __global float *outMean, __global float *outVariance, int hasGamma,
                         int hasBeta, int inner, float epsilon NERVURE_EXTRA_PARAMS)
{
    const int channel = get_global_id(0);
    const int base = (get_global_id(1) * get_global_size(0) + channel) * inner;
    const float scale =
        (hasGamma ? gamma[channel] : 1.0f) / sqrt(variance[channel] + epsilon);
    const float shift = (hasBeta ? beta[channel] : 0.0f) - mean[channel] * scale;
    if (get_global_id(1) == 0) {
        outMean[channel] = mean[channel];
        outVariance[channel] = variance[channel];
    }
    for (int k = 0; k < inner; ++k) {
        NERVURE_STORE(out, base + k, fma(in[base + k], scale, shift));
    }
}
