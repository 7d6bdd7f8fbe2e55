// SPDX-License-Identifier: Apache-2.0
// Products of float matrices, one or a batch of equal sizes, on processors with wide vectors. The rows of the left one lie in memory one
// element behind the other; the right one is packed, tile by tile of its columns, with zeros beyond the
// last.
//
// A work-item computes BLOCKS vectors of columns of ROWS rows, tile after tile, `run` tiles in all. Each
// number of the left matrix is broadcast to BLOCKS of the sums, each vector of the right one serves ROWS
// rows. The last tile moves back inside and stores what is new.
//
// Memory: left rows NERVURE_ROW_STEP apart, at least ROWS of them, matrices `leftBatch`; packed
// [batches][tiles][depth][TILE_COLUMNS]; out [batches][rows][columns].

#ifndef NERVURE_LANES
#define NERVURE_LANES 16 // columns of a vector: 8 or 16
#endif
#ifndef NERVURE_BLOCKS
#define NERVURE_BLOCKS 2 // vectors of a tile
#endif
#ifndef NERVURE_ROWS
#define NERVURE_ROWS 14 // of a tile
#endif
#ifndef NERVURE_ROW_STEP
#define NERVURE_ROW_STEP 1024 // decides addresses in the innermost loop
#endif
#ifndef NERVURE_IS_WHOLE
#define NERVURE_IS_WHOLE 0 // 1: the columns fill all vectors
#endif

#define BLOCKS NERVURE_BLOCKS
#define ROWS NERVURE_ROWS
#define TILE_COLUMNS (BLOCKS * NERVURE_LANES)
#define FLOATV NERVURE_JOIN(float, NERVURE_LANES)
#define VLOAD NERVURE_JOIN(vload, NERVURE_LANES)
#define VSTORE NERVURE_JOIN(vstore, NERVURE_LANES)
#define MATMUL NERVURE_JOIN(matmul_, NERVURE_JOIN(BLOCKS, NERVURE_JOIN(x, ROWS)))

// Element (k, column) of a right matrix lies at k * depthStep + column * columnStep, the next matrix `batch`
// later. A work-item packs a tile. Global size: tiles, batches.
__kernel void matmul_pack(__global const float *restrict right, __global float *restrict packed,
                          int columns, int depth, int depthStep, int columnStep, int batch)
{
    const int first = get_global_id(0) * TILE_COLUMNS;
    const int tile = get_global_id(1) * get_global_size(0) + get_global_id(0);
    const int count = min(TILE_COLUMNS, columns - first);
    __global float *to = packed + tile * depth * TILE_COLUMNS;
    __global const float *from = right + get_global_id(1) * batch + first * columnStep;
    for (int k = 0; k < depth; ++k, to += TILE_COLUMNS, from += depthStep) {
        for (int i = 0; i < count; ++i) {
            to[i] = from[i * columnStep];
        }
        for (int i = count; i < TILE_COLUMNS; ++i) {
            to[i] = 0.0f;
        }
    }
}

// `bias` has one number a column and is read if `hasBias`. Global size: runs of rows, tiles of columns,
// batches.
NERVURE_VECTOR_KERNEL void MATMUL(__global const float *restrict left,
                                  __global const float *restrict packed,
                                  __global const float *restrict bias, __global float *out, int hasBias,
                                  int rows, int columns, int depth, int leftBatch,
                                  int run NERVURE_EXTRA_PARAMS)
{
    const int batch = get_global_id(2);
    const int tile = batch * get_global_size(1) + get_global_id(1);
    const int column = get_global_id(1) * TILE_COLUMNS;
    const int stop = min(rows, ((int)get_global_id(0) + 1) * run * ROWS);
    for (int begin = get_global_id(0) * run * ROWS; begin < stop; begin += ROWS) {
        const int origin = min(begin, rows - ROWS);
        FLOATV sum[BLOCKS][ROWS];
#pragma unroll
        for (int o = 0; o < BLOCKS; ++o) {
            float start[NERVURE_LANES];
            for (int c = 0; c < NERVURE_LANES; ++c) {
                start[c] = hasBias ? bias[min(column + o * NERVURE_LANES + c, columns - 1)] : 0.0f;
            }
#pragma unroll
            for (int i = 0; i < ROWS; ++i) {
                sum[o][i] = VLOAD(0, start);
            }
        }
        __global const float *x = left + batch * leftBatch + origin * NERVURE_ROW_STEP;
        __global const float *w = packed + tile * TILE_COLUMNS * depth;
        for (int k = 0; k < depth; ++k, ++x, w += TILE_COLUMNS) {
            FLOATV factor[BLOCKS];
#pragma unroll
            for (int o = 0; o < BLOCKS; ++o) {
                factor[o] = VLOAD(o, w);
            }
#pragma unroll
            for (int i = 0; i < ROWS; ++i) {
                const FLOATV value = (FLOATV)(x[i * NERVURE_ROW_STEP]);
#pragma unroll
                for (int o = 0; o < BLOCKS; ++o) {
                    sum[o][i] = fma(value, factor[o], sum[o][i]);
                }
            }
        }
#pragma unroll
        for (int o = 0; o < BLOCKS; ++o) {
            const int first = column + o * NERVURE_LANES;
#pragma unroll
            for (int i = 0; i < ROWS; ++i) {
                const int to = (batch * rows + origin + i) * columns + first;
                if (origin + i >= begin && first < columns) {
#if NERVURE_IS_WHOLE
                    NERVURE_STORE_LANES(out, to, sum[o][i]);
#else
                    float lanes[NERVURE_LANES];
                    VSTORE(sum[o][i], 0, lanes);
                    for (int c = 0; c < min(NERVURE_LANES, columns - first); ++c) {
                        NERVURE_STORE(out, to + c, lanes[c]);
                    }
#endif
                }
            }
        }
    }
}
