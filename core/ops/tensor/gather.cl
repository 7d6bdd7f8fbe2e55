// SPDX-License-Identifier: Apache-2.0
// Picking blocks of elements by index: take along one dimension, and gather_nd.
//
// A work-item copies one block. An index that points outside gives NERVURE_MISSING: a kernel cannot
// fail.
//
// Elements are of NERVURE_T, any type of their size; indices of NERVURE_INDEX_T.

#ifndef NERVURE_INDEX_T
#define NERVURE_INDEX_T int
#define NERVURE_INDEX_LOAD(p, i) ((p)[i])
#endif

#ifndef NERVURE_MISSING
#define NERVURE_MISSING NAN // whole numbers: what NaN becomes
#endif

// Index number i, cut to a whole number; -1 for what is none.
#define INDEX_AT(i)                                                                                \
    (NERVURE_INDEX_LOAD(indices, i) > -0x1p62f && NERVURE_INDEX_LOAD(indices, i) < 0x1p62f         \
         ? (long)NERVURE_INDEX_LOAD(indices, i)                                                    \
         : -1L)

#define COPY_BLOCK                                                                                 \
    const bool isInside = isKnown && from >= 0 && from <= count - block;                           \
    for (int k = 0; k < block; ++k) {                                                              \
        NERVURE_STORE(out, to + k, isInside ? in[from + k] : (NERVURE_T)NERVURE_MISSING);          \
    }

// in [rows][size][block] of `count` elements, out [rows][indices][block]; an index is from `least` to
// `most`. Global size: indices, rows.
__kernel void take(__global const NERVURE_T *in, __global const NERVURE_INDEX_T *indices,
                   __global NERVURE_T *out, int count, int size, int block, int least,
                   int most NERVURE_EXTRA_PARAMS)
{
    const int i = get_global_id(0);
    const int row = get_global_id(1);
    const long index = INDEX_AT(i);
    const bool isKnown = index >= least && index <= most;
    const long from = isKnown ? ((long)row * size + index) * block : 0;
    const int to = (row * (int)get_global_size(0) + i) * block;
    COPY_BLOCK
}

// The columns of indices [depth][places] are positions in the first `depth` dimensions of `in`, of
// sizes n0, n1, … and strides s0, s1, … Global size: places.
__kernel void gather_nd(__global const NERVURE_T *in, __global const NERVURE_INDEX_T *indices,
                        __global NERVURE_T *out, int count, int block, int depth, int isExact,
                        int n0, int s0, int n1, int s1, int n2, int s2, int n3, int s3, int n4,
                        int s4, int n5, int s5 NERVURE_EXTRA_PARAMS)
{
    const int steps[] = {n0, s0, n1, s1, n2, s2, n3, s3, n4, s4, n5, s5};
    const int i = get_global_id(0);
    bool isKnown = true;
    long from = 0;
    for (int k = 0; k < depth; ++k) {
        const long index = INDEX_AT(k * (int)get_global_size(0) + i);
        const int stride = steps[2 * k + 1];
        const int most = isExact ? count / stride : steps[2 * k] - 1;
        isKnown = isKnown && index <= most && index >= (isExact ? -most : 0);
        from += isKnown ? index * stride : 0;
    }
    const int to = i * block;
    COPY_BLOCK
}
