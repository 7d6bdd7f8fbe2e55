// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/keras/from_keras_layers.h"

#include "core/graph/nnvm_shape.h"
#include "core/graph/op/attr_field.h"
#include "core/passes/conversion/python_text.h"
#include "core/support/text.h"

#include <algorithm>
#include <map>
#include <utility>

namespace nervure::keras {

namespace {

using Numbers = std::vector<std::int64_t>;

/// "[3, 3]", as Python has lists of numbers, and "(1, 1)".
std::string listText(const Numbers &numbers)
{
    std::vector<std::string> items;
    for (const std::int64_t number : numbers) {
        items.push_back(std::to_string(number));
    }
    return pythonList(items);
}
std::string tupleText(const Numbers &numbers)
{
    std::vector<std::string> items;
    for (const std::int64_t number : numbers) {
        items.push_back(std::to_string(number));
    }
    return pythonTuple(items);
}

/// The whole numbers in a text, one after the other.
Numbers numbersIn(const std::string &text)
{
    Numbers numbers;
    std::string word;
    for (const char c : text + ' ') {
        if ((c >= '0' && c <= '9') || c == '-') {
            word += c;
        } else if (const auto number = parseInteger(word); number && !word.empty()) {
            constexpr std::int64_t most = std::int64_t{1} << 31;
            numbers.push_back(std::clamp(*number, -most, most));
            word.clear();
        } else {
            word.clear();
        }
    }
    return numbers;
}

/// Two numbers, or one for both.
Numbers pairIn(const KerasCall &call, const char *name, std::int64_t otherwise)
{
    Numbers numbers = numbersIn(call.text(name));
    if (numbers.empty()) {
        return {otherwise, otherwise};
    }
    return numbers.size() == 1 ? Numbers{numbers[0], numbers[0]} : numbers;
}

/// As the importer computes with it: 0 where it is unknown.
std::int64_t sizeAt(const Shape &shape, std::size_t i)
{
    return i < shape.size() ? nnvmSize(shape[i]) : 1;
}

Diagnostic assertion(const std::string &message)
{
    return makeError("AssertionError", message);
}

Result<NnvmSymbol> one(const Result<Entry> &entry)
{
    RETURN_IF_FAILED(entry);
    return NnvmSymbol{*entry};
}

/// What is added in front and behind so that windows are as many as strides.
Numbers padPair(std::int64_t length, std::int64_t kernel, std::int64_t stride)
{
    if (stride < 1) {
        return {0, 0};
    }
    const std::int64_t count = (length + stride - 1) / stride;
    const std::int64_t pad = std::max<std::int64_t>((count - 1) * stride + kernel - length, 0);
    return {pad / 2, pad - pad / 2};
}

Result<Entry> padOf(const KerasCall &call, Entry x, const Numbers &rows, const Numbers &columns)
{
    const std::string none = tupleText({0, 0});
    return call.make(
        "pad", {x},
        {{"pad_width", pythonTuple({none, none, tupleText(rows), tupleText(columns)})}});
}

Result<NnvmSymbol> withActivation(const KerasCall &call, const Result<Entry> &out)
{
    RETURN_IF_FAILED(out);
    const std::string name = call.text("activation", "linear");
    return one(name == "linear" ? *out : importedActivation(call, *out, name));
}

Result<NnvmSymbol> convertDense(const KerasCall &call)
{
    const Shape &shape = call.inputShapes[0];
    ASSIGN_OR_RETURN(const Entry weight, call.weight(0, {1, 0}));
    std::vector<Entry> inputs{call.inputs[0], weight};
    if (call.isOn("use_bias")) {
        ASSIGN_OR_RETURN(const Entry bias, call.weight(1));
        inputs.push_back(bias);
    }
    const bool isDeep = shape.size() > 2;
    if (isDeep) {
        if (shape.size() != 3 || shape[0] != 1 || shape[1] != 1) {
            const auto sizes = nnvmSizes(shape);
            return makeError("ValueError",
                             "('Cannot flatten the inputs with shape.', {}, ' for dense.')",
                             tupleText({sizes.begin(), sizes.end()}));
        }
        ASSIGN_OR_RETURN(inputs[0], call.make("squeeze", {inputs[0]}, {{"axis", "0"}}));
    }
    const auto out = call.make("dense", inputs,
                               {{"units", std::to_string(sizeAt(call.arrayShapes[0], 1))},
                                {"use_bias", pythonBool(inputs.size() > 2)}});
    ASSIGN_OR_RETURN(const NnvmSymbol result, withActivation(call, out));
    return isDeep ? one(call.make("expand_dims", {result[0]}, {{"axis", "0"}}))
                  : Result<NnvmSymbol>(result);
}

/// A convolution's window along height and width.
struct Window {
    Numbers kernel;
    Numbers strides;
    Numbers dilation;
};

/// The input, padded by an operator where both sides differ; `padding` is that of the convolution else.
Result<Entry> samePadded(const KerasCall &call, const Window &window, std::string *padding)
{
    const Shape &shape = call.inputShapes[0];
    const auto pair = [&](std::size_t i) {
        return padPair(sizeAt(shape, 1 + i), (window.kernel[i] - 1) * window.dilation[i] + 1,
                       window.strides[i]);
    };
    const Numbers rows = pair(0);
    const Numbers columns = pair(1);
    if (padding && rows[0] == rows[1] && columns[0] == columns[1]) {
        *padding = tupleText({rows[0], columns[0]});
        return call.inputs[0];
    }
    return padOf(call, call.inputs[0], rows, columns);
}

Status checkPadding(const KerasCall &call)
{
    const std::string padding = call.text("padding");
    return padding == "same" || padding == "valid"
               ? Status()
               : makeError("TypeError", "Unsupported padding type : {}", padding);
}

Result<NnvmSymbol> convertConvolution(const KerasCall &call)
{
    const bool isTransposed = call.layer.op == "Conv2DTranspose";
    const bool isDepthwise = call.layer.op == "DepthwiseConv2D";
    const Shape &kernel = call.arrayShapes[0];
    const Window window{{sizeAt(kernel, 0), sizeAt(kernel, 1)},
                        pairIn(call, "strides", 1),
                        pairIn(call, "dilation_rate", 1)};
    ASSIGN_OR_RETURN(const Entry weight,
                     call.weight(0, isDepthwise ? IntTuple{2, 3, 0, 1} : IntTuple{3, 2, 0, 1}));
    AttrDict attrs{{"kernel_size", listText(window.kernel)},
                   {"strides", listText(window.strides)},
                   {"dilation", listText(window.dilation)}};
    std::int64_t channels = sizeAt(kernel, isTransposed ? 2 : 3);
    if (isDepthwise) {
        channels *= sizeAt(kernel, 2);
        attrs.set("groups", std::to_string(sizeAt(kernel, 2)));
    }
    attrs.set("channels", std::to_string(channels));
    std::vector<Entry> inputs{call.inputs[0], weight};
    if (call.isOn("use_bias")) {
        ASSIGN_OR_RETURN(const Entry bias, call.weight(1));
        inputs.push_back(bias);
    }
    attrs.set("use_bias", pythonBool(inputs.size() > 2));
    RETURN_IF_FAILED(checkPadding(call));
    std::string padding = "[0, 0]";
    if (call.text("padding") == "same") {
        ASSIGN_OR_RETURN(inputs[0], samePadded(call, window, &padding));
    }
    attrs.set("padding", padding);
    return withActivation(
        call, call.make(isTransposed ? "conv2d_transpose" : "conv2d", inputs, std::move(attrs)));
}

Result<NnvmSymbol> convertSeparable(const KerasCall &call)
{
    const Shape &depth = call.arrayShapes[0];
    const Window window{{sizeAt(depth, 0), sizeAt(depth, 1)}, pairIn(call, "strides", 1), {1, 1}};
    ASSIGN_OR_RETURN(const Entry first, call.weight(0, {2, 3, 0, 1}));
    RETURN_IF_FAILED(checkPadding(call));
    Entry x = call.inputs[0];
    if (call.text("padding") == "same") {
        ASSIGN_OR_RETURN(x, samePadded(call, window, nullptr));
    }
    ASSIGN_OR_RETURN(const Entry middle,
                     call.make("conv2d", {x, first},
                               {{"channels", std::to_string(sizeAt(depth, 2) * sizeAt(depth, 3))},
                                {"groups", std::to_string(sizeAt(depth, 2))},
                                {"kernel_size", listText(window.kernel)},
                                {"strides", listText(window.strides)},
                                {"dilation", "[1, 1]"},
                                {"padding", "[0, 0]"},
                                {"use_bias", "False"}}));
    ASSIGN_OR_RETURN(const Entry second, call.weight(1, {3, 2, 0, 1}));
    std::vector<Entry> inputs{middle, second};
    if (call.isOn("use_bias")) {
        ASSIGN_OR_RETURN(const Entry bias, call.weight(2));
        inputs.push_back(bias);
    }
    return withActivation(call,
                          call.make("conv2d", inputs,
                                    {{"channels", std::to_string(sizeAt(call.arrayShapes[1], 3))},
                                     {"groups", "1"},
                                     {"kernel_size", "[1, 1]"},
                                     {"strides", "[1, 1]"},
                                     {"dilation", "[1, 1]"},
                                     {"use_bias", pythonBool(inputs.size() > 2)}}));
}

Result<Entry> flattened(const KerasCall &call, Entry x)
{
    ASSIGN_OR_RETURN(const Entry turned, call.make("transpose", {x}, {{"axes", "[0, 2, 3, 1]"}}));
    return call.make("flatten", {turned});
}

Result<NnvmSymbol> convertFlatten(const KerasCall &call)
{
    return one(flattened(call, call.inputs[0]));
}

Result<NnvmSymbol> convertPooling(const KerasCall &call)
{
    const bool isMax = call.layer.op == "MaxPooling2D";
    const Numbers size = pairIn(call, "pool_size", 2);
    Numbers strides = pairIn(call, "strides", 0);
    strides = strides[0] == 0 ? size : strides;
    RETURN_IF_FAILED(checkPadding(call));
    Numbers padding{0, 0};
    if (call.text("padding") == "same") {
        const Numbers rows = padPair(sizeAt(call.inputShapes[0], 1), size[0], strides[0]);
        const Numbers columns = padPair(sizeAt(call.inputShapes[0], 2), size[1], strides[1]);
        padding = {rows[0], columns[0], rows[1], columns[1]};
    }
    return one(call.make(isMax ? "max_pool2d" : "avg_pool2d", {call.inputs[0]},
                         {{"pool_size", listText(size)},
                          {"strides", listText(strides)},
                          {"padding", listText(padding)}}));
}

Result<NnvmSymbol> convertGlobalPooling(const KerasCall &call)
{
    const bool isMax = call.layer.op == "GlobalMaxPooling2D";
    ASSIGN_OR_RETURN(
        const Entry pooled,
        call.make(isMax ? "global_max_pool2d" : "global_avg_pool2d", {call.inputs[0]}));
    return one(flattened(call, pooled));
}

Result<NnvmSymbol> convertUpsampling(const KerasCall &call)
{
    const Numbers size = pairIn(call, "size", 2);
    return size[0] == size[1]
               ? one(
                   call.make("upsampling", {call.inputs[0]}, {{"scale", std::to_string(size[0])}}))
               : makeError("TypeError", "Unsupported upsampling type with different axes size : {}",
                           tupleText(size));
}

/// Two pairs, of height and width: one number is all of them, two are one for each.
Numbers edgesIn(const KerasCall &call, const char *name)
{
    const Numbers numbers = numbersIn(call.text(name));
    switch (numbers.size()) {
    case 1: return Numbers(4, numbers[0]);
    case 2: return {numbers[0], numbers[0], numbers[1], numbers[1]};
    case 4: return numbers;
    default: return Numbers(4, 0);
    }
}

Result<NnvmSymbol> convertCropping(const KerasCall &call)
{
    const Numbers edges = edgesIn(call, "cropping");
    constexpr std::int64_t all = 2147483647;
    const Shape &shape = call.inputShapes[0];
    return one(call.make(
        "strided_slice", {call.inputs[0]},
        {{"begin", listText({0, 0, edges[0], edges[2]})},
         {"end", listText({all, all, sizeAt(shape, 1) - edges[1], sizeAt(shape, 2) - edges[3]})}}));
}

Result<NnvmSymbol> convertZeroPadding(const KerasCall &call)
{
    const Numbers edges = edgesIn(call, "padding");
    return one(padOf(call, call.inputs[0], {edges[0], edges[1]}, {edges[2], edges[3]}));
}

Result<NnvmSymbol> convertBatchNorm(const KerasCall &call)
{
    const bool isScaled = call.isOn("scale");
    const bool isCentered = call.isOn("center");
    std::vector<std::pair<std::string, Entry>> inputs{{"data", call.inputs[0]}};
    std::vector<std::string> names;
    if (isScaled) {
        names.emplace_back("gamma");
    }
    if (isCentered) {
        names.emplace_back("beta");
    }
    names.insert(names.end(), {"moving_mean", "moving_var"});
    for (std::size_t i = 0; i < names.size(); ++i) {
        ASSIGN_OR_RETURN(const Entry array, call.weight(i));
        inputs.emplace_back(names[i], array);
    }
    ASSIGN_OR_RETURN(const NnvmSymbol out,
                     call.nnvm.callByName("batch_norm", inputs,
                                          {{"center", pythonBool(isCentered)},
                                           {"epsilon", call.text("epsilon", "0.001")},
                                           {"scale", pythonBool(isScaled)}}));
    return NnvmSymbol{out[0]};
}

Result<NnvmSymbol> convertMerge(const KerasCall &call)
{
    const std::string &type = call.layer.op;
    if (type == "Subtract" && call.inputs.size() != 2) {
        return assertion("Subtract merge takes 2 inputs.");
    }
    const char *function = type == "Add"        ? "elemwise_add"
                           : type == "Multiply" ? "elemwise_mul"
                                                : "elemwise_sub";
    Entry result = call.inputs[0];
    for (std::size_t i = 1; i < call.inputs.size(); ++i) {
        ASSIGN_OR_RETURN(result, call.make(function, {result, call.inputs[i]}));
    }
    return NnvmSymbol{result};
}

Result<NnvmSymbol> convertConcatenate(const KerasCall &call)
{
    return one(call.make("concatenate", call.inputs, {{"axis", "1"}}));
}

Result<NnvmSymbol> convertReshape(const KerasCall &call)
{
    const Numbers target = numbersIn(call.text("target_shape"));
    const Shape &from = call.inputShapes[0];
    const std::int64_t channels = from.size() == 0 ? 0 : nnvmSize(from.back());
    if (target.empty() || target.back() != channels) {
        return assertion("Only supports last dimension in target shape being equal to the channel "
                         "number of input tensor.");
    }
    Numbers shape{-1, channels};
    shape.insert(shape.end(), target.begin(), target.end() - 1);
    return one(call.make("reshape", {call.inputs[0]}, {{"shape", tupleText(shape)}}));
}

Result<NnvmSymbol> skip(const KerasCall &call)
{
    return call.inputs;
}

} // namespace

KerasConvert kerasConverter(std::string_view className)
{
    static const std::map<std::string_view, KerasConvert> table{
        {"Activation", convertActivation},
        {"Add", convertMerge},
        {"AveragePooling2D", convertPooling},
        {"BatchNormalization", convertBatchNorm},
        {"Concatenate", convertConcatenate},
        {"Conv2D", convertConvolution},
        {"Conv2DTranspose", convertConvolution},
        {"Cropping2D", convertCropping},
        {"Dense", convertDense},
        {"DepthwiseConv2D", convertConvolution},
        {"Dropout", skip},
        {"ELU", convertElu},
        {"Flatten", convertFlatten},
        {"GRU", convertGru},
        {"GlobalAveragePooling2D", convertGlobalPooling},
        {"GlobalMaxPooling2D", convertGlobalPooling},
        {"LSTM", convertLstm},
        {"LeakyReLU", convertLeaky},
        {"MaxPooling2D", convertPooling},
        {"Multiply", convertMerge},
        {"PReLU", convertPrelu},
        {"ReLU", convertRelu},
        {"Reshape", convertReshape},
        {"SeparableConv2D", convertSeparable},
        {"SimpleRNN", convertSimpleRnn},
        {"SpatialDropout1D", skip},
        {"SpatialDropout2D", skip},
        {"Subtract", convertMerge},
        {"ThresholdedReLU", convertThresholded},
        {"UpSampling2D", convertUpsampling},
        {"ZeroPadding2D", convertZeroPadding},
    };
    const auto found = table.find(className);
    return found == table.end() ? nullptr : found->second;
}

} // namespace nervure::keras
