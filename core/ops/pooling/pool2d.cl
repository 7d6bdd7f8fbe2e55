// SPDX-License-Identifier: Apache-2.0
// Two-dimensional pooling of planes of floats, for devices whose work-items compute alone.
//
// A work-item computes `rowsEach` rows of one plane, CHUNK = NERVURE_LANES * NERVURE_VECTORS elements at
// a time: first the rows of their windows become one, which is held, padded, and dealt out to strideW
// phases, so that every column of the windows is vectors of neighbours there; then these columns become
// one. Cells outside the input never count for the maximum, nor does NaN; of zeros of both signs either
// may be it. An average is divided by all cells of the window (wholeWindow) or by those inside the input.
//
// Memory: in [planes][inH][inW], out [planes][outH][outW]. Global size: runs of rows, planes.

#ifndef NERVURE_LANES
#define NERVURE_LANES 16 // elements of a vector: 4, 8 or 16
#endif
#ifndef NERVURE_VECTORS
#define NERVURE_VECTORS 4 // vectors of results held at a time
#endif
#ifndef NERVURE_HELD
#define NERVURE_HELD 1024 // elements of an input row: at least strideW * (CHUNK + kernelW / strideW)
#endif
#ifndef NERVURE_IS_MAX
#define NERVURE_IS_MAX 1 // 0: averages
#endif

#define VECTOR NERVURE_JOIN(NERVURE_A, NERVURE_LANES)
#define VLOAD NERVURE_JOIN(vload, NERVURE_LANES)
#define CHUNK (NERVURE_LANES * NERVURE_VECTORS)
#if NERVURE_IS_MAX
#define EMPTY NERVURE_LEAST
#define TAKE(value, x) value = value < (x) ? (x) : value
#define RESULT(value, inside) (value)
#else
#define EMPTY 0
#define TAKE(value, x) value += (x)
#define RESULT(value, inside)                                                                      \
    ((value) / (wholeWindow ? (NERVURE_A)(kernelH * kernelW) : max((NERVURE_A)1, inside)))
#endif

// What the rows have at `at` becomes one.
#define TAKE_ROWS(value, LOAD, at)                                                                 \
    for (int y = 0; y < rows; ++y) {                                                               \
        TAKE(value, LOAD(in, y * inW + (at)));                                                     \
    }
#define DEAL_VECTOR(o)                                                                             \
    {                                                                                              \
        VECTOR a = EMPTY;                                                                          \
        TAKE_ROWS(a, NERVURE_LOAD_LANES, left + (o))                                               \
        NERVURE_PUT_LANES(a, held, o);                                                             \
    }
// The two phases of two vectors from offset o, which is even.
#define DEAL_TWO(o)                                                                                \
    {                                                                                              \
        VECTOR a = EMPTY;                                                                          \
        VECTOR b = EMPTY;                                                                          \
        TAKE_ROWS(a, NERVURE_LOAD_LANES, left + (o))                                               \
        TAKE_ROWS(b, NERVURE_LOAD_LANES, left + (o) + NERVURE_LANES)                               \
        NERVURE_PUT_LANES(((VECTOR)(a.even, b.even)), held, (o) / 2);                              \
        NERVURE_PUT_LANES(((VECTOR)(a.odd, b.odd)), held, pitch + (o) / 2);                        \
    }
#define DEAL_ONE(o)                                                                                \
    {                                                                                              \
        NERVURE_A a = EMPTY;                                                                       \
        TAKE_ROWS(a, NERVURE_LOAD, left + (o))                                                     \
        held[(o) % strideW * pitch + (o) / strideW] = a;                                           \
    }

// Column left + o of `rows` rows from `in` on goes to place o / strideW of phase o % strideW, each of
// `pitch` elements. The last vectors move back inside.
void deal_rows(__global const NERVURE_T *restrict in, NERVURE_A *held, int rows, int inW, int left,
               int strideW, int pitch)
{
    const int total = strideW * pitch;
    const int first = clamp(-left, 0, total);
    const int last = clamp(inW - left, first, total);
    if (first > 0 || last < total) {
        for (int i = 0; i < total; ++i) {
            held[i] = EMPTY;
        }
    }
    int o = first;
    if (strideW == 1) {
        for (; o + NERVURE_LANES <= last; o += NERVURE_LANES) {
            DEAL_VECTOR(o)
        }
        if (o < last && o > first) {
            DEAL_VECTOR(last - NERVURE_LANES)
            o = last;
        }
    } else if (strideW == 2) {
        const int even = first + (first & 1);
        for (; o < min(even, last); ++o) {
            DEAL_ONE(o)
        }
        for (; o + 2 * NERVURE_LANES <= last; o += 2 * NERVURE_LANES) {
            DEAL_TWO(o)
        }
        if (o < last && o > even) {
            o = (last - 2 * NERVURE_LANES) / 2 * 2;
            DEAL_TWO(o)
            o += 2 * NERVURE_LANES;
        }
    }
    for (; o < last; ++o) {
        DEAL_ONE(o)
    }
}

NERVURE_VECTOR_KERNEL void pool2d(__global const NERVURE_T *restrict in, __global NERVURE_OUT_T *out,
                                  int inH, int inW, int outH, int outW, int kernelH, int kernelW,
                                  int strideH, int strideW, int padTop, int padLeft,
                                  int wholeWindow, int rowsEach NERVURE_EXTRA_PARAMS)
{
    const int plane = get_global_id(1);
    const int firstRow = get_global_id(0) * rowsEach;
    const int lastRow = min(firstRow + rowsEach, outH);
    const int pitch = CHUNK + (kernelW - 1) / strideW;
    NERVURE_A held[NERVURE_HELD];
    for (int begin = 0; begin < outW; begin += CHUNK) {
        const int left = begin * strideW - padLeft;
        NERVURE_A columns[CHUNK]; // of a window, inside the input
        for (int i = 0; i < CHUNK; ++i) {
            const int from = left + i * strideW;
            columns[i] = max(0, min(from + kernelW, inW) - max(from, 0));
        }
        for (int oy = firstRow; oy < lastRow; ++oy) {
            const int top = max(oy * strideH - padTop, 0);
            const int bottom = max(top, min(oy * strideH - padTop + kernelH, inH));
            VECTOR value[NERVURE_VECTORS];
#pragma unroll
            for (int v = 0; v < NERVURE_VECTORS; ++v) {
                value[v] = EMPTY;
            }
            deal_rows(in + (plane * inH + top) * inW, held, bottom - top, inW, left, strideW, pitch);
            for (int kx = 0, phase = 0, shift = 0; kx < kernelW; ++kx) {
#pragma unroll
                for (int v = 0; v < NERVURE_VECTORS; ++v) {
                    TAKE(value[v], VLOAD(v, held + phase * pitch + shift));
                }
                const bool isNext = phase + 1 == strideW;
                phase = isNext ? 0 : phase + 1;
                shift += isNext;
            }
            NERVURE_A values[CHUNK];
#pragma unroll
            for (int v = 0; v < NERVURE_VECTORS; ++v) {
                NERVURE_PUT_LANES(value[v], values, v * NERVURE_LANES);
            }
            const int to = (plane * outH + oy) * outW + begin;
            const int count = min(CHUNK, outW - begin);
            for (int i = 0; i < count; ++i) {
                NERVURE_STORE(out, to + i, RESULT(values[i], (bottom - top) * columns[i]));
            }
        }
    }
}
