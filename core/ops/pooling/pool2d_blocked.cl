// SPDX-License-Identifier: Apache-2.0
// Two-dimensional pooling of channels in blocks, one vector a position.
//
// A work-item of pool2d_blocked_max and pool2d_blocked_average computes one output row of one block.
// Cells outside the input never count for the maximum. An average is divided by all cells of the
// window (wholeWindow) or by those inside the input. pool2d_blocked_global_* reduce a whole plane.
//
// Memory: in [planes][inH][inW][LANES], out [planes][outH][outW][LANES].

#ifndef NERVURE_LANES
#define NERVURE_LANES 16 // channels of a block: 4, 8 or 16
#endif

#define FLOATV NERVURE_JOIN(float, NERVURE_LANES)
#define VLOAD NERVURE_JOIN(vload, NERVURE_LANES)

// The part of a window that starts at `from` and lies inside `size`.
#define CLIP(from, kernel, size, first, last)                                                      \
    const int first = max(from, 0);                                                                \
    const int last = max(first, min((from) + kernel, size));

// Global size: outH, planes.
NERVURE_VECTOR_KERNEL void pool2d_blocked_max(__global const float *restrict in,
                                              __global float *out, int inH, int inW, int outW,
                                              int kernelH, int kernelW, int strideH, int strideW,
                                              int padTop, int padLeft NERVURE_EXTRA_PARAMS)
{
    const int oy = get_global_id(0);
    const int plane = get_global_id(1);
    const int to = (plane * (int)get_global_size(0) + oy) * outW;
    CLIP(oy * strideH - padTop, kernelH, inH, top, bottom)
    for (int ox = 0; ox < outW; ++ox) {
        CLIP(ox * strideW - padLeft, kernelW, inW, left, right)
        FLOATV best = (FLOATV)(-FLT_MAX);
        for (int y = top; y < bottom; ++y) {
            __global const float *row = in + (plane * inH + y) * inW * NERVURE_LANES;
            for (int x = left; x < right; ++x) {
                const FLOATV value = VLOAD(x, row);
                best = best < value ? value : best;
            }
        }
        NERVURE_STORE_LANES(out, (to + ox) * NERVURE_LANES, best);
    }
}

NERVURE_VECTOR_KERNEL void pool2d_blocked_average(__global const float *restrict in,
                                                  __global float *out, int inH, int inW, int outW,
                                                  int kernelH, int kernelW, int strideH,
                                                  int strideW, int padTop, int padLeft,
                                                  int wholeWindow NERVURE_EXTRA_PARAMS)
{
    const int oy = get_global_id(0);
    const int plane = get_global_id(1);
    const int to = (plane * (int)get_global_size(0) + oy) * outW;
    CLIP(oy * strideH - padTop, kernelH, inH, top, bottom)
    for (int ox = 0; ox < outW; ++ox) {
        CLIP(ox * strideW - padLeft, kernelW, inW, left, right)
        FLOATV sum = (FLOATV)(0.0f);
        for (int y = top; y < bottom; ++y) {
            __global const float *row = in + (plane * inH + y) * inW * NERVURE_LANES;
            for (int x = left; x < right; ++x) {
                sum += VLOAD(x, row);
            }
        }
        const int cells = wholeWindow ? kernelH * kernelW : max(1, (bottom - top) * (right - left));
        NERVURE_STORE_LANES(out, (to + ox) * NERVURE_LANES, sum / (FLOATV)((float)cells));
    }
}

// Global size: planes.
NERVURE_VECTOR_KERNEL void pool2d_blocked_global_max(__global const float *restrict in,
                                                     __global float *out,
                                                     int size NERVURE_EXTRA_PARAMS)
{
    const int plane = get_global_id(0);
    __global const float *from = in + plane * size * NERVURE_LANES;
    FLOATV best = (FLOATV)(-FLT_MAX);
    for (int k = 0; k < size; ++k) {
        const FLOATV value = VLOAD(k, from);
        best = best < value ? value : best;
    }
    NERVURE_STORE_LANES(out, plane * NERVURE_LANES, best);
}

// Four partial sums, since one chain of additions is slow and rounds worse.
NERVURE_VECTOR_KERNEL void pool2d_blocked_global_average(__global const float *restrict in,
                                                         __global float *out,
                                                         int size NERVURE_EXTRA_PARAMS)
{
    const int plane = get_global_id(0);
    __global const float *from = in + plane * size * NERVURE_LANES;
    FLOATV sum[4] = {(FLOATV)(0.0f), (FLOATV)(0.0f), (FLOATV)(0.0f), (FLOATV)(0.0f)};
    int k = 0;
    for (; k + 4 <= size; k += 4) {
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            sum[i] += VLOAD(k + i, from);
        }
    }
    for (; k < size; ++k) {
        sum[0] += VLOAD(k, from);
    }
    const FLOATV all = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    NERVURE_STORE_LANES(out, plane * NERVURE_LANES, all / (FLOATV)((float)size));
}
