// SPDX-License-Identifier: Apache-2.0
// LightNet's resize and upsample, to the nearest element (of NERVURE_T, any type of its size) and in
// between.
//
// A work-item computes one row. To the nearest, position i of m in the output lies over position (i + 1/2) * n / m of
// n in the input, rounded down: whole numbers throughout.
//
// Memory: in [n0][n1][n2][n3], out [m0][m1][m2][m3]. Global size: m2, m1, m0.

#ifndef NERVURE_IS_HALF // what is copied is never called that
__kernel void resize_nearest(__global const NERVURE_T *in, __global NERVURE_T *out, int n0, int n1,
                             int n2, int n3, int m3 NERVURE_EXTRA_PARAMS)
{
    const int d2 = get_global_id(0);
    const int d1 = get_global_id(1);
    const int d0 = get_global_id(2);
    const int s2 = (2 * d2 + 1) * n2 / (2 * (int)get_global_size(0));
    const int s1 = (2 * d1 + 1) * n1 / (2 * (int)get_global_size(1));
    const int s0 = (2 * d0 + 1) * n0 / (2 * (int)get_global_size(2));
    __global const NERVURE_T *row = in + ((s0 * n1 + s1) * n2 + s2) * n3;
    const int to = ((d0 * (int)get_global_size(1) + d1) * (int)get_global_size(0) + d2) * m3;
    for (int d3 = 0; d3 < m3; ++d3) {
        NERVURE_STORE(out, to + d3, row[(2 * d3 + 1) * n3 / (2 * m3)]);
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
__kernel void resize_linear(__global const NERVURE_T *in, __global NERVURE_OUT_T *out, int n0, int n1,
                            int n2, int n3, int m3, float r0, float r1, float r2,
                            float r3 NERVURE_EXTRA_PARAMS)
{
    const int to = ((int)(get_global_id(2) * get_global_size(1) + get_global_id(1))
                        * (int)get_global_size(0)
                    + (int)get_global_id(0))
                   * m3;
    PLACE(0, get_global_id(2), n0, r0)
    PLACE(1, get_global_id(1), n1, r1)
    PLACE(2, get_global_id(0), n2, r2)
    for (int i = 0; i < m3; ++i) {
        PLACE(3, i, n3, r3)
        NERVURE_A sum = 0;
        for (int corner = 0; corner < 16; ++corner) {
            const int c0 = corner & 1;
            const int c1 = corner >> 1 & 1;
            const int c2 = corner >> 2 & 1;
            const int c3 = corner >> 3;
            const NERVURE_V share = (c0 ? share0 : 1 - share0) * (c1 ? share1 : 1 - share1)
                                    * (c2 ? share2 : 1 - share2) * (c3 ? share3 : 1 - share3);
            const int from = ((near0[c0] * n1 + near1[c1]) * n2 + near2[c2]) * n3 + near3[c3];
            sum += share != 0 ? share * NERVURE_LOAD(in, from) : 0;
        }
        NERVURE_STORE(out, to + i, sum);
    }
}
#endif
