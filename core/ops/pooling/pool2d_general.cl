// SPDX-License-Identifier: Apache-2.0
// Pooling in any layout and type, and the gradient of max_pool2d.
//
// A work-item of pool2d_general computes NERVURE_RUN neighbouring planes; work-items of one row share its
// columns: as many as there are columns, or one.
//
// Memory: plane (p0, p1, p2) of sizes (·, q1, q2) of the larger image begins at p0 * in0 + p1 * in1 +
// p2 * in2, its rows are inY and its columns inX apart; of the smaller one likewise. Where a run has more
// planes than one, in2 and out2 are 1. Global size: columns, rows, runs of planes, of which `runs` lie in
// q2 planes; or runs of planes first.

#ifndef NERVURE_RUN
#define NERVURE_RUN 1 // planes of a work-item, of which compilers make vectors
#endif
#ifndef NERVURE_PLANE_DIMENSION
#define NERVURE_PLANE_DIMENSION 2 // 0 where the elements of neighbouring planes are neighbours
#endif

#define SIZES                                                                                      \
    int runs, int q1, int q2, int in0, int in1, int in2, int inY, int inX, int out0, int out1,     \
        int out2, int outY, int outX, int inH, int inW, int outH, int outW, int kernelH,           \
        int kernelW, int strideH, int strideW, int padTop, int padLeft
#define PLACE                                                                                      \
    const int run = get_global_id(NERVURE_PLANE_DIMENSION);                                        \
    const int line = run / runs;                                                                   \
    const int plane = (run - line * runs) * NERVURE_RUN;                                           \
    const int y = get_global_id((NERVURE_PLANE_DIMENSION + 2) % 3);
#define PLANE_AT(t) (line / q1 * t##0 + line % q1 * t##1 + plane * t##2)
#define EACH_COLUMN(x, width)                                                                      \
    for (int x = get_global_id((NERVURE_PLANE_DIMENSION + 1) % 3); x < (width);                    \
         x += get_global_size((NERVURE_PLANE_DIMENSION + 1) % 3))
#define EACH for (int i = 0; i < size; ++i)

__kernel void pool2d_general(__global const NERVURE_T *restrict in, __global NERVURE_OUT_T *out, SIZES,
                             int isMax, int countsPadding NERVURE_EXTRA_PARAMS)
{
    PLACE
    const int size = NERVURE_RUN == 1 ? 1 : min(NERVURE_RUN, q2 - plane);
    const int from = PLANE_AT(in);
    const int to = PLANE_AT(out) + y * outY;
    const int top = max(y * strideH - padTop, 0);
    const int bottom = min(y * strideH - padTop + kernelH, inH);
    EACH_COLUMN(x, outW)
    {
        const int left = max(x * strideW - padLeft, 0);
        const int right = min(x * strideW - padLeft + kernelW, inW);
        NERVURE_V best[NERVURE_RUN];
        NERVURE_A sum[NERVURE_RUN];
        EACH {
            best[i] = NERVURE_LEAST;
            sum[i] = 0;
        }
        for (int row = top; row < bottom; ++row) {
            for (int column = left; column < right; ++column) {
                const int cell = from + row * inY + column * inX;
                if (isMax) {
                    EACH {
                        const NERVURE_V value = NERVURE_LOAD(in, cell + i);
                        best[i] = best[i] < value ? value : best[i];
                    }
                } else {
                    EACH sum[i] += (NERVURE_A)NERVURE_LOAD(in, cell + i);
                }
            }
        }
        const int met = max(bottom - top, 0) * max(right - left, 0);
        const int cells = countsPadding ? kernelH * kernelW : max(met, 1);
        EACH {
#if NERVURE_IS_FLOAT
            const NERVURE_V mean = sum[i] / cells;
#else
            // Both as elements of the type, as the reference has them.
            const NERVURE_V divisor = (NERVURE_T)cells;
            const NERVURE_V whole = (NERVURE_T)sum[i];
            const NERVURE_V mean = divisor == 0 ? 0 : whole / (divisor == 0 ? 1 : divisor);
#endif
            NERVURE_STORE(out, to + x * outX + i, isMax ? best[i] : mean);
        }
    }
}

// What came back to a window goes to the first largest element that it met: `in` is what was pooled,
// `outGrad` of the smaller size, `out` of the larger one.
__kernel void max_pool2d_gradient(__global const NERVURE_T *outGrad, __global const NERVURE_T *in,
                                  __global NERVURE_OUT_T *out, SIZES NERVURE_EXTRA_PARAMS)
{
    PLACE
    const int image = PLANE_AT(in);
    const int gradImage = PLANE_AT(out);
    // The windows that meet row y, and column x below.
    const int firstY = max((y + padTop - kernelH + strideH) / strideH, 0);
    const int lastY = min((y + padTop) / strideH, outH - 1);
    EACH_COLUMN(x, inW)
    {
        const int firstX = max((x + padLeft - kernelW + strideW) / strideW, 0);
        const int lastX = min((x + padLeft) / strideW, outW - 1);
        NERVURE_A sum = 0;
        for (int wy = firstY; wy <= lastY; ++wy) {
            for (int wx = firstX; wx <= lastX; ++wx) {
                const int top = max(wy * strideH - padTop, 0);
                const int bottom = min(wy * strideH - padTop + kernelH, inH);
                const int left = max(wx * strideW - padLeft, 0);
                const int right = min(wx * strideW - padLeft + kernelW, inW);
                int best = -1;
                NERVURE_V largest = 0;
                for (int row = top; row < bottom; ++row) {
                    for (int column = left; column < right; ++column) {
                        const NERVURE_V value = NERVURE_LOAD(in, image + row * inY + column * inX);
                        const bool isTaken = best < 0 || largest < value;
                        largest = isTaken ? value : largest;
                        best = isTaken ? row * inW + column : best;
                    }
                }
                const bool isMet = best == y * inW + x;
                const NERVURE_A grad = NERVURE_LOAD(outGrad, gradImage + wy * outY + wx * outX);
                sum += isMet ? grad : 0;
            }
        }
        NERVURE_STORE(out, image + y * inY + x * inX, sum);
    }
}
