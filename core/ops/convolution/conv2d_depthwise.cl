// SPDX-License-Identifier: Apache-2.0
// Two-dimensional depthwise convolution of channels in blocks: each output channel comes from the
// input channel of its number.
//
// A work-item computes `rows` rows of one block. Of each the positions come first whose taps are all
// inside, NERVURE_PIXELS at a time: the vectors of a tap's weights serve all of them, and the last
// tile moves back inside and stores what is new. Those at the border follow one by one, without the
// taps outside.
//
// conv2d_depthwise_pack brings weights to the order in which they are read.
//
// Memory: in [batch][blocks][inH][inW][LANES], weight [blocks * LANES][kernelH][kernelW], packed
// [blocks][kernelH][kernelW][LANES], out [batch][blocks][outH][outW][LANES].

#ifndef NERVURE_LANES
#define NERVURE_LANES 16 // channels of a block: 4, 8 or 16
#endif
#ifndef NERVURE_PIXELS
#define NERVURE_PIXELS 7 // neighbouring outputs held at a time
#endif
#ifndef NERVURE_KERNEL_W
#define NERVURE_KERNEL_W 3
#endif
#ifndef NERVURE_STRIDE
#define NERVURE_STRIDE 1
#endif

// Short rows are summed without a loop, which would take a part of their time.
#if NERVURE_KERNEL_W <= 8
#define UNROLL_ROW _Pragma("unroll")
#else
#define UNROLL_ROW
#endif

#define FLOATV NERVURE_JOIN(float, NERVURE_LANES)
#define VLOAD NERVURE_JOIN(vload, NERVURE_LANES)

// Global size: taps, blocks.
__kernel void conv2d_depthwise_pack(__global const float *restrict weight,
                                    __global float *restrict packed)
{
    const int tap = get_global_id(0);
    const int taps = get_global_size(0);
    const int block = get_global_id(1);
    for (int c = 0; c < NERVURE_LANES; ++c) {
        packed[(block * taps + tap) * NERVURE_LANES + c] =
            weight[(block * NERVURE_LANES + c) * taps + tap];
    }
}

// Global size: runs of rows, blocks, batch. insideBegin, insideEnd: the positions of a row whose taps
// are all inside, at least NERVURE_PIXELS or none.
NERVURE_VECTOR_KERNEL void conv2d_depthwise_blocked(
    __global const float *restrict in, __global const float *restrict weight,
    __global const float *restrict bias, __global float *out, int hasBias, int inH, int inW,
    int outH, int outW, int kernelH, int strideH, int dilationH, int dilationW, int padTop,
    int padLeft, int insideBegin, int insideEnd, int rows NERVURE_EXTRA_PARAMS)
{
    const int block = get_global_id(1);
    const int image = get_global_id(2) * get_global_size(1) + block;
    const FLOATV start = hasBias ? VLOAD(block, bias) : (FLOATV)(0.0f);
    __global const float *plane = in + image * inH * inW * NERVURE_LANES;
    __global const float *taps = weight + block * kernelH * NERVURE_KERNEL_W * NERVURE_LANES;
    const int stop = min(outH, ((int)get_global_id(0) + 1) * rows);
    for (int oy = get_global_id(0) * rows; oy < stop; ++oy) {
        const int top = oy * strideH - padTop;
        const int below = max(0, inH - top + dilationH - 1) / dilationH;
        const int kyBegin = max(0, dilationH - 1 - top) / dilationH;
        const int kyEnd = min(kernelH, below);
        const int to = (image * outH + oy) * outW;
        for (int begin = insideBegin; begin < insideEnd; begin += NERVURE_PIXELS) {
            const int origin = min(begin, insideEnd - NERVURE_PIXELS);
            const int left = origin * NERVURE_STRIDE - padLeft;
            FLOATV sum[NERVURE_PIXELS];
#pragma unroll
            for (int i = 0; i < NERVURE_PIXELS; ++i) {
                sum[i] = start;
            }
            for (int ky = kyBegin; ky < kyEnd; ++ky) {
                __global const float *x =
                    plane + ((top + ky * dilationH) * inW + left) * NERVURE_LANES;
                __global const float *w = taps + ky * NERVURE_KERNEL_W * NERVURE_LANES;
                UNROLL_ROW
                for (int kx = 0; kx < NERVURE_KERNEL_W; ++kx, x += dilationW * NERVURE_LANES) {
                    const FLOATV factor = VLOAD(kx, w);
#pragma unroll
                    for (int i = 0; i < NERVURE_PIXELS; ++i) {
                        sum[i] = fma(VLOAD(i * NERVURE_STRIDE, x), factor, sum[i]);
                    }
                }
            }
#pragma unroll
            for (int i = 0; i < NERVURE_PIXELS; ++i) {
                if (origin + i >= begin) {
                    NERVURE_STORE_LANES(out, (to + origin + i) * NERVURE_LANES, sum[i]);
                }
            }
        }
        for (int ox = insideBegin > 0 ? 0 : insideEnd; ox < outW;
             ox = ox + 1 == insideBegin ? insideEnd : ox + 1) {
            const int left = ox * NERVURE_STRIDE - padLeft;
            FLOATV sum = start;
            for (int ky = kyBegin; ky < kyEnd; ++ky) {
                __global const float *row = plane + (top + ky * dilationH) * inW * NERVURE_LANES;
                __global const float *w = taps + ky * NERVURE_KERNEL_W * NERVURE_LANES;
                UNROLL_ROW
                for (int kx = 0; kx < NERVURE_KERNEL_W; ++kx) {
                    const int x = left + kx * dilationW;
                    if (x >= 0 && x < inW) {
                        sum = fma(VLOAD(x, row), VLOAD(kx, w), sum);
                    }
                }
            }
            NERVURE_STORE_LANES(out, (to + ox) * NERVURE_LANES, sum);
        }
    }
}
