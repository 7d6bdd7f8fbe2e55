// SPDX-License-Identifier: Apache-2.0
// LightNet's submean: an image of rows of pixels as planes, less the mean of each channel.
//
// Memory: in [place][3], out [3][place]. Global size: places.

#define SUBTRACT                                                                                   \
    const int i = get_global_id(0);                                                                \
    const int plane = get_global_size(0);                                                          \
    NERVURE_STORE(out, i, (float)in[3 * i] - mean0);                                               \
    NERVURE_STORE(out, plane + i, (float)in[3 * i + 1] - mean1);                                   \
    NERVURE_STORE(out, 2 * plane + i, (float)in[3 * i + 2] - mean2);

__kernel void submean_floats(__global const float *in, __global float *out, float mean0,
                             float mean1, float mean2 NERVURE_EXTRA_PARAMS)
{
    SUBTRACT
}

__kernel void submean_bytes(__global const uchar *in, __global float *out, float mean0, float mean1,
                            float mean2 NERVURE_EXTRA_PARAMS)
{
    SUBTRACT
}
