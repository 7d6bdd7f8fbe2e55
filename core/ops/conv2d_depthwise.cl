// SPDX-License-Identifier: Apache-2.0
// Two-dimensional depthwise convolution of channels in blocks: each output channel comes from the
// input channel of its number.
//
// A work-item computes one row of one block, NERVURE_PIXELS positions at a time: the vectors of a
// tap's weights serve all of them. Taps outside the input are left out.
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

// Global size: outH, blocks, batch.
NERVURE_VECTOR_KERNEL void conv2d_depthwise_blocked(
    __global const float *restrict in, __global const float *restrict weight,
    __global const float *restrict bias, __global float *out, int hasBias, int inH, int inW,
    int outW, int kernelH, int kernelW, int strideH, int strideW, int dilationH, int dilationW,
    int padTop, int padLeft NERVURE_EXTRA_PARAMS)
{
    const int oy = get_global_id(0);
    const int block = get_global_id(1);
    const int image = get_global_id(2) * get_global_size(1) + block;
    const int top = oy * strideH - padTop;
    const FLOATV start = hasBias ? VLOAD(block, bias) : (FLOATV)(0.0f);
    const int to = (image * (int)get_global_size(0) + oy) * outW;
    for (int begin = 0; begin < outW; begin += NERVURE_PIXELS) {
        const int left = begin * strideW - padLeft;
        const int right = left + (NERVURE_PIXELS - 1) * strideW + (kernelW - 1) * dilationW;
        const int isInside = left >= 0 && right < inW;
        FLOATV sum[NERVURE_PIXELS];
#pragma unroll
        for (int i = 0; i < NERVURE_PIXELS; ++i) {
            sum[i] = start;
        }
        for (int ky = 0; ky < kernelH; ++ky) {
            const int y = top + ky * dilationH;
            if (y < 0 || y >= inH) {
                continue;
            }
            __global const float *row = in + (image * inH + y) * inW * NERVURE_LANES;
            __global const float *w = weight + (block * kernelH + ky) * kernelW * NERVURE_LANES;
            for (int kx = 0; kx < kernelW; ++kx) {
                const FLOATV factor = VLOAD(kx, w);
                const int shift = left + kx * dilationW;
                if (isInside) {
#pragma unroll
                    for (int i = 0; i < NERVURE_PIXELS; ++i) {
                        sum[i] = fma(VLOAD(shift + i * strideW, row), factor, sum[i]);
                    }
                } else {
#pragma unroll
                    for (int i = 0; i < NERVURE_PIXELS; ++i) {
                        const int x = shift + i * strideW;
                        if (x >= 0 && x < inW) {
                            sum[i] = fma(VLOAD(x, row), factor, sum[i]);
                        }
                    }
                }
            }
        }
#pragma unroll
        for (int i = 0; i < NERVURE_PIXELS; ++i) {
            if (begin + i < outW) {
                NERVURE_STORE_LANES(out, (to + begin + i) * NERVURE_LANES, sum[i]);
            }
        }
    }
}
