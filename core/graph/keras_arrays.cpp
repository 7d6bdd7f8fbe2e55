// SPDX-License-Identifier: Apache-2.0
#include "core/graph/keras_arrays.h"

#include <array>
#include <utility>

namespace nervure {

namespace {

/// Whether an attribute is not "False"; `otherwise` where there is no such attribute.
bool isOn(const AttrDict &attrs, std::string_view name, bool otherwise = true)
{
    const std::string *text = attrs.find(name);
    return text ? *text != "False" : otherwise;
}

/// The list of a layer's arrays, which grows.
class ArrayList {
public:
    explicit ArrayList(std::string prefix = {}, std::string place = "vars/")
        : m_prefix(std::move(prefix)),
          m_place(std::move(place))
    {}

    ArrayList &add(const std::string &name, bool isThere = true, bool isTrained = true)
    {
        if (isThere) {
            m_arrays.push_back(
                {m_prefix + name, m_place + std::to_string(m_arrays.size()), isTrained});
        }
        return *this;
    }
    [[nodiscard]] std::vector<KerasArray> take() { return std::move(m_arrays); }

private:
    std::string m_prefix;
    std::string m_place;
    std::vector<KerasArray> m_arrays;
};

std::vector<KerasArray> normalizationArrays(const AttrDict &attrs, bool hasMoments)
{
    ArrayList list;
    list.add("gamma", isOn(attrs, "scale")).add("beta", isOn(attrs, "center"));
    list.add("moving_mean", hasMoments, false).add("moving_variance", hasMoments, false);
    return list.take();
}

/// What adapt() learned of the data, unless the layer was told; and of how many.
std::vector<KerasArray> statisticsArrays(const AttrDict &attrs)
{
    const std::string *mean = attrs.find("mean");
    if (mean && *mean != "None") {
        return {};
    }
    ArrayList list;
    auto arrays =
        list.add("mean", true, false).add("variance", true, false).add("count", true, false).take();
    arrays.back().isRead = false;
    return arrays;
}

std::vector<KerasArray> recurrentArrays(const AttrDict &attrs, const std::string &prefix,
                                        const std::string &place)
{
    return ArrayList(prefix, place)
        .add("kernel")
        .add("recurrent_kernel")
        .add("bias", isOn(attrs, "use_bias"))
        .take();
}

std::vector<KerasArray> bidirectionalArrays(const AttrDict &attrs)
{
    auto all = recurrentArrays(attrs, "forward_", "forward_layer/cell/vars/");
    for (KerasArray &array : recurrentArrays(attrs, "backward_", "backward_layer/cell/vars/")) {
        all.push_back(std::move(array));
    }
    return all;
}

std::vector<KerasArray> attentionArrays(const AttrDict &attrs)
{
    std::vector<KerasArray> all;
    for (const std::string part : {"query", "key", "value", "output"}) {
        ArrayList list(part + '_', part + "_dense/vars/");
        for (KerasArray &array : list.add("kernel").add("bias", isOn(attrs, "use_bias")).take()) {
            all.push_back(std::move(array));
        }
    }
    return all;
}

std::vector<KerasArray> wrappedArrays(const AttrDict &attrs)
{
    const std::string *inner = attrs.find("layer");
    if (!inner || *inner == "TimeDistributed") {
        return {};
    }
    auto arrays = kerasArrays(*inner, attrs);
    for (KerasArray &array : arrays) {
        array.place = "layer/" + array.place;
    }
    return arrays;
}

template <std::size_t count>
bool isOneOf(std::string_view layer, const std::array<std::string_view, count> &names)
{
    for (const std::string_view name : names) {
        if (layer == name) {
            return true;
        }
    }
    return false;
}

constexpr std::array<std::string_view, 10> kernelLayers{"Dense",
                                                        "Conv1D",
                                                        "Conv2D",
                                                        "Conv3D",
                                                        "Conv1DTranspose",
                                                        "Conv2DTranspose",
                                                        "Conv3DTranspose",
                                                        "EinsumDense",
                                                        "LocallyConnected1D",
                                                        "LocallyConnected2D"};
constexpr std::array<std::string_view, 2> depthwiseLayers{"DepthwiseConv1D", "DepthwiseConv2D"};
constexpr std::array<std::string_view, 2> separableLayers{"SeparableConv1D", "SeparableConv2D"};
constexpr std::array<std::string_view, 3> recurrentLayers{"SimpleRNN", "LSTM", "GRU"};

} // namespace

std::vector<KerasArray> kerasArrays(std::string_view name, const AttrDict &attrs)
{
    const std::string_view layer = name.substr(0, name.find('('));
    const bool hasBias = isOn(attrs, "use_bias");
    if (layer == "EinsumDense") {
        const std::string *axes = attrs.find("bias_axes");
        return ArrayList().add("kernel").add("bias", axes && *axes != "None").take();
    }
    if (isOneOf(layer, kernelLayers)) {
        return ArrayList().add("kernel").add("bias", hasBias).take();
    }
    if (isOneOf(layer, depthwiseLayers)) {
        return ArrayList().add("depthwise_kernel").add("bias", hasBias).take();
    }
    if (isOneOf(layer, separableLayers)) {
        return ArrayList()
            .add("depthwise_kernel")
            .add("pointwise_kernel")
            .add("bias", hasBias)
            .take();
    }
    if (isOneOf(layer, recurrentLayers) || layer == "ConvLSTM2D"
        || (layer == "RNN" && attrs.find("cell"))) {
        return recurrentArrays(attrs, "", "cell/vars/");
    }
    if (layer == "BatchNormalization") {
        return normalizationArrays(attrs, true);
    }
    if (layer == "LayerNormalization" || layer == "GroupNormalization") {
        return normalizationArrays(attrs, false);
    }
    if (layer == "Normalization") {
        return statisticsArrays(attrs);
    }
    if (layer == "Attention" || layer == "AdditiveAttention") {
        return ArrayList().add("scale", isOn(attrs, "use_scale", false)).take();
    }
    if (layer == "RMSNormalization") {
        return ArrayList().add("scale").take();
    }
    if (layer == "PReLU") {
        return ArrayList().add("alpha").take();
    }
    if (layer == "Embedding") {
        return ArrayList().add("embeddings").take();
    }
    if (layer == "Bidirectional") {
        return bidirectionalArrays(attrs);
    }
    if (layer == "MultiHeadAttention") {
        return attentionArrays(attrs);
    }
    return layer == "TimeDistributed" ? wrappedArrays(attrs) : std::vector<KerasArray>();
}

std::vector<std::string> kerasArrayNames(std::string_view layer, const AttrDict &attrs)
{
    std::vector<std::string> names;
    for (KerasArray &array : kerasArrays(layer, attrs)) {
        if (array.isRead) {
            names.push_back(std::move(array.name));
        }
    }
    return names;
}

} // namespace nervure
