// SPDX-License-Identifier: Apache-2.0
// Reductions along some dimensions: sums, means, products, extremes, their positions and masks, and
// what divides by the length or deviation of a group.
//
// A work-item computes NERVURE_RUN neighbouring results, or all elements of their groups. The elements
// of a group are visited in the order of the input, so that of equal ones the first is met first.
//
// Memory: the input is dense. Dimensions that stay and dimensions that are reduced are merged to at
// most four each: result (d0, …, d3) of sizes (·, k1, k2, k3) begins at d0 * ks0 + … + d3 * ks3, and
// its elements are n0 * n1 * n2 * n3 positions rs0, …, rs3 apart. Where a run has more results than
// one, ks3 is 1. Global size: runs; `runs` of them lie in a row of k3 results.

#ifndef NERVURE_RUN
#define NERVURE_RUN 1 // results of a work-item, of which compilers make vectors
#endif
#ifndef NERVURE_PART
#define NERVURE_PART 64 // elements that are added up before they join the sum: keeps it exact longer
#endif

#define WALK_PARAMS                                                                                \
    int runs, int k1, int k2, int k3, int ks0, int ks1, int ks2, int ks3, int n0, int n1, int n2,  \
        int n3, int rs0, int rs1, int rs2, int rs3

#define WALK_BASE                                                                                  \
    const int line = get_global_id(0) / runs;                                                      \
    const int begin = (get_global_id(0) - line * runs) * NERVURE_RUN;                              \
    const int size = NERVURE_RUN == 1 ? 1 : min(NERVURE_RUN, k3 - begin);                          \
    const int base =                                                                               \
        begin * ks3 + line % k2 * ks2 + line / k2 % k1 * ks1 + line / k2 / k1 * ks0;

#define RESULT (line * k3 + begin)
#define EACH for (int i = 0; i < size; ++i)

// The rows of the groups, each beginning at `row`, and the positions of a row.
#define WALK_ROWS                                                                                  \
    for (int a0 = 0, b0 = base; a0 < n0; ++a0, b0 += rs0)                                          \
        for (int a1 = 0, b1 = b0; a1 < n1; ++a1, b1 += rs1)                                        \
            for (int a2 = 0, row = b1; a2 < n2; ++a2, row += rs2)
#define WALK WALK_ROWS for (int a3 = 0, at = row; a3 < n3; ++a3, at += rs3)

// `count` is what the sum is divided by; 0: by nothing.
__kernel void reduce_sum(__global const NERVURE_T *restrict in, __global NERVURE_OUT_T *out,
                         WALK_PARAMS, int count NERVURE_EXTRA_PARAMS)
{
    WALK_BASE
    NERVURE_A sum[NERVURE_RUN];
    EACH sum[i] = 0;
    WALK_ROWS
    {
        for (int first = 0; first < n3; first += NERVURE_PART) {
            const int last = min(first + NERVURE_PART, n3);
            NERVURE_A part[NERVURE_RUN];
#ifdef NERVURE_IS_HALF
            EACH part[i] = sum[i];
#else
            EACH part[i] = 0;
#endif
            for (int k = first, at = row + first * rs3; k < last; ++k, at += rs3) {
                EACH part[i] = NERVURE_ROUND(part[i] + (NERVURE_A)NERVURE_LOAD(in, at + i));
            }
#ifdef NERVURE_IS_HALF
            EACH sum[i] = part[i];
#else
            EACH sum[i] += part[i];
#endif
        }
    }
    EACH {
#if NERVURE_IS_FLOAT
        NERVURE_STORE(out, RESULT + i, count == 0 ? sum[i] : sum[i] / count);
#else
        const NERVURE_V whole = (NERVURE_T)sum[i];
        NERVURE_STORE(out, RESULT + i, whole / max(count, 1));
#endif
    }
}

__kernel void reduce_prod(__global const NERVURE_T *restrict in, __global NERVURE_OUT_T *out,
                          WALK_PARAMS NERVURE_EXTRA_PARAMS)
{
    WALK_BASE
    NERVURE_A product[NERVURE_RUN];
    EACH product[i] = 1;
    WALK
    {
        EACH product[i] = NERVURE_ROUND(product[i] * (NERVURE_A)NERVURE_LOAD(in, at + i));
    }
    EACH {
        NERVURE_STORE(out, RESULT + i, product[i]);
    }
}

// Where the search begins: at the end of the type, or with the infinities at them.
#if NERVURE_IS_FLOAT
#define EXTREME_START                                                                              \
    (isMax ? (isInfinite ? -INFINITY : NERVURE_LEAST) : (isInfinite ? INFINITY : NERVURE_MOST))
#else
#define EXTREME_START (isMax ? NERVURE_LEAST : NERVURE_MOST)
#endif

