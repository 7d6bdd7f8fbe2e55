// SPDX-License-Identifier: Apache-2.0
// LightNet's deconv2d: transposed convolution of NCHW data with a bias, naive.
//
// A work-item computes one output row: it gathers, for every tap of the kernel that meets a row of
// the input, what the elements of that row spread over the output.
//
// Memory: in [batch][inC][inH][inW], weight [inC][outPerGroup][kH][kW], out [batch][outC][outH][outW].
// Global size: outH, outC, batch.

#ifndef NERVURE_CHUNK
#define NERVURE_CHUNK 64 // output elements held at a time
#endif

__kernel void deconv2d(__global const float *restrict in, __global const float *restrict weight,
                       __global const float *restrict bias, __global float *out, int inPerGroup,
                       int outPerGroup, int inC, int inH, int inW, int outW, int kernelH,
                       int kernelW, int strideH, int strideW, int padTop, int padLeft,
                       int dilationH, int dilationW NERVURE_EXTRA_PARAMS)
{
    const int oy = get_global_id(0);
    const int oc = get_global_id(1);
    const int b = get_global_id(2);
    const int group = oc / outPerGroup;
    const int outBase = ((b * (int)get_global_size(1) + oc) * (int)get_global_size(0) + oy) * outW;
    for (int begin = 0; begin < outW; begin += NERVURE_CHUNK) {
        const int count = min(NERVURE_CHUNK, outW - begin);
        float sum[NERVURE_CHUNK];
        for (int i = 0; i < count; ++i) {
            sum[i] = 0.0f;
        }
        for (int ky = 0; ky < kernelH; ++ky) {
            const int y = oy + padTop - ky * dilationH;
            if (y < 0 || y % strideH != 0 || y / strideH >= inH) {
                continue;
            }
            for (int kx = 0; kx < kernelW; ++kx) {
                // Output x meets input (x + shift) / strideW where that is whole.
                const int shift = padLeft - kx * dilationW;
                int first = max(begin, -shift);
                first += (strideW - (first + shift) % strideW) % strideW;
                const int last = min(begin + count, inW * strideW - shift);
                for (int c = 0; c < inPerGroup; ++c) {
                    const int ic = group * inPerGroup + c;
                    __global const float *row = in + ((b * inC + ic) * inH + y / strideH) * inW;
                    const float tap =
                        weight[((ic * outPerGroup + oc % outPerGroup) * kernelH + ky) * kernelW
                               + kx];
                    for (int x = first; x < last; x += strideW) {
                        sum[x - begin] = fma(row[(x + shift) / strideW], tap, sum[x - begin]);
                    }
                }
            }
        }
        for (int i = 0; i < count; ++i) {
            NERVURE_STORE(out, outBase + begin + i, sum[i] + bias[oc]);
        }
    }
}
