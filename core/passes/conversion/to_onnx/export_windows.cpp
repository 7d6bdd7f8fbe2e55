// SPDX-License-Identifier: Apache-2.0
// NNVM's convolutions and pools, and what changes the size of images, as ONNX's operators.
#include "core/passes/conversion/to_onnx/export_node.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

constexpr std::string_view imageLetters = "N, C, H and W";

std::string whyNoPads(std::string_view name, const IntTuple &pads)
{
    const bool isNegative =
        std::any_of(pads.begin(), pads.end(), [](std::int64_t pad) { return pad < 0; });
    return isNegative
               ? std::string(name) + " is " + NnvmAttrText::print(pads) + ", ONNX's is not negative"
               : std::string();
}

/// Height and width of an attribute that may hold more.
std::string twoIntegers(const ExportNode &node, std::string_view name)
{
    IntTuple values = node.integers(name);
    values.resize(2);
    return onnxIntegers(values);
}

AttrDict convolutionAttrs(const ExportNode &node)
{
    AttrDict attrs;
    attrs.set("kernel_shape", twoIntegers(node, "kernel_size"));
    attrs.set("strides", twoIntegers(node, "strides"));
    attrs.set("pads", onnxIntegers(paddingOfBothSides(node.integers("padding"))));
    attrs.set("dilations", twoIntegers(node, "dilation"));
    attrs.set("group", std::to_string(node.integer("groups")));
    return attrs;
}

/// What a convolution reads, as ONNX orders the dimensions, or why it cannot.
struct ConvolutionInputs {
    std::vector<OnnxTensor> tensors;
    std::string reason;
};

ConvolutionInputs convolutionInputs(ExportNode &node)
{
    std::string reason = mixedTypesOf(node, "ONNX");
    if (reason.empty()) {
        reason = whyNoPads("padding", node.integers("padding"));
    }
    if (!reason.empty()) {
        return {{}, std::move(reason)};
    }
    const std::string layout = node.text("layout");
    const std::string kernelLayout = node.text("kernel_layout");
    const auto data = node.make.inLayout(node.in(0), layout, "NCHW");
    const auto weight = node.make.inLayout(node.in(1), kernelLayout, "OIHW");
    if (!data || !weight) {
        return {{},
                data ? noOnnxLayout("kernel_layout", kernelLayout, "O, I, H and W")
                     : noOnnxLayout("layout", layout, imageLetters)};
    }
    ConvolutionInputs inputs{{*data, *weight}, {}};
    if (node.inputCount() > 2) {
        inputs.tensors.push_back(node.in(2));
    }
    return inputs;
}

Exported exportConvolution(ExportNode &node)
{
    ConvolutionInputs inputs = convolutionInputs(node);
    if (!inputs.reason.empty()) {
        return notExported(std::move(inputs.reason));
    }
    const std::string layout = node.text("layout");
    const std::string outLayout = node.text("out_layout");
    const std::string &to = outLayout == "__undef__" ? layout : outLayout;
    if (!layoutOrder(to, "NCHW")) {
        return notExported(noOnnxLayout("out_layout", to, imageLetters));
    }
    const OnnxTensor result =
        node.make.add("Conv", inputs.tensors, convolutionAttrs(node),
                      shapeInLayout(node.outShape(), to, "NCHW"), node.outType());
    return exportedAs(*node.make.inLayout(result, "NCHW", to));
}

/// NNVM's output_padding are zeros behind the result, ONNX's is computed.
Exported exportTransposedConvolution(ExportNode &node)
{
    const IntTuple behind = node.integers("output_padding");
    if (std::string reason = whyNoPads("output_padding", behind); !reason.empty()) {
        return notExported(std::move(reason));
    }
    ConvolutionInputs inputs = convolutionInputs(node);
    if (!inputs.reason.empty()) {
        return notExported(std::move(inputs.reason));
    }
    const std::string layout = node.text("layout");
    Shape shape = shapeInLayout(node.outShape(), layout, "NCHW");
    shape[2] -= behind.at(0);
    shape[3] -= behind.at(1);
    if (shape[2] < 1 || shape[3] < 1) {
        return notExported("nothing but output_padding is left of the result");
    }
    const OnnxTensor result = node.make.add("ConvTranspose", inputs.tensors, convolutionAttrs(node),
                                            shape, node.outType());
    const OnnxTensor whole =
        node.make.pad(result, {{0, 0}, {0, 0}, {0, behind[0]}, {0, behind[1]}}, 0);
    return exportedAs(*node.make.inLayout(whole, "NCHW", layout));
}

