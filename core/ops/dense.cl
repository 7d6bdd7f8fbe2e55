// SPDX-License-Identifier: Apache-2.0
// Fully connected layer: out[m][o] = sum over k of in[m][k] * weight[o][k] + bias[o].
//
// A work-item computes NERVURE_ROWS rows m and NERVURE_UNITS outputs o: each vector of a weight row
// is loaded once for all its rows. Rows and outputs past the end repeat the last one and are not
// stored.
//
// Memory: in [rows][size], weight [units][size], out [rows][units].

#ifndef NERVURE_LANES
#define NERVURE_LANES 16 // elements of a vector: 4, 8 or 16
#endif
#ifndef NERVURE_ROWS
#define NERVURE_ROWS 1 // rows of a work-item
#endif
#ifndef NERVURE_UNITS
#define NERVURE_UNITS 4 // outputs of a work-item
#endif

#define NERVURE_JOIN_(a, b) a##b
#define NERVURE_JOIN(a, b) NERVURE_JOIN_(a, b)
#define FLOATV NERVURE_JOIN(float, NERVURE_LANES)
#define VLOAD NERVURE_JOIN(vload, NERVURE_LANES)
#define VSTORE NERVURE_JOIN(vstore, NERVURE_LANES)

// Global size: blocks of units, blocks of rows.
NERVURE_VECTOR_KERNEL void dense(__global const float *restrict in,
                                 __global const float *restrict weight, __global const float *bias,
                                 __global float *out, int hasBias, int rows, int size,
                                 int units NERVURE_EXTRA_PARAMS)
{
    const int unit = get_global_id(0) * NERVURE_UNITS;
    const int row = get_global_id(1) * NERVURE_ROWS;
    __global const float *w[NERVURE_UNITS];
    __global const float *x[NERVURE_ROWS];
    FLOATV sum[NERVURE_ROWS][NERVURE_UNITS];
#pragma unroll
    for (int u = 0; u < NERVURE_UNITS; ++u) {
        w[u] = weight + min(unit + u, units - 1) * size;
    }
#pragma unroll
    for (int r = 0; r < NERVURE_ROWS; ++r) {
        x[r] = in + min(row + r, rows - 1) * size;
#pragma unroll
        for (int u = 0; u < NERVURE_UNITS; ++u) {
            sum[r][u] = (FLOATV)(0.0f);
        }
    }
    const int whole = size / NERVURE_LANES;
    for (int k = 0; k < whole; ++k) {
        FLOATV factor[NERVURE_UNITS];
#pragma unroll
        for (int u = 0; u < NERVURE_UNITS; ++u) {
            factor[u] = VLOAD(k, w[u]);
        }
#pragma unroll
        for (int r = 0; r < NERVURE_ROWS; ++r) {
            const FLOATV value = VLOAD(k, x[r]);
#pragma unroll
            for (int u = 0; u < NERVURE_UNITS; ++u) {
                sum[r][u] = fma(factor[u], value, sum[r][u]);
            }
        }
    }
    for (int r = 0; r < min(NERVURE_ROWS, rows - row); ++r) {
        for (int u = 0; u < min(NERVURE_UNITS, units - unit); ++u) {
            float lanes[NERVURE_LANES];
            VSTORE(sum[r][u], 0, lanes);
            float total = hasBias ? bias[unit + u] : 0.0f;
            for (int i = 0; i < NERVURE_LANES; ++i) {
                total += lanes[i];
            }
            for (int k = whole * NERVURE_LANES; k < size; ++k) {
                total = fma(w[u][k], x[r][k], total);
            }
            NERVURE_STORE(out, (row + r) * units + unit + u, total);
        }
    }
}
