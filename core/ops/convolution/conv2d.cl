// SPDX-License-Identifier: Apache-2.0
// Two-dimensional convolution of floats: any kernel size, stride, dilation, padding and groups, any
// order of dimensions. Transposed ones are several of these, one for each phase of their strides.
//
// conv2d_planes copies the padded input so that every kernel element (a tap) reads at a fixed
// distance: for strides sy x sx it deals the padded rows and columns out to phaseH x phaseW planes,
// plane (py, px) holding the elements (y * sy + py, x * sx + px). It is left out where the input
// itself has that form (float32 in NCHW, no padding, stride 1).
//
// conv2d_tiles then is a stride-1 convolution over flat positions q = y * pitch + x of a plane. A
// work-item computes TILE = NERVURE_LANES * NERVURE_VECTORS consecutive positions for
// NERVURE_CHANNELS output channels: each input vector is loaded once for all channels, each weight
// once for all positions. Positions beyond the output's width are computed and not stored.
//
// conv2d_depthwise is the same for one output channel a work-item.
//
// Memory: planes float [batch][inChannels][plane], weight float [outChannels][inPerGroup][kernelH]
// [kernelW] from weightFirst on; input and output have an element (n, c, y, x) at n * image + c *
// channel + y * row + x * column, the output's from outFirst on.

#ifndef NERVURE_LANES
#define NERVURE_LANES 16 // elements of a vector: 4, 8 or 16
#endif
#ifndef NERVURE_VECTORS
#define NERVURE_VECTORS 2 // vectors along the positions
#endif
#ifndef NERVURE_CHANNELS
#define NERVURE_CHANNELS 8 // output channels of a work-item
#endif

#define FLOATV NERVURE_JOIN(float, NERVURE_LANES)
#define VLOAD NERVURE_JOIN(vload, NERVURE_LANES)
#define VSTORE NERVURE_JOIN(vstore, NERVURE_LANES)
#define TILE (NERVURE_LANES * NERVURE_VECTORS)

// One work-item: one row of one plane. Global size: planeH, phases, batch * inChannels.
__kernel void conv2d_planes(__global const NERVURE_T *restrict in, __global float *restrict planes,
                            int inChannels, int inH, int inW, int padTop, int padLeft, int strideH,
                            int strideW, int phaseW, int pitch, int inImage, int inChannel,
                            int inRow, int inColumn)
{
    const int row = get_global_id(0);
    const int planeH = get_global_size(0);
    const int phase = get_global_id(1);
    const int channel = get_global_id(2);
    const int image = channel / inChannels;
    const int py = phase / phaseW;
    const int y = row * strideH + py - padTop;
    const int shift = phase - py * phaseW - padLeft;
    __global float *to =
        planes + ((channel * (int)get_global_size(1) + phase) * planeH + row) * pitch;
    // Columns x with 0 <= x * strideW + shift < inW come from the input.
    int first = shift < 0 ? (-shift + strideW - 1) / strideW : 0;
    int last = inW > shift ? (inW - shift + strideW - 1) / strideW : 0;
    if (y < 0 || y >= inH) {
        first = pitch;
        last = pitch;
    }
    first = min(first, pitch);
    last = max(first, min(last, pitch));
    const int from =
        image * inImage + (channel - image * inChannels) * inChannel + y * inRow + shift * inColumn;
    const int step = strideW * inColumn;
    for (int x = 0; x < first; ++x) {
        to[x] = 0.0f;
    }
    if (step == 1) {
        for (int x = first; x < last; ++x) {
            to[x] = NERVURE_LOAD(in, from + x);
        }
    } else {
        for (int x = first; x < last; ++x) {
            to[x] = NERVURE_LOAD(in, from + x * step);
        }
    }
    for (int x = last; x < pitch; ++x) {
        to[x] = 0.0f;
    }
}

// Weights as the others read them. Tap (y, x) of group g, output channel o and input channel i of it
// is at first + g * ofGroup + o * ofOutput + i * ofInput + y * ofRow + x * ofColumn: steps backwards
// turn the kernel round, and steps over taps leave some out, as transposed convolutions want it.
// Global size: inPerGroup, outPerGroup, groups.
__kernel void conv2d_weights(__global const NERVURE_T *restrict weight,
                             __global float *restrict packed, int packedFirst, int kernelH,
                             int kernelW, int first, int ofGroup, int ofOutput, int ofInput,
                             int ofRow, int ofColumn)
{
    const int i = get_global_id(0);
    const int o = get_global_id(1);
    const int group = get_global_id(2);
    const int from = first + group * ofGroup + o * ofOutput + i * ofInput;
    const int channel = group * (int)get_global_size(1) + o;
    __global float *to =
        packed + packedFirst + (channel * (int)get_global_size(0) + i) * kernelH * kernelW;
    for (int y = 0; y < kernelH; ++y) {
        for (int x = 0; x < kernelW; ++x) {
            to[y * kernelW + x] = NERVURE_LOAD(weight, from + y * ofRow + x * ofColumn);
        }
    }
}

