// SPDX-License-Identifier: Apache-2.0
// Products of matrices that lie in memory anyhow, of every type, naive: small ones, and those that are no
// convolutions (matmul_kernel.h).
//
// A work-item computes NERVURE_COLUMNS results of one row, each a sum of `depth` products.
//
// Memory: row (r0, r1, r2) of sizes (·, m1, m2) of the left operand begins at r0 * a0 + r1 * a1 +
// r2 * a2 and goes on in steps of `aStep`; column (c0, c1, c2) of sizes (·, n1, n2) of the right one
// likewise. The output is dense, [rows][columns]. Global size: chunks of columns, rows.

#ifndef NERVURE_COLUMNS
#define NERVURE_COLUMNS 16
#endif

// `bias`, of one number a column, is read if `hasBias`. `isStepwise`: each step of a sum is rounded to
// the type.
__kernel void matmul(__global const NERVURE_T *left, __global const NERVURE_T *right,
                     __global const NERVURE_T *bias, __global NERVURE_OUT_T *out, int columns,
                     int depth, int m1, int m2, int a0, int a1, int a2, int aStep, int n1, int n2,
                     int b0, int b1, int b2, int bStep, int hasBias,
                     int isStepwise NERVURE_EXTRA_PARAMS)
{
    const int row = get_global_id(1);
    const int first = get_global_id(0) * NERVURE_COLUMNS;
    const int count = min(columns - first, NERVURE_COLUMNS);
    const int from = row / m2 / m1 * a0 + row / m2 % m1 * a1 + row % m2 * a2;
    int at[NERVURE_COLUMNS];
    NERVURE_A sums[NERVURE_COLUMNS];
    for (int j = 0; j < NERVURE_COLUMNS; ++j) {
        const int c = min(first + j, columns - 1);
        at[j] = c / n2 / n1 * b0 + c / n2 % n1 * b1 + c % n2 * b2;
        sums[j] = hasBias ? (NERVURE_A)NERVURE_LOAD(bias, c) : 0;
    }
    for (int k = 0; k < depth; ++k) {
        const NERVURE_A a = NERVURE_LOAD(left, from + k * aStep);
        for (int j = 0; j < NERVURE_COLUMNS; ++j) {
            const NERVURE_A b = NERVURE_LOAD(right, at[j] + k * bStep);
#ifdef NERVURE_IS_HALF
            const float sum = sums[j] + (isStepwise ? NERVURE_ROUND(a * b) : a * b);
            sums[j] = isStepwise ? NERVURE_ROUND(sum) : sum;
#else
            sums[j] += a * b;
#endif
        }
    }
    for (int j = 0; j < count; ++j) {
        NERVURE_STORE(out, row * columns + first + j, sums[j]);
    }
}
