// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/coreml/from_coreml_layers.h"

#include "core/graph/onnx_variable.h"
#include "core/graph/value/value_type.h"
#include "core/passes/conversion/python_text.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace nervure {

namespace {

Diagnostic assertion(std::string_view message = {})
{
    return makeError("AssertionError", "{}", message);
}

/// Edges in front of each dimension, where those behind are the same; nothing where they are not.
std::optional<std::vector<std::int64_t>> symmetric(const std::vector<std::int64_t> &edges)
{
    std::vector<std::int64_t> front;
    for (std::size_t i = 0; i + 1 < edges.size(); i += 2) {
        if (edges[i] != edges[i + 1]) {
            return std::nullopt;
        }
        front.push_back(edges[i]);
    }
    return front;
}

/// Layers that from_coreml knows by the class of their message alone.
struct ClassRow {
    std::string_view op;
    std::string_view name;
};
constexpr std::array refusedClasses{
    ClassRow{"embedding", "EmbeddingLayerParams"},
    ClassRow{"mvn", "MeanVarianceNormalizeLayerParams"},
    ClassRow{"crop", "CropLayerParams"},
    ClassRow{"resizeBilinear", "ResizeBilinearLayerParams"},
    ClassRow{"cropResize", "CropResizeLayerParams"},
    ClassRow{"unary", "UnaryFunctionLayerParams"},
    ClassRow{"bias", "BiasLayerParams"},
    ClassRow{"dot", "DotProductLayerParams"},
    ClassRow{"reduce", "ReduceLayerParams"},
    ClassRow{"loadConstant", "LoadConstantLayerParams"},
    ClassRow{"reshape", "ReshapeLayerParams"},
    ClassRow{"split", "SplitLayerParams"},
    ClassRow{"sequenceRepeat", "SequenceRepeatLayerParams"},
    ClassRow{"reorganizeData", "ReorganizeDataLayerParams"},
    ClassRow{"slice", "SliceLayerParams"},
    ClassRow{"simpleRecurrent", "SimpleRecurrentLayerParams"},
    ClassRow{"gru", "GRULayerParams"},
    ClassRow{"uniDirectionalLSTM", "UniDirectionalLSTMLayerParams"},
    ClassRow{"biDirectionalLSTM", "BiDirectionalLSTMLayerParams"},
    ClassRow{"custom", "CustomLayerParams"},
};

Diagnostic refusedLayer(const CoreMlLayer &layer)
{
    for (const ClassRow &row : refusedClasses) {
        if (row.op == layer.op()) {
            return makeError("NotImplementedError", "{} is not supported", row.name);
        }
    }
    // coremltools of that time knows nothing of later layers: the message has none.
    return makeError("TypeError", "getattr(): attribute name must be string");
}

} // namespace

Result<Entry> CoreMlConversions::call(std::string_view function, const Inputs &inputs,
                                      AttrDict attrs)
{
    ASSIGN_OR_RETURN(const NnvmSymbol symbol, m_nnvm.call(function, inputs, std::move(attrs)));
    return symbol.front();
}

Result<Entry> CoreMlConversions::scalar(std::string_view function, Entry input, double number)
{
    return call(function, {input}, attrsOfSymbol({{"scalar", pythonRepr(number)}}));
}

Entry CoreMlConversions::constantOf(CoreMlParam param)
{
    param.name = fmt::format("_param_{}", m_params.size() + 1);
    Node variable;
    variable.name = param.name;
    m_params.push_back(std::move(param));
    return m_nnvm.variable(std::move(variable)).front();
}

Result<Entry> CoreMlConversions::constant(const CoreMlLayer &layer, std::string_view weights,
                                          Shape shape)
{
    const Node *variable = layer.weights(weights);
    std::int64_t count = 0;
    // from_coreml reads numbers of 32 bits alone.
    const std::string *type = variable ? variable->attrs.find(onnx_variable::elemType) : nullptr;
    const std::string *sizes = variable ? variable->attrs.find(onnx_variable::shape) : nullptr;
    if (type && sizes && *type == "float32" && !variable->attrs.find("quantized")) {
        const auto dimensions = dimensionsFromText(*sizes);
        count = dimensions ? productOf(*dimensions).number().value_or(0) : 0;
    }
    std::int64_t wanted = 1;
    for (const std::int64_t size : shape) {
        wanted = checkedMultiply(wanted, size).value_or(-1);
    }
    if (!shape.hasRank()) {
        shape = {count};
    } else if (wanted != count) {
        return makeError("ValueError", "cannot reshape array of size {} into shape {}", count,
                         replaced(pythonTuple(numberTexts({shape.begin(), shape.end()})), " ", ""));
    }
    return constantOf({{}, variable ? variable->name : std::string(), std::move(shape)});
}

