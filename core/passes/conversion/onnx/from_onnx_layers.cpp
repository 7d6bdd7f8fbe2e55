// SPDX-License-Identifier: Apache-2.0
#include "core/graph/nnvm_shape.h"
#include "core/passes/conversion/onnx/from_onnx_table.h"
#include "core/passes/conversion/python_text.h"

#include <array>

namespace nervure {

namespace {

using Rename = OnnxAttrRules::Rename;

/// The first two of four numbers; two stay.
Result<std::string> frontPads(const OnnxValue &value)
{
    ASSIGN_OR_RETURN(std::vector<std::int64_t> pads, integersOf(value));
    constexpr std::size_t spatial = 2;
    if (pads.size() != spatial && pads.size() != 2 * spatial) {
        return makeError("ValueError", "Invalid caffe2 type padding: {}", pythonStr(value));
    }
    pads.resize(spatial);
    return tupleText(pads);
}

/// Windows have two dimensions.
Status checkWindow(const OnnxCall &call)
{
    ASSIGN_OR_RETURN(const OnnxValue kernel, call.attrs.required("kernel_shape"));
    const auto *sizes = std::get_if<std::vector<std::int64_t>>(&kernel);
    if (!sizes) {
        return makeError("TypeError", "object of type '{}' has no len()",
                         std::holds_alternative<std::int64_t>(kernel) ? "int" : "float");
    }
    constexpr std::size_t spatial = 2;
    return sizes->size() == spatial
               ? Status()
               : makeError("RuntimeError", "Check failed: Only 2d kernel supported.");
}

/// A dimension of the weight, which nothing but a parameter has.
Result<std::int64_t> channelsOf(OnnxCall &call, std::size_t dimension)
{
    ASSIGN_OR_RETURN(const Entry weight, inputAt(call, 1));
    ASSIGN_OR_RETURN(const Shape shape, call.shapeOf(weight));
    if (dimension >= shape.size()) {
        return makeError("IndexError", "list index out of range");
    }
    return nnvmSize(shape[dimension]);
}

OnnxAttrRules convolutionRules(const OnnxCall &call)
{
    constexpr std::size_t withBias = 3;
    return {.renames = {{"kernel_shape", "kernel_size"},
                        {"dilations", "dilation"},
                        {"pads", "padding", frontPads}},
            .extras = {{"use_bias", pythonBool(call.inputs.size() == withBias)}}};
}

Result<NnvmSymbol> fromConv(OnnxCall &call)
{
    ASSIGN_OR_RETURN(const std::int64_t channels, channelsOf(call, 0));
    call.attrs.set("channels", channels);
    RETURN_IF_FAILED(checkWindow(call));
    OnnxAttrRules rules = convolutionRules(call);
    rules.renames.push_back({"group", "groups"});
    return convertAttrs(call, "conv2d", rules);
}

Result<NnvmSymbol> fromConvTranspose(OnnxCall &call)
{
    ASSIGN_OR_RETURN(const std::int64_t channels, channelsOf(call, 1));
    call.attrs.set("channels", channels);
    ASSIGN_OR_RETURN(const OnnxValue groups, call.attrs.required("group"));
    call.attrs.erase("group");
    call.attrs.set("groups", groups);
    RETURN_IF_FAILED(checkWindow(call));
    OnnxAttrRules rules = convolutionRules(call);
    rules.disabled = {"output_shape"};
    return convertAttrs(call, "conv2d_transpose", rules);
}

Result<NnvmSymbol> fromPool(OnnxCall &call)
{
    RETURN_IF_FAILED(checkWindow(call));
    return convertAttrs(call, call.op == "MaxPool" ? "max_pool2d" : "avg_pool2d",
                        {.renames = {{"kernel_shape", "pool_size"}, {"pads", "padding", frontPads}},
                         .ignored = {"dilations"},
                         .extras = {{"ceil_mode", "False"}}});
}

Result<NnvmSymbol> fromBatchNormalization(OnnxCall &call)
{
    return convertAttrs(
        call, "batch_norm",
        {.ignored = {"spatial", "is_test", "consumed_inputs"}, .disabled = {"momentum"}});
}

Result<NnvmSymbol> fromLRN(OnnxCall &call)
{
    ASSIGN_OR_RETURN(const Entry x, inputAt(call, 0));
    return call.nnvm.call("lrn", NnvmSymbol{x},
                          {{"size", call.attrs.text("size", "None")},
                           {"axis", "1"},
                           {"alpha", call.attrs.text("alpha", "0.0001")},
                           {"beta", call.attrs.text("beta", "0.75")},
                           {"bias", call.attrs.text("bias", "1.0")}});
}

Result<NnvmSymbol> fromDropout(OnnxCall &call)
{
    return convertAttrs(call, "dropout", {.renames = {{"ratio", "rate"}}, .ignored = {"is_test"}});
}

Result<NnvmSymbol> fromSoftmax(OnnxCall &call)
{
    if (!call.attrs.has("axis")) {
        call.attrs.set("axis", std::int64_t{1});
    }
    return convertAttrs(call, "softmax", {});
}

Result<NnvmSymbol> fromMatMul(OnnxCall &call)
{
    ASSIGN_OR_RETURN(const Entry a, inputAt(call, 0));
    ASSIGN_OR_RETURN(const Entry b, inputAt(call, 1));
    return call.nnvm.call("matmul", NnvmSymbol{a, b});
}

Result<Entry> swapped(OnnxCall &call, const Entry &matrix)
{
    return applyTo(call, "transpose", matrix, {{"axes", "(1, 0)"}});
}

Result<Entry> timesFactor(OnnxCall &call, const Entry &value, double factor)
{
    return applyTo(call, "__mul_scalar__", value, {{"scalar", pythonRepr(factor)}});
}

Result<NnvmSymbol> fromGemm(OnnxCall &call)
{
    constexpr std::size_t operands = 3;
    if (call.inputs.size() != operands) {
        return makeError("AssertionError", "Gemm op take 3 inputs, {} given", call.inputs.size());
    }
    ASSIGN_OR_RETURN(const double alpha, call.attrs.number("alpha", 1.0));
    ASSIGN_OR_RETURN(const double beta, call.attrs.number("beta", 1.0));
    ASSIGN_OR_RETURN(const std::int64_t transA, call.attrs.integer("transA", 0));
    ASSIGN_OR_RETURN(const std::int64_t transB, call.attrs.integer("transB", 0));
    ASSIGN_OR_RETURN(const std::int64_t units, channelsOf(call, transB != 0 ? 0 : 1));
    Entry a = call.inputs[0];
    Entry b = call.inputs[1];
    if (transA != 0) {
        ASSIGN_OR_RETURN(a, swapped(call, a));
    }
    if (transB == 0) {
        ASSIGN_OR_RETURN(b, swapped(call, b));
    }
    ASSIGN_OR_RETURN(a, applyTo(call, "flatten", a));
    ASSIGN_OR_RETURN(a, timesFactor(call, a, alpha));
    ASSIGN_OR_RETURN(const Entry c, timesFactor(call, call.inputs[2], beta));
    return call.nnvm.call("dense", NnvmSymbol{a, b, c}, {{"units", std::to_string(units)}});
}

Result<NnvmSymbol> fromFC(OnnxCall &call)
{
    return convertAttrs(call, "dense", {.ignored = {"axis", "axis_w"}});
}

/// The sizes of the images grow by one whole factor.
Result<NnvmSymbol> fromUpsample(OnnxCall &call)
{
    const OnnxValue *given = call.attrs.find("scales");
    std::vector<double> scales;
    if (const auto *numbers = given ? std::get_if<std::vector<double>>(given) : nullptr) {
        scales = *numbers;
    } else if (const auto *integers =
                   given ? std::get_if<std::vector<std::int64_t>>(given) : nullptr) {
        scales.assign(integers->begin(), integers->end());
    } else {
        return makeError("TypeError", "object of type '{}' has no len()",
                         given ? "float" : "NoneType");
    }
    constexpr std::size_t dimensions = 4;
    if (scales.size() != dimensions || scales[0] != 1 || scales[1] != 1 || scales[2] != scales[3]) {
        return makeError("AssertionError", "");
    }
    const OnnxValue *mode = call.attrs.find("mode");
    const auto *text = mode ? std::get_if<std::string>(mode) : nullptr;
    if (!text || (*text != "nearest" && *text != "linear")) {
        return makeError("ValueError", "Invalid ONNX upsample mode: {}",
                         mode ? pythonStr(*mode) : "None");
    }
    ASSIGN_OR_RETURN(const Entry x, inputAt(call, 0));
    ASSIGN_OR_RETURN(const std::string scale, pythonTruncated(scales.back()));
    return call.nnvm.call("upsampling", NnvmSymbol{x},
                          {{"scale", scale},
                           {"method", *text == "nearest" ? "NEAREST_NEIGHBOR" : "BILINEAR"},
                           {"layout", "NCHW"}});
}

constexpr std::array onnxLayers{OnnxConversion{"AveragePool", 1, fromPool},
                                OnnxConversion{"BatchNormalization", 1, fromBatchNormalization},
                                OnnxConversion{"Conv", 1, fromConv},
                                OnnxConversion{"ConvTranspose", 1, fromConvTranspose},
                                OnnxConversion{"Dropout", 1, fromDropout},
                                OnnxConversion{"FC", 1, fromFC},
                                OnnxConversion{"Gemm", 1, fromGemm},
                                OnnxConversion{"LRN", 1, fromLRN},
                                OnnxConversion{"MatMul", 1, fromMatMul},
                                OnnxConversion{"MaxPool", 1, fromPool},
                                OnnxConversion{"Softmax", 1, fromSoftmax},
                                OnnxConversion{"SpatialBN", 1, fromBatchNormalization},
                                OnnxConversion{"Upsample", 7, fromUpsample}};

} // namespace

std::span<const OnnxConversion> onnxLayerConversions()
{
    return onnxLayers;
}

} // namespace nervure
