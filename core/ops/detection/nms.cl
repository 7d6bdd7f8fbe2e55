// SPDX-License-Identifier: Apache-2.0
// Non-maximum suppression: as NNVM has it (nms: the class of a row that a better one of its class lies
// over becomes -1) and as MXNet has it (box_nms: such a row goes). Rows come out best scores first.
//
// WIDTH is the length of a row, BOX where in it its box starts, SCORE and ID where its score and its
// class are (ID < 0: nowhere). IN_CENTER and OUT_CENTER: boxes are center, width and height instead of
// two corners.
//
// Rows are computed in single precision, whatever their type. Memory: data and out [images][rows][WIDTH].

#ifndef NERVURE_COUNT_T
#define NERVURE_COUNT_T int
#define NERVURE_COUNT_LOAD(p, i) ((p)[i])
#endif
#ifndef WIDTH
#define WIDTH 6
#define BOX 2
#define SCORE 1
#define ID 0
#define FORCE 0
#define IN_CENTER 0
#define OUT_CENTER 0
#define BLOCK 1
#endif

#define FIRST(row) ((image * rows + (row)) * WIDTH)
#define AT(row, i) ((float)NERVURE_LOAD(data, FIRST(row) + (i)))

// Whether row `a` comes behind row `b`.
#define IS_WORSE(a, b) (AT(a, SCORE) < AT(b, SCORE) || (AT(a, SCORE) == AT(b, SCORE) && (a) > (b)))

// Lets the row at the root sink to its place in a heap whose root is the worst.
void sink(__global const NERVURE_T *data, __global int *heap, int size, int image, int rows)
{
    const int row = heap[0];
    int at = 0;
    for (int next = 1; next < size; next = 2 * at + 1) {
        if (next + 1 < size && IS_WORSE(heap[next + 1], heap[next])) {
            ++next;
        }
        if (!IS_WORSE(heap[next], row)) {
            break;
        }
        heap[at] = heap[next];
        at = next;
    }
    heap[at] = row;
}

// Takes a row into a heap of the best `most`, whose root is the worst. Gives the heap's size.
int take(__global const NERVURE_T *data, __global int *heap, int size, int most, int row, int image,
         int rows)
{
    if (size == most) {
        if (IS_WORSE(heap[0], row)) {
            heap[0] = row;
            sink(data, heap, size, image, rows);
        }
        return size;
    }
    int at = size;
    for (; at > 0 && IS_WORSE(row, heap[(at - 1) / 2]); at = (at - 1) / 2) {
        heap[at] = heap[(at - 1) / 2];
    }
    heap[at] = row;
    return size + 1;
}

// Makes a heap a list with the best first.
void sort(__global const NERVURE_T *data, __global int *heap, int size, int image, int rows)
{
    for (int last = size - 1; last > 0; --last) {
        const int worst = heap[0];
        heap[0] = heap[last];
        sink(data, heap, last, image, rows);
        heap[last] = worst;
    }
}

// Left, top, right, bottom and area of the box of a row.
void measure(__global const NERVURE_T *data, int first, float *box)
{
    const float a = NERVURE_LOAD(data, first + BOX);
    const float b = NERVURE_LOAD(data, first + BOX + 1);
    const float c = NERVURE_LOAD(data, first + BOX + 2);
    const float d = NERVURE_LOAD(data, first + BOX + 3);
    const float width = IN_CENTER ? c : c - a;
    const float height = IN_CENTER ? d : d - b;
    box[0] = IN_CENTER ? a - c / 2 : a;
    box[1] = IN_CENTER ? b - d / 2 : b;
    box[2] = IN_CENTER ? a + c / 2 : c;
    box[3] = IN_CENTER ? b + d / 2 : d;
    box[4] = width < 0.0f || height < 0.0f ? 0.0f : width * height;
}

// Shared area of two boxes by the area of both together.
float overlap(const float *a, const float *b)
{
    const float width = max(0.0f, min(a[2], b[2]) - max(a[0], b[0]));
    const float height = max(0.0f, min(a[3], b[3]) - max(a[1], b[1]));
    const float shared = width * height;
    return shared / (a[4] + b[4] - shared);
}

// Of NNVM's boxes, whose areas may be less than nothing.
#define NNVM_AREA(box) (((box)[2] - (box)[0]) * ((box)[3] - (box)[1]))

#define OUT_AT(row, i) ((float)NERVURE_LOAD(out, FIRST(row) + (i)))
#define VALID_ROWS(image) clamp((int)NERVURE_COUNT_LOAD(counts, image), 0, rows)

