// SPDX-License-Identifier: Apache-2.0
// LightNet's rearange: start, start + step, … Global size: elements.

__kernel void range_floats(__global float *out, float start, float step NERVURE_EXTRA_PARAMS)
{
    const int i = get_global_id(0);
    NERVURE_STORE(out, i, fma(step, (float)i, start));
}

__kernel void range_integers(__global int *out, int start, int step)
{
    const int i = get_global_id(0);
    out[i] = start + step * i;
}
