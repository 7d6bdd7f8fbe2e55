// SPDX-License-Identifier: Apache-2.0
#include "core/frontends/models/models.h"

#include <array>
#include <fmt/format.h>

namespace nervure::models {

namespace {

struct Layer {
    int channels;
    int kernel;
    int stride;
    int groups = 1;
};

/// Convolution, batch_norm, relu, named BLOCK_conv, BLOCK_bn and BLOCK_relu with a number behind.
Entry convolveBlock(ModelBuilder &model, Entry x, const Layer &layer, const std::string &block,
                    const std::string &number)
{
    const std::string prefix = layer.groups > 1 ? "_depthwise_conv" : "_conv";
    AttrDict attrs{{"channels", std::to_string(layer.channels)},
                   {"kernel_size", pairText(layer.kernel)},
                   {"layout", "NCHW"},
                   {"padding", pairText(layer.kernel / 2)},
                   {"strides", pairText(layer.stride)},
                   {"use_bias", "False"}};
    if (layer.groups > 1) {
        attrs.set("groups", std::to_string(layer.groups));
    }
    x = model.apply("conv2d", {x}, attrs, block + prefix + number);
    x = model.apply("batch_norm", {x}, {{"epsilon", "1e-05"}}, block + "_bn" + number);
    return model.apply("relu", {x}, {}, block + "_relu" + number);
}

/// Channels and stride of each depthwise separable block.
struct Block {
    int channels;
    int stride;
};
constexpr std::array<Block, 13> blocks{{{64, 1},
                                        {128, 2},
                                        {128, 1},
                                        {256, 2},
                                        {256, 1},
                                        {512, 2},
                                        {512, 1},
                                        {512, 1},
                                        {512, 1},
                                        {512, 1},
                                        {512, 1},
                                        {1024, 2},
                                        {1024, 1}}};

} // namespace

Result<Graph> buildMobilenet(const OpRegistry &ops)
{
    ModelBuilder model(ops);
    int channels = 32;
    Entry x = convolveBlock(model, imageInput(model), {channels, 3, 2}, "conv_block_1", "");
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const std::string name = fmt::format("separable_conv_block_{}", i + 1);
        x = convolveBlock(model, x, {channels, 3, blocks[i].stride, channels}, name, "1");
        channels = blocks[i].channels;
        x = convolveBlock(model, x, {channels, 1, 1}, name, "2");
    }
    x = model.apply("global_avg_pool2d", {x}, {}, "pool");
    x = model.apply("flatten", {x}, {}, "flatten");
    x = model.apply("dense", {x}, {{"units", "1000"}, {"use_bias", "False"}}, "fc");
    return model.finish({model.apply("softmax", {x}, {}, "softmax")});
}

} // namespace nervure::models