std::vector<std::int64_t> CoreMlConversions::withPadding(std::vector<std::int64_t> padding)
{
    if (m_padding) {
        padding.resize(std::min(padding.size(), m_padding->size()));
        for (std::size_t i = 0; i < padding.size(); ++i) {
            padding[i] += (*m_padding)[i];
        }
        m_padding.reset();
    }
    return padding;
}

Result<Entry> CoreMlConversions::convert(const CoreMlLayer &layer, const Inputs &inputs)
{
    ASSIGN_OR_RETURN(const Entry result, table(layer, inputs));
    if (layer.op() != "padding" && m_padding) {
        return assertion("Previous padding not consumed by conv/pool");
    }
    return result;
}

Result<Entry> CoreMlConversions::table(const CoreMlLayer &layer, const Inputs &inputs)
{
    using Converter = Result<Entry> (CoreMlConversions::*)(const CoreMlLayer &, const Inputs &);
    struct Row {
        std::string_view op;
        Converter convert;
    };
    using C = CoreMlConversions;
    constexpr std::array rows{
        Row{"scaler", &C::scaler},
        Row{"meanImage", &C::meanImage},
        Row{"convolution", &C::convolution},
        Row{"batchnorm", &C::batchnorm},
        Row{"activation", &C::activation},
        Row{"scale", &C::scale},
        Row{"pooling", &C::pooling},
        Row{"innerProduct", &C::innerProduct},
        Row{"add", &C::several},
        Row{"multiply", &C::several},
        Row{"average", &C::several},
        Row{"max", &C::several},
        Row{"min", &C::several},
        Row{"concat", &C::several},
        Row{"flatten", &C::flatten},
        Row{"padding", &C::padding},
        Row{"upsample", &C::upsample},
        Row{"softmax", &C::plain},
        Row{"permute", &C::plain},
        Row{"l2normalize", &C::plain},
        Row{"lrn", &C::plain},
    };
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&layer](const Row &one) { return one.op == layer.op(); });
    // Layers of one input get a list where there is another number of them.
    const bool takesLists = row != rows.end() && row->convert == &C::several;
    if (row != rows.end() && !takesLists && inputs.size() != 1) {
        return makeError("TypeError", "Compose expect `Symbol` as arguments");
    }
    if (row != rows.end()) {
        return (this->*row->convert)(layer, inputs);
    }
    return refusedLayer(layer);
}

Result<Entry> CoreMlConversions::scaler(const CoreMlLayer &layer, const Inputs &inputs)
{
    const Entry bias = constantOf(
        {{},
         {},
         {3, 1, 1},
         {layer.number("blueBias"), layer.number("greenBias"), layer.number("redBias")}});
    ASSIGN_OR_RETURN(const Entry scaled,
                     scalar("__mul_scalar__", inputs.front(), layer.number("channelScale")));
    return call("broadcast_add", {scaled, bias});
}

/// A scalar of a whole image: the operator has no such attribute, and lacks its other input.
Result<Entry> CoreMlConversions::meanImage(const CoreMlLayer &layer, const Inputs &inputs)
{
    const Node *mean = layer.weights("mean");
    const std::string *text = mean ? mean->attrs.find(onnx_variable::value) : nullptr;
    if (!text) {
        return makeError("not-supported", "the values of the mean image are in the file alone");
    }
    std::vector<std::string> numbers;
    for (const std::string_view item : split(*text, ',')) {
        const auto number = static_cast<float>(parseNumber(trim(item)).value_or(0));
        numbers.push_back(pythonRepr(static_cast<double>(number)));
    }
    return call("elemwise_sub", {inputs.front()}, attrsOfSymbol({{"scalar", pythonList(numbers)}}));
}

/// The attribute `padding`; nothing where there is none.
Result<std::optional<std::string>> CoreMlConversions::convolutionPadding(const CoreMlLayer &layer)
{
    std::vector<std::int64_t> padding{0, 0};
    bool isSaid = m_padding.has_value();
    if (layer.text("padding") == "valid") {
        const auto edges = symmetric(layer.integers("paddingAmounts"));
        if (!edges) {
            return assertion("Asymmetry padding not supported");
        }
        isSaid = isSaid || !edges->empty();
        padding = edges->empty() ? padding : *edges;
    } else if (layer.text("padding") == "same") {
        const auto kernel = layer.integers("kernelSize");
        if (kernel.size() < 2) {
            return makeError("IndexError", "list index out of range");
        }
        const std::int64_t top = (kernel[0] - 1) / 2;
        const std::int64_t left = (kernel[1] - 1) / 2;
        if (top != kernel[1] - 1 - left || left != kernel[0] - 1 - top) {
            return assertion("Asymmetry padding not supported");
        }
        padding = {top, left};
        isSaid = true;
    } else {
        return makeError("NotImplementedError", "Valid/Same convolution padding implemented");
    }
    padding = withPadding(std::move(padding));
    return isSaid ? std::optional(numberList(padding)) : std::nullopt;
}

