// SPDX-License-Identifier: Apache-2.0
#include "core/ops/keras/keras_operation.h"
#include "core/support/text.h"

#include <algorithm>
#include <cmath>

namespace nervure::keras {

namespace {

struct KerasUpsamplingAttrs {
    std::string size = "2";
    std::string interpolation = "nearest";
    std::string dataFormat = "channels_last";
};

using Up = KerasUpsamplingAttrs;

Result<std::vector<std::int64_t>> factorsOf(const Up &attrs, std::size_t rank)
{
    auto factors = kerasIntegers(attrs.size);
    if (factors.size() == 1) {
        factors.assign(rank, factors[0]);
    }
    constexpr std::int64_t most = 4096;
    const bool areFine = factors.size() == rank
                         && std::all_of(factors.begin(), factors.end(), [](std::int64_t factor) {
                                return factor >= 1 && factor <= most;
                            });
    return areFine ? Result<std::vector<std::int64_t>>(factors)
                   : makeError("infer-shape", "size is {}, expected {} numbers from 1 to {}",
                               quoted(attrs.size), rank, most);
}

OpSpec::ShapeRule upShape(std::size_t rank)
{
    return [rank](const RuleContext &context, Shapes &in, Shapes &out) -> Status {
        const auto &attrs = context.attrs.as<Up>();
        RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
        RETURN_IF_FAILED(checkKerasRank(in[0], rank + 2));
        ASSIGN_OR_RETURN(const auto factors, factorsOf(attrs, rank));
        if (!in[0].hasRank()) {
            return {};
        }
        Shape result = in[0];
        for (std::size_t i = 0; i < rank; ++i) {
            std::int64_t &size = result[firstSpatialAxis(attrs.dataFormat) + i];
            ASSIGN_OR_RETURN(size, kerasProduct(size, factors[i]));
        }
        return assignOutput(out, 0, result);
    };
}

/// Each element several times along an axis.
Entry repeated(const Lowering &op, Entry data, Shape &shape, std::size_t axis, std::int64_t factor)
{
    Shape apart = shape;
    apart.insert(apart.begin() + static_cast<std::ptrdiff_t>(axis) + 1, 1);
    Shape wide = apart;
    wide[axis + 1] = factor;
    shape[axis] *= factor;
    const Entry many =
        op.make("broadcast_to", {op.reshape(data, apart)}, attrsOf({{"shape", attrText(wide)}}));
    return op.reshape(many, shape);
}

/// Whether elements stand in the middle of their places, as in TensorFlow 2, or at their beginning.
bool areCentered(const Lowering &op)
{
    const std::string *version = op.rule().node.attrs.find("keras_version");
    const auto numbers = kerasIntegers(version ? *version : "3");
    return numbers.empty() || numbers[0] > 2
           || (numbers[0] == 2 && numbers.size() > 1 && numbers[1] > 3);
}

/// The share that each element of the new row takes of those of the given one: [target, size].
NumberTuple weightsOf(std::int64_t size, std::int64_t target, bool isCentered)
{
    NumberTuple weights(static_cast<std::size_t>(target * size), 0.0);
    const double step = static_cast<double>(size) / static_cast<double>(target);
    for (std::int64_t i = 0; i < target; ++i) {
        const double half = isCentered ? 0.5 : 0;
        const double place = std::max((static_cast<double>(i) + half) * step - half, 0.0);
        const std::int64_t lower =
            std::min<std::int64_t>(static_cast<std::int64_t>(place), size - 1);
        const std::int64_t upper = std::min(lower + 1, size - 1);
        const double part = place - static_cast<double>(lower);
        weights[static_cast<std::size_t>(i * size + lower)] += 1 - part;
        weights[static_cast<std::size_t>(i * size + upper)] += part;
    }
    return weights;
}

/// The element in whose place the middle of each new one lies.
NumberTuple nearestOf(std::int64_t size, std::int64_t target)
{
    NumberTuple weights(static_cast<std::size_t>(target * size), 0.0);
    const double step = static_cast<double>(size) / static_cast<double>(target);
    for (std::int64_t i = 0; i < target; ++i) {
        const auto place = static_cast<std::int64_t>((static_cast<double>(i) + 0.5) * step);
        weights[static_cast<std::size_t>(i * size + std::min(place, size - 1))] = 1;
    }
    return weights;
}

/// The way from elements of the given row to those of another one: the nearest, or between two, which stand in the
/// middle of their places or at their beginning.
enum class Resampling { Nearest, Centered, Cornered };

/// Along one axis: a product with a matrix [target, size].
Result<Entry> resampled(const Lowering &op, Entry data, Shape &shape, std::size_t axis,
                        std::int64_t target, Resampling way)
{
    constexpr std::int64_t mostWeights = 1 << 18;
    const std::int64_t size = shape[axis];
    if (size == 0) {
        return makeError("not-supported", "data of shape {} have no elements to interpolate",
                         shapeText(shape));
    }
    if (target > mostWeights / size) {
        return makeError("not-supported", "interpolates {} elements to {}, expected fewer", size,
                         target);
    }
    const Entry matrix = op.constant(way == Resampling::Nearest
                                         ? nearestOf(size, target)
                                         : weightsOf(size, target, way == Resampling::Centered),
                                     {target, size}, op.type(0));
    IntTuple axes;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        axes.push_back(static_cast<std::int64_t>(i));
    }
    std::swap(axes[axis], axes.back()); // its own inverse
    const KerasFormula f(op);
    Shape turned = shape;
    std::swap(turned[axis], turned.back());
    const Entry rows = op.reshape(f.transposed(data, axes), {sizeOf(shape) / size, size});
    const Entry longer = op.make("dense", {rows, matrix},
                                 attrsOf({{"units", attrText(target)}, {"use_bias", "False"}}));
    turned.back() = target;
    shape[axis] = target;
    return f.transposed(op.reshape(longer, turned), axes);
}

Result<std::vector<Entry>> lowerUp(const Lowering &op, std::size_t rank)
{
    const auto &attrs = op.attrs<Up>();
    ASSIGN_OR_RETURN(const auto factors, factorsOf(attrs, rank));
    const bool isNearest = attrs.interpolation == "nearest";
    if (!isNearest && attrs.interpolation != "bilinear") {
        return makeError("not-supported", "interpolation is {}, expected nearest or bilinear",
                         quoted(attrs.interpolation));
    }
    Shape shape = op.shape(0);
    Entry data = op.in(0);
    for (std::size_t i = 0; i < rank; ++i) {
        const std::size_t axis = firstSpatialAxis(attrs.dataFormat) + i;
        if (factors[i] == 1) {
            continue;
        }
        if (isNearest) {
            data = repeated(op, data, shape, axis, factors[i]);
        } else {
            ASSIGN_OR_RETURN(
                data, resampled(op, data, shape, axis, shape[axis] * factors[i],
                                areCentered(op) ? Resampling::Centered : Resampling::Cornered));
        }
    }
    return std::vector{op.in(0) == data ? op.make("copy", {data}) : data};
}

struct KerasResizeAttrs {
    std::int64_t height = 1;
    std::int64_t width = 1;
    IntTuple size;
    std::string interpolation = "bilinear";
    std::string dataFormat = "channels_last";
    bool cropToAspectRatio = false;
    bool padToAspectRatio = false;
    bool antialias = false;

