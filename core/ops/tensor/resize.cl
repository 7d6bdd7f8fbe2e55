// SPDX-License-Identifier: Apache-2.0
// Images in another size.
//
// A pixel is what lies innermost: one number in NCHW, all channels in NHWC. A row of the output has
// outWidth * pixel elements.
//
// nearest_rows and bilinear_rows compute NERVURE_COLUMNS elements of NERVURE_ROWS rows of a plane: first
// where the elements of a row come from, then row by row. For small pixels on CPUs.
// Global size: chunks of a row, chunks of rows, planes.
//
// nearest_pixels and bilinear_pixels compute a part of each of pixelsEach neighbouring pixels: the whole
// of large ones on CPUs, one element of one on GPUs, where neighbours store neighbours so.
// Global size: chunks of pixelsEach pixels * parts of a pixel, rows, planes.
//
// Memory: in [planes][inHeight][inWidth][pixel], out [planes][outHeight][outWidth][pixel].

#ifndef NERVURE_COLUMNS
#define NERVURE_COLUMNS 256
#endif
#ifndef NERVURE_ROWS
#define NERVURE_ROWS 128
#endif

#define SIZES                                                                                      \
    int inHeight, int inWidth, int outHeight, int outWidth, int pixel, int parts, int pixelsEach

#define FIND_CHUNK                                                                                 \
    const int length = outWidth * pixel;                                                           \
    const int first = get_global_id(0) * NERVURE_COLUMNS;                                          \
    const int columns = min(length - first, NERVURE_COLUMNS);                                      \
    const int firstRow = get_global_id(1) * NERVURE_ROWS;                                          \
    const int lastRow = min(outHeight - firstRow, NERVURE_ROWS) + firstRow;                        \
    const int plane = get_global_id(2);

#define FIND_PIXELS                                                                                \
    const int elements = pixel / parts;                                                            \
    const int firstElement = (int)get_global_id(0) % parts * elements;                             \
    const int firstX = (int)get_global_id(0) / parts * pixelsEach;                                 \
    const int lastX = min(outWidth - firstX, pixelsEach) + firstX;                                 \
    const int y = get_global_id(1);                                                                \
    const int plane = get_global_id(2);

// Row i of the output is row i / wholeY of the input, or i * inHeight / outHeight if wholeY is 0;
// columns likewise.
#define NEAREST(i, whole, in, out) (whole > 0 ? (i) / whole : (int)((long)(i)*in / out))

__kernel void nearest_rows(__global const NERVURE_T *in, __global NERVURE_OUT_T *out, SIZES,
                           int wholeY, int wholeX NERVURE_EXTRA_PARAMS)
{
    FIND_CHUNK
    int from[NERVURE_COLUMNS];
    for (int k = 0; k < columns; ++k) {
        const int x = (first + k) / pixel;
        from[k] = (NEAREST(x, wholeX, inWidth, outWidth) - x) * pixel + first + k;
    }
    NERVURE_V wide[NERVURE_COLUMNS]; // the row `held` of the input, as wide as the output
    int held = -1;
    for (int y = firstRow; y < lastRow; ++y) {
        const int row = NEAREST(y, wholeY, inHeight, outHeight);
        if (held != row) {
            const int start = (plane * inHeight + row) * inWidth * pixel;
            held = row;
#pragma clang loop vectorize(assume_safety)
            for (int k = 0; k < columns; ++k) {
                wide[k] = NERVURE_LOAD(in, start + from[k]);
            }
        }
        const int to = (plane * outHeight + y) * length + first;
#pragma clang loop vectorize(assume_safety)
        for (int k = 0; k < columns; ++k) {
            NERVURE_STORE(out, to + k, wide[k]);
        }
    }
}

__kernel void nearest_pixels(__global const NERVURE_T *in, __global NERVURE_OUT_T *out, SIZES,
                             int wholeY, int wholeX NERVURE_EXTRA_PARAMS)
{
    FIND_PIXELS
    const int row = plane * inHeight + NEAREST(y, wholeY, inHeight, outHeight);
    for (int x = firstX; x < lastX; ++x) {
        const int column = NEAREST(x, wholeX, inWidth, outWidth);
        const int from = (row * inWidth + column) * pixel + firstElement;
        const int to = ((plane * outHeight + y) * outWidth + x) * pixel + firstElement;
#pragma clang loop vectorize(assume_safety)
        for (int k = 0; k < elements; ++k) {
            NERVURE_STORE(out, to + k, NERVURE_LOAD(in, from + k));
        }
    }
}

