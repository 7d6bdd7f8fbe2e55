// SPDX-License-Identifier: Apache-2.0
// Reductions of floats whose elements lie side by side: sums, means, extremes and their positions, the
// division of a group by its length or deviation, and softmax.
//
// A work-group computes one result. Its NERVURE_ITEMS work-items take NERVURE_LANES neighbours in turn
// and hold as many partial results each, which are then folded: on GPUs a group of items with vectors
// of one, on CPUs one item with wide vectors.
//
// Memory: result (d0, …, d3) of sizes (·, k1, k2, k3) is of `rows` rows of `length` elements, `rowStep`
// apart, the first at d0 * ks0 + … + d3 * ks3. Global size: NERVURE_ITEMS * results.

#ifndef NERVURE_LANES
#define NERVURE_LANES 16 // elements of a vector: 1, 4, 8 or 16
#endif
#ifndef NERVURE_ITEMS
#define NERVURE_ITEMS 1 // work-items of a group: a power of two
#endif
#ifndef NERVURE_STORES_LANES
#define NERVURE_STORES_LANES 0 // 1: rows consist of whole vectors, which are stored as such
#endif
#ifndef NERVURE_START
#define NERVURE_START NERVURE_LEAST // what every element is larger than, or none is met
#endif
#ifndef NERVURE_PART
#define NERVURE_PART 64 // vectors that are added up before they join the sum: keeps it exact longer
#endif

#if NERVURE_IS_FLOAT
#define VECTOR NERVURE_JOIN(NERVURE_A, NERVURE_LANES)
#define STEP (NERVURE_LANES * NERVURE_ITEMS)
#if NERVURE_ITEMS == 1
#define SHARED
#define MEET
#else
#define SHARED __local
#define MEET barrier(CLK_LOCAL_MEM_FENCE);
#endif

#define ROWS_PARAMS                                                                                \
    int k1, int k2, int k3, int ks0, int ks1, int ks2, int ks3, int rows, int length, int rowStep

#define ROWS_BASE                                                                                  \
    const int result = get_global_id(0) / NERVURE_ITEMS;                                           \
    const int item = get_global_id(0) - result * NERVURE_ITEMS;                                    \
    const int d2 = result / k3; /* of the merged dimensions up to this one: divisions are slow */  \
    const int d1 = d2 / k2;                                                                        \
    const int d0 = d1 / k1;                                                                        \
    const int base = (result - d2 * k3) * ks3 + (d2 - d1 * k2) * ks2 + (d1 - d0 * k1) * ks1        \
                     + d0 * ks0;                                                                   \
    const int whole = length - length % NERVURE_LANES;

// The vectors of a row from `from` to `to` that are the item's own, and what is left behind the last.
#define OWN_VECTORS(at, from, to)                                                                  \
    for (int at = (from) + item * NERVURE_LANES; at < (to); at += STEP)
#define OWN_REST(at) for (int at = whole + item; at < length; at += NERVURE_ITEMS)

// Makes one of the partial results parts[0] … parts[STEP - 1] by pairs: FOLD(i, j) takes the j-th into
// the i-th. The first work-item has it.
#define FOLD_PARTS(FOLD)                                                                           \
    for (int pairs = STEP / 2; pairs > 0; pairs /= 2) {                                            \
        MEET                                                                                       \
        for (int i = item; i < pairs; i += NERVURE_ITEMS) {                                        \
            FOLD(i, i + pairs)                                                                     \
        }                                                                                          \
    }

#define ADD(i, j) parts[i] += parts[j];

// Where work-items put what they have added up.
#define PARTS SHARED NERVURE_A parts[STEP];

// The sum of OF(x) of all elements x of the group, in parts[0].
#define SUM_OF_GROUP(OF)                                                                           \
    {                                                                                              \
        VECTOR sum = 0;                                                                            \
        NERVURE_A rest = 0;                                                                        \
        for (int r = 0, row = base; r < rows; ++r, row += rowStep) {                               \
            for (int first = 0; first < whole; first += NERVURE_PART * STEP) {                     \
                VECTOR part = 0;                                                                   \
                OWN_VECTORS(k, first, min(first + NERVURE_PART * STEP, whole))                     \
                {                                                                                  \
                    const VECTOR x = NERVURE_LOAD_LANES(in, row + k);                              \
                    part += OF(x);                                                                 \
                }                                                                                  \
                sum += part;                                                                       \
            }                                                                                      \
            OWN_REST(k)                                                                            \
            {                                                                                      \
                const NERVURE_A x = NERVURE_LOAD(in, row + k);                                     \
                rest += OF(x);                                                                     \
            }                                                                                      \
        }                                                                                          \
        NERVURE_PUT_LANES(sum, parts, item * NERVURE_LANES);                                       \
        parts[item * NERVURE_LANES] += rest;                                                       \
    }                                                                                              \
    FOLD_PARTS(ADD)

