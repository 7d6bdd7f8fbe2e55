// SPDX-License-Identifier: Apache-2.0
// LightNet's resize and upsample, to the nearest element (of NERVURE_T, any type of its size) and in
// between.
//
// A work-item computes NERVURE_COLUMNS elements of NERVURE_ROWS rows: first where the elements of a row
// come from, then row by row. On GPUs both are 1. To the nearest, position i of m in the output lies over
// position (i + 1/2) * n / m of n in the input, rounded down: whole numbers throughout.
//
// Memory: in [n0][n1][n2][n3], out [m0][m1][m2][m3]. Global size: chunks of m3, chunks of m2, m0 * m1.

#ifndef NERVURE_COLUMNS
#define NERVURE_COLUMNS 256
#endif
#ifndef NERVURE_ROWS
#define NERVURE_ROWS 32
#endif

#define SIZES int n0, int n1, int n2, int n3, int m0, int m1, int m2, int m3

#define FIND_CHUNK                                                                                 \
    const int first = get_global_id(0) * NERVURE_COLUMNS;                                          \
    const int columns = min(m3 - first, NERVURE_COLUMNS);                                          \
    const int firstRow = get_global_id(1) * NERVURE_ROWS;                                          \
    const int lastRow = min(m2 - firstRow, NERVURE_ROWS) + firstRow;                               \
    const int d1 = (int)get_global_id(2) % m1;                                                     \
    const int d0 = (int)get_global_id(2) / m1;

#define NEAREST(i, n, m) ((2 * (i) + 1) * n / (2 * m))

#ifndef NERVURE_IS_HALF // what is copied is never called that
__kernel void resize_nearest(__global const NERVURE_T *restrict in, __global NERVURE_T *restrict out,
                             SIZES NERVURE_EXTRA_PARAMS)
{
    FIND_CHUNK
    int from[NERVURE_COLUMNS];
    for (int k = 0; k < columns; ++k) {
        from[k] = NEAREST(first + k, n3, m3);
    }
    const int plane = (NEAREST(d0, n0, m0) * n1 + NEAREST(d1, n1, m1)) * n2;
    for (int d2 = firstRow; d2 < lastRow; ++d2) {
        const int start = (plane + NEAREST(d2, n2, m2)) * n3;
        const int to = ((d0 * m1 + d1) * m2 + d2) * m3 + first;
#pragma clang loop vectorize(assume_safety)
        for (int k = 0; k < columns; ++k) {
            NERVURE_STORE(out, to + k, in[start + from[k]]);
        }
    }
}
#endif

#if NERVURE_IS_FLOAT
// The lower of the positions between which position i of the output lies, and the share of the higher
// one. A ratio of 1 keeps the dimension.
#define PLACE(d, i, n, ratio)                                                                      \
    const NERVURE_A middle##d = ((NERVURE_A)(i) + (NERVURE_A)0.5f) * ratio - (NERVURE_A)0.5f;      \
    const NERVURE_A low##d = ratio == 1.0f ? (NERVURE_A)(i) : floor(middle##d);                    \
    const NERVURE_V share##d = ratio == 1.0f ? 0 : middle##d - low##d;                             \
    const int near##d[] = {clamp((int)low##d, 0, n - 1), clamp((int)low##d + 1, 0, n - 1)};

// Along each dimension an element is between two, each by its share.
__kernel void resize_linear(__global const NERVURE_T *in, __global NERVURE_OUT_T *out, SIZES,
                            float r0, float r1, float r2, float r3 NERVURE_EXTRA_PARAMS)
{
    FIND_CHUNK
    int from[2][NERVURE_COLUMNS];
    NERVURE_V shares[2][NERVURE_COLUMNS];
    for (int k = 0; k < columns; ++k) {
        PLACE(3, first + k, n3, r3)
        from[0][k] = near3[0];
        from[1][k] = near3[1];
        shares[0][k] = 1 - share3;
        shares[1][k] = share3;
    }
    PLACE(0, d0, n0, r0)
    PLACE(1, d1, n1, r1)
    for (int d2 = firstRow; d2 < lastRow; ++d2) {
        PLACE(2, d2, n2, r2)
        NERVURE_A sum[NERVURE_COLUMNS];
        for (int k = 0; k < columns; ++k) {
            sum[k] = 0;
        }
        for (int corner = 0; corner < 16; ++corner) {
            const int c0 = corner & 1;
            const int c1 = corner >> 1 & 1;
            const int c2 = corner >> 2 & 1;
            const int c3 = corner >> 3;
            const NERVURE_V rowShare = (c0 ? share0 : 1 - share0) * (c1 ? share1 : 1 - share1)
                                       * (c2 ? share2 : 1 - share2);
            const int start = ((near0[c0] * n1 + near1[c1]) * n2 + near2[c2]) * n3;
            if (rowShare == 0) {
                continue;
            }
#pragma clang loop vectorize(assume_safety)
            for (int k = 0; k < columns; ++k) {
                const NERVURE_V share = rowShare * shares[c3][k];
                const NERVURE_V element = NERVURE_LOAD(in, start + from[c3][k]);
                sum[k] += share != 0 ? share * element : 0;
            }
        }
        const int to = ((d0 * m1 + d1) * m2 + d2) * m3 + first;
#pragma clang loop vectorize(assume_safety)
        for (int k = 0; k < columns; ++k) {
            NERVURE_STORE(out, to + k, sum[k]);
        }
    }
}
#endif
