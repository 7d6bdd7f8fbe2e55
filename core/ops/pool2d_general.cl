// SPDX-License-Identifier: Apache-2.0
// Pooling in any layout and type, naive: what has no kernel of its own, and the gradient of max_pool2d.
//
// A work-item computes one row of one plane.
//
// Memory: plane (p0, p1, p2) of sizes (·, q1, q2) of the larger image begins at p0 * in0 + p1 * in1 +
// p2 * in2, its rows are inY and its columns inX apart; of the smaller one likewise.
// Global size: rows, planes.

#ifdef NERVURE_IS_HALF
#define WINDOW_LEAST (-FLT_MAX) // as the reference, which computes in single precision
#else
#define WINDOW_LEAST NERVURE_LEAST
#endif

#define SIZES                                                                                      \
    int q1, int q2, int in0, int in1, int in2, int inY, int inX, int out0, int out1, int out2,     \
        int outY, int outX, int inH, int inW, int outH, int outW, int kernelH, int kernelW,        \
        int strideH, int strideW, int padTop, int padLeft
#define PLANE_AT(t)                                                                                \
    ((int)get_global_id(1) / q2 / q1 * t##0 + (int)get_global_id(1) / q2 % q1 * t##1               \
     + (int)get_global_id(1) % q2 * t##2)

__kernel void pool2d_general(__global const NERVURE_T *in, __global NERVURE_OUT_T *out, SIZES,
                             int isMax, int countsPadding NERVURE_EXTRA_PARAMS)
{
    const int y = get_global_id(0);
    const int from = PLANE_AT(in);
    const int to = PLANE_AT(out) + y * outY;
    const int top = max(y * strideH - padTop, 0);
    const int bottom = min(y * strideH - padTop + kernelH, inH);
    for (int x = 0; x < outW; ++x) {
        const int left = max(x * strideW - padLeft, 0);
        const int right = min(x * strideW - padLeft + kernelW, inW);
        NERVURE_V best = WINDOW_LEAST;
        NERVURE_A sum = 0;
        for (int row = top; row < bottom; ++row) {
            for (int column = left; column < right; ++column) {
                const NERVURE_V value = NERVURE_LOAD(in, from + row * inY + column * inX);
                best = best < value ? value : best;
                sum += (NERVURE_A)value;
            }
        }
        const int met = max(bottom - top, 0) * max(right - left, 0);
        const int cells = countsPadding ? kernelH * kernelW : max(met, 1);
#if NERVURE_IS_FLOAT
        const NERVURE_V mean = sum / cells;
#else
        // Both as elements of the type, as the reference has them.
        const NERVURE_V divisor = (NERVURE_T)cells;
        const NERVURE_V whole = (NERVURE_T)sum;
        const NERVURE_V mean = divisor == 0 ? 0 : whole / (divisor == 0 ? 1 : divisor);
#endif
        NERVURE_STORE(out, to + x * outX, isMax ? best : mean);
    }
}

// What came back to a window goes to the first largest element that it met: `in` is what was pooled,
// `outGrad` of the smaller size, `out` of the larger one.
__kernel void max_pool2d_gradient(__global const NERVURE_T *outGrad, __global const NERVURE_T *in,
                                  __global NERVURE_OUT_T *out, SIZES NERVURE_EXTRA_PARAMS)
{
    const int y = get_global_id(0);
    const int plane = PLANE_AT(in);
    const int gradPlane = PLANE_AT(out);
    // The windows that meet row y, and column x below.
    const int firstY = max((y + padTop - kernelH + strideH) / strideH, 0);
    const int lastY = min((y + padTop) / strideH, outH - 1);
    for (int x = 0; x < inW; ++x) {
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
                        const NERVURE_V value = NERVURE_LOAD(in, plane + row * inY + column * inX);
                        const bool isTaken = best < 0 || largest < value;
                        largest = isTaken ? value : largest;
                        best = isTaken ? row * inW + column : best;
                    }
                }
                const bool isMet = best == y * inW + x;
                const NERVURE_A grad = NERVURE_LOAD(outGrad, gradPlane + wy * outY + wx * outX);
                sum += isMet ? grad : 0;
            }
        }
        NERVURE_STORE(out, plane + y * inY + x * inX, sum);
    }
}
