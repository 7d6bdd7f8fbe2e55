// SPDX-License-Identifier: Apache-2.0
// LightNet's resize and upsample to the nearest element.
//
// A work-item computes one row. Position i of m in the output lies over position (i + 1/2) * n / m of
// n in the input, rounded down: whole numbers throughout.
//
// Memory: in [n0][n1][n2][n3], out [m0][m1][m2][m3]. Global size: m2, m1, m0.

__kernel void resize_nearest(__global const float *in, __global float *out, int n0, int n1, int n2,
                             int n3, int m3 NERVURE_EXTRA_PARAMS)
{
    const int d2 = get_global_id(0);
    const int d1 = get_global_id(1);
    const int d0 = get_global_id(2);
    const int s2 = (2 * d2 + 1) * n2 / (2 * (int)get_global_size(0));
    const int s1 = (2 * d1 + 1) * n1 / (2 * (int)get_global_size(1));
    const int s0 = (2 * d0 + 1) * n0 / (2 * (int)get_global_size(2));
    __global const float *row = in + ((s0 * n1 + s1) * n2 + s2) * n3;
    const int to = ((d0 * (int)get_global_size(1) + d1) * (int)get_global_size(0) + d2) * m3;
    for (int d3 = 0; d3 < m3; ++d3) {
        NERVURE_STORE(out, to + d3, row[(2 * d3 + 1) * n3 / (2 * m3)]);
    }
}
