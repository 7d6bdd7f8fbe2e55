// SPDX-License-Identifier: Apache-2.0
// Two-dimensional convolution of channels in blocks: any kernel size, stride, dilation, padding, and
// groups of whole blocks.
//
// A work-item computes BLOCKS blocks of output channels at PIXELS neighbouring positions of one
// output row, tile after tile, `run` tiles in all: BLOCKS * PIXELS vectors of sums, one lane a
// channel. Each input number is broadcast to BLOCKS of them, each vector of weights serves PIXELS
// positions. The last tile of a row moves back inside and stores what is new. Taps outside the input
// are left out by whole rows; tiles at the left and right border bring the pixels of one tap together
// in private memory first.
//
// Memory: in [batch][groups][inBlocks][inH][inW][LANES], out [batch][groups][outBlocks][outH][outW]
// [LANES], or with NERVURE_PLAIN_OUT [batch][groups][outChannels][outH][outW]; weight, packed by
// conv2d_pack.cl, [groups][tiles][inBlocks][kernelH][kernelW][LANES][BLOCKS * LANES].

#ifndef NERVURE_LANES
#define NERVURE_LANES 16 // channels of a block: 4, 8 or 16
#endif
#ifndef NERVURE_BLOCKS
#define NERVURE_BLOCKS 2 // of a tile
#endif
#ifndef NERVURE_PIXELS
#define NERVURE_PIXELS 14 // of a tile
#endif
#ifndef NERVURE_STRIDE
#define NERVURE_STRIDE 1 // along the width
#endif

#define BLOCKS NERVURE_BLOCKS
#define PIXELS NERVURE_PIXELS
#define TILE_CHANNELS (BLOCKS * NERVURE_LANES)
#define FLOATV NERVURE_JOIN(float, NERVURE_LANES)
#define VLOAD NERVURE_JOIN(vload, NERVURE_LANES)
#define VSTORE NERVURE_JOIN(vstore, NERVURE_LANES)
#define CONV2D NERVURE_JOIN(conv2d_, NERVURE_JOIN(BLOCKS, NERVURE_JOIN(x, PIXELS)))

// Blocks of few channels are summed without a loop, which would take a part of their time.
#if NERVURE_LANES < 16
#define UNROLL_BLOCK _Pragma("unroll")
#else
#define UNROLL_BLOCK
#endif

// Adds what one tap contributes: the pixels lie `step` apart from `x` on, in global or private memory.
#define ADD_TAP(x, step)                                                                           \
    UNROLL_BLOCK                                                                                   \
    for (int c = 0; c < NERVURE_LANES; ++c, ++x, w += TILE_CHANNELS) {                             \
        FLOATV factor[BLOCKS];                                                                     \
        _Pragma("unroll") for (int o = 0; o < BLOCKS; ++o)                                         \
        {                                                                                          \
            factor[o] = VLOAD(o, w);                                                               \
        }                                                                                          \
        _Pragma("unroll") for (int i = 0; i < PIXELS; ++i)                                         \
        {                                                                                          \
            const FLOATV value = (FLOATV)(x[i * (step)]);                                          \
            _Pragma("unroll") for (int o = 0; o < BLOCKS; ++o)                                     \
            {                                                                                      \
                sum[o][i] = fma(value, factor[o], sum[o][i]);                                      \
            }                                                                                      \
        }                                                                                          \
    }

// The bias of a block. It has an element for every channel; the last block of a plain output may lack
// some.
FLOATV biasOf(__global const float *bias, int channel, int outChannels)
{
#ifdef NERVURE_PLAIN_OUT
    float lanes[NERVURE_LANES];
    for (int c = 0; c < NERVURE_LANES; ++c) {
        lanes[c] = bias[min(channel + c, outChannels - 1)];
    }
    return VLOAD(0, lanes);
#else
    return VLOAD(0, bias + min(channel, outChannels - NERVURE_LANES));
#endif
}