// A comparison with NaN is false, so the later element takes over, unless `keepsNan`.
#define EXTREMES_OF_GROUPS                                                                         \
    NERVURE_V best[NERVURE_RUN];                                                                   \
    EACH best[i] = EXTREME_START;                                                                  \
    WALK                                                                                           \
    {                                                                                              \
        EACH {                                                                                     \
            const NERVURE_V x = NERVURE_LOAD(in, at + i);                                          \
            const bool stays = isMax ? best[i] > x : best[i] < x;                                  \
            best[i] = stays || (keepsNan && best[i] != best[i]) ? best[i] : x;                     \
        }                                                                                          \
    }

__kernel void reduce_extreme(__global const NERVURE_T *restrict in, __global NERVURE_OUT_T *out,
                             WALK_PARAMS, int isMax, int isInfinite,
                             int keepsNan NERVURE_EXTRA_PARAMS)
{
    WALK_BASE
    EXTREMES_OF_GROUPS
    EACH {
        NERVURE_STORE(out, RESULT + i, best[i]);
    }
}

// `needsOne`: the first element is always taken; else -1 stands for none.
__kernel void reduce_position(__global const NERVURE_T *restrict in, __global NERVURE_OUT_T *out,
                              WALK_PARAMS, int isMax, int isInfinite,
                              int needsOne NERVURE_EXTRA_PARAMS)
{
    WALK_BASE
    NERVURE_V best[NERVURE_RUN];
    int found[NERVURE_RUN];
    EACH {
        best[i] = EXTREME_START;
        found[i] = -1;
    }
    int position = 0;
    WALK
    {
        EACH {
            const NERVURE_V x = NERVURE_LOAD(in, at + i);
            const bool stays = isMax ? best[i] >= x : best[i] <= x;
            const bool isTaken = !stays || (needsOne && found[i] < 0);
            best[i] = isTaken ? x : best[i];
            found[i] = isTaken ? position : found[i];
        }
        ++position;
    }
    EACH {
        NERVURE_STORE(out, RESULT + i, found[i]);
    }
}

// 1 where an element equals the extreme of its group, else 0. The output has the input's shape.
__kernel void extreme_mask(__global const NERVURE_T *restrict in, __global NERVURE_OUT_T *out,
                           WALK_PARAMS, int isMax, int isInfinite NERVURE_EXTRA_PARAMS)
{
    const int keepsNan = 0;
    WALK_BASE
    EXTREMES_OF_GROUPS
    WALK
    {
        EACH {
            NERVURE_STORE(out, at + i, NERVURE_LOAD(in, at + i) == best[i] ? 1 : 0);
        }
    }
}

#if NERVURE_IS_FLOAT
// Each element divided by the root of its group's sum of squares, which is at least `least`.
__kernel void normalise_group(__global const NERVURE_T *in, __global NERVURE_OUT_T *out,
                              WALK_PARAMS, float least NERVURE_EXTRA_PARAMS)
{
    WALK_BASE
    NERVURE_A squares[NERVURE_RUN];
    EACH squares[i] = 0;
    WALK
    {
        EACH {
            const NERVURE_A x = NERVURE_LOAD(in, at + i);
            squares[i] += x * x;
        }
    }
    EACH squares[i] = sqrt(squares[i] < least ? (NERVURE_A)least : squares[i]);
    WALK
    {
        EACH {
            NERVURE_STORE(out, at + i, NERVURE_LOAD(in, at + i) / squares[i]);
        }
    }
}

// (x - mean) / sqrt(variance + epsilon); the mean counts as 0 unless `isCentered`.
__kernel void standardize_group(__global const NERVURE_T *in, __global NERVURE_OUT_T *out,
                                WALK_PARAMS, float epsilon,
                                int isCentered NERVURE_EXTRA_PARAMS)
{
    WALK_BASE
    const NERVURE_A count = n0 * n1 * n2 * n3;
    NERVURE_A means[NERVURE_RUN];
    NERVURE_A scales[NERVURE_RUN];
    EACH means[i] = 0;
    EACH scales[i] = 0;
    WALK
    {
        EACH means[i] += NERVURE_LOAD(in, at + i);
    }
    EACH means[i] = isCentered ? means[i] / count : 0;
    WALK
    {
        EACH {
            const NERVURE_A x = NERVURE_LOAD(in, at + i) - means[i];
            scales[i] += x * x;
        }
    }
    EACH scales[i] = 1 / sqrt(scales[i] / count + epsilon);
    WALK
    {
        EACH {
            NERVURE_STORE(out, at + i, (NERVURE_LOAD(in, at + i) - means[i]) * scales[i]);
        }
    }
}
#endif