// A work-item does one image, for each row hangs on those before. In exact (`isExact`) image 0 says
// whether there is anything to do in any, and rows behind the `topk` best stay where they were. Scratch:
// order [images][rows]. Global size: images.
__kernel void nms(__global const NERVURE_T *data, __global const NERVURE_COUNT_T *counts,
                  __global NERVURE_T *out, __global int *order, int rows, float threshold,
                  int forceSuppress, int topk, int isExact)
{
    const int image = get_global_id(0);
    const int valid = VALID_ROWS(image);
    const int asked = isExact ? VALID_ROWS(0) : valid;
    const bool isWanted = threshold > 0.0f && threshold < 1.0f && asked > 0;
    const int best = topk > 0 && topk < valid ? topk : valid;
    const int given = isWanted && !isExact ? best : valid;
    for (int i = FIRST(0); i < FIRST(rows); ++i) {
        NERVURE_STORE(out, i, i < FIRST(given) ? (float)NERVURE_LOAD(data, i) : -1.0f);
    }
    if (!isWanted) {
        return;
    }
    __global int *heap = order + image * rows;
    int size = 0;
    for (int row = 0; row < valid; ++row) {
        size = take(data, heap, size, best, row, image, rows);
    }
    sort(data, heap, size, image, rows);
    for (int i = 0; i < size; ++i) {
        for (int k = 0; k < WIDTH; ++k) {
            NERVURE_STORE(out, FIRST(i) + k, AT(heap[i], k));
        }
    }
    for (int r = 0; r < given; ++r) {
        const float class = OUT_AT(r, ID);
        float box[5];
        measure(out, FIRST(r), box);
        box[4] = NNVM_AREA(box);
        for (int k = r + 1; k < given && class >= 0.0f; ++k) {
            const float other = OUT_AT(k, ID);
            if (other < 0.0f || (!forceSuppress && class != other)) {
                continue;
            }
            float rival[5];
            measure(out, FIRST(k), rival);
            rival[4] = NNVM_AREA(rival);
            const float part = overlap(box, rival); // infinite where both together have no area
            if (part >= threshold && part < INFINITY) {
                NERVURE_STORE(out, FIRST(k) + ID, -1.0f);
            }
        }
    }
}

// First launch of box_nms: clears the output and `records`, where the rows stood that are given, and
// lists the rows of a block that count at its place in `order`. records
// [images][rows]; scratch: order [images][rows], found [images][blocks]. Global size: blocks, images.
__kernel void box_nms_collect(__global const NERVURE_T *data, __global NERVURE_OUT_T *out,
                              __global NERVURE_OUT_T *records, __global int *order,
                              __global int *found, int rows, float threshold, int background)
{
    const int image = get_global_id(1);
    const int block = get_global_id(0);
    const int end = min((block + 1) * BLOCK, rows);
    int count = 0;
    for (int row = block * BLOCK; row < end; ++row) {
        const bool isBackground = ID >= 0 && background >= 0 && AT(row, ID) == (float)background;
        if (AT(row, SCORE) > threshold && !isBackground) {
            order[image * rows + block * BLOCK + count++] = row;
        }
        NERVURE_STORE(records, image * rows + row, -1.0f);
    }
    for (int i = FIRST(block * BLOCK); i < FIRST(end); ++i) {
        NERVURE_STORE(out, i, -1.0f);
    }
    found[image * (int)get_global_size(0) + block] = count;
}

// Second launch of box_nms: sorts the best `most` of the rows that count, and writes those that stay. A work-item does one image,
// for each row hangs on those before. Global size: images.
__kernel void box_nms_select(__global const NERVURE_T *data, __global NERVURE_OUT_T *out,
                             __global NERVURE_OUT_T *records, __global int *order,
                             __global const int *found, int rows, int blocks, int most,
                             float threshold)
{
    const int image = get_global_id(0);
    __global int *heap = order + image * rows;
    int size = 0;
    for (int block = 0; block < blocks; ++block) {
        // What is listed here is read before the heap, which starts at the first block, reaches it.
        for (int i = 0; i < found[image * blocks + block]; ++i) {
            const int row = heap[block * BLOCK + i];
            size = take(data, heap, size, most, row, image, rows);
        }
    }
    sort(data, heap, size, image, rows);
    const bool isByClass = FORCE ? false : ID >= 0;
    int kept = 0;
    for (int i = 0; i < size; ++i) {
        const int row = heap[i];
        float box[5];
        measure(data, FIRST(row), box);
        bool stays = true;
        for (int k = 0; k < kept && stays; ++k) {
            if (isByClass && AT(heap[k], ID) != AT(row, ID)) {
                continue;
            }
            float better[5];
            measure(data, FIRST(heap[k]), better);
            stays = !(overlap(better, box) > threshold);
        }
        if (stays) {
            heap[kept++] = row;
        }
    }
    for (int i = 0; i < kept; ++i) {
        const int row = heap[i];
        for (int k = 0; k < WIDTH; ++k) {
            NERVURE_STORE(out, FIRST(i) + k, AT(row, k));
        }
        NERVURE_STORE(records, image * rows + i, (float)(image * rows + row));
        // MXNet converts no box whose first number is below 0.
        if (IN_CENTER != OUT_CENTER && !(AT(row, BOX) < 0.0f)) {
            for (int axis = 0; axis < 2; ++axis) {
                const float a = AT(row, BOX + axis);
                const float b = AT(row, BOX + axis + 2);
                NERVURE_STORE(out, FIRST(i) + BOX + axis, OUT_CENTER ? (a + b) / 2 : a - b / 2);
                NERVURE_STORE(out, FIRST(i) + BOX + axis + 2, OUT_CENTER ? b - a : a + b / 2);
            }
        }
    }
}
