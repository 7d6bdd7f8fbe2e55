// SPDX-License-Identifier: Apache-2.0
// Darknet's region: what YOLO found as positions and probabilities.
//
// A work-item computes the `entries` numbers of one box at one position, `plane` apart: number 0 and 1
// and, without a background class, number `coords` become sigmoids, and the numbers from `firstScore`
// on, if that is not `entries`, a softmax.
//
// Memory: in and out [boxes][entries][plane]. Global size: plane, boxes.

#define SIGMOID(x) (1 / (1 + exp(-(x))))

NERVURE_V squashed(NERVURE_V x, int i, int coords, int hasBackground)
{
    const NERVURE_V first = i < 2 ? SIGMOID(x) : x;
    return i == coords && !hasBackground ? SIGMOID(first) : first;
}

#define NUMBER(i) squashed(NERVURE_LOAD(in, first + (i)*plane), i, coords, hasBackground)

__kernel void yolo_region(__global const NERVURE_T *in, __global NERVURE_OUT_T *out, int entries,
                          int coords, int hasBackground, int firstScore NERVURE_EXTRA_PARAMS)
{
    const int plane = get_global_size(0);
    const int first = get_global_id(1) * entries * plane + get_global_id(0);
    NERVURE_V largest = firstScore < entries ? NUMBER(firstScore) : 0;
    for (int i = firstScore; i < entries; ++i) {
        const NERVURE_V number = NUMBER(i);
        largest = largest < number ? number : largest;
    }
    NERVURE_A sum = 0;
    for (int i = firstScore; i < entries; ++i) {
        sum += exp(NUMBER(i) - largest);
    }
    for (int i = 0; i < entries; ++i) {
        const NERVURE_V number = NUMBER(i);
        NERVURE_STORE(out, first + i * plane,
                      i < firstScore ? number : exp(number - largest) / sum);
    }
}
