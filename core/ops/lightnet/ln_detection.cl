// SPDX-License-Identifier: Apache-2.0
// LightNet's operators that turn what a detection network says into boxes.

// transform_bboxSQD: corners of SqueezeDet's boxes from their distances to anchors.
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

// detect_yolov3: boxes, confidences and class probabilities of a grid of cells.
//
// A work-item computes one cell for one anchor. Memory: feature [anchor][channel][cell], outputs the
// same with 2, 2, 4, 1 and channels - 5 channels. Global size: cells, anchors.

#define SIGMOID(x) (1.0f / (1.0f + exp(-(x))))

__kernel void detect_yolov3(__global const float *feature, __global const float *anchors,
                            __global float *centers, __global float *sizes, __global float *boxes,
                            __global float *confidences, __global float *classes, int channels,
                            int width, float scaleX, float scaleY)
{
    const int cell = get_global_id(0);
    const int anchor = get_global_id(1);
    const int plane = get_global_size(0);
    __global const float *in = feature + anchor * channels * plane + cell;
    const int pair = anchor * 2 * plane + cell;
    for (int axis = 0; axis < 2; ++axis) {
        const float at = axis == 0 ? cell % width : cell / width;
        const float center = (SIGMOID(in[axis * plane]) + at) * (axis == 0 ? scaleX : scaleY);
        const float size =
            anchors[anchor * 2 + axis] * clamp(exp(in[(axis + 2) * plane]), 1e-9f, 50.0f);
        centers[pair + axis * plane] = center;
        sizes[pair + axis * plane] = size;
        boxes[2 * pair - cell + axis * plane] = center - size / 2.0f;
        boxes[2 * pair - cell + (axis + 2) * plane] = center + size / 2.0f;
    }
    confidences[anchor * plane + cell] = SIGMOID(in[4 * plane]);
    for (int c = 5; c < channels; ++c) {
        classes[(anchor * (channels - 5) + c - 5) * plane + cell] = SIGMOID(in[c * plane]);
    }
}
