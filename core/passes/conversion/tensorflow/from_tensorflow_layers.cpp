// SPDX-License-Identifier: Apache-2.0
#include "core/graph/nnvm_shape.h"
#include "core/passes/conversion/python_text.h"
#include "core/passes/conversion/tensorflow/from_tensorflow_table.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>

namespace nervure {

namespace {

constexpr std::array<std::int64_t, 4> toChannelsFirst{0, 3, 1, 2};

Result<NnvmSymbol> tfTranspose(TensorFlowCall &call, const Entry &value, const std::string &axes)
{
    return call.nnvm.call("transpose", NnvmSymbol{value}, {{"axes", axes}});
}

Result<Entry> tfTransposed(TensorFlowCall &call, const Entry &value, const std::string &axes)
{
    ASSIGN_OR_RETURN(const NnvmSymbol symbol, tfTranspose(call, value, axes));
    return symbol.front();
}

TensorFlowSizes permuted(const TensorFlowSizes &sizes, const std::array<std::int64_t, 4> &order)
{
    TensorFlowSizes result;
    for (const std::int64_t place : order) {
        const auto at = static_cast<std::size_t>(place);
        result.push_back(at < sizes.size() ? sizes[at] : 0);
    }
    return result;
}

/// What stands in front of and behind a dimension, by the importer's own count.
std::array<std::int64_t, 2> tfPadPair(std::int64_t size, std::int64_t kernel, std::int64_t stride)
{
    const std::int64_t rest = stride == 0 ? 0 : size % stride;
    const std::int64_t pad = std::max<std::int64_t>(kernel - (rest == 0 ? stride : rest), 0);
    return {pad / 2, pad - pad / 2};
}

Diagnostic tfUnsupported(const char *what, const std::string &found)
{
    return makeError("TypeError", "Unsupported {} type : {}", what, found);
}

/// Kernel, strides and where height is, of a window over images.
struct TfWindow {
    TensorFlowSizes kernel;
    TensorFlowSizes strides;
    TensorFlowSizes image;
    std::string format;
    bool isFlipped = false;

