// SPDX-License-Identifier: Apache-2.0
// Two-dimensional convolution from plain NCHW, such as an image of three channels, to channels in
// blocks: any kernel size, dilation, padding and stride, no groups.
//
// A work-item computes BLOCKS blocks of output channels at PIXELS neighbouring positions of one
// output row, tile after tile, `run` tiles in all, as conv2d_blocked.cl does. Input rows that cross a
// border are copied with zeros around them to private memory first.
//
// Memory: in [batch][channels][inH][inW], weight, packed by conv2d_pack.cl,
// [tiles][channels][kernelH][KERNEL_W][BLOCKS * LANES], out [batch][outBlocks][outH][outW][LANES].

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
#define NERVURE_STRIDE 2 // along the width
#endif
#ifndef NERVURE_KERNEL_W
#define NERVURE_KERNEL_W 3
#endif
#ifndef NERVURE_REACH
#define NERVURE_REACH 16 // at least (KERNEL_W - 1) * dilationW
#endif

#define BLOCKS NERVURE_BLOCKS
#define PIXELS NERVURE_PIXELS
#define TILE_CHANNELS (BLOCKS * NERVURE_LANES)
#define FLOATV NERVURE_JOIN(float, NERVURE_LANES)
#define VLOAD NERVURE_JOIN(vload, NERVURE_LANES)
#define CONV2D NERVURE_JOIN(conv2d_image_, NERVURE_JOIN(BLOCKS, NERVURE_JOIN(x, PIXELS)))

// Short rows are summed without a loop, which would take a part of their time.
#if NERVURE_KERNEL_W <= 8
#define UNROLL_ROW _Pragma("unroll")
#else
#define UNROLL_ROW
#endif

// Adds what one row of taps contributes; `x` is in global or private memory.
#define ADD_ROW(x)                                                                                 \
    UNROLL_ROW                                                                                     \
    for (int kx = 0; kx < NERVURE_KERNEL_W; ++kx, x += dilationW, w += TILE_CHANNELS) {            \
        FLOATV factor[BLOCKS];                                                                     \
        _Pragma("unroll") for (int o = 0; o < BLOCKS; ++o)                                         \
        {                                                                                          \
            factor[o] = VLOAD(o, w);                                                               \
        }                                                                                          \
        _Pragma("unroll") for (int i = 0; i < PIXELS; ++i)                                         \
        {                                                                                          \
            const FLOATV value = (FLOATV)(x[i * NERVURE_STRIDE]);                                  \
            _Pragma("unroll") for (int o = 0; o < BLOCKS; ++o)                                     \
            {                                                                                      \
                sum[o][i] = fma(value, factor[o], sum[o][i]);                                      \
            }                                                                                      \
        }                                                                                          \
    }

// Global size: runs of a row, outH, batch * tiles.
NERVURE_VECTOR_KERNEL void CONV2D(__global const float *restrict in,
                                  __global const float *restrict weight,
                                  __global const float *restrict bias, __global float *out,
                                  int hasBias, int channels, int outBlocks, int inH, int inW,
                                  int outH, int outW, int kernelH, int strideH, int dilationH,
                                  int dilationW, int padTop, int padLeft,
                                  int run NERVURE_EXTRA_PARAMS)
{
    const int tiles = (outBlocks + BLOCKS - 1) / BLOCKS;
    const int image = get_global_id(2) / tiles;
    const int tile = get_global_id(2) - image * tiles;
    const int oy = get_global_id(1);
    const int top = oy * strideH - padTop;
    const int kyBegin = min(kernelH, max(0, dilationH - 1 - top) / dilationH);
    const int below = max(0, inH - top + dilationH - 1) / dilationH;
    const int kyEnd = max(kyBegin, min(kernelH, below));
    const int rowTaps = NERVURE_KERNEL_W * TILE_CHANNELS;
    const int tapsOutside = (kernelH - kyEnd + kyBegin) * rowTaps;
    const int width = (PIXELS - 1) * NERVURE_STRIDE + (NERVURE_KERNEL_W - 1) * dilationW + 1;
    const int stop = min(outW, ((int)get_global_id(0) + 1) * run * PIXELS);
    for (int begin = get_global_id(0) * run * PIXELS; begin < stop; begin += PIXELS) {
        const int origin = max(0, min(begin, outW - PIXELS));
        const int first = begin - origin;
        const int end = min(PIXELS, outW - origin);
        const int left = origin * NERVURE_STRIDE - padLeft;
        const int isInside = left >= 0 && left + width <= inW;
        FLOATV sum[BLOCKS][PIXELS];
#pragma unroll
        for (int o = 0; o < BLOCKS; ++o) {
            const FLOATV start =
                hasBias ? VLOAD(min(tile * BLOCKS + o, outBlocks - 1), bias) : (FLOATV)(0.0f);
#pragma unroll
            for (int i = 0; i < PIXELS; ++i) {
                sum[o][i] = start;
            }
        }
        __global const float *w = weight + (tile * channels * kernelH + kyBegin) * rowTaps;
        __global const float *plane =
            in + (image * channels * inH + top + kyBegin * dilationH) * inW;
        for (int c = 0; c < channels; ++c, plane += inH * inW, w += tapsOutside) {
            __global const float *row = plane;
            for (int ky = kyBegin; ky < kyEnd; ++ky, row += dilationH * inW) {
                if (isInside) {
                    __global const float *x = row + left;
                    ADD_ROW(x)
                } else {
                    float pixels[(PIXELS - 1) * NERVURE_STRIDE + NERVURE_REACH + 1];
                    for (int i = 0; i < width; ++i) {
                        const int at = left + i;
                        pixels[i] = at >= 0 && at < inW ? row[at] : 0.0f;
                    }
                    float *x = pixels;
                    ADD_ROW(x)
                }
            }
        }
#pragma unroll
        for (int o = 0; o < BLOCKS; ++o) {
            const int block = tile * BLOCKS + o;
            if (block < outBlocks) {
                const int to = ((image * outBlocks + block) * outH + oy) * outW + origin;
#pragma unroll
                for (int i = 0; i < PIXELS; ++i) {
                    if (i >= first && i < end) {
                        NERVURE_STORE_LANES(out, (to + i) * NERVURE_LANES, sum[o][i]);
                    }
                }
            }
        }
    }
}