Exported exportPool(ExportNode &node)
{
    const std::string layout = node.text("layout");
    const auto data = node.make.inLayout(node.in(0), layout, "NCHW");
    if (!data) {
        return notExported(noOnnxLayout("layout", layout, imageLetters));
    }
    const Shape out = shapeInLayout(node.outShape(), layout, "NCHW");
    const IntTuple pads = pooledPadding(node, data->shape, out);
    if (std::string reason = whyNoPads("padding", pads); !reason.empty()) {
        return notExported(std::move(reason));
    }
    const IntTuple size = node.integers("pool_size");
    for (std::size_t i = 0; i < pads.size(); ++i) {
        if (pads[i] >= size[i % 2]) {
            return notExported("a window is all padding");
        }
    }
    AttrDict attrs;
    attrs.set("kernel_shape", twoIntegers(node, "pool_size"));
    attrs.set("strides", twoIntegers(node, "strides"));
    attrs.set("pads", onnxIntegers(pads));
    const bool isMax = node.op() == "max_pool2d";
    if (!isMax) {
        attrs.set("count_include_pad", node.flag("count_include_pad") ? "1" : "0");
    }
    const OnnxTensor result =
        node.make.add(isMax ? "MaxPool" : "AveragePool", {*data}, attrs, out, data->type);
    return exportedAs(*node.make.inLayout(result, "NCHW", layout));
}

Exported exportGlobalPool(ExportNode &node)
{
    const std::string layout = node.text("layout");
    const auto data = node.make.inLayout(node.in(0), layout, "NCHW");
    if (!data) {
        return notExported(noOnnxLayout("layout", layout, imageLetters));
    }
    const bool isMax = node.op() == "global_max_pool2d";
    const OnnxTensor result = node.make.add(isMax ? "GlobalMaxPool" : "GlobalAveragePool", {*data},
                                            {}, {data->shape[0], data->shape[1], 1, 1}, data->type);
    return exportedAs(*node.make.inLayout(result, "NCHW", layout));
}

/// NNVM's places are those that ONNX calls asymmetric: i * in / out, for the nearest rounded down.
Exported exportResize(ExportNode &node)
{
    const std::string layout = node.text("layout");
    const auto data = node.make.inLayout(node.in(0), layout, "NCHW");
    if (!data) {
        return notExported(noOnnxLayout("layout", layout, imageLetters));
    }
    const std::string method = node.text("method");
    const bool isNearest = method == "NEAREST_NEIGHBOR";
    if (!isNearest && method != "BILINEAR") {
        return notExported("method is " + quoted(method)
                           + ", expected NEAREST_NEIGHBOR or BILINEAR");
    }
    const bool alignsCorners = node.op() == "resize" && node.flag("align_corners");
    AttrDict attrs;
    attrs.set("mode", isNearest ? "nearest" : "linear");
    attrs.set("coordinate_transformation_mode", alignsCorners ? "align_corners" : "asymmetric");
    if (isNearest) {
        attrs.set("nearest_mode", "floor");
    }
    const Shape out = shapeInLayout(node.outShape(), layout, "NCHW");
    const OnnxTensor result = node.make.add(
        "Resize", {*data, {}, {}, node.make.integers("sizes", out)}, attrs, out, data->type);
    return exportedAs(*node.make.inLayout(result, "NCHW", layout));
}

Exported exportLocalNormalization(ExportNode &node)
{
    constexpr std::int64_t lastAxis = 3;
    const std::int64_t axis = node.integer("axis");
    const std::int64_t size = node.integer("size");
    if (node.in(0).shape.size() != 4 || (axis != 1 && axis != lastAxis) || size < 1
        || size % 2 == 0) {
        return notExported("it has no sense, expected an odd size along dimension 1 or 3 of 4");
    }
    const std::string_view layout = axis == 1 ? "NCHW" : "NHWC";
    const OnnxTensor data = *node.make.inLayout(node.in(0), layout, "NCHW");
    AttrDict attrs;
    for (const char *name : {"alpha", "beta", "bias"}) {
        attrs.set(name, onnxNumber(node.number(name)));
    }
    attrs.set("size", std::to_string(size));
    return exportedAs(*node.make.inLayout(node.make.alike("LRN", data, attrs), "NCHW", layout));
}

} // namespace

void addWindowExports(ExportRules &rules)
{
    rules["conv2d"] = exportConvolution;
    rules["conv2d_transpose"] = exportTransposedConvolution;
    rules["max_pool2d"] = exportPool;
    rules["avg_pool2d"] = exportPool;
    rules["global_max_pool2d"] = exportGlobalPool;
    rules["global_avg_pool2d"] = exportGlobalPool;
    rules["upsampling"] = exportResize;
    rules["resize"] = exportResize;
    rules["lrn"] = exportLocalNormalization;
}

} // namespace nervure
