// SPDX-License-Identifier: Apache-2.0
// Reductions along some dimensions: sums, means, products, extremes, their positions and masks, and
// what divides by the length of a group.
//
// A work-item computes one result, or all elements of one group. Its elements are visited in the
// order of the input, so that of equal ones the first is met first.
//
// Memory: the input is dense. Dimensions that stay and dimensions that are reduced are merged to at
// most four each: result (d0, …, d3) of sizes (·, k1, k2, k3) begins at d0 * ks0 + … + d3 * ks3, and
// its elements are n0 * n1 * n2 * n3 positions rs0, …, rs3 apart.

#ifndef NERVURE_PART
#define NERVURE_PART 64 // elements that are added up before they join the sum: keeps it exact longer
#endif

#define WALK_PARAMS                                                                                \
    int k1, int k2, int k3, int ks0, int ks1, int ks2, int ks3, int n0, int n1, int n2, int n3,    \
        int rs0, int rs1, int rs2, int rs3

#define WALK_BASE                                                                                  \
    const int result = get_global_id(0);                                                           \
    const int base = result % k3 * ks3 + result / k3 % k2 * ks2 + result / k3 / k2 % k1 * ks1      \
                     + result / k3 / k2 / k1 * ks0;

// The rows of the group, each beginning at `row`, and the positions of a row.
#define WALK_ROWS                                                                                  \
    for (int a0 = 0, b0 = base; a0 < n0; ++a0, b0 += rs0)                                          \
        for (int a1 = 0, b1 = b0; a1 < n1; ++a1, b1 += rs1)                                        \
            for (int a2 = 0, row = b1; a2 < n2; ++a2, row += rs2)
#define WALK_ROW for (int a3 = 0, at = row; a3 < n3; ++a3, at += rs3)
#define WALK WALK_ROWS WALK_ROW

// `count` is what the sum is divided by; 0: by nothing.
__kernel void reduce_sum(__global const NERVURE_T *in, __global NERVURE_OUT_T *out, WALK_PARAMS,
                         int count NERVURE_EXTRA_PARAMS)
{
    WALK_BASE
    NERVURE_A sum = 0;
    WALK_ROWS
    {
        for (int first = 0; first < n3; first += NERVURE_PART) {
            const int last = min(first + NERVURE_PART, n3);
#ifdef NERVURE_IS_HALF
            NERVURE_A part = sum;
#else
            NERVURE_A part = 0;
#endif
            for (int k = first, at = row + first * rs3; k < last; ++k, at += rs3) {
                part = NERVURE_ROUND(part + (NERVURE_A)NERVURE_LOAD(in, at));
            }
#ifdef NERVURE_IS_HALF
            sum = part;
#else
            sum += part;
#endif
        }
    }
#if NERVURE_IS_FLOAT
    NERVURE_STORE(out, result, count == 0 ? sum : sum / count);
#else
    const NERVURE_V whole = (NERVURE_T)sum;
    NERVURE_STORE(out, result, whole / max(count, 1));
#endif
}

__kernel void reduce_prod(__global const NERVURE_T *in, __global NERVURE_OUT_T *out,
                          WALK_PARAMS NERVURE_EXTRA_PARAMS)
{
    WALK_BASE
    NERVURE_A product = 1;
    WALK
    {
        product = NERVURE_ROUND(product * (NERVURE_A)NERVURE_LOAD(in, at));
    }
    NERVURE_STORE(out, result, product);
}

// Where the search begins: at the end of the type, or with the infinities at them.
#if NERVURE_IS_FLOAT
#define EXTREME_START                                                                              \
    (isMax ? (isInfinite ? -INFINITY : NERVURE_LEAST) : (isInfinite ? INFINITY : NERVURE_MOST))
#else
#define EXTREME_START (isMax ? NERVURE_LEAST : NERVURE_MOST)
#endif

// A comparison with NaN is false, so the later element takes over.
#define EXTREME_OF_GROUP                                                                           \
    NERVURE_V best = EXTREME_START;                                                                \
    WALK                                                                                           \
    {                                                                                              \
        const NERVURE_V x = NERVURE_LOAD(in, at);                                                  \
        best = (isMax ? best > x : best < x) ? best : x;                                           \
    }

__kernel void reduce_extreme(__global const NERVURE_T *in, __global NERVURE_OUT_T *out, WALK_PARAMS,
                             int isMax, int isInfinite NERVURE_EXTRA_PARAMS)
{
    WALK_BASE
    EXTREME_OF_GROUP
    NERVURE_STORE(out, result, best);
}

// `needsOne`: the first element is always taken; else -1 stands for none.
__kernel void reduce_position(__global const NERVURE_T *in, __global NERVURE_OUT_T *out, WALK_PARAMS,
                              int isMax, int isInfinite, int needsOne NERVURE_EXTRA_PARAMS)
{
    WALK_BASE
    NERVURE_V best = EXTREME_START;
    int found = -1;
    int position = 0;
    WALK
    {
        const NERVURE_V x = NERVURE_LOAD(in, at);
        const bool stays = isMax ? best >= x : best <= x;
        const bool isTaken = !stays || (needsOne && found < 0);
        best = isTaken ? x : best;
        found = isTaken ? position : found;
        ++position;
    }
    NERVURE_STORE(out, result, found);
}

// 1 where an element equals the extreme of its group, else 0. The output has the input's shape.
__kernel void extreme_mask(__global const NERVURE_T *in, __global NERVURE_OUT_T *out, WALK_PARAMS,
                           int isMax, int isInfinite NERVURE_EXTRA_PARAMS)
{
    WALK_BASE
    EXTREME_OF_GROUP
    WALK
    {
        NERVURE_STORE(out, at, NERVURE_LOAD(in, at) == best ? 1 : 0);
    }
}

#if NERVURE_IS_FLOAT
// Each element divided by the root of its group's sum of squares, which is at least `least`.
__kernel void normalise_group(__global const NERVURE_T *in, __global NERVURE_OUT_T *out,
                              WALK_PARAMS, float least NERVURE_EXTRA_PARAMS)
{
    WALK_BASE
    NERVURE_A squares = 0;
    WALK
    {
        const NERVURE_A x = NERVURE_LOAD(in, at);
        squares += x * x;
    }
    const NERVURE_A length = sqrt(squares < least ? (NERVURE_A)least : squares);
    WALK
    {
        NERVURE_STORE(out, at, NERVURE_LOAD(in, at) / length);
    }
}
#endif
