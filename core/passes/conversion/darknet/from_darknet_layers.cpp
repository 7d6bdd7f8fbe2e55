// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/darknet/from_darknet_layers.h"

#include "core/passes/conversion/python_text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace nervure {

namespace {

using Attrs = std::initializer_list<std::pair<std::string_view, std::string>>;

AttrDict attrsOfCall(Attrs attrs)
{
    AttrDict dict;
    for (const auto &[key, value] : attrs) {
        dict.set(key, value);
    }
    return dict;
}

std::string text(std::int64_t value)
{
    return std::to_string(value);
}
std::string tuple(std::int64_t value)
{
    return fmt::format("({0}, {0})", value);
}
std::string list(std::int64_t value)
{
    return fmt::format("[{0}, {0}]", value);
}

const std::string epsilon = "1e-06";

/// The library's activations in the order of their numbers. What it does not know is relu to it.
constexpr std::array<std::string_view, 13> activations{
    "logistic", "relu", "relie", "linear", "ramp",    "tanh", "plse",
    "leaky",    "elu",  "loggy", "stair",  "hardtan", "lhtan"};

/// A layer's kind by its number in the library, for from_darknet's refusal.
struct RefusedLayer {
    std::string_view type;
    int number;
};
constexpr std::array<RefusedLayer, 9> refusedLayers{{{"deconvolutional", 1},
                                                     {"detection", 5},
                                                     {"crop", 7},
                                                     {"normalization", 10},
                                                     {"local", 12},
                                                     {"activation", 14},
                                                     {"batchnorm", 19},
                                                     {"logistic", 26},
                                                     {"iseg", 27}}};

Diagnostic refusal(const DarknetLayer &layer)
{
    for (const RefusedLayer &refused : refusedLayers) {
        if (refused.type == layer.type()) {
            return makeError("NotImplementedError",
                             "Darknet layer type {} is not supported in nnvm.", refused.number);
        }
    }
    return makeError("not-supported", "Darknet has no layer [{}]", layer.type());
}

} // namespace

std::shared_ptr<DarknetSymbols> DarknetValue::asList() const
{
    return list ? list : std::make_shared<DarknetSymbols>(DarknetSymbols{symbol});
}

Result<Entry> DarknetConversions::call(std::string_view function, const DarknetSymbols &inputs,
                                       AttrDict attrs)
{
    ASSIGN_OR_RETURN(const NnvmSymbol symbol, m_nnvm.call(function, inputs, std::move(attrs)));
    return symbol.front();
}

/// The variable that a call made for what its operator lacked is the network's array.
void DarknetConversions::addParam(const DarknetProduct &product, const Entry &made,
                                  std::size_t input, std::string_view array)
{
    const IndexedNode &layer = *product.layer.node;
    const auto names = layer.spec->inputNames({*layer.node, layer.attrs, Semantics::Exact});
    const NodeId variable = m_nnvm.node(made).inputs[input].node;
    const auto at = std::find(names.begin(), names.end(), product.prefix + std::string(array));
    const auto position = static_cast<std::size_t>(at - names.begin());
    if (position >= layer.inputs.size()) {
        return;
    }
    const NodeId source = m_network.node(layer.inputs[position].nodeId).source;
    m_nnvm.setOriginOf(variable, source);
    m_params.push_back({m_nnvm.node({variable, 0, 0}).name, source});
}

Result<Entry> DarknetConversions::normalized(const DarknetProduct &product, Entry sums)
{
    if (!product.isNormalized) {
        addParam(product, sums, 2, "biases");
        return sums;
    }
    ASSIGN_OR_RETURN(const Entry norm,
                     call("batch_norm", {sums}, attrsOfCall({{"epsilon", epsilon}})));
    addParam(product, norm, 3, "rolling_mean");
    addParam(product, norm, 4, "rolling_variance");
    addParam(product, norm, 1, "scales");
    addParam(product, norm, 2, "biases");
    return norm;
}

Result<Entry> DarknetConversions::convolution(const DarknetProduct &product, DarknetSymbols &inputs)
{
    ASSIGN_OR_RETURN(const Entry sums,
                     call("conv2d", inputs,
                          attrsOfCall({{"channels", text(product.outputs)},
                                       {"kernel_size", list(product.size)},
                                       {"strides", tuple(product.stride)},
                                       {"padding", tuple(product.padding)},
                                       {"dilation", tuple(1)},
                                       {"groups", text(product.groups)},
                                       {"layout", "NCHW"},
                                       {"use_bias", pythonBool(!product.isNormalized)}})));
    addParam(product, sums, 1, "weights");
    ASSIGN_OR_RETURN(const Entry norm, normalized(product, sums));
    ASSIGN_OR_RETURN(const Entry result, activated(product.activation, {norm}));
    // The library has weights for the channels of one group.
    const std::int64_t ofGroup = product.groups > 0 ? product.inputs / product.groups : 0;
    if (ofGroup * product.outputs * product.size != 0 && ofGroup != product.inputs) {
        return makeError("RuntimeError", "layer weights size not matching with n c h w");
    }
    return result;
}

