// SPDX-License-Identifier: Apache-2.0
// In front of every kernel of Nervure.
//
// How a kernel hands over one result, and what it takes beyond its own parameters. A fused group
// defines both: its followers compute on the value before it is stored and read their other
// operands through the extra parameters.
//   NERVURE_STORE(pointer, index, value)   index: flat row-major position in the output (int)
//   NERVURE_STORE_LANES(pointer, index, vector)   the same for NERVURE_LANES neighbours; in kernels
//       that have KernelLaunch::storeLanes, which says what neighbours these may be
//   NERVURE_EXTRA_PARAMS                   end of the parameter list, with its leading comma
#ifndef NERVURE_STORE
#define NERVURE_STORE(pointer, index, value) ((pointer)[index] = (value))
#endif
#define NERVURE_JOIN_(a, b) a##b
#define NERVURE_JOIN(a, b) NERVURE_JOIN_(a, b)
// NERVURE_VECTOR_KERNEL: a kernel that computes in vectors of NERVURE_LANES. Compilers that make
// vectors of neighbouring work-items then leave it as it is.
#define NERVURE_VECTOR_KERNEL                                                                      \
    __kernel __attribute__((vec_type_hint(NERVURE_JOIN(float, NERVURE_LANES))))
// Vectors of one: a kernel in vectors computes element by element where NERVURE_LANES is 1.
#define float1 float
#define double1 double
#define NERVURE_LANES_OF_SUMS(n) NERVURE_JOIN(convert_, NERVURE_JOIN(NERVURE_A, n))
#define NERVURE_LOAD_1(p, i) NERVURE_LOAD(p, i)
#define NERVURE_LOAD_4(p, i) NERVURE_LANES_OF_SUMS(4)(vload4(0, (p) + (i)))
#define NERVURE_LOAD_8(p, i) NERVURE_LANES_OF_SUMS(8)(vload8(0, (p) + (i)))
#define NERVURE_LOAD_16(p, i) NERVURE_LANES_OF_SUMS(16)(vload16(0, (p) + (i)))
#define NERVURE_LOAD_HALF_1(p, i) vload_half(i, p)
#define NERVURE_LOAD_HALF_4(p, i) vload_half4(0, (p) + (i))
#define NERVURE_LOAD_HALF_8(p, i) vload_half8(0, (p) + (i))
#define NERVURE_LOAD_HALF_16(p, i) vload_half16(0, (p) + (i))
#define NERVURE_PUT_1(vector, p, i) ((p)[i] = (vector))
#define NERVURE_PUT_4(vector, p, i) vstore4(vector, 0, (p) + (i))
#define NERVURE_PUT_8(vector, p, i) vstore8(vector, 0, (p) + (i))
#define NERVURE_PUT_16(vector, p, i) vstore16(vector, 0, (p) + (i))
#ifndef NERVURE_STORE_LANES
#define NERVURE_STORE_LANES(pointer, index, vector)                                                \
    NERVURE_JOIN(vstore, NERVURE_LANES)(vector, 0, (pointer) + (index))
#endif
#ifndef NERVURE_EXTRA_PARAMS
#define NERVURE_EXTRA_PARAMS
#endif

// Fused results must equal unfused ones up to the contraction the kernels ask for by fma().
#pragma OPENCL FP_CONTRACT OFF

// Expressions that NNVM's element-wise operators share; comparisons with NaN are false, so that
// a NaN on the left gives the right operand.
#define NERVURE_MAX(a, b) ((a) > (b) ? (a) : (b))
#define NERVURE_MIN(a, b) ((a) < (b) ? (a) : (b))

// The element types of a kernel that takes several; a launch defines them before this text unless
// they are float32.
//   NERVURE_T, NERVURE_OUT_T      in memory: of what is read, of the result
//   NERVURE_V                     of a value: float, double, long or ulong; of half: float, or half
//                                 where computeInHalf() has set NERVURE_HALF_ARITHMETIC
//   NERVURE_A                     of a sum: whole numbers wrap around in ulong
//   NERVURE_LOAD(p, i)            element i of p as a value
//   NERVURE_LOAD_LANES(p, i)      NERVURE_LANES floats from i on as a vector of NERVURE_A
//   NERVURE_PUT_LANES(vector, p, i)   puts it where values are held, from i on
//   NERVURE_LEAST, NERVURE_MOST   the ends of the type
//   NERVURE_IS_FLOAT              1 for floats
//   NERVURE_ROUND(x)              x as an element of the type has it: sums in half precision are
//                                 rounded at each step
//   NERVURE_CONSTANT(x)           a float constant that values are computed with: half where they are
#ifdef NERVURE_IS_HALF
#ifdef NERVURE_HALF_ARITHMETIC
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define NERVURE_V half
#define NERVURE_LOAD(p, i) ((p)[i])
#define NERVURE_CONSTANT(x) ((half)(x))
#else
#define NERVURE_V float
#define NERVURE_LOAD(p, i) vload_half(i, p)
#endif
#endif
#ifdef NERVURE_IS_HALF
#define NERVURE_LOAD_LANES NERVURE_JOIN(NERVURE_LOAD_HALF_, NERVURE_LANES)
#else
#define NERVURE_LOAD_LANES NERVURE_JOIN(NERVURE_LOAD_, NERVURE_LANES)
#endif
#define NERVURE_PUT_LANES NERVURE_JOIN(NERVURE_PUT_, NERVURE_LANES)
#ifndef NERVURE_CONSTANT
#define NERVURE_CONSTANT(x) (x)
#endif
#ifndef NERVURE_T
#define NERVURE_T float
#endif
#ifndef NERVURE_A
#define NERVURE_A float
#endif
#ifndef NERVURE_V
#define NERVURE_V float
#define NERVURE_LOAD(p, i) ((p)[i])
#define NERVURE_LEAST (-FLT_MAX)
#define NERVURE_MOST FLT_MAX
#define NERVURE_IS_FLOAT 1
#endif
#ifndef NERVURE_OUT_T
#define NERVURE_OUT_T NERVURE_T
#endif

