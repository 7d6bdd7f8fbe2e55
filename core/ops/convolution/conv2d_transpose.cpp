// SPDX-License-Identifier: Apache-2.0
#include "core/graph/nnvm_shape.h"
#include "core/ops/convolution/conv2d_backward.h"
#include "core/ops/convolution/conv2d_kernel.h"
#include "core/ops/convolution/conv2d_rules.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/reference_operand.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/ops/rules/window_rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <cstring>

namespace nervure {

namespace {

/// Attributes of NNVM's conv2d_transpose.
struct Conv2dTransposeAttrs {
    int channels = 0;
    IntTuple kernelSize;
    IntTuple strides{1, 1};
    IntTuple outputPadding{0, 0}; ///< rows and columns of zeros after the result
    IntTuple padding{0, 0};
    IntTuple dilation{1, 1};
    int groups = 1;
    std::string layout = "NCHW";
    std::string kernelLayout = "OIHW"; ///< O are the input's channels, I those of the output
    std::string outDtype = "same";
    bool useBias = true;
};

Status checkConv2dTransposeAttrs(const Conv2dTransposeAttrs &attrs, Semantics semantics)
{
    for (const WindowTuple &tuple :
         {WindowTuple{"kernel_size", &attrs.kernelSize}, WindowTuple{"strides", &attrs.strides},
          WindowTuple{"dilation", &attrs.dilation}, WindowTuple{"padding", &attrs.padding, false},
          WindowTuple{"output_padding", &attrs.outputPadding, false}}) {
        RETURN_IF_FAILED(checkWindowTuple(tuple, semantics));
    }
    if (attrs.strides[0] < 1 || attrs.strides[1] < 1 || attrs.channels < 0
        || attrs.kernelSize[0] < 0 || attrs.kernelSize[1] < 0) {
        return makeError("attr-invalid",
                         "strides are below 1, or channels or kernel_size is negative");
    }
    return {};
}

Status checkChannels(const Conv2dTransposeAttrs &attrs, const Shape &data)
{
    const std::int64_t groups = attrs.groups;
    const bool isUneven = groups > 0 && !isUnknownSize(data[1]) && data[1] % groups != 0;
    if (groups < 1 || isUneven || attrs.channels % groups != 0) {
        return makeError("infer-shape",
                         "{} input and {} output channels, expected multiples of groups = {}",
                         data[1], attrs.channels, groups);
    }
    return {};
}

/// The size along an axis without output_padding.
std::int64_t fullSize(const Conv2dTransposeAttrs &attrs, std::size_t axis, std::int64_t size)
{
    return attrs.strides[axis] * (size - 1) + 1
           + (attrs.kernelSize[axis] - 1) * attrs.dilation[axis] - 2 * attrs.padding[axis];
}

/// In exact an unknown size counts as 0, as in NNVM; but where a negative size would follow, it stays
/// unknown.
Result<Shape> outputShape(const Conv2dTransposeAttrs &attrs, const Shape &data, Semantics semantics)
{
    Shape out{data[0], attrs.channels, unknownSize, unknownSize};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const bool isOpen = isUnknownSize(data[2 + axis]);
        if (isOpen && semantics == Semantics::Fixed) {
            continue;
        }
        const std::int64_t size =
            fullSize(attrs, axis, nnvmSize(data[2 + axis])) + attrs.outputPadding[axis];
        if (size < 0 && !isOpen) {
            return makeError("infer-shape", "padding leaves a size of {}, expected at least 1",
                             size);
        }
        out[2 + axis] = std::max(size, unknownSize);
    }
    return out;
}

/// The data in NCHW. In exact semantics further dimensions are not looked at.
Result<Shape> plainData(const Conv2dLayouts &layouts, Shape data, Semantics semantics)
{
    const std::size_t rank = layouts.data.rank();
    if (data.size() < rank || (data.size() > rank && semantics == Semantics::Fixed)) {
        return makeError("infer-shape", "input 0 (data) has {} dimensions, expected {}",
                         data.size(), rank);
    }
    data.resize(rank);
    RETURN_IF_FAILED(checkExtents(data));
    return convertShape(layouts.data, data, plainDataLayout(), semantics);
}

Status inferFromData(const Conv2dTransposeAttrs &attrs, const Conv2dLayouts &layouts,
                     const Shape &data, Semantics semantics, Shapes &in, Shapes &out)
{
    ASSIGN_OR_RETURN(const auto weight, convertShape(plainWeightLayout(),
                                                     {data[1], attrs.channels / attrs.groups,
                                                      attrs.kernelSize[0], attrs.kernelSize[1]},
                                                     layouts.weight, semantics));
    RETURN_IF_FAILED(assignInput(in, 1, "weight", weight));
    if (attrs.useBias) {
        RETURN_IF_FAILED(assignInput(in, 2, "bias", inferredShape({attrs.channels}, semantics)));
    }
    ASSIGN_OR_RETURN(const auto plain, outputShape(attrs, data, semantics));
    const auto result = convertShape(plainDataLayout(), plain, layouts.data, semantics);
    return result ? assignOutput(out, 0, *result) : Status(result.error());
}

Result<Conv2dLayoutsPtr> layoutsOf(const Conv2dTransposeAttrs &attrs)
{
    return conv2dLayouts(attrs.layout, attrs.kernelLayout, attrs.layout);
}

Status inferConv2dTransposeShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    const auto &attrs = context.attrs.as<Conv2dTransposeAttrs>();
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), attrs.useBias ? 3 : 2, 1));
    ASSIGN_OR_RETURN(const auto layouts, layoutsOf(attrs));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto data, plainData(*layouts, in[0], context.semantics));
    Status status = checkConv2dTransposeAttrs(attrs, context.semantics);
    if (status) {
        status = checkChannels(attrs, data);
    }
    return status ? inferFromData(attrs, *layouts, data, context.semantics, in, out) : status;
}

