// SPDX-License-Identifier: Apache-2.0
// Preprocessing of images, and other sizes for them.
#include "core/ops/coreml/cm_blob.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>
#include <cmath>

namespace nervure::coreml {

namespace {

/// What is added to each channel, in the order that the image has them in.
std::vector<double> colorBiases(const OnnxAttrs &attrs, std::int64_t channels)
{
    if (channels == 1) {
        return {attrs.number("grayBias")};
    }
    std::vector<double> biases{attrs.number("blueBias"), attrs.number("greenBias"),
                               attrs.number("redBias")};
    if (attrs.text("colorSpace") == "RGB") {
        std::reverse(biases.begin(), biases.end());
    }
    return biases;
}

Lowered scaleColors(const OnnxLowering &op)
{
    const Operand x = asImages(op, op.in(0));
    const std::vector<double> biases = colorBiases(op.attrs(), x.dims[1]);
    if (static_cast<std::int64_t>(biases.size()) != x.dims[1]) {
        return makeError("not-supported", "an image of {} channels, expected 1 or 3", x.dims[1]);
    }
    const Operand scaled = op.scalar("mul", x, op.attrs().number("channelScale"));
    return shaped(op, op.binary("add", scaled, op.constant(biases, {1, x.dims[1], 1, 1}, x.type)));
}

Lowered subtractMean(const OnnxLowering &op)
{
    const Operand x = asImages(op, op.in(0));
    const Operand mean = weights(op, 1);
    const std::int64_t image = x.dims[1] * x.dims[2] * x.dims[3];
    if (mean.count() != image) {
        return makeError("not-supported", "a mean of {} elements, expected {} as the image has",
                         mean.count(), image);
    }
    return shaped(op, op.binary("sub", x, op.reshape(mean, {1, x.dims[1], x.dims[2], x.dims[3]})));
}

/// How much larger height (0) or width (1) becomes.
double factorOf(const OnnxAttrs &attrs, std::size_t axis)
{
    const auto &fractions = attrs.numbers("fractionalScalingFactor");
    const auto &whole = attrs.integers("scalingFactor");
    return fractions.size() == 2 ? fractions[axis]
           : whole.size() == 2   ? static_cast<double>(whole[axis])
                                 : 1;
}

Status enlargedShape(ValueCall &call)
{
    constexpr double mostFactor = 1 << 20;
    ASSIGN_OR_RETURN(Blob blob, blobAt(call, 0));
    for (std::size_t axis = 0; axis < 2; ++axis) {
        Dimension &size = axis == 0 ? blob.height : blob.width;
        const double factor = factorOf(call.attrs, axis);
        if (!(factor > 0) || factor > mostFactor) {
            return makeError("attr-invalid", "scales by {}, expected more than 0 and at most {}",
                             factor, mostFactor);
        }
        if (factor == std::floor(factor)) {
            size = size * Dimension(static_cast<std::int64_t>(factor));
        } else {
            size = size.isNumber() ? Dimension(static_cast<std::int64_t>(
                       std::floor(static_cast<double>(*size.number()) * factor)))
                                   : Dimension();
        }
    }
    blob.rank = blob.isKnown() ? std::max<std::size_t>(blob.rank, 3) : 0;
    setBlob(call, 0, blob);
    return {};
}

/// Images of height and width `out`, read in between by lines, or at the nearest element.
Lowered resized(const OnnxLowering &op, const Operand &x, const Shape &out, bool isNearest,
                const char *coordinates)
{
    OnnxAttrs attrs;
    attrs.set("mode", std::string(isNearest ? "nearest" : "linear"));
    attrs.set("nearest_mode", std::string("floor"));
    attrs.set("coordinate_transformation_mode", std::string(coordinates));
    return shaped(
        op, op.as("Resize", attrs, {{x}, {}, {}, {{}, Numbers(out.begin(), out.end())}}, {out}));
}

Lowered enlarge(const OnnxLowering &op)
{
    const Operand x = asImages(op, op.in(0));
    const Shape given = op.outDims();
    const Shape out{x.dims[0], x.dims[1], given[given.size() - 2], given.back()};
    const bool isNearest = op.attrs().text("mode") == "NN";
    const double factor = factorOf(op.attrs(), 0);
    if (isNearest && factor == factorOf(op.attrs(), 1) && factor == std::floor(factor)) {
        return shaped(op, op.make("upsampling", {x},
                                  attrsOf({{"scale", attrText(static_cast<std::int64_t>(factor))},
                                           {"method", "NEAREST_NEIGHBOR"}}),
                                  out, x.type));
    }
    const std::string_view mode = op.attrs().text("linearUpsampleMode");
    return resized(op, x, out, isNearest,
                   isNearest || mode == "DEFAULT" ? "asymmetric"
                   : mode == "ALIGN_CORNERS_TRUE" ? "align_corners"
                                                  : "half_pixel");
}

Status targetShape(ValueCall &call)
{
    ASSIGN_OR_RETURN(Blob blob, blobAt(call, 0));
    const Numbers &target = call.attrs.integers("targetSize");
    if (target.size() != 2 || target[0] < 1 || target[1] < 1) {
        return makeError("attr-invalid", "targetSize has {} sizes, expected two from 1 up",
                         target.size());
    }
    blob.height = target[0];
    blob.width = target[1];
    blob.rank = blob.isKnown() ? std::max<std::size_t>(blob.rank, 3) : 0;
    setBlob(call, 0, blob);
    return {};
}

Lowered resizeTo(const OnnxLowering &op)
{
    const Operand x = asImages(op, op.in(0));
    const Numbers &target = op.attrs().integers("targetSize");
    const std::string_view mode = op.attrs().text("samplingMethod");
    const Shape out{x.dims[0], x.dims[1], target[0], target[1]};
    const bool isPoint = mode == "ALIGN_ENDPOINTS_MODE" && (target[0] == 1 || target[1] == 1);
    if (mode == "ROI_ALIGN_MODE" || (isPoint && target[0] != target[1])) {
        return makeError("not-supported", "samples by {} to a size of {} × {}", mode, target[0],
                         target[1]);
    }
    return resized(op, x, out, false,
                   isPoint                   ? "half_pixel" // the middle of the image
                   : mode == "UPSAMPLE_MODE" ? "asymmetric"
                                             : "align_corners");
}

/// [boxes, batch, channels, height, width] of images of five dimensions.
Status cropResizedShape(ValueCall &call)
{
    ASSIGN_OR_RETURN(Blob blob, blobAt(call, 0));
    ASSIGN_OR_RETURN(const Blob boxes, blobAt(call, 1));
    const Numbers &target = call.attrs.integers("targetSize");
    if (!blob.isKnown() || !boxes.isKnown() || target.size() != 2) {
        return {};
    }
    blob.rank = 5;
    blob.sequence = boxes.sequence;
    blob.batch = boxes.channels.is(5) ? Dimension(1) : blob.batch;
    blob.height = target[0];
    blob.width = target[1];
    setBlob(call, 0, blob);
    return {};
}

} // namespace

} // namespace nervure::coreml

