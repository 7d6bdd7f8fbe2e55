// SPDX-License-Identifier: Apache-2.0
// Two-dimensional convolution of floats on GPUs: any kernel size, stride, dilation, padding and
// groups, any order of dimensions.
//
// conv2d_local is the product of the weights, outPerGroup x depth, with what the taps meet at each
// position, depth x positions, where depth = inPerGroup * kernelH * kernelW and positions are those of
// all images. A work-group computes NERVURE_ROWS output channels at NERVURE_COLUMNS positions. It
// brings NERVURE_DEPTH steps of both to local memory, while it computes with those before: neighbouring
// work-items read neighbouring weights of a channel and neighbouring positions. A work-item holds
// NERVURE_ROWS_EACH channels, side by side, at NERVURE_COLUMNS_EACH positions, each as far from the
// last as there are items in a row, so that neighbours store neighbours.
//
// Where there are too few groups for the device, each computes a part of the depth (conv2d_local_part)
// and conv2d_local_sum adds the parts up.
//
// conv2d_each computes one output a work-item: for groups of few channels, which have little in common.
//
// Memory: weight float [groups * outPerGroup][depth] from weightFirst on; parts [parts][groups *
// outPerGroup][positions]; input and output have an element (n, c, y, x) at n * image + c * channel +
// y * row + x * column, the output's from outFirst on.

#ifndef NERVURE_ROWS
#define NERVURE_ROWS 32 // output channels of a group
#endif
#ifndef NERVURE_COLUMNS
#define NERVURE_COLUMNS 32 // positions of a group
#endif
#ifndef NERVURE_DEPTH
#define NERVURE_DEPTH 8 // steps of the sums in local memory
#endif
#ifndef NERVURE_ROWS_EACH
#define NERVURE_ROWS_EACH 4
#endif
#ifndef NERVURE_COLUMNS_EACH
#define NERVURE_COLUMNS_EACH 4
#endif

#define ITEM_COLUMNS (NERVURE_COLUMNS / NERVURE_COLUMNS_EACH)
#define ITEMS (NERVURE_ROWS / NERVURE_ROWS_EACH * ITEM_COLUMNS)
#define INPUT_STEP (ITEMS / NERVURE_COLUMNS)      // rows of inputs that all items load at once
#define INPUTS_EACH (NERVURE_DEPTH / INPUT_STEP)  // loads of an item
#define WEIGHT_STEP (ITEMS / NERVURE_DEPTH)       // rows of weights that all items load at once
#define WEIGHTS_EACH (NERVURE_ROWS / WEIGHT_STEP) // loads of an item
#define WEIGHT_PITCH (NERVURE_ROWS + 4)           // keeps neighbours out of one another's bank

#define SIZES                                                                                      \
    int hasBias, int batch, int inPerGroup, int outPerGroup, int inH, int inW, int outH, int outW, \
        int kernelH, int kernelW, int strideH, int strideW, int padTop, int padLeft,               \
        int dilationH, int dilationW, int weightFirst, int inImage, int inChannel, int inRow,      \
        int inColumn, int outFirst, int outImage, int outChannel, int outRow, int outColumn

// Where position p is.
#define PLACE_OF(p)                                                                                \
    const int image = (p) / (outH * outW);                                                         \
    const int oy = (p) / outW - image * outH;                                                      \
    const int ox = (p) % outW;

// The next steps of both operands into registers, from `step` on.
#define LOAD_NEXT(step)                                                                            \
    for (int i = 0; i < INPUTS_EACH; ++i) {                                                        \
        const int y = top + ky * dilationH;                                                        \
        const int x = left + kx * dilationW;                                                       \
        const int isMet = isPlaced && (step) + inputRow + i * INPUT_STEP < last && y >= 0          \
                          && y < inH && x >= 0 && x < inW;                                         \
        inputs[i] =                                                                                \
            isMet ? NERVURE_LOAD(in, from + c * inChannel + y * inRow + x * inColumn) : 0.0f;      \
        kx += stepX;                                                                               \
        if (kx >= kernelW) {                                                                       \
            kx -= kernelW;                                                                         \
            ++ky;                                                                                  \
        }                                                                                          \
        ky += stepY;                                                                               \
        if (ky >= kernelH) {                                                                       \
            ky -= kernelH;                                                                         \
            ++c;                                                                                   \
        }                                                                                          \
        c += stepC;                                                                                \
    }                                                                                              \
    for (int i = 0; i < WEIGHTS_EACH; ++i) {                                                       \
        const int row = firstChannel + weightRow + i * WEIGHT_STEP;                                \
        const int at = (step) + weightColumn;                                                      \
        weights[i] = row < outPerGroup && at < last ? w[row * depth + at] : 0.0f;                  \
    }

