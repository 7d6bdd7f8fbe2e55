// SPDX-License-Identifier: Apache-2.0
// NNVM's two operators of Winograd's convolution, F(2x2, 3x3) or F(4x4, 3x3), naive. After Lavin and
// Gray, "Fast Algorithms for Convolutional Neural Networks":
//     result = A^T [ (G weight G^T) * (B^T data B) ] A        * is element by element
//
// The output is cut into tiles of NERVURE_TILE x NERVURE_TILE, each from POINTS x POINTS inputs.
// winograd_data brings the inputs to as many numbers ("points") for every channel, winograd_tiles
// multiplies them with the transformed weights, adds up channels and makes the results.
//
// Memory: weight [outC][inC][3][3]; transformed weight [POINTS][POINTS][outC][inC], or the last two the
// other way round; data [batch][inC][inH][inW]; points [POINTS * POINTS][inC][batch * tilesH * tilesW];
// out [batch][outC][outH][outW].

#ifndef NERVURE_TILE
#define NERVURE_TILE 2 // 2 or 4
#endif
#define POINTS (NERVURE_TILE + 2)

#if NERVURE_TILE == 2
__constant NERVURE_A weightMatrix[] = {1, 0, 0, 0.5f, 0.5f, 0.5f, 0.5f, -0.5f, 0.5f, 0, 0, 1};
__constant NERVURE_A dataMatrix[] = {1, 0, 0, 0, 0, 1, -1, 1, -1, 1, 1, 0, 0, 0, 0, -1};
__constant NERVURE_A resultMatrix[] = {1, 0, 1, 1, 1, -1, 0, -1};
#else
#define PART(n) ((NERVURE_A)1 / n)
__constant NERVURE_A weightMatrix[] = {
    PART(4),  0,         0,        PART(-6), PART(-6),  PART(-6), PART(-6), PART(6), PART(-6),
    PART(24), PART(12),  PART(6),  PART(24), PART(-12), PART(6),  0,        0,       1};
__constant NERVURE_A dataMatrix[] = {4,  0, 0, 0,  0,  0, 0, -4, 4, -2, 2, 4,  -5, -4, -4, -1, -1, 0,
                                     0,  1, -1, 2, -2, -5, 1, 1, 1, 1,  1, 0,  0,  0,  0,  0,  0,  1};
__constant NERVURE_A resultMatrix[] = {1, 0, 0, 0, 1, 1,  1, 1,  1, -1, 1, -1,
                                       1, 2, 4, 8, 1, -2, 4, -8, 0, 0,  0, 1};
#endif

// matrix^T tile matrix, for a matrix of POINTS x columns.
void transform(__constant NERVURE_A *matrix, int columns, const NERVURE_A *tile, NERVURE_A *result)
{
    NERVURE_A rows[POINTS * POINTS];
    for (int row = 0; row < columns; ++row) {
        for (int column = 0; column < POINTS; ++column) {
            NERVURE_A sum = 0;
            for (int i = 0; i < POINTS; ++i) {
                sum += matrix[i * columns + row] * tile[i * POINTS + column];
            }
            rows[row * POINTS + column] = sum;
        }
    }
    for (int row = 0; row < columns; ++row) {
        for (int column = 0; column < columns; ++column) {
            NERVURE_A sum = 0;
            for (int i = 0; i < POINTS; ++i) {
                sum += rows[row * POINTS + i] * matrix[i * columns + column];
            }
            result[row * columns + column] = sum;
        }
    }
}

// Global size: pairs of channels.
__kernel void winograd_weight(__global const NERVURE_T *weight,
                              __global NERVURE_OUT_T *out NERVURE_EXTRA_PARAMS)
{
    const int pair = get_global_id(0);
    const int pairs = get_global_size(0);
    for (int row = 0; row < POINTS; ++row) {
        for (int column = 0; column < POINTS; ++column) {
            NERVURE_A sum = 0;
            for (int y = 0; y < 3; ++y) {
                for (int x = 0; x < 3; ++x) {
                    const NERVURE_A value = NERVURE_LOAD(weight, pair * 9 + y * 3 + x);
                    sum += value * weightMatrix[row * 3 + y] * weightMatrix[column * 3 + x];
                }
            }
            NERVURE_STORE(out, (row * POINTS + column) * pairs + pair, sum);
        }
    }
}

// Global size: tiles of an image, input channels, batch.
__kernel void winograd_data(__global const NERVURE_T *data, __global NERVURE_A *points, int inH,
                            int inW, int padTop, int padLeft, int tilesW)
{
    const int tile = get_global_id(0);
    const int tiles = get_global_size(0);
    const int channel = get_global_id(1);
    const int channels = get_global_size(1);
    const int image = get_global_id(2);
    const int images = get_global_size(2);
    const int top = tile / tilesW * NERVURE_TILE - padTop;
    const int left = tile % tilesW * NERVURE_TILE - padLeft;
    const int plane = (image * channels + channel) * inH;
    NERVURE_A inputs[POINTS * POINTS];
    for (int i = 0; i < POINTS * POINTS; ++i) {
        const int y = top + i / POINTS;
        const int x = left + i % POINTS;
        const int isInside = y >= 0 && y < inH && x >= 0 && x < inW;
        inputs[i] = isInside ? (NERVURE_A)NERVURE_LOAD(data, (plane + y) * inW + x) : 0;
    }
    NERVURE_A results[POINTS * POINTS];
    transform(dataMatrix, POINTS, inputs, results);
    for (int i = 0; i < POINTS * POINTS; ++i) {
        points[((i * channels + channel) * images + image) * tiles + tile] = results[i];
    }
}

// weightIn, weightOut: from one channel's weight to the next. Global size: tiles of an image, output
// channels, batch.
__kernel void winograd_tiles(__global const NERVURE_A *points, __global const NERVURE_T *weight,
                             __global const NERVURE_T *bias, __global NERVURE_OUT_T *out,
                             int hasBias, int channels, int weightIn, int weightOut, int outH,
                             int outW, int tilesW NERVURE_EXTRA_PARAMS)
{
    const int tile = get_global_id(0);
    const int tiles = get_global_size(0);
    const int outChannel = get_global_id(1);
    const int outChannels = get_global_size(1);
    const int image = get_global_id(2);
    const int images = get_global_size(2);
    NERVURE_A products[POINTS * POINTS];
    for (int i = 0; i < POINTS * POINTS; ++i) {
        const int from = i * channels * outChannels + outChannel * weightOut;
        NERVURE_A sum = 0;
        for (int c = 0; c < channels; ++c) {
            const NERVURE_A factor = NERVURE_LOAD(weight, from + c * weightIn);
            sum += factor * points[((i * channels + c) * images + image) * tiles + tile];
        }
        products[i] = sum;
    }
    NERVURE_A results[NERVURE_TILE * NERVURE_TILE];
    transform(resultMatrix, NERVURE_TILE, products, results);
    const NERVURE_A start = hasBias ? (NERVURE_A)NERVURE_LOAD(bias, outChannel) : 0;
    const int top = tile / tilesW * NERVURE_TILE;
    const int left = tile % tilesW * NERVURE_TILE;
    const int plane = (image * outChannels + outChannel) * outH;
    for (int y = 0; y < min(NERVURE_TILE, outH - top); ++y) {
        for (int x = 0; x < min(NERVURE_TILE, outW - left); ++x) {
            const NERVURE_A value = results[y * NERVURE_TILE + x] + start;
            NERVURE_STORE(out, (plane + top + y) * outW + left + x, value);
        }
    }
}
