// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/darknet/darknet_library.h"

#include "core/formats/darknet/darknet_layers.h"
#include "core/graph/tensor_type.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <unordered_map>

namespace nervure {

namespace {

const std::string *valueOf(const DarknetLayer &layer, std::string_view key)
{
    return layer.node->node->attrs.find(key);
}

/// Larger than any size; products of two of them have room.
constexpr long long largestSize = 1LL << 30;

/// As atoi() of the library, of what is a size in it.
std::int64_t leadingInteger(const std::string &text)
{
    return std::clamp(std::strtoll(text.c_str(), nullptr, 10), -largestSize, largestSize);
}

std::int64_t countOf(const DarknetSize &size)
{
    return elementCount({size.channels, size.height, size.width}).value_or(0);
}

/// Gives every layer its sizes, one after the other.
class LayerSizes {
public:
    LayerSizes(const IndexedGraph &network, std::vector<DarknetLayer> &layers)
        : m_network(network),
          m_layers(layers)
    {}

    void run()
    {
        readInput();
        for (DarknetLayer &layer : m_layers) {
            layer.in = m_size;
            layer.inputs = m_count;
            layer.outputs = m_count;
            setSizes(layer);
            m_size = layer.out;
            m_count = layer.outputs;
            m_known[layer.node->source] = layer.number;
        }
    }

private:
    void readInput()
    {
        for (const std::uint32_t id : m_network.inputNodes()) {
            DarknetLayer net{.node = &m_network.node(id)};
            if (net.node->node->name == "data") {
                m_size = {net.integer("channels", 0), net.integer("height", 0),
                          net.integer("width", 0)};
                m_count = net.integer("inputs", countOf(m_size));
            }
        }
    }

    void setSizes(DarknetLayer &layer) const
    {
        const std::string_view type = layer.type();
        if (type == "convolutional") {
            const std::int64_t rest =
                2 * darknetConvolutionPadding(layer) - layer.integer("size", 1);
            setImage(layer, {layer.integer("filters", 1), windows(layer, layer.in.height + rest),
                             windows(layer, layer.in.width + rest)});
        } else if (type == "maxpool") {
            const std::int64_t padding = darknetPoolPadding(layer);
            const std::int64_t stride = layer.integer("stride", 1);
            setImage(layer,
                     {layer.in.channels, formerDarknetPoolSize(layer.in.height, padding, stride),
                      formerDarknetPoolSize(layer.in.width, padding, stride)});
        } else if (type == "avgpool") {
            setImage(layer, {layer.in.channels, 1, 1});
        } else if (type == "connected") {
            setRow(layer, layer.integer("output", 1));
            layer.in = {layer.inputs, 1, 1};
            layer.out = {layer.outputs, 1, 1};
        } else if (type == "rnn" || type == "lstm" || type == "gru") {
            setRow(layer, layer.integer("output", 1));
        } else if (type == "crnn") {
            setImage(layer, {layer.integer("output_filters", 1), layer.in.height, layer.in.width});
        } else if (type == "route") {
            setRoute(layer);
        } else if (type == "upsample" || type == "reorg") {
            setResized(layer);
        } else if (type == "softmax" || type == "cost") {
            layer.out = {};
        } else {
            layer.out = layer.in; // shortcut, dropout, region, yolo, l2norm
        }
    }

    static std::int64_t windows(const DarknetLayer &layer, std::int64_t room)
    {
        const std::int64_t stride = layer.integer("stride", 1);
        return room < 0 || stride <= 0 ? 0 : room / stride + 1;
    }

    static void setImage(DarknetLayer &layer, const DarknetSize &size)
    {
        layer.out = {std::clamp<std::int64_t>(size.channels, 0, largestSize),
                     std::clamp<std::int64_t>(size.height, 0, largestSize),
                     std::clamp<std::int64_t>(size.width, 0, largestSize)};
        layer.outputs = countOf(layer.out);
    }
    static void setRow(DarknetLayer &layer, std::int64_t count)
    {
        layer.out = {};
        layer.outputs = count;
    }

    /// Images of one size are laid behind each other; others are no image together.
    void setRoute(DarknetLayer &layer) const
    {
        std::int64_t count = 0;
        DarknetSize size;
        bool isImage = true;
        for (std::size_t i = 0; i < layer.node->inputs.size(); ++i) {
            const auto known = m_known.find(m_network.node(layer.node->inputs[i].nodeId).source);
            if (known == m_known.end()) {
                continue;
            }
            const DarknetLayer &from = m_layers[known->second];
            count += from.outputs;
            isImage =
                isImage
                && (i == 0 || (from.out.height == size.height && from.out.width == size.width));
            size = {size.channels + from.out.channels, from.out.height, from.out.width};
        }
        layer.outputs = count;
        layer.out = isImage ? size : DarknetSize{};
    }

    static void setResized(DarknetLayer &layer)
    {
        const bool isReorg = layer.type() == "reorg";
        std::int64_t stride = layer.integer("stride", isReorg ? 1 : 2);
        const bool isEnlarged = isReorg ? layer.integer("reverse", 0) != 0 : stride > 0;
        stride = std::clamp<std::int64_t>(std::abs(stride), 1, 1 << 15);
        const std::int64_t area = isReorg ? stride * stride : 1;
        const DarknetSize &in = layer.in;
        setImage(layer,
                 isEnlarged
                     ? DarknetSize{in.channels / area, in.height * stride, in.width * stride}
                     : DarknetSize{in.channels * area, in.height / stride, in.width / stride});
    }

    const IndexedGraph &m_network;
    std::vector<DarknetLayer> &m_layers;
    DarknetSize m_size;
    std::int64_t m_count = 0;
    std::unordered_map<NodeId, std::size_t> m_known;
};

} // namespace

std::int64_t DarknetLayer::integer(std::string_view key, std::int64_t unset) const
{
    const std::string *value = valueOf(*this, key);
    return value ? leadingInteger(*value) : unset;
}

double DarknetLayer::real(std::string_view key, double unset) const
{
    const std::string *value = valueOf(*this, key);
    return value ? std::strtod(value->c_str(), nullptr) : unset;
}

std::string_view DarknetLayer::text(std::string_view key, std::string_view unset) const
{
    const std::string *value = valueOf(*this, key);
    return value ? std::string_view(*value) : unset;
}

std::vector<DarknetLayer> darknetLibraryLayers(const IndexedGraph &network)
{
    std::vector<DarknetLayer> layers;
    for (const NodeId id : network.graph().nodes()) {
        const auto found = network.find(id);
        if (found && !network.node(*found).isVariable()) {
            layers.push_back({.node = &network.node(*found), .number = layers.size()});
        }
    }
    LayerSizes(network, layers).run();
    return layers;
}

std::int64_t darknetConvolutionPadding(const DarknetLayer &layer)
{
    return layer.integer("pad", 0) != 0 ? layer.integer("size", 1) / 2
                                        : layer.integer("padding", 0);
}

std::int64_t darknetPoolPadding(const DarknetLayer &layer)
{
    const std::int64_t size = layer.integer("size", layer.integer("stride", 1));
    return layer.integer("padding", (size - 1) / 2);
}

std::vector<double> darknetNumbers(std::string_view list)
{
    std::vector<double> numbers;
    while (!list.empty()) {
        const std::size_t comma = list.find(',');
        numbers.push_back(std::strtod(std::string(list.substr(0, comma)).c_str(), nullptr));
        list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
    }
    return numbers;
}

} // namespace nervure
