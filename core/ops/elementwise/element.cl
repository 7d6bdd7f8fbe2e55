// SPDX-License-Identifier: Apache-2.0
// One element-wise operator: out[i] = NERVURE_ELEMENT, an expression of the flat index i.
//
// A work-item computes NERVURE_CHUNK consecutive elements in a loop that compilers vectorise:
// element i reads element i alone of any operand that shares memory with the output.
//
// NERVURE_ELEMENT_PARAMS declares the operands, each with a trailing comma; their types and that of
// the result are told as the prelude says.

#ifndef NERVURE_CHUNK
#define NERVURE_CHUNK 1024 // elements of a work-item
#endif
#ifndef NERVURE_ELEMENT
#define NERVURE_ELEMENT a0[i]
#define NERVURE_ELEMENT_PARAMS __global const float *a0,
#endif

#if !NERVURE_IS_FLOAT
// Whole numbers, where C leaves the result open or stops: sums wrap around, a divisor of 0 gives 0,
// and so does shifting by more bits than there are or by less than none.
#define NERVURE_WRAPPED(a, operation, b) ((NERVURE_V)((ulong)(a)operation(ulong)(b)))

// Whether the quotient is the negative of the dividend, which the processor cannot divide when it is
// the least number.
#define NERVURE_NEGATES(b) ((NERVURE_V)-1 < 1 && (b) == (NERVURE_V)-1)

NERVURE_V nervure_quotient(NERVURE_V a, NERVURE_V b)
{
    const NERVURE_V quotient = a / (b == 0 || NERVURE_NEGATES(b) ? 1 : b);
    return b == 0 ? 0 : NERVURE_NEGATES(b) ? NERVURE_WRAPPED(0, -, a) : quotient;
}

NERVURE_V nervure_remainder(NERVURE_V a, NERVURE_V b)
{
    const NERVURE_V rest = a % (b == 0 || NERVURE_NEGATES(b) ? 1 : b);
    return b == 0 || NERVURE_NEGATES(b) ? 0 : rest;
}

NERVURE_V nervure_power(NERVURE_V base, NERVURE_V exponent)
{
    const bool isInverse = exponent < 0;
    ulong power = (ulong)base;
    ulong left = isInverse ? (ulong)0 - (ulong)exponent : (ulong)exponent;
    ulong result = 1;
    for (; left > 0; left >>= 1) {
        result = (left & 1) != 0 ? result * power : result;
        power *= power;
    }
    const bool isUnit = base == 1 || NERVURE_NEGATES(base);
    return isInverse && !isUnit ? 0 : (NERVURE_V)result;
}

NERVURE_V nervure_shifted_left(NERVURE_V a, NERVURE_V b)
{
    return (b & ~(NERVURE_V)63) != 0 ? 0 : (NERVURE_V)((ulong)a << (b & 63));
}

NERVURE_V nervure_shifted_right(NERVURE_V a, NERVURE_V b)
{
    return (b & ~(NERVURE_V)63) != 0 ? 0 : a >> (b & 63);
}
#endif

// A float as a whole number of 32 or 64 bits, cut towards zero; what does not fit, and NaN, becomes
// the least number.
#define NERVURE_CUT_INT(x) ((x) >= -0x1p31f && (x) < 0x1p31f ? (int)(x) : INT_MIN)
#define NERVURE_CUT_LONG(x) ((x) >= -0x1p63f && (x) < 0x1p63f ? (long)(x) : LONG_MIN)
#define NERVURE_CUT_ULONG(x)                                                                       \
    ((x) >= 0x1p63f ? ((x) < 0x1p64f ? (ulong)(x) : (ulong)0) : (ulong)NERVURE_CUT_LONG(x))

__kernel void element(NERVURE_ELEMENT_PARAMS __global NERVURE_OUT_T *out,
                      int count NERVURE_EXTRA_PARAMS)
{
    const int begin = get_global_id(0) * NERVURE_CHUNK;
    const int end = min(count - begin, NERVURE_CHUNK) + begin;
#pragma clang loop vectorize(assume_safety)
    for (int i = begin; i < end; ++i) {
        NERVURE_STORE(out, i, NERVURE_ELEMENT);
    }
}
