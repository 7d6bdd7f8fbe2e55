// SPDX-License-Identifier: Apache-2.0
// Transpositions: the output has neighbours along another dimension than the input.
//
// Element (d0, d1, d2, d3, j, k) of the output is at d0 * t0 + … + d3 * t3 + j * tj + k and comes from
// offset + d0 * s0 + … + d3 * s3 + j + k * sk. Elements are of NERVURE_T, any type of their size.
//
// transposed turns NERVURE_SIDE x NERVURE_SIDE elements around, so that the lines it reads and writes are
// whole, by squares of NERVURE_LANES x NERVURE_LANES in registers. For CPUs.
// Global size: sides of nk, sides of nj, n0 * n1 * n2 * n3.
//
// transposed_local turns NERVURE_TILE x NERVURE_TILE elements around in local memory: neighbouring
// work-items read neighbours along j and write neighbours along k. For GPUs; a group has NERVURE_TILE x
// NERVURE_TILE_ROWS items.
// Global size: tiles of nk * NERVURE_TILE, tiles of nj * NERVURE_TILE_ROWS, n0 * n1 * n2 * n3.

#ifndef NERVURE_LANES
#define NERVURE_LANES 8 // 4, 8 or 16
#endif
#ifndef NERVURE_SIDE
#define NERVURE_SIDE 64 // a multiple of NERVURE_LANES
#endif
#ifndef NERVURE_TILE
#define NERVURE_TILE 16
#endif
#ifndef NERVURE_TILE_ROWS
#define NERVURE_TILE_ROWS 4 // rows of a tile that a group reads at once; they divide NERVURE_TILE
#endif

#define VECTOR NERVURE_JOIN(NERVURE_T, NERVURE_LANES)
#define VLOAD NERVURE_JOIN(vload, NERVURE_LANES)
#define VSTORE NERVURE_JOIN(vstore, NERVURE_LANES)

#define SIZES                                                                                      \
    int offset, int nj, int nk, int n1, int n2, int n3, int s0, int s1, int s2, int s3, int sk,    \
        int t0, int t1, int t2, int t3, int tj

// Where both sides of the work-item's dimensions d0 to d3 begin.
#define FIND_PLACE                                                                                 \
    const int outer = get_global_id(2);                                                            \
    const int d3 = outer % n3;                                                                     \
    const int d2 = outer / n3 % n2;                                                                \
    const int d1 = outer / n3 / n2 % n1;                                                           \
    const int d0 = outer / n3 / n2 / n1;                                                           \
    const int from = offset + d0 * s0 + d1 * s1 + d2 * s2 + d3 * s3;                               \
    const int to = d0 * t0 + d1 * t1 + d2 * t2 + d3 * t3;

// The rows of a square become its columns: rows half a square apart become pairs of their elements,
// log2(lanes) times.
void turn_around(VECTOR square[NERVURE_LANES])
{
#pragma unroll
    for (int step = 1; step < NERVURE_LANES; step *= 2) {
        VECTOR next[NERVURE_LANES];
#pragma unroll
        for (int i = 0; i < NERVURE_LANES / 2; ++i) {
            next[2 * i].even = square[i].lo;
            next[2 * i].odd = square[i + NERVURE_LANES / 2].lo;
            next[2 * i + 1].even = square[i].hi;
            next[2 * i + 1].odd = square[i + NERVURE_LANES / 2].hi;
        }
#pragma unroll
        for (int i = 0; i < NERVURE_LANES; ++i) {
            square[i] = next[i];
        }
    }
}

NERVURE_VECTOR_KERNEL void transposed(__global const NERVURE_T *in, __global NERVURE_T *out,
                                      SIZES NERVURE_EXTRA_PARAMS)
{
    FIND_PLACE
    const int firstJ = get_global_id(1) * NERVURE_SIDE;
    const int firstK = get_global_id(0) * NERVURE_SIDE;
    const int lastJ = min(nj - firstJ, NERVURE_SIDE) + firstJ;
    const int lastK = min(nk - firstK, NERVURE_SIDE) + firstK;
    for (int j = firstJ; j < lastJ; j += NERVURE_LANES) {
        for (int k = firstK; k < lastK; k += NERVURE_LANES) {
            __global const NERVURE_T *source = in + from + j + k * sk;
            const int target = to + j * tj + k;
            const int rows = min(lastJ - j, NERVURE_LANES);
            const int columns = min(lastK - k, NERVURE_LANES);
            if (rows < NERVURE_LANES || columns < NERVURE_LANES) {
                for (int row = 0; row < rows; ++row) {
                    for (int column = 0; column < columns; ++column) {
                        NERVURE_STORE(out, target + row * tj + column, source[row + column * sk]);
                    }
                }
                continue;
            }
            VECTOR square[NERVURE_LANES];
#pragma unroll
            for (int i = 0; i < NERVURE_LANES; ++i) {
                square[i] = VLOAD(0, source + i * sk);
            }
            turn_around(square);
#pragma unroll
            for (int i = 0; i < NERVURE_LANES; ++i) {
                NERVURE_T row[NERVURE_LANES];
                VSTORE(square[i], 0, row);
                for (int lane = 0; lane < NERVURE_LANES; ++lane) {
                    NERVURE_STORE(out, target + i * tj + lane, row[lane]);
                }
            }
        }
    }
}

__kernel void transposed_local(__global const NERVURE_T *in, __global NERVURE_T *out,
                               SIZES NERVURE_EXTRA_PARAMS)
{
    __local NERVURE_T tile[NERVURE_TILE][NERVURE_TILE + 1]; // one more: columns in other banks
    FIND_PLACE
    const int lane = get_local_id(0);
    const int firstJ = get_group_id(1) * NERVURE_TILE;
    const int firstK = get_group_id(0) * NERVURE_TILE;
    for (int row = get_local_id(1); row < NERVURE_TILE; row += NERVURE_TILE_ROWS) {
        if (firstJ + lane < nj && firstK + row < nk) {
            tile[row][lane] = in[from + firstJ + lane + (firstK + row) * sk];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int row = get_local_id(1); row < NERVURE_TILE; row += NERVURE_TILE_ROWS) {
        if (firstK + lane < nk && firstJ + row < nj) {
            NERVURE_STORE(out, to + (firstJ + row) * tj + firstK + lane, tile[lane][row]);
        }
    }
}
