// SPDX-License-Identifier: Apache-2.0
// Anchor boxes and what a detector says of them: multibox_prior and multibox_transform_loc.

#ifndef NERVURE_BOXES
#define NERVURE_BOXES {0.5f, 0.5f} // half width (to be multiplied by the aspect) and half height
#define NERVURE_BOX_COUNT 1
#endif

// Left, top, right and bottom of the boxes around each position. Global size: width, height.
__kernel void multibox_prior(__global NERVURE_OUT_T *out, float aspect, float stepY, float stepX,
                             float offsetY, float offsetX, int clip NERVURE_EXTRA_PARAMS)
{
    const float boxes[] = NERVURE_BOXES;
    const float y = ((float)get_global_id(1) + offsetY) * stepY;
    const float x = ((float)get_global_id(0) + offsetX) * stepX;
    const int place = get_global_id(1) * get_global_size(0) + get_global_id(0);
    for (int k = 0; k < NERVURE_BOX_COUNT; ++k) {
        const float width = boxes[2 * k] * aspect;
        const float height = boxes[2 * k + 1];
        const float edges[] = {x - width, y - height, x + width, y + height};
        for (int e = 0; e < 4; ++e) {
            const float edge = clip ? min(max(edges[e], 0.0f), 1.0f) : edges[e];
            NERVURE_STORE(out, (place * NERVURE_BOX_COUNT + k) * 4 + e, edge);
        }
    }
}

#define HELD(edge) (clip ? fmax(0.0f, fmin(1.0f, (edge))) : (edge))

// Rows of class, score and box, for the anchors that hold something; the rest are -1. One work-item an
// image, for the rows of an image follow one another. scores [images][classes][anchors], shifts
// [images][anchors][4], boxes [anchors][4], out [images][anchors][6]. Global size: images.
__kernel void multibox_transform_loc(__global const NERVURE_T *scores,
                                     __global const NERVURE_T *shifts,
                                     __global const NERVURE_T *boxes, __global NERVURE_OUT_T *out,
                                     __global int *counts, int classes, int anchors,
                                     float threshold, int clip, float v0, float v1, float v2,
                                     float v3 NERVURE_EXTRA_PARAMS)
{
    const int image = get_global_id(0);
    int valid = 0;
    for (int a = 0; a < anchors; ++a) {
        int label = 0;
        float score = -1.0f;
        for (int c = 1; c < classes; ++c) {
            const float found = NERVURE_LOAD(scores, (image * classes + c) * anchors + a);
            label = found > score ? c : label;
            score = found > score ? found : score;
        }
        if (label == 0 || score < threshold) {
            continue;
        }
        const int shift = (image * anchors + a) * 4;
        const float left = NERVURE_LOAD(boxes, a * 4);
        const float top = NERVURE_LOAD(boxes, a * 4 + 1);
        const float right = NERVURE_LOAD(boxes, a * 4 + 2);
        const float bottom = NERVURE_LOAD(boxes, a * 4 + 3);
        const float width = right - left;
        const float height = bottom - top;
        const float x = NERVURE_LOAD(shifts, shift) * v0 * width + (left + right) / 2;
        const float y = NERVURE_LOAD(shifts, shift + 1) * v1 * height + (top + bottom) / 2;
        const float halfWidth = exp(NERVURE_LOAD(shifts, shift + 2) * v2) * width / 2;
        const float halfHeight = exp(NERVURE_LOAD(shifts, shift + 3) * v3) * height / 2;
        const int to = (image * anchors + valid++) * 6;
        NERVURE_STORE(out, to, (float)(label - 1));
        NERVURE_STORE(out, to + 1, score);
        NERVURE_STORE(out, to + 2, HELD(x - halfWidth));
        NERVURE_STORE(out, to + 3, HELD(y - halfHeight));
        NERVURE_STORE(out, to + 4, HELD(x + halfWidth));
        NERVURE_STORE(out, to + 5, HELD(y + halfHeight));
    }
    counts[image] = valid;
    for (int k = valid * 6; k < anchors * 6; ++k) {
        NERVURE_STORE(out, image * anchors * 6 + k, -1.0f);
    }
}
