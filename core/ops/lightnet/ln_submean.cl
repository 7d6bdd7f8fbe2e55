// SPDX-License-Identifier: Apache-2.0
// LightNet's submean: an image of rows of pixels as planes, less the mean of each channel.
//
// Memory: in [place][3], out [3][place]. Global size: places.

#ifndef NERVURE_MEANS
#define NERVURE_MEANS {0.0f, 0.0f, 0.0f} // of the channels, as values
#endif

__kernel void submean(__global const NERVURE_T *in, __global NERVURE_OUT_T *out NERVURE_EXTRA_PARAMS)
{
    const NERVURE_V means[] = NERVURE_MEANS;
    const int i = get_global_id(0);
    const int plane = get_global_size(0);
    for (int c = 0; c < 3; ++c) {
        NERVURE_STORE(out, c * plane + i, NERVURE_LOAD(in, 3 * i + c) - means[c]);
    }
}
