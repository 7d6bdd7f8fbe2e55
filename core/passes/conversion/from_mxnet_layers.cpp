// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/from_mxnet_attrs.h"
#include "core/passes/conversion/from_mxnet_table.h"
#include "core/passes/conversion/python_text.h"

#include <array>

namespace nervure {

namespace {

Result<NnvmSymbol> pooling(MXNetCall &call)
{
    ASSIGN_OR_RETURN(const std::string text, requiredAttr(call, "kernel"));
    ASSIGN_OR_RETURN(const auto kernel, readNumbers(text, pythonInt));
    if (kernel.size() != 2) {
        return unsupportedInImport("non-2d kernel", "pool_2d");
    }
    const bool isGlobal = flagOf(call, "global_pool");
    ASSIGN_OR_RETURN(const std::string type, requiredAttr(call, "pool_type"));
    if (type != "avg" && type != "max") {
        return unsupportedInImport("non-avg/max", "pool2d");
    }
    AttrDict attrs;
    if (!isGlobal) {
        attrs.set("pool_size", pythonList(kernel));
        attrs.set("strides", attrOr(call, "stride", "(1, 1)"));
        attrs.set("padding", attrOr(call, "pad", "(0, 0)"));
        attrs.set("ceil_mode", pythonBool(attrOr(call, "pooling_convention", "valid") == "full"));
        if (type == "avg") {
            attrs.set("count_include_pad", attrOr(call, "count_include_pad", "True"));
        }
    }
    return call.nnvm.call((isGlobal ? "global_" : "") + type + "_pool2d", call.inputs, attrs);
}

Result<NnvmSymbol> batchNorm(MXNetCall &call)
{
    if (flagOf(call, "output_mean_var")) {
        return unsupportedInImport("output_mean_var", "batch_norm");
    }
    if (flagOf(call, "use_global_stats")) {
        call.warnings.emplace_back("use_global_stats is ignored in batch_norm.");
    }
    return call.nnvm.call("batch_norm", call.inputs,
                          {{"axis", attrOr(call, "axis", "1")},
                           {"epsilon", attrOr(call, "eps", "0.001")},
                           {"center", "True"},
                           {"scale", pythonBool(!flagOf(call, "fix_gamma"))}});
}

/// What convolutions have in common; `op` and how `kernelFault` is spelt are theirs.
Result<AttrDict> windowAttrs(const MXNetCall &call, const std::string &op,
                             const std::string &kernelFault)
{
    ASSIGN_OR_RETURN(const std::string text, requiredAttr(call, "kernel"));
    ASSIGN_OR_RETURN(const auto kernel, readNumbers(text, pythonInt));
    if (kernel.size() != 2) {
        return unsupportedInImport(kernelFault, op);
    }
    const std::string layout = attrOr(call, "layout", "NCHW");
    if (layout != "NCHW" && layout != "NHWC") {
        return unsupportedInImport("layout: " + layout, op);
    }
    const std::string kernelLayout =
        attrOr(call, "kernel_layout", layout == "NHWC" ? "HWIO" : "OIHW");
    ASSIGN_OR_RETURN(const std::string channels, requiredAttr(call, "num_filter"));
    AttrDict attrs{{"channels", channels},
                   {"kernel_size", pythonList(kernel)},
                   {"strides", attrOr(call, "stride", "(1, 1)")}};
    if (op == "conv2d_transpose") {
        attrs.set("output_padding", attrOr(call, "adj", "(0, 0)"));
    }
    attrs.set("padding", attrOr(call, "pad", "(0, 0)"));
    attrs.set("dilation", attrOr(call, "dilate", "(1, 1)"));
    attrs.set("groups", attrOr(call, "num_group", "1"));
    attrs.set("layout", layout);
    attrs.set("kernel_layout", kernelLayout);
    return attrs;
}

Result<NnvmSymbol> convolution(MXNetCall &call)
{
    ASSIGN_OR_RETURN(AttrDict attrs, windowAttrs(call, "conv2d", "non 2d kernel"));
    const std::string noBias = attrOr(call, "no_bias", "False");
    attrs.set("use_bias", pythonBool(pythonStrip(noBias) == "False"));
    return call.nnvm.call("conv2d", call.inputs, attrs);
}

Result<NnvmSymbol> deconvolution(MXNetCall &call)
{
    if (call.attrs.find("target_shape")) {
        return unsupportedInImport("target_shape", "conv2d_transpose");
    }
    ASSIGN_OR_RETURN(AttrDict attrs, windowAttrs(call, "conv2d_transpose", "non-2d kernel"));
    attrs.set("use_bias", pythonBool(!flagOf(call, "no_bias")));
    return call.nnvm.call("conv2d_transpose", call.inputs, attrs);
}

Result<NnvmSymbol> fullyConnected(MXNetCall &call)
{
    ASSIGN_OR_RETURN(const std::string units, requiredAttr(call, "num_hidden"));
    const AttrDict attrs{{"units", units}, {"use_bias", pythonBool(!flagOf(call, "no_bias"))}};
    if (flagOf(call, "flatten", "True")) {
        ASSIGN_OR_RETURN(const auto data, inputAt(call, 0));
        ASSIGN_OR_RETURN(const NnvmSymbol flat, call.nnvm.call("flatten", std::array{data}));
        call.inputs[0] = flat.front();
    }
    return call.nnvm.call("dense", call.inputs, attrs);
}

Result<NnvmSymbol> dropout(MXNetCall &call)
{
    return call.nnvm.call("dropout", call.inputs, {{"rate", attrOr(call, "p", "0.5")}});
}

/// -slope * relu(1 - exp(x)) + relu(x) of Python, for the slope that is a number there.
Result<NnvmSymbol> elu(MXNetCall &call)
{
    if (call.attrs.find("slope")) {
        return makeError("TypeError", "bad operand type for unary -: 'str'");
    }
    NnvmSymbols &nnvm = call.nnvm;
    ASSIGN_OR_RETURN(const NnvmSymbol power, nnvm.call("exp", call.inputs));
    ASSIGN_OR_RETURN(const NnvmSymbol below,
                     nnvm.call("__rsub_scalar__", power, {{"scalar", "1"}}));
    ASSIGN_OR_RETURN(const NnvmSymbol clipped, nnvm.call("relu", below));
    ASSIGN_OR_RETURN(const NnvmSymbol scaled,
                     nnvm.call("__mul_scalar__", clipped, {{"scalar", "-0.25"}}));
    ASSIGN_OR_RETURN(const NnvmSymbol above, nnvm.call("relu", call.inputs));
    return nnvm.call("__add_symbol__", NnvmSymbol{scaled.front(), above.front()});
}

Result<NnvmSymbol> randomLeaky(MXNetCall &call)
{
    ASSIGN_OR_RETURN(const std::string lower, requiredAttr(call, "lower_bound"));
    ASSIGN_OR_RETURN(const double from, pythonFloat(lower));
    ASSIGN_OR_RETURN(const std::string upper, requiredAttr(call, "upper_bound"));
    ASSIGN_OR_RETURN(const double to, pythonFloat(upper));
    return call.nnvm.call("leaky_relu", call.inputs, {{"alpha", pythonRepr((from + to) / 2.0)}});
}

Result<NnvmSymbol> leakyRelu(MXNetCall &call)
{
    ASSIGN_OR_RETURN(const std::string type, requiredAttr(call, "act_type"));
    if (type == "leaky") {
        return call.nnvm.call("leaky", call.inputs, {{"alpha", attrOr(call, "slope", "0.25")}});
    }
    if (type == "prelu") {
        return call.nnvm.call("prelu", call.inputs);
    }
    if (type == "elu") {
        return elu(call);
    }
    if (type == "rrelu") {
        return randomLeaky(call);
    }
    return unsupportedInImport("act_type: " + type);
}

Result<NnvmSymbol> activation(MXNetCall &call)
{
    ASSIGN_OR_RETURN(const std::string type, requiredAttr(call, "act_type"));
    if (type == "relu" || type == "sigmoid" || type == "tanh") {
        return call.nnvm.call(type, call.inputs);
    }
    if (type == "softrelu") {
        ASSIGN_OR_RETURN(const NnvmSymbol power, call.nnvm.call("exp", call.inputs));
        ASSIGN_OR_RETURN(const NnvmSymbol above,
                         call.nnvm.call("__add_scalar__", power, {{"scalar", "1"}}));
        return call.nnvm.call("log", above);
    }
    return unsupportedInImport("act_type: " + type);
}

Result<NnvmSymbol> softmaxActivation(MXNetCall &call)
{
    const bool isInstance = attrOr(call, "mode", "instance") == "instance";
    return callOnFirst(call, "softmax", {{"axis", isInstance ? "0" : "1"}});
}

Result<NnvmSymbol> softmaxOutput(MXNetCall &call)
{
    return callOnFirst(call, "softmax",
                       flagOf(call, "multi_output") ? AttrDict{{"axis", "1"}} : AttrDict());
}

Result<NnvmSymbol> upSampling(MXNetCall &call)
{
    const std::string *text = call.attrs.find("scale");
    if (!text) {
        return makeError("TypeError", "int() argument must be a string, a bytes-like object or a "
                                      "number, not 'NoneType'");
    }
    ASSIGN_OR_RETURN(const std::string scale, pythonInt(*text));
    return callOnFirst(call, "upsampling", {{"scale", scale}});
}

Result<NnvmSymbol> lrn(MXNetCall &call)
{
    ASSIGN_OR_RETURN(const std::string size, requiredAttr(call, "nsize"));
    return call.nnvm.call("lrn", call.inputs,
                          {{"alpha", attrOr(call, "alpha", "0.0001")},
                           {"beta", attrOr(call, "beta", "0.75")},
                           {"bias", attrOr(call, "knorm", "2")},
                           {"axis", "1"},
                           {"size", size}});
}

constexpr std::array layerConversions{MXNetConversion{"Activation", activation},
                                      MXNetConversion{"BatchNorm", batchNorm},
                                      MXNetConversion{"BatchNorm_v1", batchNorm},
                                      MXNetConversion{"Convolution", convolution},
                                      MXNetConversion{"Convolution_v1", convolution},
                                      MXNetConversion{"Deconvolution", deconvolution},
                                      MXNetConversion{"Dropout", dropout},
                                      MXNetConversion{"FullyConnected", fullyConnected},
                                      MXNetConversion{"LeakyReLU", leakyRelu},
                                      MXNetConversion{"Pooling", pooling},
                                      MXNetConversion{"Pooling_v1", pooling},
                                      MXNetConversion{"SoftmaxActivation", softmaxActivation},
                                      MXNetConversion{"SoftmaxOutput", softmaxOutput},
                                      MXNetConversion{"UpSampling", upSampling},
                                      MXNetConversion{"LRN", lrn}};

} // namespace

std::span<const MXNetConversion> mxnetLayerConversions()
{
    return layerConversions;
}

} // namespace nervure