#define ITSELF(x) (x)
#define SQUARE(x) ((x) * (x))

// `count` is what the sum is divided by; 0: by nothing.
NERVURE_VECTOR_KERNEL void sum_rows(__global const NERVURE_T *restrict in,
                                    __global NERVURE_OUT_T *out, ROWS_PARAMS,
                                    int count NERVURE_EXTRA_PARAMS)
{
    ROWS_BASE
    PARTS
    SUM_OF_GROUP(ITSELF)
    if (item == 0) {
        NERVURE_STORE(out, result, count == 0 ? parts[0] : parts[0] / count);
    }
}

#if NERVURE_STORES_LANES
#define STORE_VECTOR(at, vector) NERVURE_STORE_LANES(out, at, vector);
#else
#define STORE_VECTOR(at, vector)                                                                   \
    {                                                                                              \
        NERVURE_A values[NERVURE_LANES];                                                           \
        NERVURE_PUT_LANES(vector, values, 0);                                                      \
        for (int i = 0; i < NERVURE_LANES; ++i) {                                                  \
            NERVURE_STORE(out, (at) + i, values[i]);                                               \
        }                                                                                          \
    }
#endif

// Stores OF(x) for each element x of the group, of vectors and numbers alike.
#define STORE_GROUP(OF)                                                                            \
    for (int r = 0, row = base; r < rows; ++r, row += rowStep) {                                   \
        OWN_VECTORS(k, 0, whole)                                                                   \
        {                                                                                          \
            const VECTOR x = NERVURE_LOAD_LANES(in, row + k);                                      \
            STORE_VECTOR(row + k, OF(x))                                                           \
        }                                                                                          \
        OWN_REST(k)                                                                                \
        {                                                                                          \
            const NERVURE_A x = NERVURE_LOAD(in, row + k);                                         \
            NERVURE_STORE(out, row + k, OF(x));                                                    \
        }                                                                                          \
    }

#define OF_LENGTH(x) ((x) / root)

// Each element divided by the root of its group's sum of squares, which is at least `least`.
NERVURE_VECTOR_KERNEL void normalise_rows(__global const NERVURE_T *in, __global NERVURE_OUT_T *out,
                                          ROWS_PARAMS, float least NERVURE_EXTRA_PARAMS)
{
    ROWS_BASE
    PARTS
    SUM_OF_GROUP(SQUARE)
    MEET
    const NERVURE_A root = sqrt(parts[0] < least ? (NERVURE_A)least : parts[0]);
    STORE_GROUP(OF_LENGTH)
}

#define DEVIATION_SQUARE(x) SQUARE((x) - mean)
#define STANDARDIZED(x) (((x) - mean) * scale)

// (x - mean) / sqrt(variance + epsilon); the mean counts as 0 unless `isCentered`.
NERVURE_VECTOR_KERNEL void standardize_rows(__global const NERVURE_T *in, __global NERVURE_OUT_T *out,
                                            ROWS_PARAMS, float epsilon,
                                            int isCentered NERVURE_EXTRA_PARAMS)
{
    ROWS_BASE
    PARTS
    const NERVURE_A count = rows * length;
    SUM_OF_GROUP(ITSELF)
    MEET
    const NERVURE_A mean = isCentered ? parts[0] / count : 0;
    MEET
    SUM_OF_GROUP(DEVIATION_SQUARE)
    MEET
    const NERVURE_A scale = 1 / sqrt(parts[0] / count + epsilon);
    STORE_GROUP(STANDARDIZED)
}

#define RAISE_PAIR(i, j) larges[i] = larges[i] < larges[j] ? larges[j] : larges[i];
#define POWER(x) exp((x) - largest)
#define SHARE(x) (isLog ? (x) - largest - logSum : exp((x) - largest) / sum)

