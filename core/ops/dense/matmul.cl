// SPDX-License-Identifier: Apache-2.0
// Products of matrices that are no convolutions (matmul_kernel.h): small ones and several at once. matmul is
// naive, for every type and whatever lies in memory anyhow; matmul_columns and matmul_dots are for float32
// on processors with vectors.
//
// A work-item computes NERVURE_COLUMNS results of one row, each a sum of `depth` products.
//
// Memory: row (r0, r1, r2) of sizes (·, m1, m2) of the left operand begins at r0 * a0 + r1 * a1 +
// r2 * a2 and goes on in steps of `aStep`; column (c0, c1, c2) of sizes (·, n1, n2) of the right one
// likewise. The output is dense, [batches][rows][columns]; the operands of the next product of the batch
// begin `aBatch` and `bBatch` later. Global size: chunks of columns, rows, batches.

#ifndef NERVURE_COLUMNS
#define NERVURE_COLUMNS 16
#endif
#ifndef NERVURE_ARE_NEIGHBOURS
#define NERVURE_ARE_NEIGHBOURS 0 // 1: all columns lie side by side, of which compilers make vectors
#endif

#if NERVURE_ARE_NEIGHBOURS
#define COLUMN_AT(j) (at[0] + (j))
#else
#define COLUMN_AT(j) at[j]
#endif
#ifdef NERVURE_IS_HALF
#define ADDED(sum, product)                                                                        \
    (isStepwise ? NERVURE_ROUND((sum) + NERVURE_ROUND(product)) : (sum) + (product))
#else
#define ADDED(sum, product) ((sum) + (product))
#endif
#define ADD_PRODUCTS(size)                                                                         \
    for (int k = 0; k < depth; ++k) {                                                              \
        const NERVURE_A a = NERVURE_LOAD(left, from + k * aStep);                                  \
        for (int j = 0; j < (size); ++j) {                                                         \
            const NERVURE_A b = NERVURE_LOAD(right, COLUMN_AT(j) + k * bStep);                     \
            sums[j] = ADDED(sums[j], a * b);                                                       \
        }                                                                                          \
    }

// `bias`, of one number a column, is read if `hasBias`. `isStepwise`: each step of a sum is rounded to
// the type.
__kernel void matmul(__global const NERVURE_T *restrict left, __global const NERVURE_T *restrict right,
                     __global const NERVURE_T *bias, __global NERVURE_OUT_T *out, int columns,
                     int depth, int m1, int m2, int a0, int a1, int a2, int aStep, int n1, int n2,
                     int b0, int b1, int b2, int bStep, int hasBias,
                     int isStepwise, int aBatch, int bBatch NERVURE_EXTRA_PARAMS)
{
    const int row = get_global_id(1);
    const int first = get_global_id(0) * NERVURE_COLUMNS;
    const int count = min(columns - first, NERVURE_COLUMNS);
    const int batch = get_global_id(2);
    const int rows = get_global_size(1);
    const int from = batch * aBatch + row / m2 / m1 * a0 + row / m2 % m1 * a1 + row % m2 * a2;
    int at[NERVURE_COLUMNS];
    NERVURE_A sums[NERVURE_COLUMNS];
    for (int j = 0; j < count; ++j) {
        const int c = first + j;
        at[j] = batch * bBatch + c / n2 / n1 * b0 + c / n2 % n1 * b1 + c % n2 * b2;
        sums[j] = hasBias ? (NERVURE_A)NERVURE_LOAD(bias, c) : 0;
    }
    if (count == NERVURE_COLUMNS) {
        ADD_PRODUCTS(NERVURE_COLUMNS)
    } else {
        ADD_PRODUCTS(count)
    }
    for (int j = 0; j < count; ++j) {
        NERVURE_STORE(out, (batch * rows + row) * columns + first + j, sums[j]);
    }
}

#ifdef NERVURE_TILES
#define TILE_ROWS NERVURE_TILES
#define TILE_COLUMNS NERVURE_TILES