// The sums of a tile over the steps [first, last) of the depth. As text, since both kernels need the
// same local arrays.
#define SUM_TILE                                                                                   \
    __local float inputTile[NERVURE_DEPTH * NERVURE_COLUMNS];                                      \
    __local float weightTile[NERVURE_DEPTH * WEIGHT_PITCH];                                        \
    const int item = get_local_id(0);                                                              \
    const int itemColumn = item % ITEM_COLUMNS;                                                    \
    const int itemRow = item / ITEM_COLUMNS * NERVURE_ROWS_EACH;                                   \
    const int positions = batch * outH * outW;                                                     \
    const int firstPosition = get_group_id(0) * NERVURE_COLUMNS;                                   \
    const int tiles = (outPerGroup + NERVURE_ROWS - 1) / NERVURE_ROWS;                             \
    const int group = get_group_id(1) / tiles;                                                     \
    const int firstChannel = (get_group_id(1) - group * tiles) * NERVURE_ROWS;                     \
    const int depth = inPerGroup * kernelH * kernelW;                                              \
    const int share = (depth + (int)get_num_groups(2) - 1) / (int)get_num_groups(2);               \
    const int first = min((int)get_group_id(2) * share, depth);                                    \
    const int last = min(first + share, depth);                                                    \
    __global const float *w = weight + weightFirst + group * outPerGroup * depth;                  \
    const int weightColumn = item % NERVURE_DEPTH;                                                 \
    const int weightRow = item / NERVURE_DEPTH;                                                    \
    const int inputColumn = item % NERVURE_COLUMNS;                                                \
    const int inputRow = item / NERVURE_COLUMNS;                                                   \
    const int isPlaced = firstPosition + inputColumn < positions;                                  \
    int from;                                                                                      \
    int top;                                                                                       \
    int left;                                                                                      \
    {                                                                                              \
        PLACE_OF(firstPosition + inputColumn)                                                      \
        from = image * inImage + group * inPerGroup * inChannel;                                   \
        top = oy * strideH - padTop;                                                               \
        left = ox * strideW - padLeft;                                                             \
    }                                                                                              \
    const int taps = kernelH * kernelW;                                                            \
    const int stepC = INPUT_STEP / max(taps, 1);                                                   \
    const int stepY = INPUT_STEP / max(kernelW, 1) % max(kernelH, 1);                              \
    const int stepX = INPUT_STEP % max(kernelW, 1);                                                \
    int c = (first + inputRow) / max(taps, 1);                                                     \
    int ky = (first + inputRow) / max(kernelW, 1) % max(kernelH, 1);                               \
    int kx = (first + inputRow) % max(kernelW, 1);                                                 \
    float inputs[INPUTS_EACH];                                                                     \
    float weights[WEIGHTS_EACH];                                                                   \
    float sum[NERVURE_ROWS_EACH][NERVURE_COLUMNS_EACH];                                            \
    for (int i = 0; i < NERVURE_ROWS_EACH; ++i) {                                                  \
        for (int j = 0; j < NERVURE_COLUMNS_EACH; ++j) {                                           \
            sum[i][j] = 0.0f;                                                                      \
        }                                                                                          \
    }                                                                                              \
    LOAD_NEXT(first)                                                                               \
    for (int step = first; step < last; step += NERVURE_DEPTH) {                                   \
        for (int i = 0; i < INPUTS_EACH; ++i) {                                                    \
            inputTile[(inputRow + i * INPUT_STEP) * NERVURE_COLUMNS + inputColumn] = inputs[i];    \
        }                                                                                          \
        for (int i = 0; i < WEIGHTS_EACH; ++i) {                                                   \
            weightTile[weightColumn * WEIGHT_PITCH + weightRow + i * WEIGHT_STEP] = weights[i];    \
        }                                                                                          \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        LOAD_NEXT(step + NERVURE_DEPTH)                                                            \
        for (int k = 0; k < NERVURE_DEPTH; ++k) {                                                  \
            float factor[NERVURE_ROWS_EACH];                                                       \
            for (int i = 0; i < NERVURE_ROWS_EACH; ++i) {                                          \
                factor[i] = weightTile[k * WEIGHT_PITCH + itemRow + i];                            \
            }                                                                                      \
            for (int j = 0; j < NERVURE_COLUMNS_EACH; ++j) {                                       \
                const float value =                                                                \
                    inputTile[k * NERVURE_COLUMNS + itemColumn + j * ITEM_COLUMNS];                \
                for (int i = 0; i < NERVURE_ROWS_EACH; ++i) {                                      \
                    sum[i][j] = fma(factor[i], value, sum[i][j]);                                  \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
    }

// Does something for each result of the item: `channel` (of the group), `position`, `total`.
#define FOR_EACH_SUM(body)                                                                         \
    for (int j = 0; j < NERVURE_COLUMNS_EACH; ++j) {                                               \
        const int position = firstPosition + itemColumn + j * ITEM_COLUMNS;                        \
        for (int i = 0; i < NERVURE_ROWS_EACH; ++i) {                                              \
            const int channel = firstChannel + itemRow + i;                                        \
            const float total = sum[i][j];                                                         \
            if (position < positions && channel < outPerGroup) {                                   \
                body                                                                               \
            }                                                                                      \
        }                                                                                          \
    }

#define STORE_SUM(channelOfAll, p, value)                                                          \
    PLACE_OF(p)                                                                                    \
    const float start = hasBias ? NERVURE_LOAD(bias, channelOfAll) : 0.0f;                         \
    NERVURE_STORE(out,                                                                             \
                  outFirst + image * outImage + (channelOfAll)*outChannel + oy * outRow            \
                      + ox * outColumn,                                                            \
                  start + (value));

// Global size: tiles of positions * items, groups * tiles of channels, 1.
__kernel void conv2d_local(__global const NERVURE_T *restrict in,
                           __global const float *restrict weight, __global const NERVURE_T *bias,
                           __global NERVURE_OUT_T *out, SIZES NERVURE_EXTRA_PARAMS){
    SUM_TILE FOR_EACH_SUM({STORE_SUM(group * outPerGroup + channel, position, total)})}

// The third dimension of the global size: parts of the depth.
__kernel
    void conv2d_local_part(__global const NERVURE_T *restrict in,
                           __global const float *restrict weight, __global const NERVURE_T *bias,
                           __global float *restrict parts, SIZES)
{
    SUM_TILE
    const int channels = get_num_groups(1) / tiles * outPerGroup;
    FOR_EACH_SUM({
        const int row = get_group_id(2) * channels + group * outPerGroup + channel;
        parts[row * positions + position] = total;
    })
}

// Global size: positions and more, up to whole groups; output channels of all groups.
__kernel void conv2d_local_sum(__global const float *restrict parts, __global const NERVURE_T *bias,
                               __global NERVURE_OUT_T *out, int count, SIZES NERVURE_EXTRA_PARAMS)
{
    const int position = get_global_id(0);
    const int channel = get_global_id(1);
    const int positions = batch * outH * outW;
    if (position < positions) {
        float total = 0.0f;
        for (int i = 0; i < count; ++i) {
            total += parts[(i * (int)get_global_size(1) + channel) * positions + position];
        }
        STORE_SUM(channel, position, total)
    }
}

// Global size: positions and more, up to whole groups; output channels of all groups.
__kernel void conv2d_each(__global const NERVURE_T *restrict in,
                          __global const float *restrict weight, __global const NERVURE_T *bias,
                          __global NERVURE_OUT_T *out, SIZES NERVURE_EXTRA_PARAMS)
{
    const int position = get_global_id(0);
    const int channel = get_global_id(1);
    if (position < batch * outH * outW) {
        float total = 0.0f;
        PLACE_OF(position)
        __global const float *w = weight + weightFirst + channel * inPerGroup * kernelH * kernelW;
        for (int c = 0; c < inPerGroup; ++c) {
            const int from = image * inImage + (channel / outPerGroup * inPerGroup + c) * inChannel;
            for (int ky = 0; ky < kernelH; ++ky) {
                const int y = oy * strideH - padTop + ky * dilationH;
                for (int kx = 0; kx < kernelW; ++kx, ++w) {
                    const int x = ox * strideW - padLeft + kx * dilationW;
                    if (y >= 0 && y < inH && x >= 0 && x < inW) {
                        const float value = NERVURE_LOAD(in, from + y * inRow + x * inColumn);
                        total = fma(*w, value, total);
                    }
                }
            }
        }
        const float start = hasBias ? NERVURE_LOAD(bias, channel) : 0.0f;
        NERVURE_STORE(
            out, outFirst + image * outImage + channel * outChannel + oy * outRow + ox * outColumn,
            start + total);
    }
}
