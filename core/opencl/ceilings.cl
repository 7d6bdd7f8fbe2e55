// SPDX-License-Identifier: Apache-2.0
// What a device does at best: memory copied, multiply-adds done, nothing done.
//
//   NERVURE_VECTOR   type of the values: float, or as many floats as the device computes at once
//
// Copies: a work-item copies `count` values, `step` apart, from its own `distance * id` on. On a
// CPU a work-item has a stretch to itself; on a GPU neighbours work on neighbouring values.
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
