// SPDX-License-Identifier: Apache-2.0
#include "core/frontends/models/models.h"

#include <array>
#include <fmt/format.h>

namespace nervure::models {

namespace {

/// Four stages of residual units on 224×224 images.
struct Architecture {
    std::array<int, 4> units;    ///< per stage
    std::array<int, 4> channels; ///< that each stage puts out
    bool bottleneck = false;     ///< 1×1, 3×3, 1×1 instead of 3×3, 3×3
};

constexpr Architecture resnet18{{2, 2, 2, 2}, {64, 128, 256, 512}, false};
constexpr Architecture resnet50{{3, 4, 6, 3}, {256, 512, 1024, 2048}, true};
constexpr Architecture resnet152{{3, 8, 36, 3}, {256, 512, 1024, 2048}, true};

struct Convolution {
    int channels;
    int kernel;
    int stride = 1;
    bool writesPadding = true; ///< shortcuts leave the attribute out
};

class ResnetBuilder {
public:
    ResnetBuilder(const OpRegistry &ops, const Architecture &architecture)
        : m_model(ops),
          m_architecture(architecture)
    {}

    Result<Graph> preActivation();
    Result<Graph> postActivation();

private:
    Entry convolve(Entry x, const Convolution &c, const std::string &name)
    {
        AttrDict attrs{{"channels", std::to_string(c.channels)},
                       {"kernel_size", pairText(c.kernel)}};
        if (c.writesPadding) {
            attrs.set("padding", pairText(c.kernel / 2));
        }
        attrs.set("strides", pairText(c.stride));
        attrs.set("use_bias", "False");
        return m_model.apply("conv2d", {x}, attrs, name);
    }
    Entry normalize(Entry x, const std::string &name)
    {
        return m_model.apply("batch_norm", {x}, {{"epsilon", "2e-05"}}, name);
    }
    Entry relu(Entry x, const std::string &name) { return m_model.apply("relu", {x}, {}, name); }

    /// The convolutions of a unit that puts out `channels`; the first one strides.
    [[nodiscard]] std::vector<Convolution> convolutions(int channels, int stride) const
    {
        if (!m_architecture.bottleneck) {
            return {{channels, 3, stride}, {channels, 3}};
        }
        const int inner = channels / 4;
        return {{inner, 1, stride}, {inner, 3}, {channels, 1}};
    }

    template <typename Unit>
    Entry stages(Entry x, Unit unit);
    Entry preActivationUnit(Entry x, int channels, int stride, bool keepsShape,
                            const std::string &name);
    Entry postActivationUnit(Entry x, int channels, int stride, bool keepsShape,
                             const std::string &name);
    Entry stem(Entry x);
    Result<Graph> classify(Entry x);

    ModelBuilder m_model;
    const Architecture &m_architecture;
};

template <typename Unit>
Entry ResnetBuilder::stages(Entry x, Unit unit)
{
    for (std::size_t stage = 0; stage < m_architecture.units.size(); ++stage) {
        for (int i = 0; i < m_architecture.units[stage]; ++i) {
            const std::string name = fmt::format("stage{}_unit{}", stage + 1, i + 1);
            const int stride = i == 0 && stage > 0 ? 2 : 1;
            x = (this->*unit)(x, m_architecture.channels[stage], stride, i > 0, name);
        }
    }
    return x;
}

Entry ResnetBuilder::stem(Entry x)
{
    x = convolve(x, {64, 7, 2}, "conv0");
    x = relu(normalize(x, "bn0"), "relu0");
    return m_model.apply("max_pool2d", {x},
                         {{"padding", "(1, 1)"}, {"pool_size", "(3, 3)"}, {"strides", "(2, 2)"}});
}

Result<Graph> ResnetBuilder::classify(Entry x)
{
    x = m_model.apply("global_avg_pool2d", {x}, {}, "pool1");
    x = m_model.apply("flatten", {x});
    x = m_model.apply("dense", {x}, {{"units", "1000"}}, "fc1");
    return m_model.finish({m_model.apply("softmax", {x}, {}, "softmax")});
}

Entry ResnetBuilder::preActivationUnit(Entry x, int channels, int stride, bool keepsShape,
                                       const std::string &name)
{
    Entry branch = x;
    Entry shortcut = x;
    int number = 0;
    for (const Convolution &c : convolutions(channels, stride)) {
        const std::string n = std::to_string(++number);
        branch = relu(normalize(branch, name + "_bn" + n), name + "_relu" + n);
        if (number == 1 && !keepsShape) {
            shortcut = branch;
        }
        branch = convolve(branch, c, name + "_conv" + n);
    }
    if (!keepsShape) {
        shortcut = convolve(shortcut, {channels, 1, stride, false}, name + "_sc");
    }
    return m_model.apply("elemwise_add", {branch, shortcut});
}

Entry ResnetBuilder::postActivationUnit(Entry x, int channels, int stride, bool keepsShape,
                                        const std::string &name)
{
    const auto all = convolutions(channels, stride);
    Entry branch = x;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string n = std::to_string(i + 1);
        branch = normalize(convolve(branch, all[i], name + "_conv" + n), name + "_bn" + n);
        if (i + 1 < all.size()) {
            branch = relu(branch, name + "_relu" + n);
        }
    }
    if (!keepsShape) {
        x = normalize(convolve(x, {channels, 1, stride, false}, name + "_sc"), name + "_sc_bn");
    }
    return relu(m_model.apply("elemwise_add", {branch, x}), name + "_relu");
}

Result<Graph> ResnetBuilder::preActivation()
{
    const Entry data = m_model.apply("batch_norm", {imageInput(m_model)},
                                     {{"epsilon", "2e-05"}, {"scale", "False"}}, "bn_data");
    const Entry x = stages(stem(data), &ResnetBuilder::preActivationUnit);
    return classify(relu(normalize(x, "bn1"), "relu1"));
}

Result<Graph> ResnetBuilder::postActivation()
{
    return classify(stages(stem(imageInput(m_model)), &ResnetBuilder::postActivationUnit));
}

} // namespace

Result<Graph> buildResnet18(const OpRegistry &ops)
{
    return ResnetBuilder(ops, resnet18).preActivation();
}

Result<Graph> buildResnet50(const OpRegistry &ops)
{
    return ResnetBuilder(ops, resnet50).preActivation();
}

Result<Graph> buildResnet152(const OpRegistry &ops)
{
    return ResnetBuilder(ops, resnet152).preActivation();
}

Result<Graph> buildResnet18V1(const OpRegistry &ops)
{
    return ResnetBuilder(ops, resnet18).postActivation();
}

Result<Graph> buildResnet50V1(const OpRegistry &ops)
{
    return ResnetBuilder(ops, resnet50).postActivation();
}

} // namespace nervure::models
