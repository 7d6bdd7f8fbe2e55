// SPDX-License-Identifier: Apache-2.0
#include "core/ops/convolution/conv2d_rules.h"

#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/shape_rules.h"
#include "core/ops/rules/window_rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

namespace {

Diagnostic badLayout(const char *name, const std::string &text, const char *expected)
{
    return makeError("layout-invalid", "{} is {}, expected the dimensions of {}", name,
                     quoted(text), expected);
}

Layout biasLayout(const Layout &out)
{
    const std::int64_t block = out.blockOf('C');
    if (block == 0) {
        return *Layout::parse("C");
    }
    const std::string part = fmt::format("{}c", block);
    return *Layout::parse(out.indexOf('C') < out.indexOf('c') ? 'C' + part : part + 'C');
}

Status checkConv2dAttrs(const Conv2dAttrs &attrs, Semantics semantics)
{
    for (const WindowTuple &tuple :
         {WindowTuple{"kernel_size", &attrs.kernelSize}, WindowTuple{"strides", &attrs.strides},
          WindowTuple{"dilation", &attrs.dilation},
          WindowTuple{"padding", &attrs.padding, false}}) {
        RETURN_IF_FAILED(checkWindowTuple(tuple, semantics));
    }
    if (attrs.strides[0] < 1 || attrs.strides[1] < 1) {
        return makeError("attr-invalid", "strides are not positive, expected at least 1");
    }
    if (attrs.kernelSize[0] < 0 || attrs.kernelSize[1] < 0 || attrs.channels < 0) {
        return makeError("attr-invalid", "channels or kernel_size is negative");
    }
    return {};
}

std::int64_t dilatedKernel(const Conv2dAttrs &attrs, std::size_t axis)
{
    return 1 + (attrs.kernelSize[axis] - 1) * attrs.dilation[axis];
}

/// `data` in NCHW, of 4 dimensions and with channels that the groups divide.
Status checkData(const Conv2dAttrs &attrs, const Shape &data)
{
    if (data.size() != 4) {
        return makeError("infer-shape", "input 0 (data) has {} dimensions, expected 4",
                         data.size());
    }
    RETURN_IF_FAILED(checkExtents(data));
    const std::int64_t groups = attrs.groups;
    const bool isUneven = groups > 0 && !isUnknownSize(data[1]) && data[1] % groups != 0;
    if (groups < 1 || isUneven || attrs.channels % groups != 0) {
        return makeError("infer-shape",
                         "{} input and {} output channels, expected multiples of groups = {}",
                         data[1], attrs.channels, groups);
    }
    return {};
}

/// As NNVM: the shape of one group in the weight's layout, with the output channels of them all.
Result<Shape> weightShape(const Conv2dAttrs &attrs, const Layout &layout, const Shape &data,
                          Semantics semantics)
{
    const std::int64_t inputs = isUnknownSize(data[1]) ? unknownSize : data[1] / attrs.groups;
    auto shape = convertShape(
        plainWeightLayout(),
        {attrs.channels / attrs.groups, inputs, attrs.kernelSize[0], attrs.kernelSize[1]}, layout,
        semantics);
    if (shape) {
        std::int64_t &outputs = (*shape)[static_cast<std::size_t>(layout.indexOf('O'))];
        outputs = isUnknownSize(outputs) ? unknownSize : outputs * attrs.groups;
    }
    return shape;
}

Status assignWeight(const Conv2dAttrs &attrs, const Layout &layout, const Shape &data,
                    Semantics semantics, Shapes &in)
{
    ASSIGN_OR_RETURN(const auto weight, weightShape(attrs, layout, data, semantics));
    const bool isLookedAt = !in[1].hasRank() || semantics == Semantics::Fixed;
    return isLookedAt ? assignInput(in, 1, "weight", weight) : Status();
}

Status assignBias(const Conv2dAttrs &attrs, const Layout &layout, Semantics semantics, Shapes &in)
{
    static const Layout channels = *Layout::parse("C");
    const auto bias = convertShape(channels, {attrs.channels}, layout, semantics);
    return bias ? assignInput(in, 2, "bias", *bias) : Status(bias.error());
}

/// Data from the output: always the batch, and the sizes along axes of stride 1.
void inferBackwards(const Conv2dAttrs &attrs, const Shape &out, Shape &data)
{
    data[0] = out[0];
    for (std::size_t axis = 0; axis < 2; ++axis) {
        if (!isUnknownSize(out[2 + axis]) && attrs.strides[axis] == 1) {
            const std::int64_t size =
                out[2 + axis] + dilatedKernel(attrs, axis) - 1 - 2 * attrs.padding[axis];
            data[2 + axis] = std::max(size, unknownSize);
        }
    }
}

Status checkKernelFits(const Conv2dAttrs &attrs, const Shape &data)
{
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const std::int64_t padded = data[2 + axis] + 2 * attrs.padding[axis];
        if (!isUnknownSize(data[2 + axis]) && dilatedKernel(attrs, axis) > padded) {
            return makeError(
                "infer-shape",
                "the kernel covers {} positions, expected at most the padded input's {}",
                dilatedKernel(attrs, axis), padded);
        }
    }
    return {};
}

Shape outputShape(const Conv2dAttrs &attrs, const Shape &data)
{
    Shape out{data[0], attrs.channels, unknownSize, unknownSize};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        if (!isUnknownSize(data[2 + axis])) {
            const std::int64_t room =
                data[2 + axis] + attrs.padding[axis] * 2 - dilatedKernel(attrs, axis);
            out[2 + axis] = room / attrs.strides[axis] + 1;
        }
    }
    return out;
}

