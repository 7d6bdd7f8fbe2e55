// SPDX-License-Identifier: Apache-2.0
// softmax and log_softmax along an axis whose elements lie apart (reduction_rows.cl has those that lie
// side by side).
//
// A work-item computes NERVURE_LANES neighbouring lines, `vectors` times: first the largest elements,
// then the sums of exp(x - largest), then the results.
//
// Memory: in and out [outer][count][inner], inner at least NERVURE_LANES: the last vector moves back
// inside. Global size: runs of vectors, outer.

#ifndef NERVURE_LANES
#define NERVURE_LANES 16 // lines of a vector: 1, 4, 8 or 16
#endif

#define VECTOR NERVURE_JOIN(NERVURE_A, NERVURE_LANES)

#if NERVURE_IS_FLOAT
NERVURE_VECTOR_KERNEL void softmax(__global const NERVURE_T *in, __global NERVURE_OUT_T *out,
                                   int count, int inner, int vectors,
                                   int isLog NERVURE_EXTRA_PARAMS)
{
    const int first = get_global_id(0) * vectors * NERVURE_LANES;
    const int last = min(first + vectors * NERVURE_LANES, inner);
    for (int begin = first; begin < last; begin += NERVURE_LANES) {
        const int column = min(begin, inner - NERVURE_LANES);
        const int from = get_global_id(1) * count * inner + column;
        const int end = from + count * inner;
        VECTOR largest = -INFINITY;
        for (int at = from; at < end; at += inner) {
            const VECTOR x = NERVURE_LOAD_LANES(in, at);
            largest = largest < x ? x : largest;
        }
        VECTOR sum = 0;
        for (int at = from; at < end; at += inner) {
            sum += exp(NERVURE_LOAD_LANES(in, at) - largest);
        }
        const VECTOR logSum = log(sum);
        for (int at = from; at < end; at += inner) {
            const VECTOR x = NERVURE_LOAD_LANES(in, at) - largest;
            NERVURE_A values[NERVURE_LANES];
            NERVURE_PUT_LANES(isLog ? x - logSum : exp(x) / sum, values, 0);
            for (int i = begin - column; i < NERVURE_LANES; ++i) {
                NERVURE_STORE(out, at + i, values[i]);
            }
        }
    }
}
#endif