Result<Entry> DarknetConversions::connected(const DarknetProduct &product, DarknetSymbols &inputs)
{
    if (product.isFlattened) {
        ASSIGN_OR_RETURN(inputs.at(0), call("flatten", {inputs.at(0)}));
    }
    ASSIGN_OR_RETURN(const Entry sums,
                     call("dense", inputs,
                          attrsOfCall({{"units", text(product.outputs)},
                                       {"use_bias", pythonBool(!product.isNormalized)}})));
    addParam(product, sums, 1, "weights");
    ASSIGN_OR_RETURN(const Entry norm, normalized(product, sums));
    return activated(product.activation, {norm});
}

Result<Entry> DarknetConversions::activated(std::string_view activation,
                                            const DarknetSymbols &inputs)
{
    const bool isKnown =
        std::find(activations.begin(), activations.end(), activation) != activations.end();
    if (activation == "linear") {
        return *inputs.at(0);
    }
    if (activation == "relu" || !isKnown) {
        return call("relu", inputs);
    }
    if (activation == "logistic") {
        return call("sigmoid", inputs);
    }
    if (activation == "tanh") {
        return call("tanh", inputs);
    }
    if (activation == "leaky") {
        return call("leaky_relu", inputs, attrsOfCall({{"alpha", "0.1"}}));
    }
    if (activation == "elu") {
        ASSIGN_OR_RETURN(const Entry power, call("exp", inputs));
        ASSIGN_OR_RETURN(const Entry less,
                         call("__rsub_scalar__", {power}, attrsOfCall({{"scalar", "1"}})));
        ASSIGN_OR_RETURN(const Entry below, call("relu", {less}));
        ASSIGN_OR_RETURN(const Entry negative,
                         call("__mul_scalar__", {below}, attrsOfCall({{"scalar", "-1"}})));
        ASSIGN_OR_RETURN(const Entry above, call("relu", inputs));
        return call("__add_symbol__", {negative, above});
    }
    return makeError("TypeError", "can only concatenate str (not \"int\") to str");
}

Result<Entry> DarknetConversions::maxpool(const DarknetLayer &layer, const DarknetSymbols &inputs)
{
    const std::int64_t stride = layer.integer("stride", 1);
    const std::int64_t size = layer.integer("size", stride);
    const std::int64_t padding = darknetPoolPadding(layer);
    const auto step = static_cast<double>(stride);
    const double fits = static_cast<double>(layer.in.width - size + 2 * padding) / step + 1;
    const auto wanted = static_cast<double>(layer.out.width);
    DarknetSymbols from = inputs;
    if (fits < wanted) {
        const auto extra = static_cast<std::int64_t>((wanted - fits) * step);
        if (extra != 0) {
            ASSIGN_OR_RETURN(
                from.at(0),
                call("pad", inputs,
                     attrsOfCall(
                         {{"pad_width", fmt::format("((0, 0), (0, 0), (0, {0}), (0, {0}))", extra)},
                          {"pad_value", "-3.4028235e+38"}})));
        }
    }
    return call(
        "max_pool2d", from,
        attrsOfCall(
            {{"pool_size", list(size)}, {"strides", tuple(stride)}, {"padding", tuple(padding)}}));
}

Result<Entry> DarknetConversions::avgpool(const DarknetLayer &layer, const DarknetSymbols &inputs)
{
    const bool isSquare = layer.in.height == layer.in.width;
    return call("avg_pool2d", inputs,
                attrsOfCall({{"pool_size", list(isSquare ? layer.in.height : 0)},
                             {"strides", tuple(1)},
                             {"padding", tuple(0)}}));
}

Result<Entry> DarknetConversions::softmax(const DarknetLayer &layer, DarknetSymbols &inputs)
{
    const auto temperature = static_cast<double>(static_cast<float>(layer.real("temperature", 1)));
    if (temperature != 0) {
        ASSIGN_OR_RETURN(inputs.at(0), call("__div_scalar__", {inputs.at(0)},
                                            attrsOfCall({{"scalar", pythonRepr(temperature)}})));
    }
    ASSIGN_OR_RETURN(inputs.at(0), call("flatten", {inputs.at(0)}));
    return call("softmax", inputs);
}

