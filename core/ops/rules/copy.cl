// SPDX-License-Identifier: Apache-2.0
// Moving elements without computing: concatenate, slice, flip, pad and their kin. What turns the
// innermost dimension around is in transposed_copy.cl.
//
// copy_rows copies rows of `length` elements into longer ones of `pitch`, from `offset` on.
// copy_strided writes a dense output of up to six dimensions whose element (d0, …, d5) comes from
// offset + d0 * s0 + … + d5 * s5; strides may be 0 or negative.
// copy_padded writes a dense output of up to six dimensions, in the middle of which the input lies.
//
// A work-item copies a chunk of each of `rowsEach` rows of the innermost dimension, one row after the
// other: on GPUs one element, so that neighbours copy neighbours.
// Global size: chunks of a row, groups of rowsEach rows. Elements are of NERVURE_T, any type of their
// size.

#ifndef NERVURE_CHUNK
#define NERVURE_CHUNK 4096 // elements of a row that a work-item copies
#endif
#ifndef NERVURE_STEP
#define NERVURE_STEP s5 // from an element of a row to the next; a number where the compiler gains from it
#endif

// The chunk and the rows of a work-item, of rows of `length` elements.
#define FIND_CHUNK(length, rows)                                                                   \
    const int first = get_global_id(0) * NERVURE_CHUNK;                                            \
    const int columns = min((length)-first, NERVURE_CHUNK);                                        \
    const int firstRow = get_global_id(1) * rowsEach;                                              \
    const int lastRow = min((rows)-firstRow, rowsEach) + firstRow;

// Where firstRow is in the dimensions outside of rows.
#define FIND_PLACE                                                                                 \
    int d4 = firstRow % n4;                                                                        \
    int d3 = firstRow / n4 % n3;                                                                   \
    int d2 = firstRow / n4 / n3 % n2;                                                              \
    int d1 = firstRow / n4 / n3 / n2 % n1;                                                         \
    int d0 = firstRow / n4 / n3 / n2 / n1;

#define CARRY(inner, size, outer)                                                                  \
    if (inner == size) {                                                                           \
        inner = 0;                                                                                 \
        ++outer;                                                                                   \
    }

#define NEXT_PLACE                                                                                 \
    ++d4;                                                                                          \
    CARRY(d4, n4, d3)                                                                              \
    CARRY(d3, n3, d2)                                                                              \
    CARRY(d2, n2, d1)                                                                              \
    CARRY(d1, n1, d0)

__kernel void copy_rows(__global const NERVURE_T *restrict in, __global NERVURE_T *restrict out,
                        int rowsEach, int length, int rows, int pitch, int offset)
{
    FIND_CHUNK(length, rows)
    for (int row = firstRow; row < lastRow; ++row) {
        __global const NERVURE_T *from = in + row * length + first;
        __global NERVURE_T *to = out + row * pitch + offset + first;
        for (int k = 0; k < columns; ++k) {
            to[k] = from[k];
        }
    }
}

__kernel void copy_strided(__global const NERVURE_T *in, __global NERVURE_T *out, int rowsEach,
                           int offset, int n0, int n1, int n2, int n3, int n4, int n5, int s0,
                           int s1, int s2, int s3, int s4, int s5 NERVURE_EXTRA_PARAMS)
{
    FIND_CHUNK(n5, n0 * n1 * n2 * n3 * n4)
    FIND_PLACE
    for (int row = firstRow; row < lastRow; ++row) {
        const int start = offset + d0 * s0 + d1 * s1 + d2 * s2 + d3 * s3 + d4 * s4;
        const int from = start + first * NERVURE_STEP;
        const int to = row * n5 + first;
#pragma clang loop vectorize(assume_safety)
        for (int k = 0; k < columns; ++k) {
            NERVURE_STORE(out, to + k, in[from + k * NERVURE_STEP]);
        }
        NEXT_PLACE
    }
}

#ifndef NERVURE_PADDING
#define NERVURE_PADDING 0.0f // an element, as NERVURE_T
#endif

// Element (d0, …, d5) of the output is (d0 - p0, …, d5 - p5) of the input, of sizes m0 to m5, or
// NERVURE_PADDING where that is outside.
__kernel void copy_padded(__global const NERVURE_T *in, __global NERVURE_T *out, int rowsEach,
                          int n0, int n1, int n2, int n3, int n4, int n5, int m0, int m1, int m2,
                          int m3, int m4, int m5, int p0, int p1, int p2, int p3, int p4,
                          int p5 NERVURE_EXTRA_PARAMS)
{
    FIND_CHUNK(n5, n0 * n1 * n2 * n3 * n4)
    FIND_PLACE
    const int leadEnd = clamp(p5 - first, 0, columns);
    const int takenEnd = clamp((long)p5 - first + m5, (long)leadEnd, (long)columns);
    for (int row = firstRow; row < lastRow; ++row) {
        const bool isInside = d0 >= p0 && d0 - p0 < m0 && d1 >= p1 && d1 - p1 < m1 && d2 >= p2
                              && d2 - p2 < m2 && d3 >= p3 && d3 - p3 < m3 && d4 >= p4
                              && d4 - p4 < m4;
        const int inRow = (((d0 - p0) * m1 + d1 - p1) * m2 + d2 - p2) * m3 + d3 - p3;
        const int from = isInside ? (inRow * m4 + d4 - p4) * m5 - p5 + first : 0;
        const int to = row * n5 + first;
        const int lead = isInside ? leadEnd : columns;
        const int taken = isInside ? takenEnd : columns;
#pragma clang loop vectorize(assume_safety)
        for (int k = 0; k < lead; ++k) {
            NERVURE_STORE(out, to + k, (NERVURE_T)NERVURE_PADDING);
        }
#pragma clang loop vectorize(assume_safety)
        for (int k = lead; k < taken; ++k) {
            NERVURE_STORE(out, to + k, in[from + k]);
        }
#pragma clang loop vectorize(assume_safety)
        for (int k = taken; k < columns; ++k) {
            NERVURE_STORE(out, to + k, (NERVURE_T)NERVURE_PADDING);
        }
        NEXT_PLACE
    }
}