Status inferConv2dTransposeType(const RuleContext &context, DTypes &in, DTypes &out)
{
    const auto &attrs = context.attrs.as<Conv2dTransposeAttrs>();
    return inferConv2dType(context, attrs.outDtype, attrs.useBias, in, out);
}

/// A bias has no blocks here.
Status correctConv2dTransposeLayout(const LayoutCall &call)
{
    const auto &attrs = call.rule.attrs.as<Conv2dTransposeAttrs>();
    ASSIGN_OR_RETURN(const auto layouts, layoutsOf(attrs));
    const Status status = correctConv2dLayout(*layouts, attrs.useBias, call);
    if (status && attrs.useBias) {
        call.in[2] = *Layout::parse("C");
    }
    return status;
}

/// Every input element meets the kernels of all output channels of its group.
std::optional<std::int64_t> conv2dTransposeMacs(const Conv2dTransposeAttrs &attrs,
                                                std::span<const Shape> in, std::span<const Shape>)
{
    const auto elements = elementCount(in[0]);
    if (!elements || attrs.groups < 1 || attrs.kernelSize.size() != 2) {
        return std::nullopt;
    }
    const auto kernel =
        elementCount({attrs.channels / attrs.groups, attrs.kernelSize[0], attrs.kernelSize[1]});
    return kernel ? checkedMultiply(*elements, *kernel) : std::nullopt;
}

/// The convolution that leads from the result, without output_padding, to the data.
Result<Conv2dGeometry> conv2dTransposeGeometry(const Conv2dTransposeAttrs &attrs, const Shape &data,
                                               const Shape &weight)
{
    Conv2dAttrs forward;
    forward.channels = static_cast<int>(data[1]);
    forward.kernelSize = attrs.kernelSize;
    forward.strides = attrs.strides;
    forward.padding = attrs.padding;
    forward.dilation = attrs.dilation;
    forward.groups = attrs.groups;
    forward.useBias = false;
    const Shape result{data[0], attrs.channels, fullSize(attrs, 0, data[2]),
                       fullSize(attrs, 1, data[3])};
    if (result[2] < 0 || result[3] < 0) {
        return makeError("infer-shape", "padding leaves nothing of the result");
    }
    return conv2dGeometry(forward, result, weight, data);
}

/// Adds the bias and puts planes into the larger ones of the output, which gets zeros after them.
template <typename T>
void finish(const Conv2dGeometry &g, const T *full, const T *bias, const TensorView &output)
{
    T *out = output.as<T>();
    const std::int64_t height = output.shape[2];
    const std::int64_t width = output.shape[3];
    std::fill_n(out, output.count(), T{});
    for (std::int64_t plane = 0; plane < g.batch * g.inChannels; ++plane) {
        const T add = bias != nullptr ? bias[plane % g.inChannels] : T{};
        for (std::int64_t y = 0; y < g.inH; ++y) {
            const T *from = full + (plane * g.inH + y) * g.inW;
            T *row = out + (plane * height + y) * width;
            for (std::int64_t x = 0; x < g.inW; ++x) {
                row[x] = multiplyAdded(from[x], add, T{1});
            }
        }
    }
}

Status computeConv2dTranspose(const Conv2dTransposeAttrs &attrs,
                              std::span<const ReferenceOperand> in, const TensorView &out,
                              const CancelToken *cancel)
{
    ASSIGN_OR_RETURN(const auto g,
                     conv2dTransposeGeometry(attrs, shapeOf(in[0].view()), shapeOf(in[1].view())));
    if (attrs.useBias && in[2].view().count() != g.inChannels) {
        return makeError("infer-shape", "input 2 (bias) has {} elements, expected {}",
                         in[2].view().count(), g.inChannels);
    }
    if (g.inH > out.shape[2] || g.inW > out.shape[3]) {
        return makeError("infer-shape",
                         "output 0 has shape {}, expected at least {} rows and {} columns",
                         shapeText(shapeOf(out)), g.inH, g.inW);
    }
    ASSIGN_OR_RETURN(auto full, Tensor::zeros(out.type, {g.batch, g.inChannels, g.inH, g.inW}));
    RETURN_IF_FAILED(conv2dDataGradient(g, in[0].view(), in[1].view(), full.view(), cancel));
    return withNumberType(out.type, [&](auto zero) -> Status {
        using T = decltype(zero);
        finish(g, full.view().as<T>(), attrs.useBias ? in[2].view().as<T>() : nullptr, out);
        return {};
    });
}

