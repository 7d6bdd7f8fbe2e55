// SPDX-License-Identifier: Apache-2.0
// One element-wise operator: out[i] = NERVURE_ELEMENT, an expression of the flat index i.
//
// A work-item computes NERVURE_CHUNK consecutive elements in a loop that compilers vectorise:
// element i reads element i alone of any operand that shares memory with the output.
//
// NERVURE_ELEMENT_PARAMS declares the operands, each with a trailing comma.

#ifndef NERVURE_CHUNK
#define NERVURE_CHUNK 1024 // elements of a work-item
#endif
#ifndef NERVURE_ELEMENT
#define NERVURE_ELEMENT a0[i]
#define NERVURE_ELEMENT_PARAMS __global const float *a0,
#endif

__kernel void element(NERVURE_ELEMENT_PARAMS __global float *out, int count NERVURE_EXTRA_PARAMS)
{
    const int begin = get_global_id(0) * NERVURE_CHUNK;
    const int end = min(count - begin, NERVURE_CHUNK) + begin;
#pragma clang loop vectorize(assume_safety)
    for (int i = begin; i < end; ++i) {
        NERVURE_STORE(out, i, NERVURE_ELEMENT);
    }
}
