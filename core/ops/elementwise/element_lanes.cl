// SPDX-License-Identifier: Apache-2.0
// One element-wise operator whose operands stretch, NERVURE_LANES neighbours at a time: channels in
// blocks with one number a channel, for one.
//
// A work-item computes NERVURE_CHUNK vectors. NERVURE_ELEMENT is an expression of the vector from
// the flat index i on, NERVURE_ELEMENT_PARAMS declares its operands, each with a trailing comma.

#ifndef NERVURE_LANES
#define NERVURE_LANES 16 // 4, 8 or 16; they divide the output's last dimension
#endif
#ifndef NERVURE_CHUNK
#define NERVURE_CHUNK 64 // vectors of a work-item
#endif
#ifndef NERVURE_ELEMENT
#define NERVURE_ELEMENT NERVURE_JOIN(vload, NERVURE_LANES)(0, a0 + i)
#define NERVURE_ELEMENT_PARAMS __global const float *a0,
#endif

// Global size: chunks. count: elements.
NERVURE_VECTOR_KERNEL void element_lanes(NERVURE_ELEMENT_PARAMS __global float *out,
                                         int count NERVURE_EXTRA_PARAMS)
{
    const int begin = get_global_id(0) * NERVURE_CHUNK * NERVURE_LANES;
    const int end = min(count - begin, NERVURE_CHUNK * NERVURE_LANES) + begin;
    for (int i = begin; i < end; i += NERVURE_LANES) {
        NERVURE_STORE_LANES(out, i, NERVURE_ELEMENT);
    }
}