// erf of floats, of vectors too, within 1.4e-7: by the least-squares fits x P(x * x) below 1 and
// 1 - exp(-P(x)) from there to 4, where it is 1. Compilers make no vectors of their own function.
#define NERVURE_ERF_BELOW_1(s)                                                                     \
    ((((((0x1.4ae4c2p-14f * (s) - 0x1.a485e8p-11f) * (s) + 0x1.5419f4p-8f) * (s)                   \
        - 0x1.b7fbb4p-6f) * (s) + 0x1.ce2d20p-4f) * (s) - 0x1.81273ep-2f) * (s) + 0x1.20dd74p+0f)
#define NERVURE_ERF_EXPONENT(t)                                                                    \
    ((((((-0x1.86de42p-13f * (t) + 0x1.825b6ap-9f) * (t) - 0x1.65cbaep-6f) * (t)                   \
        + 0x1.a6535ep-4f) * (t) + 0x1.46bae8p-1f) * (t) + 0x1.2088ecp+0f) * (t) + 0x1.6618d6p-12f)
#define NERVURE_ERF_BELOW_4(x)                                                                     \
    copysign(1.0f - exp(-NERVURE_ERF_EXPONENT(fabs(x) > 4.0f ? 4.0f : fabs(x))), x)
#define NERVURE_TYPE_IS_float 1
#if NERVURE_JOIN(NERVURE_TYPE_IS_, NERVURE_V)
#define NERVURE_ERF(x)                                                                             \
    (fabs(x) < 1.0f ? (x) * NERVURE_ERF_BELOW_1((x) * (x)) : NERVURE_ERF_BELOW_4(x))
#else
#define NERVURE_ERF(x) erf(x)
#endif

// Half precision as memory has it.
//   NERVURE_STORE_HALF(pointer, index, value)   what NERVURE_STORE stores of half results
#ifdef __x86_64__
// PoCL has functions for this that it makes no vectors of: in whole numbers it does.
#define NERVURE_HALF_INFINITY 0x47800000u // the floats from here on do not fit
#define NERVURE_HALF_NORMAL 0x38800000u   // those below have fewer digits
#define NERVURE_FLOAT_SIGN 0x80000000u
#define NERVURE_FLOAT_INFINITY 0x7f800000u

// The bits of a float without its sign, its last digit that a half has rounded to even.
uint nervure_rounded_bits(uint size)
{
    return size + 0xfff + (size >> 13 & 1);
}

ushort nervure_half_bits(float x)
{
    const uint size = as_uint(x) & ~NERVURE_FLOAT_SIGN;
    const uint normal = (nervure_rounded_bits(size) >> 13) - (112 << 10);
    const uint small = as_uint(as_float(size) + 0.5f) - as_uint(0.5f);
    const uint large = size > NERVURE_FLOAT_INFINITY ? 0x7e00 | (size >> 13 & 0x3ff) : 0x7c00;
    const uint fitting = size < NERVURE_HALF_NORMAL ? small : normal;
    return (as_uint(x) >> 16 & 0x8000) | (size < NERVURE_HALF_INFINITY ? fitting : large);
}

float nervure_rounded(float x)
{
    const uint size = as_uint(x) & ~NERVURE_FLOAT_SIGN;
    const uint normal = nervure_rounded_bits(size) & ~0x1fffu;
    const uint small = as_uint(as_float(size) + 0.5f - 0.5f);
    const uint large = size > NERVURE_FLOAT_INFINITY ? size | 0x400000 : NERVURE_FLOAT_INFINITY;
    const uint fitting = size < NERVURE_HALF_NORMAL ? small : normal;
    const uint result = normal < NERVURE_HALF_INFINITY ? fitting : large;
    return as_float(result | (as_uint(x) & NERVURE_FLOAT_SIGN));
}
#define NERVURE_STORE_HALF(pointer, index, value)                                                  \
    (((__global ushort *)(pointer))[index] = nervure_half_bits(value))
#else
float nervure_rounded(float x)
{
    ushort bits;
    vstore_half_rte(x, 0, (half *)&bits);
    return vload_half(0, (half *)&bits);
}
#define NERVURE_STORE_HALF(pointer, index, value) vstore_half_rte(value, index, pointer)
#endif
#ifdef NERVURE_IS_HALF
#define NERVURE_ROUND(x) nervure_rounded(x)
#else
#define NERVURE_ROUND(x) (x)
#endif
