// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace nervure {

namespace {

using namespace onnx;

using MaybeNumbers = std::vector<std::optional<double>>;

/// A size times a scale, rounded down, in float32 as the operator has its scales (onnx "Resize").
Dimension scaledNumber(std::int64_t size, double scale)
{
    const float scaled = std::floor(static_cast<float>(size) * static_cast<float>(scale));
    constexpr float most = 1e15F;
    return std::abs(scaled) < most ? Dimension(static_cast<std::int64_t>(scaled)) : Dimension();
}

/// Named sizes stay expressions where the scale is a whole number or a fraction that is exact.
Dimension scaledSize(const Dimension &size, const std::optional<double> &scale)
{
    constexpr std::int64_t mostParts = 256;
    constexpr double mostScale = 1e6;
    if (!scale || !std::isfinite(*scale) || *scale <= 0 || *scale > mostScale) {
        return {};
    }
    if (size.isNumber()) {
        return scaledNumber(*size.number(), *scale);
    }
    for (std::int64_t parts = 1; parts <= mostParts; parts *= 2) {
        const double factor = *scale * static_cast<double>(parts);
        if (factor == std::floor(factor)) {
            return (size * Dimension(static_cast<std::int64_t>(factor))).floorOf(parts);
        }
    }
    return {};
}

/// The elements of a tensor of numbers, as many as asked for.
MaybeNumbers realElements(const ValueCall &call, std::size_t input, std::size_t count)
{
    const ValueType &value = call.in(input);
    const bool isKnown = value.elements && value.elements->real.size() == count;
    return isKnown ? value.elements->real : MaybeNumbers(count);
}

Status checkCount(const ValueCall &call, std::size_t input, std::size_t count,
                  std::string_view what)
{
    const auto length = lengthOf(call.shape(input));
    return !length || *length == count
               ? Status()
               : makeError("infer-shape", "{} has {} elements, expected {}", what, *length, count);
}

/// A factor for each dimension of the input.
Status scaleByInput(ValueCall &call, std::size_t scales)
{
    if (!call.shape(0)) {
        const auto rank = lengthOf(call.shape(scales));
        call.setShape(0, rank ? MaybeShape(unknownDimensions(*rank)) : std::nullopt);
        return {};
    }
    Dimensions shape = *call.shape(0);
    RETURN_IF_FAILED(checkCount(call, scales, shape.size(), "scales"));
    const MaybeNumbers factors = realElements(call, scales, shape.size());
    for (std::size_t i = 0; i < shape.size(); ++i) {
        shape[i] = scaledSize(shape[i], factors[i]);
    }
    call.setShape(0, std::move(shape));
    return {};
}

Status upsampleImage(ValueCall &call)
{
    ASSIGN_OR_RETURN(Dimensions shape, shapeOfRank(call, 0, 4));
    shape[2] = scaledSize(shape[2], call.attrs.number("height_scale"));
    shape[3] = scaledSize(shape[3], call.attrs.number("width_scale"));
    call.setShape(0, std::move(shape));
    return {};
}

Status upsampleByAttribute(ValueCall &call)
{
    const std::vector<double> &scales = call.attrs.numbers("scales");
    ASSIGN_OR_RETURN(Dimensions shape, shapeOfRank(call, 0, scales.size()));
    for (std::size_t i = 0; i < shape.size(); ++i) {
        shape[i] = scaledSize(shape[i], scales[i]);
    }
    call.setShape(0, std::move(shape));
    return {};
}

Status upsample(ValueCall &call)
{
    return scaleByInput(call, 1);
}

/// The inputs of Resize.
constexpr std::size_t regionInput = 1;
constexpr std::size_t scalesInput = 2;
constexpr std::size_t sizesInput = 3;

/// A tensor without elements stands for one that is left out.
bool isGiven(const ValueCall &call, std::size_t input)
{
    const MaybeShape &shape = call.shape(input);
    return call.has(input) && !(shape && shape->size() == 1 && shape->front().is(0));
}

Result<std::vector<std::size_t>> resizedAxes(const ValueCall &call, std::size_t rank)
{
    if (call.attrs.has("axes")) {
        return axesOf(call.attrs.integers("axes"), rank);
    }
    std::vector<std::size_t> all(rank);
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

/// Crops may count in the size of the result or not; implementations differ.
bool takesPart(const ValueCall &call)
{
    if (call.attrs.text("coordinate_transformation_mode") != "tf_crop_and_resize") {
        return false;
    }
    const ValueType &region = call.in(regionInput);
    if (!region.elements) {
        return true;
    }
    const MaybeNumbers &ends = region.elements->real;
    const std::size_t half = ends.size() / 2;
    for (std::size_t i = 0; i < half; ++i) {
        if (ends[i] != 0.0 || ends[half + i] != 1.0) {
            return true;
        }
    }
    return false;
}

void resizeByScales(const ValueCall &call, const std::vector<std::size_t> &axes, Dimensions &shape)
{
    const MaybeNumbers scales = realElements(call, scalesInput, axes.size());
    const bool isPart = takesPart(call);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        shape[axes[i]] = isPart ? Dimension() : scaledSize(shape[axes[i]], scales[i]);
    }
}

/// One factor for all dimensions, so that the result has the sizes given at most or at least.
void resizeKeepingRatio(const Dimensions &sizes, const std::vector<std::size_t> &axes, bool isMost,
                        Dimensions &shape)
{
    float scale = isMost ? std::numeric_limits<float>::max() : 0.0F;
    bool isKnown = true;
    for (std::size_t i = 0; i < axes.size() && isKnown; ++i) {
        const auto from = shape[axes[i]].number();
        const auto to = sizes[i].number();
        isKnown = from && to && *from > 0;
        if (isKnown) {
            const float ratio = static_cast<float>(*to) / static_cast<float>(*from);
            scale = isMost ? std::min(scale, ratio) : std::max(scale, ratio);
        }
    }
    for (const std::size_t axis : axes) {
        shape[axis] =
            isKnown ? Dimension(std::llround(scale * static_cast<float>(*shape[axis].number())))
                    : Dimension();
    }
}

void resizeBySizes(const ValueCall &call, const std::vector<std::size_t> &axes, Dimensions &shape)
{
    const auto *given = call.whole(sizesInput);
    const bool isKnown = given && given->size() == axes.size();
    const Dimensions sizes = isKnown ? *given : unknownDimensions(axes.size());
    const std::string_view policy = call.attrs.text("keep_aspect_ratio_policy");
    if (policy == "not_larger" || policy == "not_smaller") {
        resizeKeepingRatio(sizes, axes, policy == "not_larger", shape);
        return;
    }
    for (std::size_t i = 0; i < axes.size(); ++i) {
        shape[axes[i]] = sizes[i];
    }
}

Status resizeUnknownRank(ValueCall &call)
{
    const std::size_t input = isGiven(call, sizesInput) ? sizesInput : scalesInput;
    const auto rank = call.attrs.has("axes") ? std::nullopt : lengthOf(call.shape(input));
    call.setShape(0, rank ? MaybeShape(unknownDimensions(*rank)) : std::nullopt);
    return {};
}

Status resize(ValueCall &call)
{
    const bool hasScales = isGiven(call, scalesInput);
    const bool hasSizes = isGiven(call, sizesInput);
    if (!hasScales && !hasSizes) {
        return makeError("infer-shape", "has neither scales nor sizes, expected one of them");
    }
    if (!call.shape(0)) {
        return resizeUnknownRank(call);
    }
    Dimensions shape = *call.shape(0);
    ASSIGN_OR_RETURN(const auto axes, resizedAxes(call, shape.size()));
    if (hasSizes) { // scales of unknown length may be empty
        RETURN_IF_FAILED(checkCount(call, sizesInput, axes.size(), "sizes"));
        resizeBySizes(call, axes, shape);
    } else {
        RETURN_IF_FAILED(checkCount(call, scalesInput, axes.size(), "scales"));
        resizeByScales(call, axes, shape);
    }
    call.setShape(0, std::move(shape));
    return {};
}

Attribute modeAttribute(std::vector<std::string> modes)
{
    return text("mode", "nearest", "how values between elements are found").oneOf(std::move(modes));
}

Attribute coordinatesAttribute(std::vector<std::string> modes)
{
    return text("coordinate_transformation_mode", "half_pixel",
                "how places in the result become places in the input")
        .oneOf(std::move(modes));
}

std::vector<Attribute> cubicAttributes()
{
    return {number("cubic_coeff_a", -0.75F, "the coefficient of cubic interpolation"),
            flag("exclude_outside", false,
                 "whether places outside the input have no weight in cubic interpolation"),
            number("extrapolation_value", 0, "what stands outside the input where it is cropped"),
            modeAttribute({"nearest", "linear", "cubic"}),
            text("nearest_mode", "round_prefer_floor", "which element is the nearest")
                .oneOf({"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"})};
}

std::vector<Attribute> resizeAttributes(Attribute coordinates)
{
    std::vector<Attribute> attributes = cubicAttributes();
    attributes.insert(attributes.begin(), std::move(coordinates));
    return attributes;
}

std::vector<Attribute> laterResizeAttributes(Attribute coordinates)
{
    std::vector<Attribute> attributes = resizeAttributes(std::move(coordinates));
    attributes.insert(attributes.begin(),
                      {flag("antialias", false, "whether shrinking takes the mean of all elements"),
                       integers("axes", "the dimensions that are resized; all")});
    attributes.push_back(text("keep_aspect_ratio_policy", "stretch",
                              "whether sizes are taken as they are, or as bounds that keep the "
                              "ratio of the input")
                             .oneOf({"stretch", "not_larger", "not_smaller"}));
    return attributes;
}

void addResize(OpRegistry &ops)
{
    // tf_half_pixel_for_nn is gone from version 13 on, and runtimes take it all the same.
    const Attribute eleven =
        coordinatesAttribute({"half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric",
                              "tf_half_pixel_for_nn", "tf_crop_and_resize"});
    const Attribute symmetric = coordinatesAttribute(
        {"half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners", "asymmetric",
         "tf_half_pixel_for_nn", "tf_crop_and_resize"});
    add(ops, OpCategory::Layout, "Resize", "an image of another size, by interpolation",
        {{10, "X:T scales:f32 -> Y:T", "T = any", std::vector{modeAttribute({"nearest", "linear"})},
          upsample},
         {11, "X:T1 roi:T2 scales:f32 sizes:i64? -> Y:T1", "T1 = any; T2 = float",
          resizeAttributes(eleven), resize, "says exactly how places are found; takes sizes"},
         {13, "X:T1 roi:T2? scales:f32? sizes:i64? -> Y:T1", "T1 += bf16",
          resizeAttributes(eleven)},
         {18, {}, {}, laterResizeAttributes(eleven)},
         {19, {}, {}, laterResizeAttributes(symmetric)}});
}

} // namespace

void registerOnnxResize(OpRegistry &ops)
{
    add(ops, OpCategory::Layout, "Upsample", "a larger image, by interpolation",
        {{1, "X:T -> Y:T", "T = float bool i32 i64",
          std::vector{number("height_scale", "the factor of the height").required(),
                      modeAttribute({"nearest", "bilinear"}),
                      number("width_scale", "the factor of the width").required()},
          upsampleImage},
         {7,
          {},
          "T += uint c128 c64 i16 i8 str",
          std::vector{modeAttribute({"nearest", "linear"}),
                      numbers("scales", "a factor for each dimension").required()},
          upsampleByAttribute,
          "resizes any dimension"},
         {9,
          "X:T scales:f32 -> Y:T",
          {},
          std::vector{modeAttribute({"nearest", "linear"})},
          upsample,
          "takes the factors as an input"},
         {10, {}, {}, {}, {}, "Resize takes its place", true}});
    addResize(ops);
}

} // namespace nervure
