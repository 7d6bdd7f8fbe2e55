// SPDX-License-Identifier: Apache-2.0
// Brings weights of a convolution to the order in which conv2d_blocked.cl and conv2d_image.cl read
// them: tile by tile of output channels, with zeros beyond the last. NERVURE_WEIGHT_AT tells the
// order in which they come.
//
// Memory: weight [outChannels][inPerGroup][kernelH][kernelW], packed [groups][tiles][inPerGroup /
// lanesIn][kernelH][kernelW][lanesIn][tileChannels].

// Where the weight of output channel o and input channel i has a tap.
#ifndef NERVURE_WEIGHT_AT
#define NERVURE_WEIGHT_AT(o, i, inputs, tap, taps) (((o) * (inputs) + (i)) * (taps) + (tap))
#endif

// Global size: inPerGroup / lanesIn, tiles, groups. lanesIn: channels of an input block, 1 when the
// input is plain; tileChannels: output channels of a tile.
__kernel void conv2d_pack_weights(__global const float *restrict weight,
                                  __global float *restrict packed, int inPerGroup, int outPerGroup,
                                  int taps, int lanesIn, int tileChannels)
{
    const int inBlock = get_global_id(0);
    const int tile = get_global_id(1);
    const int group = get_global_id(2);
    __global float *to =
        packed
        + ((group * (int)get_global_size(1) + tile) * (int)get_global_size(0) + inBlock) * taps
              * lanesIn * tileChannels;
    for (int o = 0; o < tileChannels; ++o) {
        const int channel = tile * tileChannels + o;
        for (int c = 0; c < lanesIn; ++c) {
            const int in = inBlock * lanesIn + c;
            const int out = group * outPerGroup + channel;
            for (int tap = 0; tap < taps; ++tap) {
                const int from = NERVURE_WEIGHT_AT(out, in, inPerGroup, tap, taps);
                to[(tap * lanesIn + c) * tileChannels + o] =
                    channel < outPerGroup ? weight[from] : 0.0f;
            }
        }
    }
}
