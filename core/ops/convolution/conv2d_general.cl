// SPDX-License-Identifier: Apache-2.0
// Convolutions and their gradients in any layout and type, naive: what has no kernel of its own.
//
// A work-item computes one row of a result, number by number.
//
// Memory: a tensor's element (n, c, y, x) is found by AT: channels may be in blocks. Of a weight, n are
// the output channels, which may be in blocks, too, and c the input channels of a group.

// Where the elements of tensor t are, and the sizes of a convolution.
#define PLACES(t)                                                                                  \
    int t##_n, int t##_nBlock, int t##_nInner, int t##_c, int t##_cBlock, int t##_cInner, int t##_y, \
        int t##_x
#define AT(t, n, c, y, x)                                                                          \
    ((n) / t##_nBlock * t##_n + (n) % t##_nBlock * t##_nInner + (c) / t##_cBlock * t##_c           \
     + (c) % t##_cBlock * t##_cInner + (y)*t##_y + (x)*t##_x)
#define SIZES                                                                                      \
    int batch, int inPerGroup, int outPerGroup, int inH, int inW, int outH, int outW, int kernelH, \
        int kernelW, int strideH, int strideW, int padTop, int padLeft, int dilationH, int dilationW

// Global size: outH, output channels, batch.
__kernel void conv2d_general(__global const NERVURE_T *data, __global const NERVURE_T *weight,
                             __global const NERVURE_T *bias, __global NERVURE_OUT_T *out,
                             int hasBias, SIZES, PLACES(d), PLACES(w), PLACES(o),
                             PLACES(b) NERVURE_EXTRA_PARAMS)
{
    const int y = get_global_id(0);
    const int channel = get_global_id(1);
    const int n = get_global_id(2);
    const int firstIn = channel / outPerGroup * inPerGroup;
    const NERVURE_A start = hasBias ? (NERVURE_A)NERVURE_LOAD(bias, AT(b, 0, channel, 0, 0)) : 0;
    for (int x = 0; x < outW; ++x) {
        NERVURE_A sum = start;
        for (int i = 0; i < inPerGroup; ++i) {
            for (int ky = 0; ky < kernelH; ++ky) {
                const int fromY = y * strideH - padTop + ky * dilationH;
                for (int kx = 0; kx < kernelW; ++kx) {
                    const int fromX = x * strideW - padLeft + kx * dilationW;
                    if (fromY >= 0 && fromY < inH && fromX >= 0 && fromX < inW) {
                        const NERVURE_A a = NERVURE_LOAD(data, AT(d, n, firstIn + i, fromY, fromX));
                        const NERVURE_A b = NERVURE_LOAD(weight, AT(w, channel, i, ky, kx));
                        sum += a * b;
                    }
                }
            }
        }
        NERVURE_STORE(out, AT(o, n, channel, y, x), sum);
    }
}

// The gradient of the data, and the transposed convolution of `data`, which is of the size `outH` x
// `outW` that the convolution gives: `out` gets `inH` rows of `inW`, with zeros behind them up to
// `width` columns and as many rows as there are work-items. `bias` is added to what are no such zeros.
// Global size: rows, input channels, batch.
__kernel void conv2d_transposed(__global const NERVURE_T *data, __global const NERVURE_T *weight,
                                __global const NERVURE_T *bias, __global NERVURE_OUT_T *out,
                                int hasBias, int width, SIZES, PLACES(d), PLACES(w),
                                PLACES(o) NERVURE_EXTRA_PARAMS)
{
    const int y = get_global_id(0);
    const int channel = get_global_id(1);
    const int n = get_global_id(2);
    const int firstOut = channel / inPerGroup * outPerGroup;
    const NERVURE_A add = hasBias ? (NERVURE_A)NERVURE_LOAD(bias, channel) : 0;
    for (int x = 0; x < width; ++x) {
        NERVURE_A sum = 0;
        for (int i = 0; y < inH && x < inW && i < outPerGroup; ++i) {
            for (int ky = 0; ky < kernelH; ++ky) {
                const int toY = y + padTop - ky * dilationH;
                const int fromY = toY / strideH;
                for (int kx = 0; kx < kernelW; ++kx) {
                    const int toX = x + padLeft - kx * dilationW;
                    const int fromX = toX / strideW;
                    const bool isMet = toY >= 0 && toX >= 0 && fromY * strideH == toY
                                       && fromX * strideW == toX && fromY < outH && fromX < outW;
                    if (isMet) {
                        const int o = firstOut + i;
                        const NERVURE_A a = NERVURE_LOAD(data, AT(d, n, o, fromY, fromX));
                        const NERVURE_A b =
                            NERVURE_LOAD(weight, AT(w, o, channel % inPerGroup, ky, kx));
                        sum += a * b;
                    }
                }
            }
        }
        sum = y < inH && x < inW ? sum + add : 0;
        NERVURE_STORE(out, AT(o, n, channel, y, x), sum);
    }
}

// The gradient of the weight. Global size: kernelH, input channels of a group, output channels.
__kernel void conv2d_weight_gradient(__global const NERVURE_T *outGrad,
                                     __global const NERVURE_T *data, __global NERVURE_OUT_T *out,
                                     SIZES, PLACES(g), PLACES(d), PLACES(w) NERVURE_EXTRA_PARAMS)
{
    const int ky = get_global_id(0);
    const int i = get_global_id(1);
    const int channel = get_global_id(2);
    const int in = channel / outPerGroup * inPerGroup + i;
    for (int kx = 0; kx < kernelW; ++kx) {
        NERVURE_A sum = 0;
        for (int n = 0; n < batch; ++n) {
            NERVURE_A part = 0;
            for (int y = 0; y < outH; ++y) {
                const int fromY = y * strideH - padTop + ky * dilationH;
                for (int x = 0; x < outW; ++x) {
                    const int fromX = x * strideW - padLeft + kx * dilationW;
                    if (fromY >= 0 && fromY < inH && fromX >= 0 && fromX < inW) {
                        const NERVURE_A a = NERVURE_LOAD(outGrad, AT(g, n, channel, y, x));
                        const NERVURE_A b = NERVURE_LOAD(data, AT(d, n, in, fromY, fromX));
                        part += a * b;
                    }
                }
            }
            sum += part;
        }
        NERVURE_STORE(out, AT(w, channel, i, ky, kx), sum);
    }
}

// The gradient of the bias: the sum of each channel. Global size: output channels.
__kernel void conv2d_bias_gradient(__global const NERVURE_T *outGrad, __global NERVURE_OUT_T *out,
                                   SIZES, PLACES(g) NERVURE_EXTRA_PARAMS)
{
    const int channel = get_global_id(0);
    NERVURE_A sum = 0;
    for (int n = 0; n < batch; ++n) {
        for (int y = 0; y < outH; ++y) {
            NERVURE_A part = 0;
            for (int x = 0; x < outW; ++x) {
                part += (NERVURE_A)NERVURE_LOAD(outGrad, AT(g, n, channel, y, x));
            }
            sum += part;
        }
    }
    NERVURE_STORE(out, channel, sum);
}
