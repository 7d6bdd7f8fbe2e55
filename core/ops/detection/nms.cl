// SPDX-License-Identifier: Apache-2.0
// Non-maximum suppression: rows of class, score, left, top, right and bottom, best scores first; the
// class of a row that a better one of its class lies over becomes -1.
//
// A work-item does one image, for each row hangs on those before. Places are found by counting the
// better rows.
//
// Rows are computed in single precision, whatever their type. Memory: data and out [images][anchors][6]. Global size: images.

#ifndef NERVURE_COUNT_T
#define NERVURE_COUNT_T int
#define NERVURE_COUNT_LOAD(p, i) ((p)[i])
#endif

#define ROW(r) (((int)get_global_id(0) * anchors + (r)) * 6)
#define DATA_AT(r, i) ((float)NERVURE_LOAD(data, ROW(r) + (i)))
#define OUT_AT(r, i) ((float)NERVURE_LOAD(out, ROW(r) + (i)))
#define COPY_ROW(from, to)                                                                         \
    for (int i = 0; i < 6; ++i) {                                                                  \
        NERVURE_STORE(out, ROW(to) + i, DATA_AT(from, i));                                         \
    }
#define VALID_ROWS(image) clamp((int)NERVURE_COUNT_LOAD(counts, image), 0, anchors)

// Shared area of two rows by the area of both together.
float overlap(const float *a, const float *b)
{
    const float width = max(0.0f, min(a[4], b[4]) - max(a[2], b[2]));
    const float height = max(0.0f, min(a[5], b[5]) - max(a[3], b[3]));
    const float shared = width * height;
    const float both = (a[4] - a[2]) * (a[5] - a[3]) + (b[4] - b[2]) * (b[5] - b[3]) - shared;
    return both <= 0.0f ? 0.0f : shared / both;
}

// In exact (`isExact`) image 0 says whether there is anything to do in any, and rows behind the
// `topk` best stay where they were.
__kernel void nms(__global const NERVURE_T *data, __global const NERVURE_COUNT_T *counts,
                  __global NERVURE_T *out, int anchors, float threshold, int forceSuppress, int topk,
                  int isExact)
{
    const int image = get_global_id(0);
    const int valid = VALID_ROWS(image);
    const int asked = isExact ? VALID_ROWS(0) : valid;
    const bool isWanted = threshold > 0.0f && threshold < 1.0f && asked > 0;
    const int best = topk > 0 && topk < valid ? topk : valid;
    const int rows = isWanted && !isExact ? best : valid;
    for (int r = 0; r < anchors; ++r) {
        for (int i = 0; i < 6; ++i) {
            const bool isRow = r < rows;
            NERVURE_STORE(out, ROW(r) + i,
                          isRow ? DATA_AT(r, i) : -1.0f);
        }
    }
    if (!isWanted) {
        return;
    }
    for (int r = 0; r < valid; ++r) {
        const float score = DATA_AT(r, 1);
        int place = 0;
        for (int k = 0; k < valid; ++k) {
            const float other = DATA_AT(k, 1);
            place += other > score || (k < r && !(score > other)) ? 1 : 0;
        }
        if (place < best) {
            COPY_ROW(r, place)
        }
    }
    for (int r = 0; r < rows; ++r) {
        float row[6];
        for (int i = 0; i < 6; ++i) {
            row[i] = OUT_AT(r, i);
        }
        for (int k = r + 1; k < rows && row[0] >= 0.0f; ++k) {
            float other[6];
            for (int i = 0; i < 6; ++i) {
                other[i] = OUT_AT(k, i);
            }
            const bool isRival = forceSuppress || row[0] == other[0];
            if (other[0] >= 0.0f && isRival && overlap(row, other) >= threshold) {
                NERVURE_STORE(out, ROW(k), -1.0f);
            }
        }
    }
}