// The largest element, the sum of exp(x - largest), and the results.
NERVURE_VECTOR_KERNEL void softmax_rows(__global const NERVURE_T *in, __global NERVURE_OUT_T *out,
                                        ROWS_PARAMS, int isLog NERVURE_EXTRA_PARAMS)
{
    ROWS_BASE
    SHARED NERVURE_A larges[STEP];
    VECTOR large = -INFINITY;
    NERVURE_A largeRest = -INFINITY;
    for (int r = 0, row = base; r < rows; ++r, row += rowStep) {
        OWN_VECTORS(k, 0, whole)
        {
            const VECTOR x = NERVURE_LOAD_LANES(in, row + k);
            large = large < x ? x : large;
        }
        OWN_REST(k)
        {
            const NERVURE_A x = NERVURE_LOAD(in, row + k);
            largeRest = largeRest < x ? x : largeRest;
        }
    }
    const int own = item * NERVURE_LANES;
    NERVURE_PUT_LANES(large, larges, own);
    larges[own] = larges[own] < largeRest ? largeRest : larges[own];
    FOLD_PARTS(RAISE_PAIR)
    MEET
    const NERVURE_A largest = larges[0];
    PARTS
    SUM_OF_GROUP(POWER)
    MEET
    const NERVURE_A sum = parts[0];
    const NERVURE_A logSum = log(sum);
    STORE_GROUP(SHARE)
}

// The largest so far, where it was met first, and NaN if there was one.
#define TAKE(x, position, largest, found, nan)                                                     \
    found = (x) > largest ? (position) : found;                                                    \
    largest = (x) > largest ? (x) : largest;                                                       \
    nan = (x) == (x) ? nan : (x);
// NaN stays; of equal ones the first.
#define LARGER(i, j)                                                                               \
    if (parts[i] == parts[i]                                                                       \
        && (!(parts[j] <= parts[i]) || (parts[j] == parts[i] && founds[j] < founds[i]))) {         \
        parts[i] = parts[j];                                                                       \
        founds[i] = founds[j];                                                                     \
    }

// The largest element, or its position, -1 if there is none and not `needsOne`. The least one is the
// largest of the negated: `sign` is 1 or -1. A NaN lets what comes behind it begin anew (reduction.cl)
// unless `skipsNan` or `keepsNan`; partial results cannot tell, so one work-item then goes through all in
// their order. Of zeros of both signs either may be the result.
NERVURE_VECTOR_KERNEL void extreme_rows(__global const NERVURE_T *restrict in,
                                        __global NERVURE_OUT_T *out, ROWS_PARAMS, int sign,
                                        int skipsNan, int keepsNan, int isPosition,
                                        int needsOne NERVURE_EXTRA_PARAMS)
{
    ROWS_BASE
    VECTOR largest = NERVURE_START;
    VECTOR found = INFINITY; // none: behind all positions
    VECTOR nan = 0;
    NERVURE_A restLargest = NERVURE_START;
    NERVURE_A restFound = INFINITY;
    NERVURE_A restNan = 0;
    for (int r = 0, row = base; r < rows; ++r, row += rowStep) {
        OWN_VECTORS(k, 0, whole)
        {
            const VECTOR x = NERVURE_LOAD_LANES(in, row + k) * sign;
            const VECTOR position = r * length + k;
            TAKE(x, position, largest, found, nan)
        }
        OWN_REST(k)
        {
            const NERVURE_A x = (NERVURE_A)NERVURE_LOAD(in, row + k) * sign;
            const NERVURE_A position = r * length + k;
            TAKE(x, position, restLargest, restFound, restNan)
        }
    }
    SHARED NERVURE_A parts[STEP + NERVURE_ITEMS];
    SHARED NERVURE_A founds[STEP + NERVURE_ITEMS];
    const int own = item * NERVURE_LANES;
    NERVURE_PUT_LANES(skipsNan ? largest : nan == nan ? largest : nan, parts, own);
    NERVURE_PUT_LANES(found, founds, own);
    for (int i = 0; i < NERVURE_LANES; ++i) {
        founds[own + i] += i;
    }
    parts[STEP + item] = skipsNan || restNan == restNan ? restLargest : restNan;
    founds[STEP + item] = restFound;
    LARGER(own, STEP + item)
    FOLD_PARTS(LARGER)
    if (item == 0) {
        NERVURE_A best = parts[0];
        int at = isinf(founds[0]) ? -1 : (int)founds[0];
        if (best != best && !keepsNan) {
            best = NERVURE_START;
            at = -1;
            for (int r = 0, row = base; r < rows; ++r, row += rowStep) {
                for (int k = 0; k < length; ++k) {
                    const NERVURE_A x = (NERVURE_A)NERVURE_LOAD(in, row + k) * sign;
                    const bool stays = best >= x && !(needsOne && at < 0);
                    best = stays ? best : x;
                    at = stays ? at : r * length + k;
                }
            }
        }
        NERVURE_STORE(out, result, isPosition ? (needsOne ? max(at, 0) : at) : best * sign);
    }
}
#endif
