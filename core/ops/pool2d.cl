// SPDX-License-Identifier: Apache-2.0
// Two-dimensional pooling of NCHW data.
//
// A work-item of pool2d_max and pool2d_average computes one output row, NERVURE_CHUNK elements at a
// time: for each cell of the window a loop over the output elements, which compilers vectorise.
// Cells outside the input never count for the maximum. An average is divided by all cells of the
// window (wholeWindow) or by those inside the input. pool2d_global_* reduce a whole plane.
//
// Memory: in [planes][inH][inW], out [planes][outH][outW].

#ifndef NERVURE_CHUNK
#define NERVURE_CHUNK 64 // output elements held at a time
#endif

// The output elements [first, last) of a chunk whose cell in column kx lies inside the input.
#define CELL_RANGE(kx)                                                                             \
    const int shift = (kx)-padLeft;                                                                \
    const int least = shift < 0 ? (-shift + strideW - 1) / strideW : 0;                            \
    const int most = inW > shift ? (inW - shift + strideW - 1) / strideW : 0;                      \
    const int first = max(least - begin, 0);                                                       \
    const int last = min(most - begin, count);                                                     \
    __global const float *cell = row + begin * strideW + shift;

// Global size: outH, planes.
__kernel void pool2d_max(__global const float *restrict in, __global float *out, int inH, int inW,
                         int outW, int kernelH, int kernelW, int strideH, int strideW, int padTop,
                         int padLeft NERVURE_EXTRA_PARAMS)
{
    const int oy = get_global_id(0);
    const int plane = get_global_id(1);
    const int top = oy * strideH - padTop;
    const int outBase = (plane * (int)get_global_size(0) + oy) * outW;
    for (int begin = 0; begin < outW; begin += NERVURE_CHUNK) {
        const int count = min(NERVURE_CHUNK, outW - begin);
        float best[NERVURE_CHUNK];
        for (int i = 0; i < count; ++i) {
            best[i] = -FLT_MAX;
        }
        for (int y = max(top, 0); y < min(top + kernelH, inH); ++y) {
            __global const float *row = in + (plane * inH + y) * inW;
            for (int kx = 0; kx < kernelW; ++kx) {
                CELL_RANGE(kx)
                for (int i = first; i < last; ++i) {
                    const float value = cell[i * strideW];
                    best[i] = best[i] < value ? value : best[i];
                }
            }
        }
        for (int i = 0; i < count; ++i) {
            NERVURE_STORE(out, outBase + begin + i, best[i]);
        }
    }
}

__kernel void pool2d_average(__global const float *restrict in, __global float *out, int inH,
                             int inW, int outW, int kernelH, int kernelW, int strideH, int strideW,
                             int padTop, int padLeft, int wholeWindow NERVURE_EXTRA_PARAMS)
{
    const int oy = get_global_id(0);
    const int plane = get_global_id(1);
    const int top = oy * strideH - padTop;
    const int outBase = (plane * (int)get_global_size(0) + oy) * outW;
    const int rows = max(0, min(top + kernelH, inH) - max(top, 0));
    for (int begin = 0; begin < outW; begin += NERVURE_CHUNK) {
        const int count = min(NERVURE_CHUNK, outW - begin);
        float sum[NERVURE_CHUNK];
        for (int i = 0; i < count; ++i) {
            sum[i] = 0.0f;
        }
        for (int y = max(top, 0); y < min(top + kernelH, inH); ++y) {
            __global const float *row = in + (plane * inH + y) * inW;
            for (int kx = 0; kx < kernelW; ++kx) {
                CELL_RANGE(kx)
                for (int i = first; i < last; ++i) {
                    sum[i] += cell[i * strideW];
                }
            }
        }
        for (int i = 0; i < count; ++i) {
            const int left = (begin + i) * strideW - padLeft;
            const int columns = max(0, min(left + kernelW, inW) - max(left, 0));
            const int cells = wholeWindow ? kernelH * kernelW : max(1, rows * columns);
            NERVURE_STORE(out, outBase + begin + i, sum[i] / (float)cells);
        }
    }
}

// Global size: planes. Sixteen partial results, since one chain of additions is slow and rounds
// worse.
__kernel void pool2d_global_max(__global const float *restrict in, __global float *out,
                                int size NERVURE_EXTRA_PARAMS)
{
    const int plane = get_global_id(0);
    __global const float *from = in + plane * size;
    float best[16];
    for (int i = 0; i < 16; ++i) {
        best[i] = -FLT_MAX;
    }
    for (int begin = 0; begin < size; begin += 16) {
        for (int i = 0; i < min(16, size - begin); ++i) {
            best[i] = best[i] < from[begin + i] ? from[begin + i] : best[i];
        }
    }
    float all = best[0];
    for (int i = 1; i < 16; ++i) {
        all = all < best[i] ? best[i] : all;
    }
    NERVURE_STORE(out, plane, all);
}

__kernel void pool2d_global_average(__global const float *restrict in, __global float *out,
                                    int size NERVURE_EXTRA_PARAMS)
{
    const int plane = get_global_id(0);
    __global const float *from = in + plane * size;
    float sum[16];
    for (int i = 0; i < 16; ++i) {
        sum[i] = 0.0f;
    }
    for (int begin = 0; begin < size; begin += 16) {
        for (int i = 0; i < min(16, size - begin); ++i) {
            sum[i] += from[begin + i];
        }
    }
    float all = 0.0f;
    for (int i = 0; i < 16; ++i) {
        all += sum[i];
    }
    NERVURE_STORE(out, plane, all / (float)size);
}