// Rows that lie `aRow` apart times columns that lie side by side, of which there are 16 at least. A
// work-item computes 16 columns of TILE_ROWS rows; the last chunk of columns begins early enough to be
// whole, and stores those that are its own. Global size: chunks of columns, of rows, batches.
__kernel void matmul_columns(__global const float *restrict left, __global const float *restrict right,
                             __global NERVURE_OUT_T *out, int rows, int columns, int depth, int aRow,
                             int aStep, int bColumn, int bStep, int aBatch,
                             int bBatch NERVURE_EXTRA_PARAMS)
{
    const int batch = get_global_id(2);
    const int firstRow = get_global_id(1) * TILE_ROWS;
    const int own = get_global_id(0) * 16;
    const int first = min(own, columns - 16);
    int at[TILE_ROWS];
    float16 sums[TILE_ROWS];
    for (int i = 0; i < TILE_ROWS; ++i) {
        at[i] = batch * aBatch + min(firstRow + i, rows - 1) * aRow;
        sums[i] = 0.0f;
    }
    for (int k = 0; k < depth; ++k) {
        const float16 b = vload16(0, right + batch * bBatch + k * bStep + first);
        for (int i = 0; i < TILE_ROWS; ++i) {
            sums[i] += left[at[i] + k * aStep] * b;
        }
    }
    for (int i = 0; i < TILE_ROWS && firstRow + i < rows; ++i) {
        float row[16];
        vstore16(sums[i], 0, row);
        for (int j = own - first; j < 16; ++j) {
            NERVURE_STORE(out, (batch * rows + firstRow + i) * columns + first + j, row[j]);
        }
    }
}

// Rows and columns whose elements lie side by side (`aStep` and `bStep` are 1). A work-item computes
// TILE_ROWS by TILE_COLUMNS results, each as the sum of 16 sums. Global size: as above.
__kernel void matmul_dots(__global const float *restrict left, __global const float *restrict right,
                          __global NERVURE_OUT_T *out, int rows, int columns, int depth, int aRow,
                          int aStep, int bColumn, int bStep, int aBatch,
                          int bBatch NERVURE_EXTRA_PARAMS)
{
    const int batch = get_global_id(2);
    const int firstRow = get_global_id(1) * TILE_ROWS;
    const int first = get_global_id(0) * TILE_COLUMNS;
    const int whole = depth / 16 * 16;
    int from[TILE_ROWS];
    int at[TILE_COLUMNS];
    float16 sums[TILE_ROWS][TILE_COLUMNS];
    for (int i = 0; i < TILE_ROWS; ++i) {
        from[i] = batch * aBatch + min(firstRow + i, rows - 1) * aRow;
        at[i] = batch * bBatch + min(first + i, columns - 1) * bColumn;
        for (int j = 0; j < TILE_COLUMNS; ++j) {
            sums[i][j] = 0.0f;
        }
    }
    for (int k = 0; k < whole; k += 16) {
        float16 b[TILE_COLUMNS];
        for (int j = 0; j < TILE_COLUMNS; ++j) {
            b[j] = vload16(0, right + at[j] + k);
        }
        for (int i = 0; i < TILE_ROWS; ++i) {
            const float16 a = vload16(0, left + from[i] + k);
            for (int j = 0; j < TILE_COLUMNS; ++j) {
                sums[i][j] += a * b[j];
            }
        }
    }
    for (int i = 0; i < TILE_ROWS && firstRow + i < rows; ++i) {
        for (int j = 0; j < TILE_COLUMNS && first + j < columns; ++j) {
            const float8 eight = sums[i][j].lo + sums[i][j].hi;
            const float4 four = eight.lo + eight.hi;
            const float2 two = four.lo + four.hi;
            float sum = two.x + two.y;
            for (int k = whole; k < depth; ++k) {
                sum += left[from[i] + k] * right[at[j] + k];
            }
            NERVURE_STORE(out, (batch * rows + firstRow + i) * columns + first + j, sum);
        }
    }
}
#endif