// Global size: runs of a row, outH, batch * groups * tiles. outChannels: of a group.
NERVURE_VECTOR_KERNEL void CONV2D(__global const float *restrict in,
                                  __global const float *restrict weight,
                                  __global const float *restrict bias, __global float *out,
                                  int hasBias, int groups, int inBlocks, int outChannels, int inH,
                                  int inW, int outH, int outW, int kernelH, int kernelW,
                                  int strideH, int dilationH, int dilationW, int padTop,
                                  int padLeft, int run NERVURE_EXTRA_PARAMS)
{
    const int tiles = (outChannels + TILE_CHANNELS - 1) / TILE_CHANNELS;
    const int image = get_global_id(2) / tiles;
    const int tile = get_global_id(2) - image * tiles;
    const int group = image % groups;
    const int oy = get_global_id(1);
    const int top = oy * strideH - padTop;
    const int kyBegin = min(kernelH, max(0, dilationH - 1 - top) / dilationH);
    const int below = max(0, inH - top + dilationH - 1) / dilationH;
    const int kyEnd = max(kyBegin, min(kernelH, below));
    const int rowStep = inW * NERVURE_LANES;
    const int rowTaps = kernelW * NERVURE_LANES * TILE_CHANNELS;
    const int tapsOutside = (kernelH - kyEnd + kyBegin) * rowTaps;
    const int stop = min(outW, ((int)get_global_id(0) + 1) * run * PIXELS);
    for (int begin = get_global_id(0) * run * PIXELS; begin < stop; begin += PIXELS) {
        const int origin = max(0, min(begin, outW - PIXELS));
        const int first = begin - origin;
        const int end = min(PIXELS, outW - origin);
        const int left = origin * NERVURE_STRIDE - padLeft;
        const int right = left + (PIXELS - 1) * NERVURE_STRIDE + (kernelW - 1) * dilationW;
        const int isInside = left >= 0 && right < inW;
        FLOATV sum[BLOCKS][PIXELS];
#pragma unroll
        for (int o = 0; o < BLOCKS; ++o) {
            const int channel = (tile * BLOCKS + o) * NERVURE_LANES;
            const FLOATV start =
                hasBias ? biasOf(bias + group * outChannels, channel, outChannels) : (FLOATV)(0.0f);
#pragma unroll
            for (int i = 0; i < PIXELS; ++i) {
                sum[o][i] = start;
            }
        }
        __global const float *w =
            weight + ((group * tiles + tile) * inBlocks * kernelH + kyBegin) * rowTaps;
        __global const float *plane =
            in + (image * inBlocks * inH + top + kyBegin * dilationH) * rowStep;
        for (int b = 0; b < inBlocks; ++b, plane += inH * rowStep, w += tapsOutside) {
            __global const float *row = plane;
            for (int ky = kyBegin; ky < kyEnd; ++ky, row += dilationH * rowStep) {
                if (isInside) {
                    __global const float *x = row + left * NERVURE_LANES;
                    for (int kx = 0; kx < kernelW; ++kx) {
                        ADD_TAP(x, NERVURE_STRIDE * NERVURE_LANES)
                        x += (dilationW - 1) * NERVURE_LANES;
                    }
                } else {
                    for (int kx = 0; kx < kernelW; ++kx) {
                        float pixels[PIXELS * NERVURE_LANES];
                        const int shift = left + kx * dilationW;
                        for (int i = 0; i < PIXELS; ++i) {
                            const int at = shift + i * NERVURE_STRIDE;
                            const FLOATV pixel =
                                at >= 0 && at < inW ? VLOAD(at, row) : (FLOATV)(0.0f);
                            VSTORE(pixel, i, pixels);
                        }
                        float *x = pixels;
                        ADD_TAP(x, NERVURE_LANES)
                    }
                }
            }
        }
#pragma unroll
        for (int o = 0; o < BLOCKS; ++o) {
            const int channel = (tile * BLOCKS + o) * NERVURE_LANES;
#ifdef NERVURE_PLAIN_OUT
            // Neighbours of one channel at a time; of a tile that is new as a whole without counting.
            float lanes[PIXELS * NERVURE_LANES];
#pragma unroll
            for (int i = 0; i < PIXELS; ++i) {
                VSTORE(sum[o][i], i, lanes);
            }
            for (int c = 0; c < min(NERVURE_LANES, outChannels - channel); ++c) {
                const int to = ((image * outChannels + channel + c) * outH + oy) * outW + origin;
                if (first == 0 && end == PIXELS) {
#pragma unroll
                    for (int i = 0; i < PIXELS; ++i) {
                        NERVURE_STORE(out, to + i, lanes[i * NERVURE_LANES + c]);
                    }
                } else {
                    for (int i = first; i < end; ++i) {
                        NERVURE_STORE(out, to + i, lanes[i * NERVURE_LANES + c]);
                    }
                }
            }
#else
            if (channel < outChannels) {
                const int block = (image * outChannels + channel) / NERVURE_LANES;
                const int to = (block * outH + oy) * outW + origin;
#pragma unroll
                for (int i = 0; i < PIXELS; ++i) {
                    if (i >= first && i < end) {
                        NERVURE_STORE_LANES(out, (to + i) * NERVURE_LANES, sum[o][i]);
                    }
                }
            }
#endif
        }
    }
}
