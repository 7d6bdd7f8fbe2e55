// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/onnx_lowering.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>

namespace nervure::onnx {

namespace {

/// How one dimension is resized.
struct Dimension1d {
    std::int64_t in = 0;
    std::int64_t out = 0;
    double scale = 1;
    double roiStart = 0;
    double roiEnd = 1;
};

/// What the operator says of all dimensions.
struct Resizing {
    std::string mode;
    std::string coordinates;
    std::string nearest;
    double cubicA = -0.75;
    bool excludesOutside = false;
    bool isAntialiased = false;
    double outside = 0; ///< the value beyond the image (tf_crop_and_resize)
};

/// Where an element of the result lies in the data (onnx "Resize"), in numbers of that type.
template <typename Real>
Real originalPlace(const Resizing &how, const Dimension1d &along, std::int64_t i)
{
    const auto x = static_cast<Real>(i);
    const auto in = static_cast<Real>(along.in);
    const auto out = static_cast<Real>(along.out);
    const auto scale = static_cast<Real>(along.scale);
    const auto start = static_cast<Real>(along.roiStart);
    const auto end = static_cast<Real>(along.roiEnd);
    const Real half = static_cast<Real>(0.5);
    if (how.coordinates == "align_corners") {
        return along.out == 1 ? 0 : x * (in - 1) / (scale * in - 1);
    }
    if (how.coordinates == "asymmetric") {
        return x / scale;
    }
    if (how.coordinates == "tf_crop_and_resize") {
        return along.out == 1 ? half * (start + end) * (in - 1)
                              : start * (in - 1) + x * (end - start) * (in - 1) / (out - 1);
    }
    if (how.coordinates == "pytorch_half_pixel" && along.out == 1) {
        return -half;
    }
    if (how.coordinates == "tf_half_pixel_for_nn") {
        return (x + half) / scale;
    }
    const Real place = (x + half) / scale - half;
    return how.coordinates == "half_pixel_symmetric" ? place + in / 2 * (1 - out / (scale * in))
                                                     : place;
}

double nearestPlace(const std::string &mode, double place)
{
    if (mode == "floor") {
        return std::floor(place);
    }
    if (mode == "ceil") {
        return std::ceil(place);
    }
    return mode == "round_prefer_ceil" ? std::floor(place + 0.5) : std::ceil(place - 0.5);
}

double linearWeight(double distance)
{
    return std::max(0.0, 1 - std::abs(distance));
}

/// Keys' kernel, 1981.
double cubicWeight(double a, double distance)
{
    const double d = std::abs(distance);
    if (d <= 1) {
        return ((a + 2) * d - (a + 3)) * d * d + 1;
    }
    return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0;
}

/// What an element of the result is a sum of: places of the data and their weights.
struct Taps {
    std::vector<std::int64_t> places;
    std::vector<double> weights;
};

double stretchOf(const Resizing &how, const Dimension1d &along)
{
    return how.isAntialiased ? std::min(along.scale, 1.0) : 1;
}

/// How far from its place an element of the data counts.
double reachOf(const Resizing &how, const Dimension1d &along)
{
    return (how.mode == "cubic" ? 2 : 1) / stretchOf(how, along);
}

Taps tapsAt(const Resizing &how, const Dimension1d &along, double place)
{
    const bool isCubic = how.mode == "cubic";
    const double stretch = stretchOf(how, along);
    const double reach = reachOf(how, along);
    constexpr double farthest = 1e15; // still counted in ones
    requireFit(std::abs(place) < farthest);
    Taps taps;
    double sum = 0;
    for (auto k = static_cast<std::int64_t>(std::ceil(place - reach));
         static_cast<double>(k) <= place + reach; ++k) {
        const double distance = (static_cast<double>(k) - place) * stretch;
        const double weight = isCubic ? cubicWeight(how.cubicA, distance) : linearWeight(distance);
        const bool isOutside = k < 0 || k >= along.in;
        if (weight != 0 && !(isOutside && how.excludesOutside)) {
            taps.places.push_back(std::clamp<std::int64_t>(k, 0, along.in - 1));
            taps.weights.push_back(weight);
            sum += weight;
        }
    }
    for (double &weight : taps.weights) {
        weight /= sum;
    }
    return taps;
}

Operand along(const OnnxLowering &op, const std::vector<double> &numbers, DType type)
{
    return op.constant(numbers, {static_cast<std::int64_t>(numbers.size())}, type);
}

/// One dimension by weighted sums: as many slices as an element has taps at most.
Operand interpolated(const OnnxLowering &op, const Resizing &how, const Operand &x,
                     std::size_t axis, const Dimension1d &dimension)
{
    std::vector<Taps> taps;
    std::size_t most = 0;
    for (std::int64_t i = 0; i < dimension.out; ++i) {
        taps.push_back(tapsAt(how, dimension, originalPlace<double>(how, dimension, i)));
        most = std::max(most, taps.back().places.size());
    }
    Shape weightDims(x.rank(), 1);
    weightDims[axis] = dimension.out;
    Operand sum;
    for (std::size_t tap = 0; tap < most; ++tap) {
        std::vector<double> places;
        std::vector<double> weights;
        for (const Taps &of : taps) {
            const bool isThere = tap < of.places.size();
            places.push_back(isThere ? static_cast<double>(of.places[tap]) : 0);
            weights.push_back(isThere ? of.weights[tap] : 0);
        }
        const Operand part = op.binary("mul", op.take(x, along(op, places, DType::Int32), axis),
                                       op.reshape(along(op, weights, x.type), weightDims));
        sum = tap == 0 ? part : op.binary("add", sum, part);
    }
    return sum;
}

Operand nearest(const OnnxLowering &op, const Resizing &how, const Operand &x, std::size_t axis,
                const Dimension1d &dimension)
{
    std::vector<double> places;
    for (std::int64_t i = 0; i < dimension.out; ++i) {
        // Which of two elements is nearer is decided in the numbers that runtimes compute with.
        const double place = nearestPlace(how.nearest, originalPlace<float>(how, dimension, i));
        places.push_back(std::clamp(place, 0.0, static_cast<double>(dimension.in - 1)));
    }
    return op.take(x, along(op, places, DType::Int32), axis);
}

/// Elements that lie beyond the data along a dimension have a value of their own.
Operand withOutside(const OnnxLowering &op, const Resizing &how, const Operand &x, std::size_t axis,
                    const Dimension1d &dimension)
{
    std::vector<double> isOutside;
    for (std::int64_t i = 0; i < dimension.out; ++i) {
        const double place = originalPlace<double>(how, dimension, i);
        isOutside.push_back(place < 0 || place > static_cast<double>(dimension.in - 1) ? 1 : 0);
    }
    if (std::count(isOutside.begin(), isOutside.end(), 1) == 0) {
        return x;
    }
    Shape dims(x.rank(), 1);
    dims[axis] = dimension.out;
    const Operand outside = op.reshape(along(op, isOutside, DType::UInt8), dims);
    return op.where(outside, op.full(how.outside, Shape::scalar(), x.type), x);
}

Resizing resizingOf(const OnnxLowering &op)
{
    const OnnxAttrs &attrs = op.attrs();
    Resizing how;
    how.mode = std::string(attrs.text("mode"));
    how.coordinates = std::string(attrs.text("coordinate_transformation_mode"));
    how.nearest = std::string(attrs.text("nearest_mode"));
    if (op.version() < 11) { // and Upsample
        how.coordinates = "asymmetric";
        how.nearest = "floor";
    }
    how.cubicA = attrs.number("cubic_coeff_a", -0.75);
    how.excludesOutside = attrs.integer("exclude_outside") != 0;
    how.isAntialiased = attrs.integer("antialias") != 0;
    how.outside = attrs.number("extrapolation_value");
    return how;
}

/// Numbers of an input for some axes, of all dimensions; nothing where it is left out or empty.
Result<std::vector<double>> spread(const OnnxLowering &op, std::size_t input, std::string_view name,
                                   const Numbers &axes, double absent)
{
    std::vector<double> all(op.in(0).rank(), absent);
    ASSIGN_OR_RETURN(const std::vector<double> given, op.reals(input, name));
    for (std::size_t i = 0; i < axes.size() && i < given.size(); ++i) {
        all[static_cast<std::size_t>(axes[i])] = given[i];
    }
    return all;
}

/// One scale for all axes where the image keeps its aspect.
void keepAspect(std::string_view policy, const Numbers &axes, std::vector<double> &scales)
{
    if (policy != "not_larger" && policy != "not_smaller") {
        return;
    }
    double chosen = scales[static_cast<std::size_t>(axes.front())];
    for (const std::int64_t axis : axes) {
        const double scale = scales[static_cast<std::size_t>(axis)];
        chosen = policy == "not_larger" ? std::min(chosen, scale) : std::max(chosen, scale);
    }
    for (const std::int64_t axis : axes) {
        scales[static_cast<std::size_t>(axis)] = chosen;
    }
}

Result<std::vector<Dimension1d>> dimensionsOf(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    const bool isOld = op.version() < 11;
    const std::size_t scalesAt = isOld ? 1 : 2;
    Numbers axes;
    for (const std::int64_t axis : op.attrs().integers("axes")) {
        ASSIGN_OR_RETURN(const std::size_t place, axisOf(axis, x.rank()));
        axes.push_back(static_cast<std::int64_t>(place));
    }
    axes = axes.empty() ? countingTo(x.rank()) : axes;
    const OperandDims out = op.outDims();
    std::vector<double> scales(x.rank(), 1);
    if (const auto &listed = op.attrs().numbers("scales"); !listed.empty()) {
        std::copy_n(listed.begin(), std::min(listed.size(), scales.size()), scales.begin());
    } else if (op.has(scalesAt) && !op.isEmpty(scalesAt)) {
        ASSIGN_OR_RETURN(scales, spread(op, scalesAt, "scales", axes, 1));
    } else {
        ASSIGN_OR_RETURN(const std::vector<double> sizes, spread(op, 3, "sizes", axes, 0));
        for (const std::int64_t axis : axes) {
            const auto i = static_cast<std::size_t>(axis);
            scales[i] = sizes[i] / static_cast<double>(x.dims[i]);
        }
        if (!axes.empty()) {
            keepAspect(op.attrs().text("keep_aspect_ratio_policy"), axes, scales);
        }
    }
    std::vector<Dimension1d> dimensions;
    for (std::size_t i = 0; i < x.rank(); ++i) {
        dimensions.push_back({x.dims[i], out[i], scales[i]});
    }
    if (op.attrs().text("coordinate_transformation_mode") == "tf_crop_and_resize") {
        ASSIGN_OR_RETURN(const std::vector<double> roi, op.reals(1, "roi"));
        for (std::size_t i = 0; i < axes.size() && i + axes.size() < roi.size(); ++i) {
            dimensions[static_cast<std::size_t>(axes[i])].roiStart = roi[i];
            dimensions[static_cast<std::size_t>(axes[i])].roiEnd = roi[i + axes.size()];
        }
    }
    return dimensions;
}

/// Each element has a list of taps, and each tap is an operator of its own.
Status checkTaps(const Resizing &how, const Dimension1d &along)
{
    constexpr double mostTaps = 4096;
    RETURN_IF_FAILED(OnnxLowering::checkListed(along.out));
    if (!(along.scale > 0)) {
        return makeError("not-supported", "scales by {}, expected a number above 0", along.scale);
    }
    const double taps = how.mode == "nearest" ? 1 : 2 * reachOf(how, along) + 1;
    if (!(taps <= mostTaps)) {
        return makeError("not-supported",
                         "each element of its result is a sum of {:.0f} elements, expected {:.0f} "
                         "at most",
                         taps, mostTaps);
    }
    return OnnxLowering::checkListed(along.out * static_cast<std::int64_t>(taps));
}

Lowered resize(const OnnxLowering &op)
{
    const Resizing how = resizingOf(op);
    ASSIGN_OR_RETURN(const std::vector<Dimension1d> dimensions, dimensionsOf(op));
    const bool isNearest = how.mode == "nearest";
    Operand x = isNearest ? op.in(0) : op.cast(op.in(0), DType::Float32);
    for (std::size_t i = 0; i < dimensions.size(); ++i) {
        const Dimension1d &dimension = dimensions[i];
        const bool isCropped = how.coordinates == "tf_crop_and_resize";
        if (dimension.in == dimension.out && dimension.scale == 1 && !isCropped) {
            continue;
        }
        RETURN_IF_FAILED(checkTaps(how, dimension));
        x = isNearest ? nearest(op, how, x, i, dimension) : interpolated(op, how, x, i, dimension);
        x = isCropped ? withOutside(op, how, x, i, dimension) : x;
    }
    return op.result(x);
}

} // namespace

std::span<const LoweringRule> resizeRules()
{
    static constexpr std::array rules{
        LoweringRule{"Resize", resize, {}, inputBits(1, 2, 3)},
        LoweringRule{"Upsample", resize, {}, inputBits(1)},
    };
    return rules;
}

} // namespace nervure::onnx