/// What the data says about the output, and then the output about the data, which is in NCHW.
Status inferData(const Conv2dAttrs &attrs, const Conv2dLayouts &layouts, Shape data,
                 Semantics semantics, Shapes &in, Shapes &out)
{
    const Layout &plain = plainDataLayout();
    ASSIGN_OR_RETURN(const auto expected,
                     convertShape(plain, outputShape(attrs, data), layouts.out, semantics));
    RETURN_IF_FAILED(assignOutput(out, 0, expected));
    ASSIGN_OR_RETURN(const auto merged, convertShape(layouts.out, out[0], plain, semantics));
    inferBackwards(attrs, merged, data);
    ASSIGN_OR_RETURN(const auto back, convertShape(plain, data, layouts.data, semantics));
    RETURN_IF_FAILED(assignInput(in, 0, "data", back));
    return checkKernelFits(attrs, data);
}

} // namespace

const Layout &plainDataLayout()
{
    static const Layout layout = *Layout::parse("NCHW");
    return layout;
}

const Layout &plainWeightLayout()
{
    static const Layout layout = *Layout::parse("OIHW");
    return layout;
}

Result<Conv2dLayoutsPtr> conv2dLayouts(const std::string &data, const std::string &weight,
                                       const std::string &out)
{
    static const Conv2dLayoutsPtr plain = std::make_shared<Conv2dLayouts>(Conv2dLayouts{
        plainDataLayout(), plainWeightLayout(), plainDataLayout(), *Layout::parse("C")});
    const bool isDataPlain = data == plain->data.text();
    const bool isUndefined = out == Layout::undefinedText;
    if (isDataPlain && weight == plain->weight.text() && (isUndefined || out == data)) {
        return plain;
    }
    const auto in = Layout::parse(data);
    const auto kernel = Layout::parse(weight);
    const auto result = isUndefined ? in : Layout::parse(out);
    if (!in || !in->convertibleTo(plainDataLayout())) {
        return badLayout("layout", data, "NCHW");
    }
    if (!kernel || !kernel->convertibleTo(plainWeightLayout())) {
        return badLayout("kernel_layout", weight, "OIHW");
    }
    if (!result || !result->convertibleTo(plainDataLayout())) {
        return badLayout("out_layout", out, "NCHW");
    }
    return std::make_shared<const Conv2dLayouts>(
        Conv2dLayouts{*in, *kernel, *result, biasLayout(*result)});
}

Result<Conv2dLayoutsPtr> conv2dLayouts(const Conv2dAttrs &attrs)
{
    return conv2dLayouts(attrs.layout, attrs.kernelLayout, attrs.outLayout);
}

const std::vector<std::string> &conv2dOutTypes()
{
    static const std::vector<std::string> names{"same",  "float16", "float32", "float64",
                                                "int8",  "int16",   "int32",   "int64",
                                                "uint8", "uint16",  "uint32",  "uint64"};
    return names;
}

std::vector<std::string> conv2dInputNames(bool useBias)
{
    return useBias ? std::vector<std::string>{"data", "weight", "bias"}
                   : std::vector<std::string>{"data", "weight"};
}

Status inferConv2dShape(const Conv2dAttrs &attrs, Conv2dWeight weight, Semantics semantics,
                        Shapes &in, Shapes &out)
{
    ASSIGN_OR_RETURN(const auto layouts, conv2dLayouts(attrs));
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), attrs.useBias ? 3 : 2, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto data,
                     convertShape(layouts->data, in[0], plainDataLayout(), semantics));
    Status status = checkConv2dAttrs(attrs, semantics);
    if (status) {
        status = checkData(attrs, data);
    }
    if (status && weight == Conv2dWeight::Plain) {
        status = assignWeight(attrs, layouts->weight, data, semantics, in);
    }
    if (status && attrs.useBias) {
        status = assignBias(attrs, layouts->bias, semantics, in);
    }
    return status ? inferData(attrs, *layouts, data, semantics, in, out) : status;
}

Status inferConv2dType(const RuleContext &context, const std::string &outDtype, bool useBias,
                       DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), useBias ? 3 : 2, 1));
    const auto type = dtypeFromName(outDtype);
    if (!type) {
        return mergeAllTypes(in, out);
    }
    if (in[0] == DType::Unknown && context.semantics == Semantics::Exact) {
        return makeError(
            "infer-type",
            "the type of input 0 (data) is unknown, expected a type when out_dtype is {}",
            outDtype);
    }
    DTypes none;
    RETURN_IF_FAILED(mergeAllTypes(in, none));
    if (!mergeType(out[0], *type)) {
        return makeError("infer-type", "output 0 has type {}, expected {}", dtypeName(out[0]),
                         outDtype);
    }
    return {};
}

Status correctConv2dLayout(const Conv2dLayouts &layouts, bool useBias, const LayoutCall &call)
{
    RETURN_IF_FAILED(checkLayoutCounts(call, useBias ? 3 : 2, 1));
    call.in[0] = layouts.data;
    call.in[1] = layouts.weight;
    if (useBias) {
        call.in[2] = layouts.bias;
    }
    call.out[0] = layouts.out;
    return {};
}

std::optional<std::int64_t> conv2dMacs(const Conv2dAttrs &attrs, const Shape &weight,
                                       const Shape &out)
{
    const auto outputs = elementCount(out);
    const auto weights = elementCount(weight);
    if (!outputs || !weights || attrs.channels < 1) {
        return std::nullopt;
    }
    return checkedMultiply(*outputs, *weights / attrs.channels);
}

} // namespace nervure
