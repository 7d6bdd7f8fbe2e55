// SPDX-License-Identifier: Apache-2.0
// Moving elements without computing: concatenate, slice, transpose and their kin.
//
// copy_rows copies `rows` rows of `length` elements between tensors of other row lengths.
// copy_strided writes a dense output of up to six dimensions whose element (d0, …, d5) comes from
// offset + d0 * s0 + … + d5 * s5; strides may be 0 or negative.
// copy_padded writes a dense output of up to six dimensions, in the middle of which the input lies.
//
// Elements are of NERVURE_T, any type of their size.

#ifndef NERVURE_CHUNK
#define NERVURE_CHUNK 256 // elements of a work-item
#endif

// Global size: chunks of a row, rows.
__kernel void copy_rows(__global const NERVURE_T *restrict in, __global NERVURE_T *restrict out,
                        int length, int inPitch, int inOffset, int outPitch, int outOffset)
{
    const int row = get_global_id(1);
    const int begin = get_global_id(0) * NERVURE_CHUNK;
    const int end = min(length - begin, NERVURE_CHUNK) + begin;
    __global const NERVURE_T *from = in + row * inPitch + inOffset;
    __global NERVURE_T *to = out + row * outPitch + outOffset;
    for (int k = begin; k < end; ++k) {
        to[k] = from[k];
    }
}

// A work-item copies one row of the innermost dimension. Global size: n4, n3, n0 * n1 * n2.
__kernel void copy_strided(__global const NERVURE_T *in, __global NERVURE_T *out, int offset, int n0,
                           int n1, int n2, int n5, int s0, int s1, int s2, int s3, int s4,
                           int s5 NERVURE_EXTRA_PARAMS)
{
    const int d4 = get_global_id(0);
    const int d3 = get_global_id(1);
    const int outer = get_global_id(2);
    const int d2 = outer % n2;
    const int d1 = outer / n2 % n1;
    const int d0 = outer / n2 / n1 % n0;
    const int from = offset + d0 * s0 + d1 * s1 + d2 * s2 + d3 * s3 + d4 * s4;
    const int row = (outer * (int)get_global_size(1) + d3) * (int)get_global_size(0) + d4;
    for (int k = 0; k < n5; ++k) {
        NERVURE_STORE(out, row * n5 + k, in[from + k * s5]);
    }
}

#ifndef NERVURE_PADDING
#define NERVURE_PADDING 0.0f // an element, as NERVURE_T
#endif

// Element (d0, …, d5) of the output is (d0 - p0, …, d5 - p5) of the input, of sizes m0 to m5, or
// NERVURE_PADDING where that is outside. Global size: n4, n3, n0 * n1 * n2.
__kernel void copy_padded(__global const NERVURE_T *in, __global NERVURE_T *out, int n1, int n2,
                          int n5, int m0, int m1, int m2, int m3, int m4, int m5, int p0, int p1,
                          int p2, int p3, int p4, int p5 NERVURE_EXTRA_PARAMS)
{
    const int i4 = get_global_id(0);
    const int i3 = get_global_id(1);
    const int outer = get_global_id(2);
    const int d4 = i4 - p4;
    const int d3 = i3 - p3;
    const int d2 = outer % n2 - p2;
    const int d1 = outer / n2 % n1 - p1;
    const int d0 = outer / n2 / n1 - p0;
    const bool isInside = d0 >= 0 && d0 < m0 && d1 >= 0 && d1 < m1 && d2 >= 0 && d2 < m2 && d3 >= 0
                          && d3 < m3 && d4 >= 0 && d4 < m4;
    const int from = isInside ? ((((d0 * m1 + d1) * m2 + d2) * m3 + d3) * m4 + d4) * m5 : 0;
    const int row = (outer * (int)get_global_size(1) + i3) * (int)get_global_size(0) + i4;
    for (int k = 0; k < n5; ++k) {
        const int d5 = k - p5;
        const bool isTaken = isInside && d5 >= 0 && d5 < m5;
        const NERVURE_T element = isTaken ? in[from + d5] : (NERVURE_T)NERVURE_PADDING;
        NERVURE_STORE(out, row * n5 + k, element);
    }
}
