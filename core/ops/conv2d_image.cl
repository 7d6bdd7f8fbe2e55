// SPDX-License-Identifier: Apache-2.0
// Two-dimensional convolution from plain NCHW, such as an image of three channels, to channels in
// blocks: any kernel size, dilation, padding and vertical stride, no groups.
//
// A work-item of conv2d_image_OxP computes O blocks of output channels at P neighbouring positions
// of one output row, tile after tile, `run` tiles in all, as conv2d_blocked.cl does; weights come
// from its conv2d_pack_weights. Input rows that cross a border are copied with zeros around them to
// private memory first.
//
// Memory: in [batch][channels][inH][inW], packed weight [tiles][channels][kernelH][kernelW]
// [O * LANES], out [batch][outBlocks][outH][outW][LANES].

#ifndef NERVURE_LANES
#define NERVURE_LANES 16 // channels of a block: 4, 8 or 16
#endif
#ifndef NERVURE_STRIDE
#define NERVURE_STRIDE 2 // along the width
#endif
#ifndef NERVURE_REACH
#define NERVURE_REACH 16 // at least (kernelW - 1) * dilationW
#endif

#define FLOATV NERVURE_JOIN(float, NERVURE_LANES)
#define VLOAD NERVURE_JOIN(vload, NERVURE_LANES)

#define ADD_ROW(O, P, x)                                                                           \
    for (int kx = 0; kx < kernelW; ++kx, x += dilationW, w += O * NERVURE_LANES) {                 \
        FLOATV factor[O];                                                                          \
        _Pragma("unroll") for (int o = 0; o < O; ++o)                                              \
        {                                                                                          \
            factor[o] = VLOAD(o, w);                                                               \
        }                                                                                          \
        _Pragma("unroll") for (int i = 0; i < P; ++i)                                              \
        {                                                                                          \
            const FLOATV value = (FLOATV)(x[i * NERVURE_STRIDE]);                                  \
            _Pragma("unroll") for (int o = 0; o < O; ++o)                                          \
            {                                                                                      \
                sum[o][i] = fma(value, factor[o], sum[o][i]);                                      \
            }                                                                                      \
        }                                                                                          \
    }

// Global size: runs of a row, outH, batch * tiles.
#define CONV2D_IMAGE(O, P)                                                                         \
    NERVURE_VECTOR_KERNEL void conv2d_image_##O##x##P(                                             \
        __global const float *restrict in, __global const float *restrict weight,                  \
        __global const float *restrict bias, __global float *out, int hasBias, int channels,       \
        int outBlocks, int inH, int inW, int outH, int outW, int kernelH, int kernelW,             \
        int strideH, int dilationH, int dilationW, int padTop, int padLeft,                        \
        int run NERVURE_EXTRA_PARAMS)                                                              \
    {                                                                                              \
        const int tiles = (outBlocks + O - 1) / O;                                                 \
        const int image = get_global_id(2) / tiles;                                                \
        const int tile = get_global_id(2) - image * tiles;                                         \
        const int oy = get_global_id(1);                                                           \
        const int stop = min(outW, ((int)get_global_id(0) + 1) * run * P);                         \
        const int width = (P - 1) * NERVURE_STRIDE + (kernelW - 1) * dilationW + 1;                \
        for (int begin = get_global_id(0) * run * P; begin < stop; begin += P) {                   \
            const int origin = max(0, min(begin, outW - P));                                       \
            const int first = begin - origin;                                                      \
            const int end = min(P, outW - origin);                                                 \
            const int left = origin * NERVURE_STRIDE - padLeft;                                    \
            const int isInside = left >= 0 && left + width <= inW;                                 \
            FLOATV sum[O][P];                                                                      \
            _Pragma("unroll") for (int o = 0; o < O; ++o)                                          \
            {                                                                                      \
                FLOATV start = (FLOATV)(0.0f);                                                     \
                if (hasBias) {                                                                     \
                    start = VLOAD(min(tile * O + o, outBlocks - 1), bias);                         \
                }                                                                                  \
                _Pragma("unroll") for (int i = 0; i < P; ++i)                                      \
                {                                                                                  \
                    sum[o][i] = start;                                                             \
                }                                                                                  \
            }                                                                                      \
            const int rowTaps = kernelW * O * NERVURE_LANES;                                       \
            __global const float *w = weight + tile * channels * kernelH * rowTaps;                \
            __global const float *plane = in + image * channels * inH * inW;                       \
            for (int c = 0; c < channels; ++c, plane += inH * inW) {                               \
                for (int ky = 0; ky < kernelH; ++ky) {                                             \
                    const int y = oy * strideH + ky * dilationH - padTop;                          \
                    if (y < 0 || y >= inH) {                                                       \
                        w += rowTaps;                                                              \
                        continue;                                                                  \
                    }                                                                              \
                    __global const float *row = plane + y * inW;                                   \
                    if (isInside) {                                                                \
                        __global const float *x = row + left;                                      \
                        ADD_ROW(O, P, x)                                                           \
                    } else {                                                                       \
                        float pixels[(P - 1) * NERVURE_STRIDE + NERVURE_REACH + 1];                \
                        for (int i = 0; i < width; ++i) {                                          \
                            const int at = left + i;                                               \
                            pixels[i] = at >= 0 && at < inW ? row[at] : 0.0f;                      \
                        }                                                                          \
                        float *x = pixels;                                                         \
                        ADD_ROW(O, P, x)                                                           \
                    }                                                                              \
                }                                                                                  \
            }                                                                                      \
            _Pragma("unroll") for (int o = 0; o < O; ++o)                                          \
            {                                                                                      \
                const int block = tile * O + o;                                                    \
                if (block < outBlocks) {                                                           \
                    const int to = ((image * outBlocks + block) * outH + oy) * outW + origin;      \
                    _Pragma("unroll") for (int i = 0; i < P; ++i)                                  \
                    {                                                                              \
                        if (i >= first && i < end) {                                               \
                            NERVURE_STORE_LANES(out, (to + i) * NERVURE_LANES, sum[o][i]);         \
                        }                                                                          \
                    }                                                                              \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }

#if NERVURE_LANES == 16
CONV2D_IMAGE(2, 14)
CONV2D_IMAGE(4, 6)
CONV2D_IMAGE(2, 4)
#else
CONV2D_IMAGE(2, 6)
CONV2D_IMAGE(2, 4)
#endif
