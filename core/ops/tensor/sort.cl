// SPDX-License-Identifier: Apache-2.0
// Positions of the elements of rows in the order of their sizes. Equal ones keep their order, and numbers that are
// none are the largest.
//
// Blocks of BLOCK elements are sorted by counting, for each element, those that come before it. Sorted runs then
// become runs of twice the length: an element's place is its own and the number of those in the other run that come
// before it, which halving finds. All elements of all rows at once.
//
// Element k of row r is keys[AT(r, k)]: rows lie `step` apart. Memory: order, from and to [rows][size]. Global size:
// size, rows.

#ifndef BLOCK
#define BLOCK 32
#endif

#define AT(r, k) (((r) / step * size + (k)) * step + (r) % step)
#define IS_NONE(x) ((x) != (x))
#define IS_LESS(a, b) (IS_NONE(b) ? !IS_NONE(a) : (a) < (b))
#define IS_BEFORE(a, b) (ascending ? IS_LESS(a, b) : IS_LESS(b, a))

__kernel void sort_blocks(__global const NERVURE_T *keys, __global int *order, int size, int step,
                          int ascending)
{
    const int i = get_global_id(0);
    const int row = get_global_id(1);
    const int first = i / BLOCK * BLOCK;
    const int last = min(first + BLOCK, size);
    const NERVURE_V key = NERVURE_LOAD(keys, AT(row, i));
    int place = first;
    for (int k = first; k < last; ++k) {
        const NERVURE_V other = NERVURE_LOAD(keys, AT(row, k));
        place += IS_BEFORE(other, key) || (k < i && !IS_BEFORE(key, other)) ? 1 : 0;
    }
    order[row * size + place] = i;
}

// Runs of `width` elements in `from`.
__kernel void merge_runs(__global const NERVURE_T *keys, __global const int *from, __global int *to,
                         int size, int step, int ascending, int width)
{
    const int p = get_global_id(0);
    const int row = get_global_id(1);
    from += row * size;
    to += row * size;
    const int first = p - p % width;
    const bool isLeft = first / width % 2 == 0;
    const int begin = isLeft ? min(first + width, size) : first - width;
    const int end = isLeft ? min(size - width, begin) + width : first;
    const NERVURE_V key = NERVURE_LOAD(keys, AT(row, from[p]));
    int low = begin;
    int high = end;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        const NERVURE_V other = NERVURE_LOAD(keys, AT(row, from[middle]));
        const bool isAhead = isLeft ? IS_BEFORE(other, key) : !IS_BEFORE(key, other);
        low = isAhead ? middle + 1 : low;
        high = isAhead ? high : middle;
    }
    const int own = p - first;
    to[(isLeft ? first : begin) + own + low - begin] = from[p];
}

__kernel void put_order(__global const int *order, __global NERVURE_OUT_T *out, int size, int step)
{
    const int k = get_global_id(0);
    const int row = get_global_id(1);
    NERVURE_STORE(out, AT(row, k), order[row * size + k]);
}