    [[nodiscard]] IntTuple target() const
    {
        return size.size() == 2 ? size : IntTuple{height, width};
    }
};

Status resizedShape(const KerasResizeAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    RETURN_IF_FAILED(checkKerasRank(in[0], 4));
    if (!in[0].hasRank()) {
        return {};
    }
    Shape result = in[0];
    const IntTuple target = attrs.target();
    for (std::size_t i = 0; i < 2; ++i) {
        if (target[i] < 1 || target[i] > (1 << 30)) {
            return makeError("infer-shape", "its size is {}, expected numbers from 1 on",
                             attrText(target));
        }
        result[firstSpatialAxis(attrs.dataFormat) + i] = target[i];
    }
    return assignOutput(out, 0, result);
}

Result<Entry> lowerResized(const Lowering &op)
{
    const auto &attrs = op.attrs<KerasResizeAttrs>();
    const bool isNearest = attrs.interpolation == "nearest";
    if ((!isNearest && attrs.interpolation != "bilinear") || attrs.cropToAspectRatio
        || attrs.padToAspectRatio || attrs.antialias) {
        return makeError("not-supported",
                         "interpolation is {}, with an aspect ratio kept or filtered; expected "
                         "plain nearest or bilinear",
                         quoted(attrs.interpolation));
    }
    Shape shape = op.shape(0);
    Entry data = op.in(0);
    for (std::size_t i = 0; i < 2; ++i) {
        const std::size_t axis = firstSpatialAxis(attrs.dataFormat) + i;
        if (attrs.target()[i] != shape[axis]) {
            ASSIGN_OR_RETURN(data,
                             resampled(op, data, shape, axis, attrs.target()[i],
                                       isNearest ? Resampling::Nearest : Resampling::Centered));
        }
    }
    return data == op.in(0) ? op.make("copy", {data}) : data;
}

void addResizing(OpRegistry &ops)
{
    using A = KerasResizeAttrs;
    OpBuilder<A> layer =
        kerasLayer<A>("Resizing", "images of another height and width", OpCategory::Layout);
    ops.add(layer.attr(field("height", &A::height, "of the result").required())
                .attr(field("width", &A::width, "of the result").required())
                .attr(field("interpolation", &A::interpolation,
                            "nearest: the element itself; bilinear: between it and its neighbors"))
                .attr(field("crop_to_aspect_ratio", &A::cropToAspectRatio,
                            "whether edges are cut off first"))
                .attr(field("pad_to_aspect_ratio", &A::padToAspectRatio,
                            "whether edges are added first"))
                .attr(field("antialias", &A::antialias, "whether smaller images are filtered"))
                .attr(kerasDataFormatField<A>())
                .shape(resizedShape)
                .lower(lowerTo(lowerResized))
                .build());
    ops.add(kerasOperation<A>("tf.image.resize", "images of another height and width",
                              OpCategory::Layout)
                .attr(field("size", &A::size, "height and width of the result").required())
                .attr(field("method", &A::interpolation,
                            "nearest: the element itself; bilinear: between it and its neighbors"))
                .inputs({"x"})
                .shape(resizedShape)
                .lower(lowerTo(lowerResized))
                .build());
}

void addUpsampling(OpRegistry &ops, std::size_t rank, const char *name, const char *summary)
{
    OpBuilder<Up> layer = kerasLayer<Up>(name, summary, OpCategory::Layout);
    layer.attr(field("size", &Up::size, "how many elements come of one, for each dimension"));
    if (rank > 1) {
        layer.attr(kerasDataFormatField<Up>());
    }
    if (rank == 2) {
        layer.attr(field("interpolation", &Up::interpolation,
                         "nearest: the element itself; bilinear: between it and its neighbors"));
    }
    using LowerUpsampled = std::function<Result<std::vector<Entry>>(const Lowering &)>;
    layer.shape(upShape(rank)).lower(lowerTo(LowerUpsampled([rank](const Lowering &op) {
        return lowerUp(op, rank);
    })));
    ops.add(layer.build());
}

void addAllUpsampling(OpRegistry &ops)
{
    addUpsampling(ops, 1, "UpSampling1D", "each step of sequences several times");
    addUpsampling(ops, 2, "UpSampling2D", "larger images");
    addUpsampling(ops, 3, "UpSampling3D", "each element of volumes several times");
}

} // namespace

} // namespace nervure::keras

namespace nervure {

void registerKsUpsampling(OpRegistry &ops)
{
    keras::addAllUpsampling(ops);
    keras::addResizing(ops);
}

} // namespace nervure
