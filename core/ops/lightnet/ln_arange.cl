// SPDX-License-Identifier: Apache-2.0
// LightNet's rearange: start, start + step, … Global size: elements.

__kernel void range_floats(__global NERVURE_OUT_T *out, float start,
                           float step NERVURE_EXTRA_PARAMS)
{
    const int i = get_global_id(0);
    NERVURE_STORE(out, i, fma(step, (float)i, start));
}

#ifndef NERVURE_START
#define NERVURE_START 0.0f
#define NERVURE_STEP 1.0f
#endif

// Of any type, its numbers being NERVURE_START + NERVURE_STEP * i.
__kernel void range_numbers(__global NERVURE_OUT_T *out NERVURE_EXTRA_PARAMS)
{
    const int i = get_global_id(0);
    NERVURE_STORE(out, i, NERVURE_START + NERVURE_STEP * i);
}

__kernel void range_integers(__global int *out, int start, int step)
{
    const int i = get_global_id(0);
    out[i] = start + step * i;
}
