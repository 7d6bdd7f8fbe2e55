// SPDX-License-Identifier: Apache-2.0
// Winograd's convolution F(4x4, 3x3) of channels in blocks: stride 1, no dilation, no groups.
//
// The output is cut into tiles of 4 x 4, each from 6 x 6 inputs. winograd_input brings these to 36
// numbers for every channel, conv2d_blocked.cl multiplies each of the 36 with weights of its own as
// a 1x1 convolution in 36 groups, and winograd_output makes the 4 x 4 results: 36 products where
// the plain sum has 144. Rounding is coarser for it, by one decimal.
//
// Tiles lie side by side in rows of `tilesW`; a launch works on the rows from firstRow on, over all
// images.
//
// Memory: in [batch][blocks][inH][inW][LANES]; points [36][blocks][tiles][LANES]; products
// [36][outBlocks][tiles][LANES]; out [batch][outBlocks][outH][outW][LANES]; weight [outChannels]
// [inChannels][3][3], packed [36][outTiles][blocks][LANES][tileChannels].

#ifndef NERVURE_LANES
#define NERVURE_LANES 16 // channels of a block: 4, 8 or 16
#endif

// Where the weight of output channel o and input channel i has a tap (as in conv2d_pack.cl).
#ifndef NERVURE_WEIGHT_AT
#define NERVURE_WEIGHT_AT(o, i, inputs, tap, taps) (((o) * (inputs) + (i)) * (taps) + (tap))
#endif

#define FLOATV NERVURE_JOIN(float, NERVURE_LANES)
#define VLOAD NERVURE_JOIN(vload, NERVURE_LANES)
#define VSTORE NERVURE_JOIN(vstore, NERVURE_LANES)

// The rows of the matrices that Lavin and Gray give, for 6 numbers s apart. Constants are powers of
// two and 5: their products with a float lose nothing or next to nothing.
#define INPUT_POINTS(to, d, s)                                                                     \
    {                                                                                              \
        const FLOATV even = fma((FLOATV)(-4.0f), d[2 * (s)], d[4 * (s)]);                          \
        const FLOATV odd = fma((FLOATV)(-4.0f), d[1 * (s)], d[3 * (s)]);                           \
        const FLOATV outer = d[4 * (s)] - d[2 * (s)];                                              \
        const FLOATV inner = (d[3 * (s)] - d[1 * (s)]) * 2.0f;                                     \
        to[0] = fma((FLOATV)(4.0f), d[0], fma((FLOATV)(-5.0f), d[2 * (s)], d[4 * (s)]));           \
        to[1] = even + odd;                                                                        \
        to[2] = even - odd;                                                                        \
        to[3] = outer + inner;                                                                     \
        to[4] = outer - inner;                                                                     \
        to[5] = fma((FLOATV)(4.0f), d[1 * (s)], fma((FLOATV)(-5.0f), d[3 * (s)], d[5 * (s)]));     \
    }

#define OUTPUT_POINTS(to, m, s)                                                                    \
    {                                                                                              \
        const FLOATV sum1 = m[1 * (s)] + m[2 * (s)];                                               \
        const FLOATV difference1 = m[1 * (s)] - m[2 * (s)];                                        \
        const FLOATV sum2 = m[3 * (s)] + m[4 * (s)];                                               \
        const FLOATV difference2 = m[3 * (s)] - m[4 * (s)];                                        \
        to[0] = m[0] + sum1 + sum2;                                                                \
        to[1] = fma((FLOATV)(2.0f), difference2, difference1);                                     \
        to[2] = fma((FLOATV)(4.0f), sum2, sum1);                                                   \
        to[3] = fma((FLOATV)(8.0f), difference2, difference1) + m[5 * (s)];                        \
    }

void weight_points(const float *g, int s, float *to)
{
    const float even = (g[0] + g[2 * s]) * (1.0f / 6.0f);
    const float odd = g[s] * (1.0f / 6.0f);
    const float outer = fma(g[2 * s], 4.0f, g[0]) * (1.0f / 24.0f);
    const float inner = g[s] * (1.0f / 12.0f);
    to[0] = g[0] * 0.25f;
    to[1] = -even - odd;
    to[2] = odd - even;
    to[3] = outer + inner;
    to[4] = outer - inner;
    to[5] = g[2 * s];
}

