// SPDX-License-Identifier: Apache-2.0
// LightNet's transform_bboxSQD: corners of SqueezeDet's boxes from their distances to anchors.
//
// A work-item computes one box of four numbers: centre and size go in, two corners come out.
// Global size: boxes.

// Lower and upper edge along one axis, as the reference computes them.
#define EDGES(axis, scaleTo, scaleFrom, shift, low, high)                                          \
    {                                                                                              \
        const float size = anchor[box + axis + 2];                                                 \
        const float stretch = delta[box + axis + 2];                                               \
        const float center =                                                                       \
            (anchor[box + axis] + delta[box + axis] * size) * scaleTo / scaleFrom + shift;         \
        const float factor = stretch < 1.0f ? exp(stretch) : stretch * 2.718281828f;               \
        const float half_ = size * factor * scaleTo / scaleFrom / 2.0f;                            \
        low = max(min(center - half_, scaleTo - 1.0f), 0.0f);                                      \
        high = max(min(center + half_, scaleTo - 1.0f), 0.0f);                                     \
    }

__kernel void boxes_from_anchors(__global const float *delta, __global const float *anchor,
                                 __global float *out, float imageWidth, float imageHeight,
                                 float width, float height, float shiftX,
                                 float shiftY NERVURE_EXTRA_PARAMS)
{
    const int box = get_global_id(0) * 4;
    float left, right, top, bottom;
    EDGES(0, imageWidth, width, shiftX, left, right)
    EDGES(1, imageHeight, height, shiftY, top, bottom)
    NERVURE_STORE(out, box, left);
    NERVURE_STORE(out, box + 1, top);
    NERVURE_STORE(out, box + 2, right);
    NERVURE_STORE(out, box + 3, bottom);
}
