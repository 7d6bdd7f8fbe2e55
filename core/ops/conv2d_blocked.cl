// SPDX-License-Identifier: Apache-2.0
// Two-dimensional convolution of channels in blocks: any kernel size, stride, dilation, padding, and
// groups of whole blocks.
//
// A work-item of conv2d_OxP computes O blocks of output channels at P neighbouring positions of one
// output row, tile after tile, `run` tiles in all: O * P vectors of sums, one lane a channel. Each
// input number is broadcast to all of them, each vector of weights serves P positions. The last tile
// of a row moves back inside and stores what is new. Taps outside the input are left out by whole
// rows; tiles at the left and right border, and those of strided convolutions, bring the pixels of
// one tap together in private memory first.
//
// conv2d_pack_weights brings weights to the order in which they are read; NERVURE_WEIGHT_AT tells the
// one in which they come.
//
// Memory: in [batch][groups][inBlocks][inH][inW][LANES], out [batch][groups][outBlocks][outH][outW]
// [LANES], or with NERVURE_PLAIN_OUT [batch][groups][outChannels][outH][outW]; weight [outChannels]
// [inPerGroup][kernelH][kernelW], packed [groups][tiles][inBlocks][kernelH][kernelW][LANES]
// [O * LANES], of zeros beyond the last channel.

#ifndef NERVURE_LANES
#define NERVURE_LANES 16 // channels of a block: 4, 8 or 16
#endif

// Where the weight of output channel o and input channel i has a tap.
#ifndef NERVURE_WEIGHT_AT
#define NERVURE_WEIGHT_AT(o, i, inputs, tap, taps) (((o) * (inputs) + (i)) * (taps) + (tap))
#endif

#define FLOATV NERVURE_JOIN(float, NERVURE_LANES)
#define VLOAD NERVURE_JOIN(vload, NERVURE_LANES)
#define VSTORE NERVURE_JOIN(vstore, NERVURE_LANES)

// Global size: inPerGroup / lanesIn, tiles, groups. lanesIn: channels of an input block, 1 when the
// input is plain; tileChannels: output channels of a tile.
__kernel void conv2d_pack_weights(__global const float *restrict weight,
                                  __global float *restrict packed, int inPerGroup, int outPerGroup,
                                  int taps, int lanesIn, int tileChannels)
{
    const int inBlock = get_global_id(0);
    const int tile = get_global_id(1);
    const int group = get_global_id(2);
    __global float *to =
        packed
        + ((group * (int)get_global_size(1) + tile) * (int)get_global_size(0) + inBlock) * taps
              * lanesIn * tileChannels;
    for (int o = 0; o < tileChannels; ++o) {
        const int channel = tile * tileChannels + o;
        for (int c = 0; c < lanesIn; ++c) {
            const int in = inBlock * lanesIn + c;
            const int out = group * outPerGroup + channel;
            for (int tap = 0; tap < taps; ++tap) {
                const int from = NERVURE_WEIGHT_AT(out, in, inPerGroup, tap, taps);
                to[(tap * lanesIn + c) * tileChannels + o] =
                    channel < outPerGroup ? weight[from] : 0.0f;
            }
        }
    }
}

// Adds what one tap contributes: the pixels lie LANES apart from `x` on.
#define ADD_TAP(O, P, x)                                                                           \
    for (int c = 0; c < NERVURE_LANES; ++c, ++x, w += O * NERVURE_LANES) {                         \
        FLOATV factor[O];                                                                          \
        _Pragma("unroll") for (int o = 0; o < O; ++o)                                              \
        {                                                                                          \
            factor[o] = VLOAD(o, w);                                                               \
        }                                                                                          \
        _Pragma("unroll") for (int i = 0; i < P; ++i)                                              \
        {                                                                                          \
            const FLOATV value = (FLOATV)(x[i * NERVURE_LANES]);                                   \
            _Pragma("unroll") for (int o = 0; o < O; ++o)                                          \
            {                                                                                      \
                sum[o][i] = fma(value, factor[o], sum[o][i]);                                      \
            }                                                                                      \
        }                                                                                          \
    }