// Global size: input blocks, tiles of output channels.
__kernel void winograd_pack_weights(__global const float *restrict weight,
                                    __global float *restrict packed, int inChannels,
                                    int outChannels, int tileChannels)
{
    const int block = get_global_id(0);
    const int blocks = get_global_size(0);
    const int tile = get_global_id(1);
    const int pitch = get_global_size(1) * blocks * NERVURE_LANES * tileChannels;
    __global float *to = packed + (tile * blocks + block) * NERVURE_LANES * tileChannels;
    for (int o = 0; o < tileChannels; ++o) {
        const int channel = tile * tileChannels + o;
        for (int c = 0; c < NERVURE_LANES; ++c) {
            float g[9];
            for (int i = 0; i < 9; ++i) {
                const int from =
                    NERVURE_WEIGHT_AT(channel, block * NERVURE_LANES + c, inChannels, i, 9);
                g[i] = channel < outChannels ? weight[from] : 0.0f;
            }
            float columns[18];
            for (int i = 0; i < 3; ++i) {
                weight_points(g + i, 3, columns + i * 6);
            }
            for (int i = 0; i < 6; ++i) {
                float row[6];
                weight_points(columns + i, 6, row);
                for (int k = 0; k < 6; ++k) {
                    to[(i * 6 + k) * pitch + c * tileChannels + o] = row[k];
                }
            }
        }
    }
}

// A work-item: one row of tiles of one block. Global size: rows, blocks.
NERVURE_VECTOR_KERNEL void winograd_input(__global const float *restrict in,
                                          __global float *restrict points, int inH, int inW,
                                          int padTop, int padLeft, int tilesH, int tilesW,
                                          int firstRow)
{
    const int row = get_global_id(0);
    const int block = get_global_id(1);
    const int blocks = get_global_size(1);
    const int tiles = get_global_size(0) * tilesW;
    const int image = (firstRow + row) / tilesH;
    const int top = ((firstRow + row) % tilesH) * 4 - padTop;
    const int pitch = blocks * tiles * NERVURE_LANES;
    __global const float *plane = in + (image * blocks + block) * inH * inW * NERVURE_LANES;
    __global float *to = points + (block * tiles + row * tilesW) * NERVURE_LANES;
    for (int tx = 0; tx < tilesW; ++tx, to += NERVURE_LANES) {
        const int left = tx * 4 - padLeft;
        FLOATV columns[36];
        for (int i = 0; i < 6; ++i) {
            const int x = left + i;
            FLOATV d[6];
#pragma unroll
            for (int k = 0; k < 6; ++k) {
                const int y = top + k;
                const int isInside = x >= 0 && x < inW && y >= 0 && y < inH;
                d[k] = isInside ? VLOAD(y * inW + x, plane) : (FLOATV)(0.0f);
            }
            FLOATV *column = columns + i * 6;
            INPUT_POINTS(column, d, 1)
        }
        for (int i = 0; i < 6; ++i) {
            FLOATV points[6];
            const FLOATV *d = columns + i;
            INPUT_POINTS(points, d, 6)
#pragma unroll
            for (int k = 0; k < 6; ++k) {
                VSTORE(points[k], 0, to + (i * 6 + k) * pitch);
            }
        }
    }
}

// A work-item: one row of tiles of one block of output channels. Global size: rows, blocks.
NERVURE_VECTOR_KERNEL void winograd_output(__global const float *restrict products,
                                           __global const float *restrict bias, __global float *out,
                                           int hasBias, int outH, int outW, int tilesH, int tilesW,
                                           int firstRow NERVURE_EXTRA_PARAMS)
{
    const int row = get_global_id(0);
    const int block = get_global_id(1);
    const int blocks = get_global_size(1);
    const int tiles = get_global_size(0) * tilesW;
    const int image = (firstRow + row) / tilesH;
    const int top = ((firstRow + row) % tilesH) * 4;
    const int pitch = blocks * tiles * NERVURE_LANES;
    const int plane = (image * blocks + block) * outH;
    const FLOATV start = hasBias ? VLOAD(block, bias) : (FLOATV)(0.0f);
    __global const float *from = products + (block * tiles + row * tilesW) * NERVURE_LANES;
    for (int tx = 0; tx < tilesW; ++tx, from += NERVURE_LANES) {
        FLOATV columns[24];
        for (int i = 0; i < 6; ++i) {
            FLOATV m[6];
#pragma unroll
            for (int k = 0; k < 6; ++k) {
                m[k] = VLOAD(0, from + (k * 6 + i) * pitch);
            }
            FLOATV *column = columns + i * 4;
            OUTPUT_POINTS(column, m, 1)
        }
        for (int i = 0; i < min(4, outH - top); ++i) {
            FLOATV results[4];
            const FLOATV *m = columns + i;
            OUTPUT_POINTS(results, m, 4)
            const int at = (plane + top + i) * outW + tx * 4;
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                if (tx * 4 + k < outW) {
                    NERVURE_STORE_LANES(out, (at + k) * NERVURE_LANES, results[k] + start);
                }
            }
        }
    }
}