Result<Entry> CoreMlConversions::convolution(const CoreMlLayer &layer, const Inputs &inputs)
{
    const auto kernel = layer.integers("kernelSize");
    Shape shape{layer.integer("outputChannels"), layer.integer("kernelChannels")};
    shape.insert(shape.end(), kernel.begin(), kernel.end());
    ASSIGN_OR_RETURN(const Entry weights, constant(layer, "weights", std::move(shape)));
    Inputs all{inputs.front(), weights};
    if (layer.flag("hasBias")) {
        ASSIGN_OR_RETURN(const Entry bias, constant(layer, "bias", {}));
        all.push_back(bias);
    }
    const auto given = layer.integers("dilationFactor");
    AttrDict attrs = attrsOfSymbol(
        {{"channels", std::to_string(layer.integer("outputChannels"))},
         {"kernel_size", numberList(kernel)},
         {"strides", numberList(layer.integers("stride"))},
         {"dilation", numberList(given.empty() ? std::vector<std::int64_t>{1, 1} : given)},
         {"use_bias", pythonBool(layer.flag("hasBias"))},
         {"groups", std::to_string(layer.integer("nGroups"))}});
    ASSIGN_OR_RETURN(const auto padding, convolutionPadding(layer));
    if (padding) {
        attrs.set("padding", *padding);
    }
    return call(layer.flag("isDeconvolution") ? "conv2d_transpose" : "conv2d", all,
                std::move(attrs));
}

Result<Entry> CoreMlConversions::batchnorm(const CoreMlLayer &layer, const Inputs &inputs)
{
    if (layer.flag("instanceNormalization")) {
        return makeError("NotImplementedError", "instance normalization not implemented");
    }
    Inputs all{inputs.front()};
    for (const char *name : {"gamma", "beta", "mean", "variance"}) {
        ASSIGN_OR_RETURN(const Entry one, constant(layer, name, {}));
        all.push_back(one);
    }
    return call("batch_norm", all,
                attrsOfSymbol({{"epsilon", pythonRepr(layer.number("epsilon"))}}));
}

Result<Entry> CoreMlConversions::scale(const CoreMlLayer &layer, const Inputs &inputs)
{
    const auto shapeOf = [&layer](std::string_view name) {
        const auto sizes = layer.integers(name);
        Shape shape(sizes.begin(), sizes.end());
        shape.insert(shape.end(), 2, 1);
        return shape;
    };
    ASSIGN_OR_RETURN(const Entry factor, constant(layer, "scale", shapeOf("shapeScale")));
    ASSIGN_OR_RETURN(const Entry scaled, call("broadcast_mul", {inputs.front(), factor}));
    if (!layer.flag("hasBias")) {
        return scaled;
    }
    ASSIGN_OR_RETURN(const Entry bias, constant(layer, "bias", shapeOf("shapeBias")));
    return call("broadcast_add", {scaled, bias});
}

Result<Entry> CoreMlConversions::pooling(const CoreMlLayer &layer, const Inputs &inputs)
{
    const std::string_view type = layer.text("type");
    const bool isMax = type.empty() || type == "MAX";
    const Diagnostic other =
        makeError("NotImplementedError", "Only max and average pooling implemented");
    const bool isKnown = isMax || type == "AVERAGE";
    if (layer.flag("globalPooling")) {
        return isKnown ? call(isMax ? "global_max_pool2d" : "global_avg_pool2d", inputs)
                       : Result<Entry>(other);
    }
    AttrDict attrs = attrsOfSymbol({{"pool_size", numberList(layer.integers("kernelSize"))},
                                    {"strides", numberList(layer.integers("stride"))}});
    std::vector<std::int64_t> padding = layer.integers("paddingAmounts");
    if (layer.text("padding") == "valid") {
        const auto edges = symmetric(padding);
        if (!edges) {
            return assertion();
        }
        padding = *edges;
    } else if (layer.text("padding") == "includeLastPixel") {
        attrs.set("ceil_mode", "True");
    } else {
        return makeError("NotImplementedError", "Other convolution padding not implemented");
    }
    attrs.set("padding", numberList(withPadding(std::move(padding))));
    return isKnown ? call(isMax ? "max_pool2d" : "avg_pool2d", inputs, std::move(attrs))
                   : Result<Entry>(other);
}

