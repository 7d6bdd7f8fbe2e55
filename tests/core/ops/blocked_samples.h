// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/ops/lightnet_samples.h"

namespace nervure::tests {

/// A convolution with a bias whose channels lie in blocks of `in` and `out`; 0: plainly. `data` is in
/// NCHW.
inline ProbeCase blockedConv(int in, int out, AttrDict attrs, Shape data, Shape weight)
{
    const auto text = [](int block) {
        return block == 0 ? std::string("NCHW") : "NCHW" + std::to_string(block) + 'c';
    };
    attrs.set("layout", text(in));
    attrs.set("out_layout", text(out));
    attrs.set("channels", std::to_string(weight[0]));
    attrs.set("kernel_size",
              '(' + std::to_string(weight[2]) + ", " + std::to_string(weight[3]) + ')');
    if (in > 0) {
        data[1] /= in;
        data.push_back(in);
    }
    const Shape bias = out > 0 ? Shape{weight[0] / out, out} : Shape{weight[0]};
    return {"conv2d", std::move(attrs), {std::move(data), std::move(weight), bias}};
}

/// The same, as NNVM's own operator with the weight in blocks: `inner` of input channels, then `outer`
/// of output channels.
inline ProbeCase weightInBlocks(ProbeCase probe, int inner, int outer)
{
    Shape &weight = probe.inputs[1];
    weight = {weight[0] / outer, weight[1] / inner, weight[2], weight[3], inner, outer};
    probe.attrs.set("kernel_layout",
                    "OIHW" + std::to_string(inner) + 'i' + std::to_string(outer) + 'o');
    probe.op = "_contrib_conv2d_NCHWc";
    return probe;
}

/// Weights in blocks, of which NNVM lets no depthwise convolution have any.
inline std::vector<Sample> convolutionsOfWeightsInBlocks()
{
    const AttrDict padded{{"padding", "(1, 1)"}};
    const AttrDict strided{{"padding", "(1, 1)"}, {"strides", "(2, 2)"}};
    const AttrDict grouped{{"padding", "(1, 1)"}, {"groups", "2"}};
    return {
        {"weight in blocks of 16",
         weightInBlocks(blockedConv(16, 16, padded, {1, 32, 9, 7}, {48, 32, 3, 3}), 16, 16)},
        {"weight in blocks of 2 and 4",
         weightInBlocks(blockedConv(8, 8, strided, {1, 16, 9, 7}, {24, 16, 3, 3}), 2, 4)},
        {"many tiles, weight in blocks",
         weightInBlocks(blockedConv(16, 16, padded, {1, 16, 28, 28}, {32, 16, 3, 3}), 16, 16)},
        {"plain image, weight in blocks",
         weightInBlocks(blockedConv(0, 16, padded, {1, 3, 9, 20}, {32, 3, 3, 3}), 3, 16)},
        {"groups, weight in blocks",
         weightInBlocks(blockedConv(16, 16, grouped, {1, 64, 6, 7}, {32, 32, 3, 3}), 16, 8)},
    };
}

/// Tails of pixels and of channels, borders, strides, dilation, groups; plain ends.
inline std::vector<Sample> blockedConvolutions()
{
    const AttrDict padded{{"padding", "(1, 1)"}};
    const AttrDict strided{{"padding", "(1, 1)"}, {"strides", "(2, 2)"}};
    std::vector<Sample> samples{
        {"16c 3x3", blockedConv(16, 16, padded, {2, 32, 9, 31}, {48, 32, 3, 3})},
        {"16c 3x3 narrow", blockedConv(16, 16, padded, {1, 16, 7, 3}, {32, 16, 3, 3})},
        {"16c 3x3 without padding", blockedConv(16, 16, {}, {1, 16, 10, 33}, {16, 16, 3, 3})},
        {"16c 3x3 stride 2", blockedConv(16, 16, strided, {1, 32, 15, 30}, {32, 32, 3, 3})},
        {"16c 5x3 stride 3 and 2",
         blockedConv(16, 16, {{"padding", "(2, 1)"}, {"strides", "(3, 2)"}}, {1, 16, 17, 40},
                     {80, 16, 5, 3})},
        {"16c dilated", blockedConv(16, 16, {{"padding", "(2, 3)"}, {"dilation", "(2, 3)"}},
                                    {1, 16, 12, 37}, {32, 16, 3, 3})},
        {"16c padding wider than the input",
         blockedConv(16, 16, {{"padding", "(4, 5)"}}, {1, 16, 2, 3}, {32, 16, 3, 3})},
        {"16c 1x1", blockedConv(16, 16, {}, {2, 48, 7, 9}, {64, 48, 1, 1})},
        {"16c 1x1 long rows", blockedConv(16, 16, {}, {1, 16, 30, 31}, {32, 16, 1, 1})},
        {"16c 1x1 padded", blockedConv(16, 16, padded, {1, 16, 5, 6}, {32, 16, 1, 1})},
        {"16c 1x1 stride 2",
         blockedConv(16, 16, {{"strides", "(2, 2)"}}, {1, 32, 14, 15}, {96, 32, 1, 1})},
        {"16c groups", blockedConv(16, 16, {{"padding", "(1, 1)"}, {"groups", "2"}}, {2, 64, 6, 17},
                                   {96, 32, 3, 3})},
        {"16c to plain", blockedConv(16, 0, {}, {2, 32, 5, 7}, {37, 32, 1, 1})},
        {"16c to plain 3x3", blockedConv(16, 0, padded, {1, 16, 6, 15}, {20, 16, 3, 3})},
        {"plain to 16c 7x7 stride 2",
         blockedConv(0, 16, {{"padding", "(3, 3)"}, {"strides", "(2, 2)"}}, {2, 3, 35, 37},
                     {48, 3, 7, 7})},
        {"plain to 16c 3x3", blockedConv(0, 16, padded, {1, 5, 9, 20}, {32, 5, 3, 3})},
        {"plain to 16c dilated",
         blockedConv(0, 16, {{"padding", "(1, 20)"}, {"dilation", "(1, 20)"}}, {1, 2, 5, 50},
                     {16, 2, 3, 3})},
        {"plain to 16c 1x1", blockedConv(0, 16, {}, {1, 7, 6, 9}, {32, 7, 1, 1})},
        {"8c 3x3", blockedConv(8, 8, padded, {2, 16, 9, 13}, {24, 16, 3, 3})},
        {"8c 1x1 to plain", blockedConv(8, 0, {}, {1, 24, 5, 7}, {19, 24, 1, 1})},
        {"plain to 8c", blockedConv(0, 8, strided, {1, 3, 14, 15}, {24, 3, 3, 3})},
        {"4c 3x3", blockedConv(4, 4, padded, {1, 8, 9, 13}, {12, 8, 3, 3})},
        {"8c 3x3 stride 1 and 3", blockedConv(8, 8, {{"padding", "(1, 1)"}, {"strides", "(1, 3)"}},
                                              {1, 8, 5, 46}, {16, 8, 3, 3})},
        {"plain to 8c 1x10",
         blockedConv(0, 8, {{"padding", "(0, 4)"}}, {1, 2, 3, 30}, {16, 2, 1, 10})},
    };
    ProbeCase noBias = blockedConv(16, 16, padded, {1, 16, 6, 15}, {32, 16, 3, 3});
    noBias.attrs.set("use_bias", "False");
    noBias.inputs.pop_back();
    samples.push_back({"16c no bias", std::move(noBias)});
    return samples;
}

/// Rows with and without positions whose taps are all inside, short rows of which a work-item computes
/// several, strides, dilation, kernels too wide to be written out.
inline std::vector<Sample> blockedDepthwise()
{
    const auto depthwise = [](int lanes, AttrDict attrs, Shape data, Shape kernel) {
        attrs.set("groups", std::to_string(data[1]));
        const Shape weight{data[1], 1, kernel[0], kernel[1]};
        return blockedConv(lanes, lanes, std::move(attrs), std::move(data), weight);
    };
    const AttrDict padded{{"padding", "(1, 1)"}};
    const AttrDict strided{{"padding", "(1, 1)"}, {"strides", "(2, 2)"}};
    const AttrDict dilated{{"padding", "(2, 1)"}, {"strides", "(2, 1)"}, {"dilation", "(1, 2)"}};
    return {
        {"16c depthwise", depthwise(16, padded, {2, 32, 9, 17}, {3, 3})},
        {"16c depthwise 5x3 dilated", depthwise(16, dilated, {1, 16, 12, 13}, {5, 3})},
        {"16c depthwise stride 2", depthwise(16, strided, {1, 16, 9, 33}, {3, 3})},
        {"8c depthwise", depthwise(8, padded, {1, 8, 6, 10}, {3, 3})},
        {"8c depthwise without padding", depthwise(8, {}, {1, 8, 5, 24}, {3, 5})},
        {"8c depthwise of borders alone", depthwise(8, padded, {1, 8, 7, 3}, {3, 3})},
        {"8c depthwise padding wider than the input",
         depthwise(8, {{"padding", "(4, 5)"}}, {1, 8, 2, 3}, {3, 3})},
        {"8c depthwise short rows", depthwise(8, padded, {2, 128, 14, 7}, {3, 3})},
        {"8c depthwise 1x9", depthwise(8, {{"padding", "(0, 4)"}}, {1, 8, 4, 21}, {1, 9})},
    };
}

/// Convolutions of plain planes in vectors of positions: tails of channels and of positions, groups,
/// planes that are cut into bands, several channels of one input channel.
inline std::vector<Sample> planeConvolutions()
{
    const auto grouped = [](const char *groups, AttrDict attrs, Shape data, Shape weight) {
        attrs.set("groups", groups);
        return blockedConv(0, 0, std::move(attrs), std::move(data), std::move(weight));
    };
    const AttrDict padded{{"padding", "(1, 1)"}};
    ProbeCase noBias = grouped("2", {}, {1, 10, 7, 7}, {28, 5, 1, 1});
    noBias.attrs.set("use_bias", "False");
    noBias.inputs.pop_back();
    return {
        {"1x1 of groups", grouped("4", {}, {2, 20, 9, 11}, {76, 5, 1, 1})},
        {"1x1 of long groups", grouped("2", {}, {1, 68, 4, 7}, {34, 34, 1, 1})},
        {"1x1 many tiles", grouped("1", {}, {1, 5, 40, 33}, {13, 5, 1, 1})},
        {"1x1 rows of vectors", grouped("3", {}, {1, 9, 5, 16}, {15, 3, 1, 1})},
        {"1x1 of a vector", grouped("1", {}, {1, 6, 4, 4}, {7, 6, 1, 1})},
        {"1x1 no bias", std::move(noBias)},
        {"depthwise in bands", grouped("3", padded, {2, 3, 70, 69}, {3, 1, 3, 3})},
        {"depthwise of two each", grouped("5", padded, {2, 5, 7, 7}, {10, 1, 3, 3})},
        {"depthwise stride 3 and 2", grouped("6", {{"padding", "(2, 1)"}, {"strides", "(3, 2)"}},
                                             {1, 6, 30, 31}, {6, 1, 5, 3})},
        {"depthwise dilated stride 2",
         grouped("4", {{"padding", "(2, 3)"}, {"strides", "(2, 2)"}, {"dilation", "(2, 3)"}},
                 {1, 4, 15, 40}, {4, 1, 3, 3})},
        {"depthwise padding wider than the input",
         grouped("3", {{"padding", "(4, 5)"}}, {1, 3, 2, 3}, {3, 1, 3, 3})},
        {"depthwise 1x9", grouped("7", {{"padding", "(0, 4)"}}, {1, 7, 4, 21}, {7, 1, 1, 9})},
        {"depthwise wider than private memory",
         grouped("2", padded, {1, 2, 4, 4100}, {2, 1, 3, 3})},
    };
}

/// Poolings of channels in blocks, and the ways into blocks and out of them.
inline std::vector<Sample> blockedOthers()
{
    const AttrDict resnet{{"pool_size", "(3,3)"}, {"strides", "(2,2)"}, {"padding", "(1,1)"}};
    const AttrDict counting{{"pool_size", "(3,2)"},
                            {"strides", "(2,1)"},
                            {"padding", "(1,1)"},
                            {"count_include_pad", "True"}};
    const auto transform = [](const char *from, const char *to, Shape data) {
        return ProbeCase{
            "__layout_transform__", {{"src_layout", from}, {"dst_layout", to}}, {std::move(data)}};
    };
    return {
        {"16c", {"max_pool2d", resnet, {{2, 3, 15, 16, 16}}}},
        {"16c", {"avg_pool2d", resnet, {{2, 3, 15, 16, 16}}}},
        {"8c padding counts", {"avg_pool2d", counting, {{1, 3, 9, 8, 8}}}},
        {"16c plane", {"global_max_pool2d", {}, {{2, 2, 7, 9, 16}}}},
        {"16c plane", {"global_avg_pool2d", {}, {{2, 2, 7, 9, 16}}}},
        {"8c plane of one", {"global_avg_pool2d", {}, {{1, 2, 1, 1, 8}}}},
        {"16c one a channel", {"broadcast_mul", {}, {{2, 3, 5, 7, 16}, {3, 1, 1, 16}}}},
        {"16c one a pixel", {"broadcast_sub", {}, {{2, 3, 5, 7, 16}, {2, 3, 5, 1, 1}}}},
        {"16c one number", {"broadcast_max", {}, {{2, 3, 5, 7, 16}, {1}}}},
        {"to blocks", transform("NCHW", "NCHW16c", {2, 32, 5, 7})},
        {"from blocks", transform("NCHW16c", "NCHW", {2, 2, 5, 7, 16})},
        {"to larger blocks", transform("NCHW4c", "NCHW16c", {1, 8, 3, 5, 4})},
        {"to smaller blocks", transform("NCHW16c", "NCHW8c", {1, 2, 3, 5, 16})},
        {"blocks of two", transform("OIHW", "OIHW4i8o", {16, 8, 3, 2})},
        {"another order", transform("NCHW16c", "NHWC", {2, 2, 3, 5, 16})},
        {"one dimension", transform("C", "C16c", {48})},
    };
}

} // namespace nervure::tests
