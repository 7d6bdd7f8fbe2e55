// SPDX-License-Identifier: Apache-2.0
// Moving elements without computing: concatenate, slice, transpose and their kin.
//
// copy_rows copies `rows` rows of `length` elements between tensors of other row lengths.
// copy_strided writes a dense output of up to six dimensions whose element (d0, …, d5) comes from
// offset + d0 * s0 + … + d5 * s5; strides may be 0 or negative.

#ifndef NERVURE_CHUNK
#define NERVURE_CHUNK 256 // elements of a work-item
#endif

// Global size: chunks of a row, rows.
__kernel void copy_rows(__global const float *restrict in, __global float *restrict out, int length,
                        int inPitch, int inOffset, int outPitch, int outOffset)
{
    const int row = get_global_id(1);
    const int begin = get_global_id(0) * NERVURE_CHUNK;
    const int end = min(length - begin, NERVURE_CHUNK) + begin;
    __global const float *from = in + row * inPitch + inOffset;
    __global float *to = out + row * outPitch + outOffset;
    for (int k = begin; k < end; ++k) {
        to[k] = from[k];
    }
}

// A work-item copies one row of the innermost dimension. Global size: n4, n3, n0 * n1 * n2.
__kernel void copy_strided(__global const float *in, __global float *out, int offset, int n0, int n1,
                           int n2, int n5, int s0, int s1, int s2, int s3, int s4,
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