Result<Entry> DarknetConversions::shortcut(const DarknetLayer &layer, const DarknetLayer &added,
                                           const DarknetSymbols &inputs)
{
    DarknetSymbols other{inputs.at(1)};
    if (layer.out.height > added.out.height) {
        const std::int64_t scale = added.out.height > 0 ? layer.out.height / added.out.height : 0;
        ASSIGN_OR_RETURN(other.at(0),
                         call("upsampling", other,
                              attrsOfCall({{"scale", text(scale)}, {"name", "_upsampling"}})));
    } else if (layer.out.height < added.out.height) {
        const std::int64_t stride = layer.out.height > 0 ? added.out.height / layer.out.height : 0;
        ASSIGN_OR_RETURN(other.at(0), call("avg_pool2d", other,
                                           attrsOfCall({{"pool_size", tuple(1)},
                                                        {"strides", tuple(stride)},
                                                        {"padding", tuple(0)},
                                                        {"name", "_downsampling"}})));
    }
    if (layer.out.channels != added.out.channels) {
        ASSIGN_OR_RETURN(
            other.at(0),
            call("pad", other,
                 attrsOfCall({{"pad_width", fmt::format("((0, 0), (0, {}), (0, 0), (0, 0))",
                                                        layer.out.channels - added.out.channels)},
                              {"pad_value", "0.0"}})));
    }
    ASSIGN_OR_RETURN(const Entry sum, call("elemwise_add", {inputs.at(0), other.at(0)}));
    return activated(layer.text("activation", "linear"), {sum});
}

Result<Entry> DarknetConversions::region(const DarknetLayer &layer, const DarknetSymbols &inputs)
{
    return call("yolo_region", inputs,
                attrsOfCall({{"n", text(layer.integer("num", 1))},
                             {"classes", text(layer.integer("classes", 20))},
                             {"coords", text(layer.integer("coords", 4))},
                             {"background", text(layer.integer("background", 0))},
                             {"softmax", text(layer.integer("softmax", 0))}}));
}

Result<Entry> DarknetConversions::yolo(const DarknetLayer &layer, const DarknetSymbols &inputs)
{
    const std::size_t boxes = darknetNumbers(layer.text("mask", "")).size();
    const std::int64_t count =
        boxes != 0 ? static_cast<std::int64_t>(boxes) : layer.integer("num", 1);
    const std::int64_t numbers = layer.integer("classes", 20) + 5;
    const std::string cells = fmt::format("{}, {}", layer.out.height, layer.out.width);
    ASSIGN_OR_RETURN(
        const Entry split,
        call("reshape", {inputs.at(0)},
             attrsOfCall({{"shape", fmt::format("(1, {}, {}, {})", count, numbers, cells)}})));
    ASSIGN_OR_RETURN(const NnvmSymbol parts,
                     m_nnvm.call("split", NnvmSymbol{split},
                                 attrsOfCall({{"indices_or_sections", "(2, 4)"}, {"axis", "2"}})));
    ASSIGN_OR_RETURN(const Entry size, NnvmSymbols::output(parts, 1));
    ASSIGN_OR_RETURN(const Entry others, NnvmSymbols::output(parts, 2));
    ASSIGN_OR_RETURN(const Entry place, call("sigmoid", {parts.front()}));
    ASSIGN_OR_RETURN(const Entry classes, call("sigmoid", {others}));
    ASSIGN_OR_RETURN(const Entry joined,
                     call("concatenate", {place, size, classes}, attrsOfCall({{"axis", "2"}})));
    return call("reshape", {joined},
                attrsOfCall({{"shape", fmt::format("(1, {}, {})", layer.out.channels, cells)}}));
}

Result<Entry> DarknetConversions::plainLayer(const DarknetLayer &layer, DarknetSymbols &inputs,
                                             const DarknetLayer *added)
{
    const std::string_view type = layer.type();
    if (type == "maxpool") {
        return maxpool(layer, inputs);
    }
    if (type == "avgpool") {
        return avgpool(layer, inputs);
    }
    if (type == "softmax") {
        return softmax(layer, inputs);
    }
    if (type == "shortcut" && added) {
        return shortcut(layer, *added, inputs);
    }
    if (type == "region") {
        return region(layer, inputs);
    }
    if (type == "yolo") {
        return yolo(layer, inputs);
    }
    if (type == "route") {
        return call("concatenate", inputs, attrsOfCall({{"axis", "1"}}));
    }
    if (type == "dropout") {
        const auto rate = static_cast<float>(layer.real("probability", 0.5));
        return call("dropout", inputs, attrsOfCall({{"rate", pythonRepr(double{rate})}}));
    }
    if (type == "upsample") {
        return call("upsampling", inputs,
                    attrsOfCall({{"scale", text(std::abs(layer.integer("stride", 2)))}}));
    }
    if (type == "reorg") {
        return call("yolo_reorg", inputs,
                    attrsOfCall({{"stride", text(layer.integer("stride", 1))}}));
    }
    if (type == "l2norm") {
        return call("l2_normalize", inputs, attrsOfCall({{"eps", "0"}, {"axis", "1"}}));
    }
    return refusal(layer);
}

} // namespace nervure