#ifdef NERVURE_PLAIN_OUT
// Neighbours of one channel at a time; of a tile that is new as a whole without counting.
#define STORE_TILE(O, P)                                                                           \
    for (int o = 0; o < O; ++o) {                                                                  \
        float lanes[P * NERVURE_LANES];                                                            \
        _Pragma("unroll") for (int i = 0; i < P; ++i)                                              \
        {                                                                                          \
            VSTORE(sum[o][i], i, lanes);                                                           \
        }                                                                                          \
        const int channel = (tile * O + o) * NERVURE_LANES;                                        \
        for (int c = 0; c < min(NERVURE_LANES, outChannels - channel); ++c) {                      \
            const int row = ((image * outChannels + channel + c) * outH + oy) * outW + origin;     \
            if (first == 0 && end == P) {                                                          \
                _Pragma("unroll") for (int i = 0; i < P; ++i)                                      \
                {                                                                                  \
                    NERVURE_STORE(out, row + i, lanes[i * NERVURE_LANES + c]);                     \
                }                                                                                  \
            } else {                                                                               \
                for (int i = first; i < end; ++i) {                                                \
                    NERVURE_STORE(out, row + i, lanes[i * NERVURE_LANES + c]);                     \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }
#else
#define STORE_TILE(O, P)                                                                           \
    _Pragma("unroll") for (int o = 0; o < O; ++o)                                                  \
    {                                                                                              \
        if ((tile * O + o) * NERVURE_LANES < outChannels) {                                        \
            const int row =                                                                        \
                ((image * (outChannels / NERVURE_LANES) + tile * O + o) * outH + oy) * outW        \
                + origin;                                                                          \
            _Pragma("unroll") for (int i = 0; i < P; ++i)                                          \
            {                                                                                      \
                if (i >= first && i < end) {                                                       \
                    NERVURE_STORE_LANES(out, (row + i) * NERVURE_LANES, sum[o][i]);                \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }
#endif

// Global size: runs of a row, outH, batch * groups * tiles. outChannels: of a group.
#define CONV2D(O, P)                                                                               \
    NERVURE_VECTOR_KERNEL void conv2d_##O##x##P(                                                   \
        __global const float *restrict in, __global const float *restrict weight,                  \
        __global const float *restrict bias, __global float *out, int hasBias, int groups,         \
        int inBlocks, int outChannels, int inH, int inW, int outH, int outW, int kernelH,          \
        int kernelW, int strideH, int strideW, int dilationH, int dilationW, int padTop,           \
        int padLeft, int run NERVURE_EXTRA_PARAMS)                                                 \
    {                                                                                              \
        const int tiles = (outChannels + O * NERVURE_LANES - 1) / (O * NERVURE_LANES);             \
        const int image = get_global_id(2) / tiles;                                                \
        const int tile = get_global_id(2) - image * tiles;                                         \
        const int group = image % groups;                                                          \
        const int oy = get_global_id(1);                                                           \
        const int stop = min(outW, ((int)get_global_id(0) + 1) * run * P);                         \
        for (int begin = get_global_id(0) * run * P; begin < stop; begin += P) {                   \
            const int origin = max(0, min(begin, outW - P));                                       \
            const int first = begin - origin;                                                      \
            const int end = min(P, outW - origin);                                                 \
            const int left = origin * strideW - padLeft;                                           \
            const int isInside =                                                                   \
                strideW == 1 && left >= 0 && left + P + (kernelW - 1) * dilationW <= inW;          \
            FLOATV sum[O][P];                                                                      \
            _Pragma("unroll") for (int o = 0; o < O; ++o)                                          \
            {                                                                                      \
                FLOATV start = (FLOATV)(0.0f);                                                     \
                if (hasBias) {                                                                     \
                    const int channel = (tile * O + o) * NERVURE_LANES;                            \
                    LOAD_BIAS(start, bias + group * outChannels, channel)                          \
                }                                                                                  \
                _Pragma("unroll") for (int i = 0; i < P; ++i)                                      \
                {                                                                                  \
                    sum[o][i] = start;                                                             \
                }                                                                                  \
            }                                                                                      \
            const int rowTaps = kernelW * NERVURE_LANES * O * NERVURE_LANES;                       \
            __global const float *w =                                                              \
                weight + (group * tiles + tile) * inBlocks * kernelH * rowTaps;                    \
            __global const float *plane = in + image * inBlocks * inH * inW * NERVURE_LANES;       \
            for (int b = 0; b < inBlocks; ++b, plane += inH * inW * NERVURE_LANES) {               \
                for (int ky = 0; ky < kernelH; ++ky) {                                             \
                    const int y = oy * strideH + ky * dilationH - padTop;                          \
                    if (y < 0 || y >= inH) {                                                       \
                        w += rowTaps;                                                              \
                        continue;                                                                  \
                    }                                                                              \
                    __global const float *row = plane + y * inW * NERVURE_LANES;                   \
                    if (isInside) {                                                                \
                        __global const float *x = row + left * NERVURE_LANES;                      \
                        for (int kx = 0; kx < kernelW; ++kx) {                                     \
                            ADD_TAP(O, P, x)                                                       \
                            x += (dilationW - 1) * NERVURE_LANES;                                  \
                        }                                                                          \
                    } else {                                                                       \
                        for (int kx = 0; kx < kernelW; ++kx) {                                     \
                            float pixels[P * NERVURE_LANES];                                       \
                            const int shift = left + kx * dilationW;                               \
                            for (int i = 0; i < P; ++i) {                                          \
                                const int at = shift + i * strideW;                                \
                                const FLOATV pixel =                                               \
                                    at >= 0 && at < inW ? VLOAD(at, row) : (FLOATV)(0.0f);         \
                                VSTORE(pixel, i, pixels);                                          \
                            }                                                                      \
                            float *x = pixels;                                                     \
                            ADD_TAP(O, P, x)                                                       \
                        }                                                                          \
                    }                                                                              \
                }                                                                                  \
            }                                                                                      \
            STORE_TILE(O, P)                                                                       \
        }                                                                                          \
    }

// The bias has an element for every channel; the last block of a plain output may lack some.
#ifdef NERVURE_PLAIN_OUT
#define LOAD_BIAS(to, from, channel)                                                               \
    float lanes[NERVURE_LANES];                                                                    \
    for (int c = 0; c < NERVURE_LANES; ++c) {                                                      \
        lanes[c] = (from)[min((channel) + c, outChannels - 1)];                                    \
    }                                                                                              \
    to = VLOAD(0, lanes);
#else
#define LOAD_BIAS(to, from, channel)                                                               \
    to = VLOAD(0, (from) + min((channel), outChannels - NERVURE_LANES));
#endif

#if NERVURE_LANES == 16
CONV2D(2, 14)
CONV2D(4, 6)
CONV2D(2, 13)
CONV2D(1, 28)
CONV2D(2, 7)
CONV2D(3, 7)
CONV2D(2, 8)
CONV2D(3, 8)
CONV2D(2, 4)
CONV2D(1, 7)
#else
CONV2D(2, 6)
CONV2D(2, 4)
CONV2D(1, 7)
#endif