    [[nodiscard]] std::size_t height() const { return format == "NHWC" ? 1 : 2; }
};

Result<TfWindow> tfPoolWindow(TensorFlowCall &call)
{
    TfWindow window;
    ASSIGN_OR_RETURN(window.format, call.attrs.text("data_format"));
    ASSIGN_OR_RETURN(const auto ksize, call.attrs.integers("ksize"));
    ASSIGN_OR_RETURN(const auto strides, call.attrs.integers("strides"));
    if (window.format != "NHWC" && window.format != "NCHW") {
        return tfUnsupported("data_format", window.format);
    }
    if (ksize.size() < 4 || strides.size() < 4) {
        return makeError("IndexError", "list index out of range");
    }
    const std::size_t first = window.height();
    window.kernel = {ksize[first], ksize[first + 1]};
    window.strides = {strides[first], strides[first + 1]};
    window.image = sizesAt(call, 0);
    if (call.layout == "NCHW" && window.format == "NHWC") {
        window.image = permuted(window.image, toChannelsFirst);
        ASSIGN_OR_RETURN(const Entry data, inputAt(call, 0));
        ASSIGN_OR_RETURN(call.inputs[0], tfTransposed(call, data, "(0, 3, 1, 2)"));
        window.format = "NCHW";
        window.isFlipped = true;
    }
    window.image.resize(4);
    return window;
}

Result<NnvmSymbol> tfPooling(TensorFlowCall &call)
{
    ASSIGN_OR_RETURN(const TfWindow window, tfPoolWindow(call));
    ASSIGN_OR_RETURN(const std::string padding, call.attrs.text("padding"));
    TensorFlowSizes pads{0, 0};
    if (padding == "SAME") {
        const std::size_t at = window.height();
        const auto v = tfPadPair(window.image[at], window.kernel[0], window.strides[0]);
        const auto h = tfPadPair(window.image[at + 1], window.kernel[1], window.strides[1]);
        pads = {v[0], h[0], v[1], h[1]};
    } else if (padding != "VALID") {
        return tfUnsupported("padding", padding);
    }
    const bool isMean = call.op == "AvgPool";
    TensorFlowAttrRules rules;
    rules.ignored = {"ksize", "data_format"};
    rules.extras = {{"pool_size", sizeTuple(window.kernel)},
                    {"strides", sizeTuple(window.strides)},
                    {"layout", window.format},
                    {"padding", sizeList(pads)},
                    {"ceil_mode", "False"}};
    if (isMean) {
        rules.extras.set("count_include_pad", "False");
    }
    ASSIGN_OR_RETURN(NnvmSymbol pooled,
                     convertAttrs(call, isMean ? "avg_pool2d" : "max_pool2d", rules));
    return window.isFlipped ? tfTranspose(call, pooled.front(), "(0, 2, 3, 1)")
                            : Result<NnvmSymbol>(std::move(pooled));
}

/// A convolution on its way: the sizes of image and weight in the order that it has in the end.
struct TfConvolution {
    TfWindow window;
    TensorFlowSizes weight;
    TensorFlowSizes dilations; ///< none: the attribute is not there
    std::int64_t channels = 0;
};

/// Brings data and weight to the layout that was asked for.
Result<TfConvolution> tfLaidOut(TensorFlowCall &call, bool isByChannel)
{
    TfConvolution conv;
    ASSIGN_OR_RETURN(conv.window.format, call.attrs.text("data_format"));
    ASSIGN_OR_RETURN(const Entry weight, inputAt(call, 1));
    conv.weight = sizesAt(call, 1);
    conv.window.image = sizesAt(call, 0);
    ASSIGN_OR_RETURN(conv.window.strides, call.attrs.integers("strides"));
    if (conv.window.format == "NCHW") {
        conv.weight = permuted(conv.weight, {3, 2, 0, 1});
        ASSIGN_OR_RETURN(call.inputs[1], tfTransposed(call, weight, "(3, 2, 0, 1)"));
    } else if (call.layout == "NCHW" && conv.window.format == "NHWC") {
        conv.window.image = permuted(conv.window.image, toChannelsFirst);
        ASSIGN_OR_RETURN(call.inputs[0], tfTransposed(call, call.inputs[0], "(0, 3, 1, 2)"));
        conv.weight = permuted(conv.weight, isByChannel ? std::array<std::int64_t, 4>{2, 3, 0, 1}
                                                        : std::array<std::int64_t, 4>{3, 2, 0, 1});
        ASSIGN_OR_RETURN(call.inputs[1],
                         tfTransposed(call, weight, isByChannel ? "(2, 3, 0, 1)" : "(3, 2, 0, 1)"));
        conv.window.strides = permuted(conv.window.strides, toChannelsFirst);
        conv.window.format = "NCHW";
        conv.window.isFlipped = true;
    }
    conv.window.image.resize(4);
    conv.weight.resize(4);
    conv.window.strides.resize(4);
    return conv;
}

/// Kernel, channels, strides and dilations of height and width.
Status tfReadConvolution(TensorFlowCall &call, bool isByChannel, TfConvolution &conv)
{
    TfWindow &window = conv.window;
    if (window.format != "NHWC" && window.format != "NCHW") {
        return tfUnsupported("data_format", window.format);
    }
    const bool isLast = window.format == "NHWC";
    const std::size_t at = window.height();
    window.kernel = isLast ? TensorFlowSizes{conv.weight[0], conv.weight[1]}
                           : TensorFlowSizes{conv.weight[2], conv.weight[3]};
    if (!isByChannel) {
        conv.channels = conv.weight[isLast ? 3 : 0];
    } else if (isLast) {
        conv.channels = window.image[3] * conv.weight[3];
    } else { // the importer takes the batch for the channels
        conv.channels = std::abs(window.image[0] * conv.weight[0]);
    }
    window.strides = {window.strides[at], window.strides[at + 1]};
    if (call.attrs.has("dilations")) {
        ASSIGN_OR_RETURN(conv.dilations, call.attrs.integers("dilations"));
        conv.dilations.resize(4);
        conv.dilations = {conv.dilations[at], conv.dilations[at + 1]};
    }
    return {};
}

/// Padding SAME is a node of its own.
Status tfPadConvolution(TensorFlowCall &call, const TfConvolution &conv)
{
    ASSIGN_OR_RETURN(const std::string padding, call.attrs.text("padding"));
    if (padding == "VALID") {
        return {};
    }
    if (padding != "SAME") {
        return tfUnsupported("padding", padding);
    }
    if (conv.dilations.empty()) {
        return makeError("KeyError", "'dilations'");
    }
    std::array<std::string, 2> pairs;
    for (std::size_t i = 0; i < 2; ++i) {
        const std::int64_t reach = (conv.window.kernel[i] - 1) * conv.dilations[i] + 1;
        const auto pair =
            tfPadPair(conv.window.image[conv.window.height() + i], reach, conv.window.strides[i]);
        pairs[i] = sizeTuple({pair[0], pair[1]});
    }
    const char *form =
        conv.window.format == "NHWC" ? "((0, 0), {}, {}, (0, 0))" : "((0, 0), (0, 0), {}, {})";
    ASSIGN_OR_RETURN(
        const NnvmSymbol padded,
        call.nnvm.call("pad", NnvmSymbol{call.inputs[0]},
                       {{"pad_width", fmt::format(fmt::runtime(form), pairs[0], pairs[1])}}));
    call.inputs[0] = padded.front();
    return {};
}

Result<NnvmSymbol> tfConvolved(TensorFlowCall &call)
{
    const bool isByChannel = call.op == "DepthwiseConv2dNative";
    ASSIGN_OR_RETURN(TfConvolution conv, tfLaidOut(call, isByChannel));
    RETURN_IF_FAILED(tfReadConvolution(call, isByChannel, conv));
    RETURN_IF_FAILED(tfPadConvolution(call, conv));
    const bool isLast = conv.window.format == "NHWC";
    TensorFlowAttrRules rules;
    rules.ignored = {"data_format", "dilations"};
    rules.extras = {{"kernel_size", sizeTuple(conv.window.kernel)},
                    {"channels", std::to_string(conv.channels)},
                    {"strides", sizeTuple(conv.window.strides)},
                    {"dilation", conv.dilations.empty() ? "(0, 0)" : sizeTuple(conv.dilations)},
                    {"layout", conv.window.format},
                    {"padding", "[0, 0]"},
                    {"kernel_layout", !isLast       ? "OIHW"
                                      : isByChannel ? "HWOI"
                                                    : "HWIO"},
                    {"use_bias", pythonBool(call.inputs.size() == 3)}};
    if (isByChannel) {
        rules.extras.set("groups", std::to_string(conv.channels));
    }
    ASSIGN_OR_RETURN(NnvmSymbol result, convertAttrs(call, "conv2d", rules));
    return conv.window.isFlipped ? tfTranspose(call, result.front(), "(0, 2, 3, 1)")
                                 : Result<NnvmSymbol>(std::move(result));
}

Result<NnvmSymbol> tfMatMul(TensorFlowCall &call)
{
    ASSIGN_OR_RETURN(const bool swapsA, call.attrs.flag("transpose_a"));
    ASSIGN_OR_RETURN(const bool swapsB, call.attrs.flag("transpose_b"));
    ASSIGN_OR_RETURN(const Entry weight, inputAt(call, 1));
    ASSIGN_OR_RETURN(const Shape shape, call.shapeOf(weight));
    if (shape.size() < 2) {
        return makeError("IndexError", "list index out of range");
    }
    if (swapsA) {
        ASSIGN_OR_RETURN(call.inputs[0], tfTransposed(call, call.inputs[0], "(1, 0)"));
    }
    if (!swapsB) {
        ASSIGN_OR_RETURN(call.inputs[1], tfTransposed(call, weight, "(1, 0)"));
    }
    TensorFlowAttrRules rules;
    rules.ignored = {"transpose_a", "transpose_b"};
    rules.extras = {{"use_bias", "False"},
                    {"units", std::to_string(nnvmSize(shape[swapsB ? 0 : 1]))}};
    return convertAttrs(call, "dense", rules);
}

Result<NnvmSymbol> tfFusedNormalization(TensorFlowCall &call)
{
    const std::string format =
        call.attrs.has("data_format") ? *call.attrs.text("data_format") : std::string();
    const bool isMixed = call.attrs.has("U");
    if (isMixed) {
        ASSIGN_OR_RETURN(const Entry data, inputAt(call, 0));
        ASSIGN_OR_RETURN(const std::string type, call.attrs.text("U"));
        ASSIGN_OR_RETURN(const NnvmSymbol cast,
                         call.nnvm.call("cast", NnvmSymbol{data}, {{"dtype", type}}));
        call.inputs[0] = cast.front();
    }
    TensorFlowAttrRules rules;
    rules.renames = {{"scale_after_normalization", "scale"}, {"variance_epsilon", "epsilon"}};
    rules.ignored = {"data_format", "U"};
    rules.extras = {{"axis", format == "NCHW" ? "1" : "3"}};
    ASSIGN_OR_RETURN(NnvmSymbol normalized, convertAttrs(call, "batch_norm", rules));
    if (!isMixed) {
        return normalized;
    }
    ASSIGN_OR_RETURN(const std::string type, call.attrs.text("T"));
    return call.nnvm.call("cast", normalized, {{"dtype", type}});
}

Result<NnvmSymbol> tfGlobalNormalization(TensorFlowCall &call)
{
    if (call.inputs.size() < 5) {
        return makeError("IndexError", "list index out of range");
    }
    const NnvmSymbol in = call.inputs;
    call.inputs = {in[0], in[4], in[3], in[1], in[2]};
    TensorFlowAttrRules rules;
    rules.renames = {{"scale_after_normalization", "scale"}, {"variance_epsilon", "epsilon"}};
    rules.ignored = {"data_format"};
    rules.extras = {{"axis", "3"}};
    return convertAttrs(call, "batch_norm", rules);
}

Result<NnvmSymbol> tfLocalNormalization(TensorFlowCall &call)
{
    const std::int64_t size = 2 * call.attrs.integerOr("depth_radius", 5) + 1;
    const auto number = [&call](const char *key, const char *absent) {
        const auto value = call.attrs.number(key);
        return value ? pythonRepr(*value) : std::string(absent);
    };
    const auto alpha = call.attrs.number("alpha");
    return call.nnvm.call(
        "lrn", call.inputs,
        {{"axis", "3"},
         {"size", std::to_string(size)},
         {"bias", number("bias", "1")},
         {"alpha", alpha ? pythonRepr(*alpha * static_cast<double>(size)) : std::to_string(size)},
         {"beta", number("beta", "0.5")}});
}

Result<NnvmSymbol> tfSoftmax(TensorFlowCall &call)
{
    ASSIGN_OR_RETURN(const NnvmSymbol flat, call.nnvm.call("flatten", call.inputs, {}));
    call.inputs = flat;
    return convertAttrs(call, "softmax", {});
}

} // namespace

std::span<const TensorFlowConversion> tensorFlowLayerConversions()
{
    using Row = TensorFlowConversion;
    static constexpr std::array conversions{
        Row{"AvgPool", tfPooling},
        Row{"BatchNormWithGlobalNormalization", tfGlobalNormalization},
        Row{"Conv2D", tfConvolved},
        Row{"DepthwiseConv2dNative", tfConvolved},
        Row{"FusedBatchNorm", tfFusedNormalization},
        Row{"FusedBatchNormV2", tfFusedNormalization},
        Row{"LRN", tfLocalNormalization},
        Row{"MatMul", tfMatMul},
        Row{"MaxPool", tfPooling},
        Row{"Softmax", tfSoftmax},
    };
    return conversions;
}

} // namespace nervure
