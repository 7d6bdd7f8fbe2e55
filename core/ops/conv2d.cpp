// SPDX-License-Identifier: Apache-2.0
#include "core/ops/conv2d.h"

#include "core/graph/layout.h"
#include "core/graph/op_builder.h"
#include "core/ops/conv2d_kernel.h"
#include "core/ops/scale_axis_rules.h"
#include "core/ops/shape_rules.h"
#include "core/support/text.h"

namespace nervure {

namespace {

const std::vector<std::string> &outTypes()
{
    static const std::vector<std::string> names{"same",  "float16", "float32", "float64",
                                                "int8",  "int16",   "int32",   "int64",
                                                "uint8", "uint16",  "uint32",  "uint64"};
    return names;
}

std::vector<std::string> inputNames(const Conv2dAttrs &attrs)
{
    return attrs.useBias ? std::vector<std::string>{"data", "weight", "bias"}
                         : std::vector<std::string>{"data", "weight"};
}

/// The three layouts of a node, all convertible to NCHW and OIHW.
struct Layouts {
    Layout nchw;
    Layout oihw;
    Layout data;
    Layout kernel;
    Layout out;
};

Diagnostic layoutError(const char *name, const std::string &text, const char *expected)
{
    return makeError("layout-invalid", std::string(name) + " is '" + text
                                           + "', expected the dimensions of " + expected);
}

Result<Layouts> layoutsOf(const Conv2dAttrs &attrs)
{
    const auto data = Layout::parse(attrs.layout);
    const auto kernel = Layout::parse(attrs.kernelLayout);
    const auto out =
        attrs.outLayout == Layout::undefinedText ? data : Layout::parse(attrs.outLayout);
    Layouts layouts{*Layout::parse("NCHW"), *Layout::parse("OIHW"), {}, {}, {}};
    if (!data || !data->convertibleTo(layouts.nchw)) {
        return layoutError("layout", attrs.layout, "NCHW");
    }
    if (!kernel || !kernel->convertibleTo(layouts.oihw)) {
        return layoutError("kernel_layout", attrs.kernelLayout, "OIHW");
    }
    if (!out || !out->convertibleTo(layouts.nchw)) {
        return layoutError("out_layout", attrs.outLayout, "NCHW");
    }
    layouts.data = *data;
    layouts.kernel = *kernel;
    layouts.out = *out;
    return layouts;
}

Status checkAttrs(const Conv2dAttrs &attrs)
{
    for (const auto &[name, tuple] :
         {std::pair{"kernel_size", &attrs.kernelSize}, std::pair{"strides", &attrs.strides},
          std::pair{"dilation", &attrs.dilation}, std::pair{"padding", &attrs.padding}}) {
        if (tuple->size() != 2) {
            return makeError("attr-invalid", std::string(name) + " has "
                                                 + std::to_string(tuple->size())
                                                 + " numbers, expected 2");
        }
        for (const std::int64_t number : *tuple) {
            constexpr std::int64_t most = std::int64_t{1} << 31;
            if (number > most || number < -most) {
                return makeError("attr-invalid", std::string(name) + " is out of range");
            }
        }
    }
    if (attrs.strides[0] < 1 || attrs.strides[1] < 1) {
        return makeError("attr-invalid", "strides are not positive, expected at least 1");
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
        return makeError("infer-shape", "input 0 (data) has " + std::to_string(data.size())
                                            + " dimensions, expected 4");
    }
    const std::int64_t groups = attrs.groups;
    if (groups < 1 || data[1] % groups != 0 || attrs.channels % groups != 0) {
        return makeError("infer-shape", std::to_string(data[1]) + " input and "
                                            + std::to_string(attrs.channels)
                                            + " output channels, expected multiples of groups = "
                                            + std::to_string(groups));
    }
    return {};
}

Status assignWeights(const Conv2dAttrs &attrs, const Layouts &layouts, const Shape &data,
                     Shapes &in)
{
    if (in[1].empty()) {
        const auto weight = layouts.oihw.convert(
            {attrs.channels, data[1] / attrs.groups, attrs.kernelSize[0], attrs.kernelSize[1]},
            layouts.kernel);
        if (!weight) {
            return weight.error();
        }
        in[1] = *weight;
    }
    if (!attrs.useBias) {
        return {};
    }
    const std::int64_t block = layouts.out.blockOf('C');
    const Shape bias = block > 0 ? Shape{attrs.channels / block, block} : Shape{attrs.channels};
    return assignInput(in, 2, "bias", bias);
}

/// Data from the output: always the batch, and the sizes along axes of stride 1.
void inferBackwards(const Conv2dAttrs &attrs, const Shape &out, Shape &data)
{
    data[0] = out[0];
    for (std::size_t axis = 0; axis < 2; ++axis) {
        if (out[2 + axis] != 0 && attrs.strides[axis] == 1) {
            data[2 + axis] =
                out[2 + axis] + dilatedKernel(attrs, axis) - 1 - 2 * attrs.padding[axis];
        }
    }
}

Status checkKernelFits(const Conv2dAttrs &attrs, const Shape &data)
{
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const std::int64_t padded = data[2 + axis] + 2 * attrs.padding[axis];
        if (data[2 + axis] != 0 && dilatedKernel(attrs, axis) > padded) {
            return makeError("infer-shape", "the kernel covers "
                                                + std::to_string(dilatedKernel(attrs, axis))
                                                + " positions, expected at most the padded input's "
                                                + std::to_string(padded));
        }
    }
    return {};
}

Shape outputShape(const Conv2dAttrs &attrs, const Shape &data)
{
    Shape out{data[0], attrs.channels, 0, 0};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        if (data[2 + axis] != 0) {
            const std::int64_t room =
                data[2 + axis] + attrs.padding[axis] * 2 - dilatedKernel(attrs, axis);
            out[2 + axis] = room / attrs.strides[axis] + 1;
        }
    }
    return out;
}