namespace nervure {

void registerCmImage(OpRegistry &ops)
{
    coreml::addAll(
        ops,
        {{.name = "scaler",
          .category = OpCategory::Elementwise,
          .attributes = "channelScale:float=0 blueBias:float=0 greenBias:float=0 redBias:float=0 "
                        "grayBias:float=0 colorSpace:RGB|BGR|GRAYSCALE|GRAYSCALE_FLOAT16=BGR",
          .summary = "an image times a number, plus one for each color",
          .infer = onnx::sameShape,
          .lower = coreml::scaleColors},
         {.name = "meanImage",
          .category = OpCategory::Elementwise,
          .signature = "x:T mean:W -> y:T",
          .attributes = "colorSpace:RGB|BGR|GRAYSCALE|GRAYSCALE_FLOAT16=BGR",
          .summary = "an image less another",
          .infer = onnx::sameShape,
          .lower = coreml::subtractMean},
         {.name = "upsample",
          .category = OpCategory::Layout,
          .attributes = "scalingFactor:ints=[1,1] fractionalScalingFactor:floats=[] "
                        "mode:NN|BILINEAR=NN "
                        "linearUpsampleMode:DEFAULT|ALIGN_CORNERS_TRUE|ALIGN_CORNERS_FALSE=DEFAULT",
          .summary = "an image with height and width several times as large",
          .infer = coreml::enlargedShape,
          .lower = coreml::enlarge},
         {.name = "resizeBilinear",
          .category = OpCategory::Layout,
          .attributes =
              "targetSize:ints=[] "
              "samplingMethod:STRICT_ALIGN_ENDPOINTS_MODE|ALIGN_ENDPOINTS_MODE|UPSAMPLE_MODE|"
              "ROI_ALIGN_MODE=STRICT_ALIGN_ENDPOINTS_MODE",
          .summary = "an image in another size",
          .infer = coreml::targetShape,
          .lower = coreml::resizeTo},
         {.name = "cropResize",
          .category = OpCategory::Layout,
          .signature = "x:T boxes:T -> y:T",
          .attributes =
              "targetSize:ints=[] normalizedCoordinates:bool=false "
              "samplingMethod:STRICT_ALIGN_ENDPOINTS_MODE|ALIGN_ENDPOINTS_MODE|UPSAMPLE_MODE|"
              "ROI_ALIGN_MODE=STRICT_ALIGN_ENDPOINTS_MODE "
              "boxMode:CORNERS_HEIGHT_FIRST|CORNERS_WIDTH_FIRST|CENTER_SIZE_HEIGHT_FIRST|"
              "CENTER_SIZE_WIDTH_FIRST=CORNERS_HEIGHT_FIRST spatialScale:float=1",
          .summary = "parts of an image, all in one size",
          .infer = coreml::cropResizedShape}});
}

} // namespace nervure