Result<Entry> CoreMlConversions::innerProduct(const CoreMlLayer &layer, const Inputs &inputs)
{
    const std::int64_t units = layer.integer("outputChannels");
    ASSIGN_OR_RETURN(const Entry weights,
                     constant(layer, "weights", {units, layer.integer("inputChannels")}));
    Inputs all{inputs.front(), weights};
    if (layer.flag("hasBias")) {
        ASSIGN_OR_RETURN(const Entry bias, constant(layer, "bias", {}));
        all.push_back(bias);
    }
    return call("dense", all,
                attrsOfSymbol({{"units", std::to_string(units)},
                               {"use_bias", pythonBool(layer.flag("hasBias"))}}));
}

Result<Entry> CoreMlConversions::chain(std::string_view function, const Inputs &inputs)
{
    if (inputs.empty()) {
        return makeError("IndexError", "list index out of range");
    }
    Entry result = inputs.front();
    for (std::size_t i = 1; i < inputs.size(); ++i) {
        ASSIGN_OR_RETURN(result, call(function, {result, inputs[i]}));
    }
    return result;
}

/// Layers of several inputs.
Result<Entry> CoreMlConversions::several(const CoreMlLayer &layer, const Inputs &inputs)
{
    const double alpha = layer.number("alpha");
    if (layer.op() == "add") {
        ASSIGN_OR_RETURN(const Entry sum, chain("elemwise_add", inputs));
        return alpha > 0 ? scalar("__add_scalar__", sum, alpha) : Result<Entry>(sum);
    }
    if (layer.op() == "multiply") {
        ASSIGN_OR_RETURN(const Entry product, chain("elemwise_mul", inputs));
        return alpha != 1 ? scalar("__mul_scalar__", product, alpha) : Result<Entry>(product);
    }
    if (layer.op() == "concat") {
        return layer.flag("sequenceConcat")
                   ? makeError("NotImplementedError", "Sequence Concat not supported")
                   : call("concatenate", inputs, attrsOfSymbol({{"axis", "1"}}));
    }
    if (inputs.size() < 2) {
        return makeError("ValueError", "Expect minimum 2 inputs");
    }
    if (layer.op() != "average") {
        return chain(layer.op() == "max" ? "broadcast_max" : "broadcast_min", inputs);
    }
    ASSIGN_OR_RETURN(const Entry sum, chain("broadcast_add", inputs));
    return call("__div_scalar__", {sum},
                attrsOfSymbol({{"scalar", std::to_string(inputs.size())}}));
}

Result<Entry> CoreMlConversions::flatten(const CoreMlLayer &layer, const Inputs &inputs)
{
    if (layer.text("mode") != "CHANNEL_LAST") {
        return call("flatten", inputs);
    }
    ASSIGN_OR_RETURN(const Entry rows,
                     call("reshape", inputs, attrsOfSymbol({{"shape", "(0, 0, -1)"}})));
    ASSIGN_OR_RETURN(const Entry turned,
                     call("transpose", {rows}, attrsOfSymbol({{"axes", "(0, 2, 1)"}})));
    return call("flatten", {turned});
}

/// Makes nothing: the next convolution or pooling takes the amounts up.
Result<Entry> CoreMlConversions::padding(const CoreMlLayer &layer, const Inputs &inputs)
{
    if (layer.text("type") != "constant") {
        return makeError("NotImplementedError", "Only constant padding is supported now.");
    }
    if (layer.number("value") != 0) {
        return makeError("NotImplementedError", "Padding value {} not supported.",
                         pythonRepr(layer.number("value")));
    }
    const auto edges = symmetric(layer.integers("paddingAmounts"));
    if (!edges) {
        return assertion();
    }
    m_padding = *edges;
    return inputs.front();
}

Result<Entry> CoreMlConversions::upsample(const CoreMlLayer &layer, const Inputs &inputs)
{
    const auto factors = layer.integers("scalingFactor");
    if (factors.size() < 2) {
        return makeError("IndexError", "list index out of range");
    }
    if (factors[0] != factors[1]) {
        return makeError("NotImplementedError",
                         "Upsampling only supported with same             height and width "
                         "scaling factor.");
    }
    const bool isNearest = layer.text("mode") != "BILINEAR";
    return call("upsampling", inputs,
                attrsOfSymbol({{"scale", std::to_string(factors[0])},
                               {"method", isNearest ? "NEAREST_NEIGHBOR" : "BILINEAR"}}));
}

} // namespace nervure