// What a transposed convolution leaves empty at the bottom and the right: zeros from row `rows` and
// from column `columns` on. Global size: height, channels, batch.
__kernel void conv2d_zeros(__global NERVURE_OUT_T *out, int rows, int columns, int width,
                           int outImage, int outChannel, int outRow,
                           int outColumn NERVURE_EXTRA_PARAMS)
{
    const int y = get_global_id(0);
    const int base = get_global_id(2) * outImage + get_global_id(1) * outChannel + y * outRow;
    for (int x = y < rows ? columns : 0; x < width; ++x) {
        NERVURE_STORE(out, base + x * outColumn, 0.0f);
    }
}

// Stores the positions [first, end) of one channel: runs of one output row each. `values` holds
// the position q at values[q - origin].
#define STORE_ROWS(values, origin, first, end, outBase)                                            \
    for (int y = (first) / pitch, q = (first); q < (end); ++y) {                                   \
        const int rowStart = y * pitch;                                                            \
        const int stop = min((end), rowStart + outW);                                              \
        const int target = (outBase) + y * outRow - rowStart * outColumn;                          \
        if (outColumn == 1) {                                                                      \
            for (; q < stop; ++q) {                                                                \
                NERVURE_STORE(out, target + q, (values)[q - (origin)]);                            \
            }                                                                                      \
        }                                                                                          \
        for (; q < stop; ++q) {                                                                    \
            NERVURE_STORE(out, target + q * outColumn, (values)[q - (origin)]);                    \
        }                                                                                          \
        q = rowStart + pitch;                                                                      \
    }

#define TILES_PARAMS                                                                               \
    int hasBias, int groups, int inPerGroup, int outPerGroup, int channelSize, int planeSize,      \
        int phaseW, int pitch, int planeFirst, int weightFirst, int kernelH, int kernelW,          \
        int strideH, int strideW, int dilationH, int dilationW, int positions, int outW,           \
        int outFirst, int outImage, int outChannel, int outRow, int outColumn

// Global size: tiles, groups * blocks of a group, batch. planeFirst: where in a plane position 0 is.
// positions: (outH - 1) * pitch + outW, the last one stored plus 1. Where there are fewer than TILE
// the planes have room for a whole tile behind them; else the last tile moves back inside.
NERVURE_VECTOR_KERNEL void conv2d_tiles(__global const float *restrict planes,
                                        __global const float *restrict weight,
                                        __global const NERVURE_T *bias, __global NERVURE_OUT_T *out,
                                        TILES_PARAMS NERVURE_EXTRA_PARAMS)
{
    const int begin = get_global_id(0) * TILE;
    const int origin = max(0, min(begin, positions - TILE));
    const int blocks = get_global_size(1) / groups;
    const int group = get_global_id(1) / blocks;
    const int inGroup = (get_global_id(1) - group * blocks) * NERVURE_CHANNELS;
    const int channel = group * outPerGroup + inGroup;
    const int count = min(NERVURE_CHANNELS, outPerGroup - inGroup);
    const int batch = get_global_id(2);

    const int weightSize = inPerGroup * kernelH * kernelW;
    __global const float *w[NERVURE_CHANNELS];
    FLOATV sum[NERVURE_CHANNELS][NERVURE_VECTORS];
#pragma unroll
    for (int k = 0; k < NERVURE_CHANNELS; ++k) {
        const int own = channel + min(k, count - 1);
        w[k] = weight + weightFirst + own * weightSize;
        const float start = hasBias ? NERVURE_LOAD(bias, own) : 0.0f;
#pragma unroll
        for (int v = 0; v < NERVURE_VECTORS; ++v) {
            sum[k][v] = (FLOATV)(start);
        }
    }
    __global const float *plane =
        planes + (batch * groups + group) * inPerGroup * channelSize + planeFirst + origin;
    int tap = 0;
    for (int c = 0; c < inPerGroup; ++c, plane += channelSize) {
        for (int ky = 0; ky < kernelH; ++ky) {
            const int row = ky * dilationH / strideH;
            const int rowPhase = ky * dilationH - row * strideH;
            __global const float *x = plane + rowPhase * phaseW * planeSize + row * pitch;
            for (int kx = 0, phase = 0; kx < kernelW; ++kx, ++tap) {
                FLOATV value[NERVURE_VECTORS];
#pragma unroll
                for (int v = 0; v < NERVURE_VECTORS; ++v) {
                    value[v] = VLOAD(v, x + phase * planeSize);
                }
#pragma unroll
                for (int k = 0; k < NERVURE_CHANNELS; ++k) {
                    const FLOATV factor = (FLOATV)(w[k][tap]);
#pragma unroll
                    for (int v = 0; v < NERVURE_VECTORS; ++v) {
                        sum[k][v] = fma(factor, value[v], sum[k][v]);
                    }
                }
                for (phase += dilationW; phase >= strideW; phase -= strideW) {
                    ++x;
                }
            }
        }
    }

    const int end = min(begin + TILE, positions);
    for (int k = 0; k < count; ++k) {
        float values[TILE];
#pragma unroll
        for (int v = 0; v < NERVURE_VECTORS; ++v) {
            VSTORE(sum[k][v], v, values);
        }
        const int outBase = outFirst + batch * outImage + (channel + k) * outChannel;
        STORE_ROWS(values, origin, begin, end, outBase)
    }
}

