// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution of plain planes, on processors with wide vectors: each output channel comes
// from one input channel.
//
// A work-item computes one channel of a band of output rows. It copies the input rows of the band to
// private memory, padded and with their columns dealt out to NERVURE_STRIDE phases, so that every tap
// reads vectors; gathers the results row behind row there too; and stores them in vectors that go on
// from row to row.
//
// Memory: in [batch][channels / outPerGroup][inH][inW], weight [channels][kernelH][KERNEL_W], out
// [batch][channels][outH][outW].

#ifndef NERVURE_LANES
#define NERVURE_LANES 16 // 8 or 16
#endif
#ifndef NERVURE_ROOM
#define NERVURE_ROOM 4096 // floats of the input of a band, and of its results
#endif
#ifndef NERVURE_KERNEL_W
#define NERVURE_KERNEL_W 3
#endif
#ifndef NERVURE_STRIDE
#define NERVURE_STRIDE 1 // along the width
#endif

// Short rows of taps are summed without a loop, which would take a part of their time.
#if NERVURE_KERNEL_W <= 8
#define UNROLL_ROW _Pragma("unroll")
#else
#define UNROLL_ROW
#endif

#define FLOATV NERVURE_JOIN(float, NERVURE_LANES)
#define VLOAD NERVURE_JOIN(vload, NERVURE_LANES)
#define VSTORE NERVURE_JOIN(vstore, NERVURE_LANES)
#define INTV NERVURE_JOIN(int, NERVURE_LANES)
#if NERVURE_LANES == 16
#define LANE_NUMBERS (INTV)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#else
#define LANE_NUMBERS (INTV)(0, 1, 2, 3, 4, 5, 6, 7)
#endif

// Zeros for a row of the band, and for up to a vector behind it.
void clearRow(float *to, int count)
{
    for (int x = 0; x < count; x += NERVURE_LANES) {
        VSTORE((FLOATV)(0.0f), 0, to + x);
    }
}

// The columns of one row of the input, which lie `NERVURE_STRIDE` apart, of the phase that begins at
// column `shift`. `behind`: elements of the plane from this row's first on.
void takeColumns(__global const float *row, float *to, int shift, int pitch, int inW, int behind)
{
    const int begin = max(0, NERVURE_STRIDE - 1 - shift) / NERVURE_STRIDE;
    const int end = min(pitch, max(0, inW - shift + NERVURE_STRIDE - 1) / NERVURE_STRIDE);
    int x = begin;
#if NERVURE_STRIDE == 1
    // Lanes beyond the row are zeros where the next one begins.
    for (; x < end && x + shift + NERVURE_LANES <= behind; x += NERVURE_LANES) {
        const FLOATV all = VLOAD(0, row + x + shift);
        VSTORE(select((FLOATV)(0.0f), all, LANE_NUMBERS < (INTV)(end - x)), 0, to + x);
    }
#endif
    for (; x < end; ++x) {
        to[x] = row[x * NERVURE_STRIDE + shift];
    }
}

// Global size: bands, channels, batch. pitch: columns of one phase of a row in private memory; rows:
// of a band.
NERVURE_VECTOR_KERNEL void conv2d_planewise(__global const float *restrict in,
                                            __global const float *restrict weight,
                                            __global const float *restrict bias,
                                            __global float *out, int hasBias, int outPerGroup,
                                            int inH, int inW, int outH, int outW, int kernelH,
                                            int strideH, int dilationH, int dilationW, int padTop,
                                            int padLeft, int pitch, int rows NERVURE_EXTRA_PARAMS)
{
    const int channel = get_global_id(1);
    const int channels = get_global_size(1);
    const int plane = get_global_id(2) * channels + channel;
    const int firstRow = get_global_id(0) * rows;
    const int rowCount = min(rows, outH - firstRow);
    const int taken = (rowCount - 1) * strideH + (kernelH - 1) * dilationH + 1;
    const int step = NERVURE_STRIDE * pitch;
    float band[NERVURE_ROOM + NERVURE_LANES];
    float results[NERVURE_ROOM];

    __global const float *source =
        in + (get_global_id(2) * (channels / outPerGroup) + channel / outPerGroup) * inH * inW;
    for (int r = 0; r < taken; ++r) {
        const int y = firstRow * strideH - padTop + r;
        float *to = band + r * step;
        clearRow(to, step);
        for (int phase = 0; phase < NERVURE_STRIDE && y >= 0 && y < inH; ++phase) {
            takeColumns(source + y * inW, to + phase * pitch, phase - padLeft, pitch, inW,
                        (inH - y) * inW);
        }
    }

    const FLOATV start = (FLOATV)(hasBias ? bias[channel] : 0.0f);
    __global const float *taps = weight + channel * kernelH * NERVURE_KERNEL_W;
    for (int r = 0; r < rowCount; ++r) {
        for (int x = 0; x < outW; x += NERVURE_LANES) {
            FLOATV sum = start;
            for (int ky = 0; ky < kernelH; ++ky) {
                const float *row = band + (r * strideH + ky * dilationH) * step + x;
                UNROLL_ROW
                for (int kx = 0; kx < NERVURE_KERNEL_W; ++kx) {
                    const int at = kx * dilationW;
                    const float *values =
                        row + at % NERVURE_STRIDE * pitch + at / NERVURE_STRIDE;
                    sum = fma((FLOATV)(taps[ky * NERVURE_KERNEL_W + kx]), VLOAD(0, values), sum);
                }
            }
            // Lanes beyond the row are where the next one begins.
            VSTORE(sum, 0, results + r * outW + x);
        }
    }

    const int to = (plane * outH + firstRow) * outW;
    const int count = rowCount * outW;
    int i = 0;
    for (; i + NERVURE_LANES <= count; i += NERVURE_LANES) {
        NERVURE_STORE_LANES(out, to + i, VLOAD(0, results + i));
    }
    for (; i < count; ++i) {
        NERVURE_STORE(out, to + i, results[i]);
    }
}