Status conv2dTransposeReference(const Conv2dTransposeAttrs &attrs, const ReferenceCall &call)
{
    ASSIGN_OR_RETURN(const auto layouts, layoutsOf(attrs));
    RETURN_IF_FAILED(checkConv2dTransposeAttrs(attrs, call.rule.semantics));
    if (call.in[0].shape.size() != layouts->data.rank()) {
        return makeError("infer-shape", "input 0 (data) has shape {}, expected layout {}",
                         shapeText(shapeOf(call.in[0])), attrs.layout);
    }
    const DType type = computingType(call.out[0].type);
    std::vector<ReferenceOperand> in;
    for (std::size_t i = 0; i < call.in.size(); ++i) {
        auto operand =
            i == 0 ? ReferenceOperand::make(call.in[i], layouts->data, plainDataLayout(), type)
            : i == 1
                ? ReferenceOperand::make(call.in[i], layouts->weight, plainWeightLayout(), type)
                : ReferenceOperand::make(call.in[i], type);
        RETURN_IF_FAILED(operand);
        in.push_back(std::move(operand).value());
    }
    ASSIGN_OR_RETURN(auto result,
                     ReferenceResult::make(call.out[0], plainDataLayout(), layouts->data, type));
    const Status status = computeConv2dTranspose(attrs, in, result.view(), call.cancel);
    return status ? result.store() : status;
}

Result<KernelSpec> conv2dTransposeKernel(const RuleContext &rule, const KernelContext &context)
{
    RETURN_IF_FAILED(checkTensorSizes(context));
    const auto &attrs = rule.attrs.as<Conv2dTransposeAttrs>();
    const auto layouts = layoutsOf(attrs);
    if (!layouts || !checkConv2dTransposeAttrs(attrs, rule.semantics)) {
        return noKernelFor("these layouts or sizes");
    }
    const auto data = (*layouts)->data.convert(context.inShapes[0], plainDataLayout());
    const auto weight = (*layouts)->weight.convert(context.inShapes[1], plainWeightLayout());
    const auto out = (*layouts)->data.convert(context.outShapes[0], plainDataLayout());
    if (!data || !weight || !out) {
        return noKernelFor("these layouts");
    }
    auto g = conv2dTransposeGeometry(attrs, *data, *weight);
    const bool fits = g && g->inH <= (*out)[2] && g->inW <= (*out)[3]
                      && (!attrs.useBias || context.inShapes[2] == Shape{g->inChannels});
    if (!fits) {
        return noKernelFor("these shapes");
    }
    g->hasBias = attrs.useBias;
    return conv2dTransposedKernel(
        *g, {(*layouts)->data, (*layouts)->weight, (*layouts)->data, (*layouts)->bias}, {},
        context);
}

std::vector<std::string> conv2dTransposeInputNames(const Conv2dTransposeAttrs &attrs)
{
    return conv2dInputNames(attrs.useBias);
}

} // namespace

void registerConv2dTranspose(OpRegistry &ops)
{
    using A = Conv2dTransposeAttrs;
    ops.add(
        OpBuilder<A>(Dialect::Nnvm, "conv2d_transpose")
            .summary("transposed two-dimensional convolution: what undoes the shape of a conv2d")
            .category(OpCategory::Convolution)
            .attr(field("channels", &A::channels, "number of output channels").required())
            .attr(field("kernel_size", &A::kernelSize, "height and width of the kernel").required())
            .attr(field("strides", &A::strides, "distance of input elements in the output"))
            .attr(field("output_padding", &A::outputPadding,
                        "rows and columns of zeros added at the bottom and the right"))
            .attr(field("padding", &A::padding, "cut off on both sides of height and width"))
            .attr(field("dilation", &A::dilation, "distance between kernel elements"))
            .attr(field("groups", &A::groups, "groups of channels convolved apart"))
            .attr(field("layout", &A::layout, "order of the dimensions of input and output"))
            .attr(field("kernel_layout", &A::kernelLayout,
                        "order of the weight's dimensions; O are the input's channels"))
            .attr(field("out_dtype", &A::outDtype, "output type; same: the input's")
                      .oneOf(conv2dOutTypes()))
            .attr(field("use_bias", &A::useBias, "whether a bias is added"))
            .inputs(conv2dTransposeInputNames)
            .parameters({1, 2})
            .shape(OpSpec::ShapeRule(inferConv2dTransposeShape))
            .type(inferConv2dTransposeType)
            .layout(correctConv2dTransposeLayout)
            .pattern(OpPattern::OutElementwiseFusable)
            .macs(conv2dTransposeMacs)
            .reference(conv2dTransposeReference)
            .kernel(OpSpec::KernelRule(conv2dTransposeKernel))
            .build());
}

} // namespace nervure