// For groups of few output channels. A work-item computes `run` tiles of one output channel one
// after the other: one alone is over before a work-group has begun.
// Global size: runs of tiles, outChannels, batch.
NERVURE_VECTOR_KERNEL void conv2d_depthwise(__global const float *restrict planes,
                                            __global const float *restrict weight,
                                            __global const NERVURE_T *bias,
                                            __global NERVURE_OUT_T *out, TILES_PARAMS,
                                            int run NERVURE_EXTRA_PARAMS)
{
    const int channel = get_global_id(1);
    const int batch = get_global_id(2);
    const int firstTile = get_global_id(0) * run * TILE;
    const int lastTile = min(firstTile + run * TILE, positions);
    const float start = hasBias ? NERVURE_LOAD(bias, channel) : 0.0f;
    const int outBase = outFirst + batch * outImage + channel * outChannel;
    __global const float *channels =
        planes + (batch * groups + channel / outPerGroup) * inPerGroup * channelSize + planeFirst;
    for (int begin = firstTile; begin < lastTile; begin += TILE) {
        const int origin = max(0, min(begin, positions - TILE));
        __global const float *plane = channels + origin;
        __global const float *w = weight + weightFirst + channel * inPerGroup * kernelH * kernelW;
        FLOATV sum[NERVURE_VECTORS];
#pragma unroll
        for (int v = 0; v < NERVURE_VECTORS; ++v) {
            sum[v] = (FLOATV)(start);
        }
        for (int c = 0; c < inPerGroup; ++c, plane += channelSize) {
            for (int ky = 0; ky < kernelH; ++ky) {
                const int row = ky * dilationH / strideH;
                const int rowPhase = ky * dilationH - row * strideH;
                __global const float *x = plane + rowPhase * phaseW * planeSize + row * pitch;
                for (int kx = 0, phase = 0; kx < kernelW; ++kx) {
                    const FLOATV factor = (FLOATV)(*w++);
#pragma unroll
                    for (int v = 0; v < NERVURE_VECTORS; ++v) {
                        sum[v] = fma(factor, VLOAD(v, x + phase * planeSize), sum[v]);
                    }
                    for (phase += dilationW; phase >= strideW; phase -= strideW) {
                        ++x;
                    }
                }
            }
        }
        float values[TILE];
#pragma unroll
        for (int v = 0; v < NERVURE_VECTORS; ++v) {
            VSTORE(sum[v], v, values);
        }
        const int end = min(begin + TILE, positions);
        STORE_ROWS(values, origin, begin, end, outBase)
    }
}

// The plainest form, one output element a work-item: what the others are measured against.
// Global size: outW, outH, batch * outChannels.
__kernel void conv2d_naive(__global const NERVURE_T *in, __global const NERVURE_T *weight,
                           __global const NERVURE_T *bias, __global NERVURE_OUT_T *out, int hasBias,
                           int groups, int inPerGroup, int outPerGroup, int inH, int inW,
                           int kernelH, int kernelW, int strideH, int strideW, int dilationH,
                           int dilationW, int padTop, int padLeft NERVURE_EXTRA_PARAMS)
{
    const int ox = get_global_id(0);
    const int oy = get_global_id(1);
    const int plane = get_global_id(2);
    const int channel = plane % (groups * outPerGroup);
    const int batch = plane / (groups * outPerGroup);
    float sum = hasBias ? NERVURE_LOAD(bias, channel) : 0.0f;
    for (int c = 0; c < inPerGroup; ++c) {
        const int from = (batch * groups + channel / outPerGroup) * inPerGroup + c;
        for (int ky = 0; ky < kernelH; ++ky) {
            const int y = oy * strideH + ky * dilationH - padTop;
            for (int kx = 0; kx < kernelW; ++kx) {
                const int x = ox * strideW + kx * dilationW - padLeft;
                if (y >= 0 && y < inH && x >= 0 && x < inW) {
                    const float value = NERVURE_LOAD(in, (from * inH + y) * inW + x);
                    const int tap = ((channel * inPerGroup + c) * kernelH + ky) * kernelW + kx;
                    sum += value * NERVURE_LOAD(weight, tap);
                }
            }
        }
    }
    const int at = (plane * (int)get_global_size(1) + oy) * (int)get_global_size(0) + ox;
    NERVURE_STORE(out, at, sum);
}