/// What follows once the attributes, the counts and the data's shape are known to be sound.
Status inferFromData(const Conv2dAttrs &attrs, const Layouts &layouts, Shape data, Shapes &in,
                     Shapes &out)
{
    if (Status status = assignWeights(attrs, layouts, data, in); !status) {
        return status;
    }
    const auto expected = layouts.nchw.convert(outputShape(attrs, data), layouts.out);
    if (!expected) {
        return expected.error();
    }
    if (Status status = assignOutput(out, 0, *expected); !status) {
        return status;
    }
    const auto merged = layouts.out.convert(out[0], layouts.nchw);
    if (!merged) {
        return merged.error();
    }
    inferBackwards(attrs, *merged, data);
    const auto back = layouts.nchw.convert(data, layouts.data);
    if (!back) {
        return back.error();
    }
    if (Status status = assignInput(in, 0, "data", *back); !status) {
        return status;
    }
    return checkKernelFits(attrs, data);
}

Status inferShape(const Conv2dAttrs &attrs, Shapes &in, Shapes &out)
{
    const auto layouts = layoutsOf(attrs);
    if (!layouts) {
        return layouts.error();
    }
    if (Status status = checkCounts(in.size(), out.size(), attrs.useBias ? 3 : 2, 1); !status) {
        return status;
    }
    if (in[0].empty()) {
        return {};
    }
    const auto data = layouts->data.convert(in[0], layouts->nchw);
    if (!data) {
        return data.error();
    }
    if (Status status = checkAttrs(attrs); !status) {
        return status;
    }
    if (Status status = checkData(attrs, *data); !status) {
        return status;
    }
    return inferFromData(attrs, *layouts, *data, in, out);
}

Status inferType(const RuleContext &context, DTypes &in, DTypes &out)
{
    const auto &attrs = context.attrs.as<Conv2dAttrs>();
    if (Status status = checkCounts(in.size(), out.size(), attrs.useBias ? 3 : 2, 1); !status) {
        return status;
    }
    const auto type = dtypeFromName(attrs.outDtype);
    if (!type) {
        return mergeAllTypes(in, out);
    }
    DTypes none;
    if (Status status = mergeAllTypes(in, none); !status) {
        return status;
    }
    if (!mergeType(out[0], *type)) {
        return makeError("infer-type", "output 0 has type " + std::string(dtypeName(out[0]))
                                           + ", expected " + attrs.outDtype);
    }
    return {};
}

std::optional<std::int64_t> macs(const Conv2dAttrs &attrs, std::span<const Shape> in,
                                 std::span<const Shape> out)
{
    const auto outputs = elementCount(out[0]);
    const auto weights = elementCount(in[1]);
    if (!outputs || !weights || attrs.channels < 1) {
        return std::nullopt;
    }
    return checkedMultiply(*outputs, *weights / attrs.channels);
}

