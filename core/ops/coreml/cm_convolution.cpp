// SPDX-License-Identifier: Apache-2.0
#include "core/ops/coreml/cm_blob.h"
#include "core/ops/coreml/cm_window.h"
#include "core/ops/onnx/onnx_shapes.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure::coreml {

namespace {

enum ConvolutionPlace : std::size_t { imagePlace, filterPlace, filterBias };

std::int64_t groupsOf(const OnnxAttrs &attrs)
{
    return std::max<std::int64_t>(attrs.integer("nGroups"), 1);
}

bool isTransposed(const OnnxAttrs &attrs)
{
    return attrs.integer("isDeconvolution") != 0;
}

/// Sizes of a deconvolution's result.
Result<Dimension> spreadSize(const OnnxAttrs &attrs, const Dimension &size, std::size_t axis)
{
    const Numbers &wanted = attrs.integers("outputShape");
    if (wanted.size() == 2) {
        return Dimension(wanted[axis]);
    }
    ASSIGN_OR_RETURN(const PlaneWindow window, planeWindow(attrs));
    if (window.isSame) {
        return size * Dimension(window.strides[axis]);
    }
    const std::int64_t padding = window.before[axis] + window.after[axis];
    return (size - Dimension(1)) * Dimension(window.strides[axis])
           + Dimension(window.kernel[axis] - padding);
}

/// Sizes of filters, which begin with what comes in where the convolution is a transposed one.
Status checkFilters(const ValueCall &call)
{
    const OnnxAttrs &attrs = call.attrs;
    const std::int64_t groups = groupsOf(attrs);
    const std::int64_t out = attrs.integer("outputChannels");
    ASSIGN_OR_RETURN(const PlaneWindow window, planeWindow(attrs));
    if (out % groups != 0) {
        return makeError("infer-shape", "{} channels in {} groups, expected a multiple", out,
                         groups);
    }
    Numbers sizes{out, attrs.integer("kernelChannels"), window.kernel[0], window.kernel[1]};
    if (isTransposed(attrs)) {
        sizes[0] = sizes[1];
        sizes[1] = out / groups;
    }
    RETURN_IF_FAILED(checkWeights(call, filterPlace, sizes));
    return checkWeights(call, filterBias, {out});
}

Status convolvedShape(ValueCall &call)
{
    ASSIGN_OR_RETURN(Blob blob, blobAt(call, imagePlace));
    RETURN_IF_FAILED(checkFilters(call));
    if (!blob.isKnown()) {
        return {};
    }
    const OnnxAttrs &attrs = call.attrs;
    const std::int64_t perGroup = attrs.integer("kernelChannels");
    const auto wanted =
        isTransposed(attrs) ? std::optional(perGroup) : checkedMultiply(perGroup, groupsOf(attrs));
    const auto channels = blob.channels.number();
    if (!wanted) {
        return makeError("infer-shape", "{} channels in each of {} groups are too many", perGroup,
                         groupsOf(attrs));
    }
    if (channels && *channels != *wanted) {
        return makeError("infer-shape", "{} channels, expected {} as the weights take", *channels,
                         *wanted);
    }
    for (std::size_t axis = 0; axis < 2; ++axis) {
        Dimension &size = axis == 0 ? blob.height : blob.width;
        if (isTransposed(attrs)) {
            ASSIGN_OR_RETURN(size, spreadSize(attrs, size, axis));
        } else {
            ASSIGN_OR_RETURN(const PlaneWindow window, planeWindow(attrs));
            ASSIGN_OR_RETURN(size, windowCount(window, size, axis));
        }
    }
    blob.channels = attrs.integer("outputChannels");
    blob.rank = std::max<std::size_t>(blob.rank, 3);
    setBlob(call, 0, blob);
    return {};
}

OnnxAttrs windowAttrs(const PlaneWindow &window)
{
    OnnxAttrs attrs;
    attrs.set("strides", window.strides);
    attrs.set("dilations", window.dilations);
    if (window.isSame) {
        attrs.set("auto_pad", std::string(window.isFrontHeavy ? "SAME_LOWER" : "SAME_UPPER"));
    } else {
        attrs.set("pads",
                  Numbers{window.before[0], window.before[1], window.after[0], window.after[1]});
    }
    return attrs;
}

Lowered convolve(const OnnxLowering &op)
{
    const OnnxAttrs &attrs = op.attrs();
    ASSIGN_OR_RETURN(PlaneWindow window, planeWindow(attrs));
    std::vector<Input> inputs{{asImages(op, op.in(imagePlace))}, {weights(op, filterPlace)}};
    if (op.has(filterBias)) {
        inputs.push_back({weights(op, filterBias)});
    }
    if (isTransposed(attrs)) {
        window.dilations = {1, 1};
    }
    OnnxAttrs how = windowAttrs(window);
    how.set("group", groupsOf(attrs));
    if (isTransposed(attrs) && attrs.integers("outputShape").size() == 2) {
        how.set("output_shape", attrs.integers("outputShape"));
        how.set("auto_pad", std::string("SAME_UPPER"));
    }
    const Shape out = op.outDims();
    const Shape dims{inputs[0].operand->dims[0], attrs.integer("outputChannels"),
                     out[out.size() - 2], out[out.size() - 1]};
    return shaped(op, op.as(isTransposed(attrs) ? "ConvTranspose" : "Conv", how, inputs, {dims}));
}

std::optional<std::int64_t> convolutionMacs(const RuleContext &rule, std::span<const Shape> in,
                                            std::span<const Shape> out)
{
    const bool isSpread = isTransposed(rule.attrs.as<OnnxAttrs>());
    const Shape &values = isSpread ? in[0] : out[0];
    if (in.size() < 2 || in[1].size() != 4 || isUnknown(values) || isUnknown(in[1])) {
        return std::nullopt;
    }
    const auto count = elementCount(values);
    return count ? std::optional(*count * in[1][1] * in[1][2] * in[1][3]) : std::nullopt;
}

} // namespace

} // namespace nervure::coreml

namespace nervure {

void registerCmConvolution(OpRegistry &ops)
{
    coreml::add(
        ops, {.name = "convolution",
              .category = OpCategory::Convolution,
              .signature = "x:T weights:W bias:W? -> y:T",
              .attributes =
                  "outputChannels:int=0 kernelChannels:int=0 nGroups:int=1 kernelSize:ints=[3,3] "
                  "stride:ints=[1,1] dilationFactor:ints=[1,1] padding:valid|same=valid "
                  "paddingAmounts:ints=[] "
                  "asymmetryMode:BOTTOM_RIGHT_HEAVY|TOP_LEFT_HEAVY=BOTTOM_RIGHT_HEAVY "
                  "isDeconvolution:bool=false hasBias:bool=false outputShape:ints=[]",
              .summary = "convolution of images, or a transposed one",
              .infer = coreml::convolvedShape,
              .lower = coreml::convolve,
              .macs = coreml::convolutionMacs});
}

} // namespace nervure
