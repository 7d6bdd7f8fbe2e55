// SPDX-License-Identifier: Apache-2.0
// What a device does at best: memory copied, multiply-adds done, nothing done.
//
//   NERVURE_VECTOR   type of the values: float, or as many floats as the device computes at once
//
// Copies: a work-item copies `count` values, `step` apart, from its own `distance * id` on. On a
// CPU a work-item has a stretch to itself; on a GPU neighbours work on neighbouring values.
//
// The same again and again, each time from another value on, so that nothing is known to be read or
// written twice: what a cache that holds all of it gives. Counts are powers of two, `mask` one less; a work-
// item of read_again has eight values at least.
//
// Multiply-adds: twelve accumulators hide the latency of an addition behind eleven others; numbers
// stay near one, without overflow or denormals.

#ifndef NERVURE_VECTOR
#define NERVURE_VECTOR float
#endif

__kernel void nothing(__global int *target)
{
    if (target == 0) {
        target[0] = 1;
    }
}

__kernel void copy(__global const NERVURE_VECTOR *source, __global NERVURE_VECTOR *target,
                   int distance, int step, int count)
{
    const size_t first = (size_t)distance * get_global_id(0);
    for (int i = 0; i < count; ++i) {
        target[first + (size_t)i * step] = source[first + (size_t)i * step];
    }
}

__kernel void copy_again(__global const NERVURE_VECTOR *source, __global NERVURE_VECTOR *target,
                         int distance, int step, int mask, int passes)
{
    const size_t first = (size_t)distance * get_global_id(0);
    for (int pass = 0; pass < passes; ++pass) {
        for (int i = 0; i <= mask; ++i) {
            const size_t at = first + (size_t)((i + pass) & mask) * step;
            target[at] = source[at];
        }
    }
}

__kernel void write_again(__global NERVURE_VECTOR *target, int distance, int step, int mask, int passes)
{
    const size_t first = (size_t)distance * get_global_id(0);
    for (int pass = 0; pass < passes; ++pass) {
        const NERVURE_VECTOR value = (NERVURE_VECTOR)((float)pass);
        for (int i = 0; i <= mask; ++i) {
            target[first + (size_t)((i + pass) & mask) * step] = value;
        }
    }
}

#define NERVURE_AT(n) source[first + (size_t)((i + pass + n) & mask) * step]

__kernel void read_again(__global const NERVURE_VECTOR *source, __global NERVURE_VECTOR *target,
                         int distance, int step, int mask, int passes)
{
    const size_t first = (size_t)distance * get_global_id(0);
    NERVURE_VECTOR a0 = (NERVURE_VECTOR)(0.0f);
    NERVURE_VECTOR a1 = a0, a2 = a0, a3 = a0, a4 = a0, a5 = a0, a6 = a0, a7 = a0;
    for (int pass = 0; pass < passes; ++pass) {
        for (int i = 0; i <= mask; i += 8) {
            a0 += NERVURE_AT(0);
            a1 += NERVURE_AT(1);
            a2 += NERVURE_AT(2);
            a3 += NERVURE_AT(3);
            a4 += NERVURE_AT(4);
            a5 += NERVURE_AT(5);
            a6 += NERVURE_AT(6);
            a7 += NERVURE_AT(7);
        }
    }
    target[get_global_id(0)] = a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7;
}

#define NERVURE_EACH(M) M(0) M(1) M(2) M(3) M(4) M(5) M(6) M(7) M(8) M(9) M(10) M(11)
#define NERVURE_DECLARE(n) NERVURE_VECTOR a##n = (NERVURE_VECTOR)(1.0f + 0.01f * n);
#define NERVURE_ADD(n) a##n = fma(a##n, factor, addend);
#define NERVURE_SUM(n) +a##n

__kernel void multiply_add(__global NERVURE_VECTOR *target, int rounds, float scale)
{
    const NERVURE_VECTOR factor = (NERVURE_VECTOR)(scale);
    const NERVURE_VECTOR addend = (NERVURE_VECTOR)(1.0f - scale);
    NERVURE_EACH(NERVURE_DECLARE)
    for (int i = 0; i < rounds; ++i) {
        NERVURE_EACH(NERVURE_ADD)
    }
    target[get_global_id(0)] = 0.0f NERVURE_EACH(NERVURE_SUM);
}
