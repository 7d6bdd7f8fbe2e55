// SPDX-License-Identifier: Apache-2.0
// Fully connected layer of few rows of floats: out[m][o] = sum over k of in[m][k] * weight[o][k] + bias[o].
//
// A work-group computes NERVURE_ROWS rows m and NERVURE_UNITS outputs o: each vector of a weight row
// is loaded once for all its rows. Its NERVURE_ITEMS work-items take NERVURE_LANES neighbours along k in
// turn: on GPUs a group of items with vectors of one, on CPUs one item with wide vectors. Rows and outputs
// past the end repeat the last one and are not stored.
//
// Memory: in [rows][size], weight [units][size], out [rows][units].

#ifndef NERVURE_LANES
#define NERVURE_LANES 16 // elements of a vector: 1, 4, 8 or 16
#endif
#ifndef NERVURE_ITEMS
#define NERVURE_ITEMS 1 // work-items of a group: a power of two
#endif
#ifndef NERVURE_ROWS
#define NERVURE_ROWS 1 // rows of a group
#endif
#ifndef NERVURE_UNITS
#define NERVURE_UNITS 4 // outputs of a group
#endif

#define VECTOR NERVURE_JOIN(NERVURE_A, NERVURE_LANES)
#define STEP (NERVURE_LANES * NERVURE_ITEMS)
#define RESULTS (NERVURE_ROWS * NERVURE_UNITS)

#if NERVURE_IS_FLOAT
// Global size: NERVURE_ITEMS * blocks of units, blocks of rows.
NERVURE_VECTOR_KERNEL void dense(__global const NERVURE_T *restrict in,
                                 __global const NERVURE_T *restrict weight,
                                 __global const NERVURE_T *bias, __global NERVURE_OUT_T *out,
                                 int hasBias, int rows, int size, int units NERVURE_EXTRA_PARAMS)
{
    const int block = get_global_id(0) / NERVURE_ITEMS;
    const int item = get_global_id(0) - block * NERVURE_ITEMS;
    const int unit = block * NERVURE_UNITS;
    const int row = get_global_id(1) * NERVURE_ROWS;
    __global const NERVURE_T *w[NERVURE_UNITS];
    __global const NERVURE_T *x[NERVURE_ROWS];
    VECTOR sum[NERVURE_ROWS][NERVURE_UNITS];
#pragma unroll
    for (int u = 0; u < NERVURE_UNITS; ++u) {
        w[u] = weight + min(unit + u, units - 1) * size;
    }
#pragma unroll
    for (int r = 0; r < NERVURE_ROWS; ++r) {
        x[r] = in + min(row + r, rows - 1) * size;
#pragma unroll
        for (int u = 0; u < NERVURE_UNITS; ++u) {
            sum[r][u] = 0;
        }
    }
    const int whole = size - size % NERVURE_LANES;
    for (int k = item * NERVURE_LANES; k < whole; k += STEP) {
        VECTOR factor[NERVURE_UNITS];
#pragma unroll
        for (int u = 0; u < NERVURE_UNITS; ++u) {
            factor[u] = NERVURE_LOAD_LANES(w[u], k);
        }
#pragma unroll
        for (int r = 0; r < NERVURE_ROWS; ++r) {
            const VECTOR value = NERVURE_LOAD_LANES(x[r], k);
#pragma unroll
            for (int u = 0; u < NERVURE_UNITS; ++u) {
                sum[r][u] = fma(factor[u], value, sum[r][u]);
            }
        }
    }
    NERVURE_A totals[RESULTS];
    for (int r = 0; r < NERVURE_ROWS; ++r) {
        for (int u = 0; u < NERVURE_UNITS; ++u) {
            NERVURE_A lanes[NERVURE_LANES];
            NERVURE_PUT_LANES(sum[r][u], lanes, 0);
            NERVURE_A total = 0;
            for (int i = 0; i < NERVURE_LANES; ++i) {
                total += lanes[i];
            }
            for (int k = whole + item; k < size; k += NERVURE_ITEMS) {
                total = fma((NERVURE_A)NERVURE_LOAD(w[u], k), (NERVURE_A)NERVURE_LOAD(x[r], k), total);
            }
            totals[r * NERVURE_UNITS + u] = total;
        }
    }
#if NERVURE_ITEMS > 1
    __local NERVURE_A parts[NERVURE_ITEMS * RESULTS];
    for (int i = 0; i < RESULTS; ++i) {
        parts[i * NERVURE_ITEMS + item] = totals[i];
    }
    for (int pairs = NERVURE_ITEMS / 2; pairs > 0; pairs /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < RESULTS && item < pairs; ++i) {
            parts[i * NERVURE_ITEMS + item] += parts[i * NERVURE_ITEMS + item + pairs];
        }
    }
    for (int i = 0; i < RESULTS && item == 0; ++i) {
        totals[i] = parts[i * NERVURE_ITEMS]; // which it made itself
    }
#endif
    for (int r = 0; r < min(NERVURE_ROWS, rows - row) && item == 0; ++r) {
        for (int u = 0; u < min(NERVURE_UNITS, units - unit); ++u) {
            const NERVURE_A start = hasBias ? (NERVURE_A)NERVURE_LOAD(bias, unit + u) : 0;
            NERVURE_STORE(out, (row + r) * units + unit + u, start + totals[r * NERVURE_UNITS + u]);
        }
    }
}
#endif