Status reference(const Conv2dAttrs &attrs, const ReferenceCall &call)
{
    const auto shapeOf = [](const auto &view) {
        return Shape(view.shape.begin(), view.shape.end());
    };
    const auto geometry =
        conv2dGeometry(attrs, shapeOf(call.in[0]), shapeOf(call.in[1]), shapeOf(call.out[0]));
    return geometry ? conv2dReference(*geometry, call.in, call.out[0], call.cancel)
                    : Status(geometry.error());
}

Result<KernelSpec> kernel(const Conv2dAttrs &attrs, const KernelContext &context)
{
    const auto geometry =
        conv2dGeometry(attrs, context.inShapes[0], context.inShapes[1], context.outShapes[0]);
    return geometry ? conv2dKernel(*geometry, context) : Result<KernelSpec>(geometry.error());
}

} // namespace

Result<Conv2dGeometry> conv2dGeometry(const Conv2dAttrs &attrs, const Shape &data,
                                      const Shape &weight, const Shape &out)
{
    const bool plainOut = attrs.outLayout == "NCHW" || attrs.outLayout == Layout::undefinedText;
    if (attrs.layout != "NCHW" || attrs.kernelLayout != "OIHW" || !plainOut) {
        return makeError("layout-unsupported", "layouts " + attrs.layout + " and "
                                                   + attrs.kernelLayout
                                                   + " cannot be run, expected NCHW and OIHW");
    }
    if (Status status = checkAttrs(attrs); !status) {
        return status.error();
    }
    const bool fits = data.size() == 4 && weight.size() == 4 && out.size() == 4 && attrs.groups > 0
                      && weight[0] == out[1] && checkedMultiply(weight[1], attrs.groups) == data[1]
                      && weight[2] == attrs.kernelSize[0] && weight[3] == attrs.kernelSize[1]
                      && data[0] == out[0] && out[1] % attrs.groups == 0;
    if (!fits) {
        return makeError("infer-shape", "input 1 (weight) has shape " + shapeText(weight)
                                            + ", expected one for data " + shapeText(data)
                                            + " and output " + shapeText(out));
    }
    Conv2dGeometry g;
    g.batch = data[0];
    g.inChannels = data[1];
    g.inH = data[2];
    g.inW = data[3];
    g.outChannels = out[1];
    g.outH = out[2];
    g.outW = out[3];
    g.kernelH = weight[2];
    g.kernelW = weight[3];
    g.strideH = attrs.strides[0];
    g.strideW = attrs.strides[1];
    g.padTop = attrs.padding[0];
    g.padLeft = attrs.padding[1];
    g.dilationH = attrs.dilation[0];
    g.dilationW = attrs.dilation[1];
    g.groups = attrs.groups;
    g.hasBias = attrs.useBias;
    return g;
}

void registerConv2d(OpRegistry &ops)
{
    using A = Conv2dAttrs;
    ops.add(
        OpBuilder<A>(Dialect::Nnvm, "conv2d")
            .summary("two-dimensional convolution")
            .category(OpCategory::Convolution)
            .attr(field("channels", &A::channels, "number of output channels").required())
            .attr(field("kernel_size", &A::kernelSize, "height and width of the kernel").required())
            .attr(field("strides", &A::strides, "step along height and width"))
            .attr(field("padding", &A::padding, "zeros added on both sides of height and width"))
            .attr(field("dilation", &A::dilation, "distance between kernel elements"))
            .attr(field("groups", &A::groups, "groups of channels convolved apart"))
            .attr(field("layout", &A::layout, "order of the input's dimensions"))
            .attr(
                field("out_layout", &A::outLayout, "order of the output's; undefined: the input's"))
            .attr(field("kernel_layout", &A::kernelLayout, "order of the weight's dimensions"))
            .attr(field("out_dtype", &A::outDtype, "output type; same: the input's")
                      .oneOf(outTypes()))
            .attr(field("use_bias", &A::useBias, "whether a bias is added"))
            .inputs(inputNames)
            .parameters({1, 2})
            .shape(inferShape)
            .type(inferType)
            .pattern(OpPattern::OutElementwiseFusable)
            .scaleAxis(convScaleBackward, convScaleForward)
            .macs(macs)
            .reference(reference)
            .kernel(kernel)
            .build());
}

} // namespace nervure
