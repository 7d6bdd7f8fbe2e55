// SPDX-License-Identifier: Apache-2.0
// A matrix with some rows replaced by others, or others added. A row that is outside changes nothing, for a kernel
// cannot fail.
//
// Where rows are replaced, the last update of each is found first (`last`, an int for each row); updates that are
// counted all are done one after the other, column by column, as the order shows in what is rounded.
//
// REDUCED(a, b) is what becomes of element a and its update b. Memory: in and out [count][length], rows [updates],
// values [updates][length].

#ifndef NERVURE_ROW_T
#define NERVURE_ROW_T int
#define NERVURE_ROW_LOAD(p, i) ((p)[i])
#endif

#ifndef REDUCED
#define REDUCED(a, b) ((NERVURE_A)(a) + (NERVURE_A)(b))
#endif

#define ROW_AT(i) ((long)NERVURE_ROW_LOAD(rows, i))
#define IS_INSIDE(row) ((row) >= 0 && (row) < count)

// Global size: count.
__kernel void clear_last(__global int *last)
{
    last[get_global_id(0)] = -1;
}

// Global size: updates.
__kernel void find_last(__global const NERVURE_ROW_T *rows, __global int *last, int count)
{
    const int i = get_global_id(0);
    const long row = ROW_AT(i);
    if (IS_INSIDE(row)) {
        atomic_max(last + row, i);
    }
}

#ifndef NERVURE_IS_HALF // what is copied is never called that
// Elements are of any type of their size. Global size: length, count.
__kernel void replace_rows(__global const NERVURE_T *in, __global const NERVURE_T *values,
                           __global const int *last, __global NERVURE_T *out)
{
    const int k = get_global_id(0);
    const int length = get_global_size(0);
    const int row = get_global_id(1);
    const int update = last[row];
    out[row * length + k] = update < 0 ? in[row * length + k] : values[update * length + k];
}
#endif

// Global size: length.
__kernel void reduce_rows(__global const NERVURE_T *in, __global const NERVURE_ROW_T *rows,
                          __global const NERVURE_T *values, __global NERVURE_T *out, int count,
                          int updates)
{
    const int k = get_global_id(0);
    const int length = get_global_size(0);
    for (int row = 0; row < count; ++row) {
        NERVURE_STORE(out, row * length + k, NERVURE_LOAD(in, row * length + k));
    }
    for (int i = 0; i < updates; ++i) {
        const long row = ROW_AT(i);
        if (IS_INSIDE(row)) {
            const int at = (int)row * length + k;
            const NERVURE_V before = NERVURE_LOAD(out, at);
            const NERVURE_V update = NERVURE_LOAD(values, i * length + k);
            NERVURE_STORE(out, at, REDUCED(before, update));
        }
    }
}
