// SPDX-License-Identifier: Apache-2.0
// Convolutions of 1x1 with stride 1 on plain planes, in any number of groups, on processors with wide
// vectors: each channel is a row of positions.
//
// A work-item computes CHANNELS output channels of a group at VECTORS vectors of neighbouring
// positions, tile after tile, `run` tiles in all. Each weight is broadcast to VECTORS of the sums,
// each vector of the input serves CHANNELS channels. The last tile of a row moves back inside and
// stores what is new.
//
// Memory: in [batch][groups][inPerGroup][positions], out [batch][groups][outPerGroup][positions], at
// least VECTORS * LANES positions; weight, packed by conv2d_pack.cl, [groups][tiles][inPerGroup]
// [CHANNELS].

#ifndef NERVURE_LANES
#define NERVURE_LANES 16 // positions of a vector: 8 or 16
#endif
#ifndef NERVURE_BLOCKS
#define NERVURE_BLOCKS 2 // vectors of a tile
#endif
#ifndef NERVURE_PIXELS
#define NERVURE_PIXELS 12 // channels of a tile
#endif

#define VECTORS NERVURE_BLOCKS
#define CHANNELS NERVURE_PIXELS
#define TILE (VECTORS * NERVURE_LANES)
#define FLOATV NERVURE_JOIN(float, NERVURE_LANES)
#define VLOAD NERVURE_JOIN(vload, NERVURE_LANES)
#define VSTORE NERVURE_JOIN(vstore, NERVURE_LANES)
#define POINTWISE NERVURE_JOIN(conv2d_pointwise_, NERVURE_JOIN(VECTORS, NERVURE_JOIN(x, CHANNELS)))

// Global size: runs of positions, tiles of a group's channels, batch * groups.
NERVURE_VECTOR_KERNEL void POINTWISE(__global const float *restrict in,
                                     __global const float *restrict weight,
                                     __global const float *restrict bias, __global float *out,
                                     int hasBias, int groups, int inPerGroup, int outPerGroup,
                                     int positions, int run NERVURE_EXTRA_PARAMS)
{
    const int group = (int)get_global_id(2) % groups;
    const int tile = get_global_id(1);
    const int channel = tile * CHANNELS;
    const int count = min(CHANNELS, outPerGroup - channel);
    __global const float *plane = in + get_global_id(2) * inPerGroup * positions;
    __global const float *weights =
        weight + (group * (int)get_global_size(1) + tile) * inPerGroup * CHANNELS;
    const int outPlane = get_global_id(2) * outPerGroup + channel;
    const int stop = min(positions, ((int)get_global_id(0) + 1) * run * TILE);
    for (int begin = get_global_id(0) * run * TILE; begin < stop; begin += TILE) {
        const int origin = min(begin, positions - TILE);
        FLOATV sum[CHANNELS][VECTORS];
#pragma unroll
        for (int c = 0; c < CHANNELS; ++c) {
            const int own = group * outPerGroup + min(channel + c, outPerGroup - 1);
            const FLOATV start = (FLOATV)(hasBias ? bias[own] : 0.0f);
#pragma unroll
            for (int v = 0; v < VECTORS; ++v) {
                sum[c][v] = start;
            }
        }
        __global const float *x = plane + origin;
        __global const float *w = weights;
        for (int i = 0; i < inPerGroup; ++i, x += positions, w += CHANNELS) {
            FLOATV value[VECTORS];
#pragma unroll
            for (int v = 0; v < VECTORS; ++v) {
                value[v] = VLOAD(v, x);
            }
#pragma unroll
            for (int c = 0; c < CHANNELS; ++c) {
                const FLOATV factor = (FLOATV)(w[c]);
#pragma unroll
                for (int v = 0; v < VECTORS; ++v) {
                    sum[c][v] = fma(factor, value[v], sum[c][v]);
                }
            }
        }
        // Not unrolled: what followers compute would make long code.
        float values[CHANNELS * TILE];
#pragma unroll
        for (int c = 0; c < CHANNELS; ++c) {
#pragma unroll
            for (int v = 0; v < VECTORS; ++v) {
                VSTORE(sum[c][v], c * VECTORS + v, values);
            }
        }
        const int old = begin - origin;
        const int oldVectors = (old + NERVURE_LANES - 1) / NERVURE_LANES;
        int to = outPlane * positions + origin;
        for (int c = 0; c < count; ++c, to += positions) {
            for (int i = old; i < oldVectors * NERVURE_LANES; ++i) {
                NERVURE_STORE(out, to + i, values[c * TILE + i]);
            }
            for (int v = oldVectors; v < VECTORS; ++v) {
                NERVURE_STORE_LANES(out, to + v * NERVURE_LANES, VLOAD(c * VECTORS + v, values));
            }
        }
    }
}