#if NERVURE_IS_FLOAT
// Which two positions a result lies between hangs on the rounding to single precision.
#define FIND_COLUMNS(x)                                                                            \
    const float place = (float)(x)*ratioX;                                                         \
    const int left = min((int)floor(place), inWidth - 1) * pixel;                                  \
    const int right = min((int)ceil(place), inWidth - 1) * pixel;                                  \
    const NERVURE_V shareX = place - floor(place);

#define FIND_ROWS(y)                                                                               \
    const float placeY = (float)(y)*ratioY;                                                        \
    const int top = min((int)floor(placeY), inHeight - 1);                                         \
    const int bottom = min((int)ceil(placeY), inHeight - 1);                                       \
    const NERVURE_V shareY = placeY - floor(placeY);

NERVURE_V between(NERVURE_V a, NERVURE_V b, NERVURE_V share)
{
    return a + (b - a) * share;
}

// Rows of the input as wide as the output are held until they are no longer needed: one of an even
// number in the first place, one of an odd number in the second, as the two of a result are neighbours.
__kernel void bilinear_rows(__global const NERVURE_T *in, __global NERVURE_OUT_T *out, SIZES,
                            float ratioY, float ratioX NERVURE_EXTRA_PARAMS)
{
    FIND_CHUNK
    int lefts[NERVURE_COLUMNS];
    int rights[NERVURE_COLUMNS];
    NERVURE_V shares[NERVURE_COLUMNS];
    for (int k = 0; k < columns; ++k) {
        const int x = (first + k) / pixel;
        const int element = first + k - x * pixel;
        FIND_COLUMNS(x)
        lefts[k] = left + element;
        rights[k] = right + element;
        shares[k] = shareX;
    }
    NERVURE_V wide[2][NERVURE_COLUMNS];
    int held[2] = {-1, -1};
    for (int y = firstRow; y < lastRow; ++y) {
        FIND_ROWS(y)
        for (int row = top; row <= bottom; ++row) {
            const int start = (plane * inHeight + row) * inWidth * pixel;
            if (held[row & 1] != row) {
                held[row & 1] = row;
#pragma clang loop vectorize(assume_safety)
                for (int k = 0; k < columns; ++k) {
                    const NERVURE_V a = NERVURE_LOAD(in, start + lefts[k]);
                    const NERVURE_V b = NERVURE_LOAD(in, start + rights[k]);
                    wide[row & 1][k] = between(a, b, shares[k]);
                }
            }
        }
        const int to = (plane * outHeight + y) * length + first;
#pragma clang loop vectorize(assume_safety)
        for (int k = 0; k < columns; ++k) {
            NERVURE_STORE(out, to + k, between(wide[top & 1][k], wide[bottom & 1][k], shareY));
        }
    }
}

__kernel void bilinear_pixels(__global const NERVURE_T *in, __global NERVURE_OUT_T *out, SIZES,
                              float ratioY, float ratioX NERVURE_EXTRA_PARAMS)
{
    FIND_PIXELS
    FIND_ROWS(y)
    const int above = (plane * inHeight + top) * inWidth * pixel + firstElement;
    const int below = (plane * inHeight + bottom) * inWidth * pixel + firstElement;
    for (int x = firstX; x < lastX; ++x) {
        FIND_COLUMNS(x)
        const int to = ((plane * outHeight + y) * outWidth + x) * pixel + firstElement;
#pragma clang loop vectorize(assume_safety)
        for (int k = 0; k < elements; ++k) {
            const NERVURE_V a = NERVURE_LOAD(in, above + left + k);
            const NERVURE_V b = NERVURE_LOAD(in, above + right + k);
            const NERVURE_V c = NERVURE_LOAD(in, below + left + k);
            const NERVURE_V d = NERVURE_LOAD(in, below + right + k);
            NERVURE_STORE(out, to + k, between(between(a, b, shareX), between(c, d, shareX), shareY));
        }
    }
}
#endif
