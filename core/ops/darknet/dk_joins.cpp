// SPDX-License-Identifier: Apache-2.0
// Layers that read several others: they join, add or multiply what those give.
#include "core/graph/op/op_builder.h"
#include "core/ops/darknet/darknet_layer.h"
#include "core/ops/rules/lowered_parts.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

struct DarknetRouteAttrs {
    std::string layers;
    std::int64_t groups = 1;
    std::int64_t groupId = 0;
};

struct DarknetShortcutAttrs {
    std::string from;
    std::string activation = "linear";
    double alpha = 1;
    double beta = 1;
    std::string weightsType = "none";
    std::string weightsNormalization = "none";

    [[nodiscard]] bool hasWeights() const { return weightsType != "none"; }
    [[nodiscard]] bool isPerChannel() const { return weightsType == "per_channel"; }
};

struct DarknetProductAttrs {
    std::string from;
    std::string activation = "linear";
    std::int64_t scaleWh = 0;
};

/// Images of one size, which are joined along their channels; else all numbers become a row.
bool areOneSize(std::span<const Shape> in)
{
    return std::all_of(in.begin(), in.end(), [&](const Shape &shape) {
        return shape.size() == 4 && in[0].size() == 4 && shape[2] == in[0][2]
               && shape[3] == in[0][3];
    });
}

/// The part of a layer's channels, or of its row, that the route takes.
Result<std::int64_t> routePart(const DarknetRouteAttrs &attrs, std::int64_t count)
{
    if (attrs.groupId >= attrs.groups || count % attrs.groups != 0) {
        return makeError("infer-shape", "group_id {} of {} groups of {}, expected a part of them",
                         attrs.groupId, attrs.groups, count);
    }
    return count / attrs.groups;
}

Status routeShape(const DarknetRouteAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkLeastInputs(in.size(), 1));
    if (std::any_of(in.begin(), in.end(), isUnknown)) {
        return {};
    }
    const bool isImage = areOneSize(in);
    std::int64_t sum = 0;
    for (const Shape &shape : in) {
        RETURN_IF_FAILED(checkDarknetRows(shape));
        ASSIGN_OR_RETURN(const std::int64_t part,
                         routePart(attrs, isImage ? shape[1] : darknetRowLength(shape)));
        sum += part;
    }
    return assignOutput(out, 0,
                        isImage ? Shape{in[0][0], sum, in[0][2], in[0][3]} : Shape{in[0][0], sum});
}

Result<Entry> lowerRoute(const Lowering &op)
{
    const auto &attrs = op.attrs<DarknetRouteAttrs>();
    const bool isRow = op.outShape().size() == 2;
    std::vector<Entry> parts;
    for (std::size_t i = 0; i < op.inputCount(); ++i) {
        const Shape &in = op.shape(i);
        const Shape shape = isRow ? Shape{in[0], darknetRowLength(in)} : in;
        const Entry data = isRow ? darknetRow(op, op.in(i), in) : op.in(i);
        ASSIGN_OR_RETURN(const std::int64_t part, routePart(attrs, shape[1]));
        const std::int64_t begin = part * attrs.groupId;
        parts.push_back(attrs.groups == 1 ? data
                                          : sliceOf(op, data, shape, 1, begin, begin + part));
    }
    return parts.size() == 1 && attrs.groups == 1 ? op.make("copy", {parts[0]})
                                                  : joined(op, std::move(parts), 1);
}

/// The number of the source's rows, or columns, there are to one of the data, or the other way round.
struct ShortcutSteps {
    std::int64_t stride = 1; ///< in the source
    std::int64_t sample = 1; ///< in the data
};

Result<ShortcutSteps> shortcutSteps(const Shape &data, const Shape &from)
{
    if (data.size() != 4 || from.size() != 4) {
        return makeError("infer-shape", "shapes {} and {}, expected two images", shapeText(data),
                         shapeText(from));
    }
    if (std::min({data[2], data[3], from[2], from[3]}) < 1) {
        return makeError("infer-shape", "shapes {} and {}, expected images that are not empty",
                         shapeText(data), shapeText(from));
    }
    const auto over = [](std::int64_t a, std::int64_t b) {
        return std::max<std::int64_t>(a / b, 1);
    };
    const ShortcutSteps steps{over(from[3], data[3]), over(data[3], from[3])};
    if (from[2] / data[2] != from[3] / data[3] || data[2] / from[2] != data[3] / from[3]) {
        return makeError("infer-shape", "images {} and {}, expected sizes of one ratio",
                         shapeText(data), shapeText(from));
    }
    return steps;
}

/// The layer above, those that are added, and what weighs all of them.
std::vector<std::string> shortcutInputs(const DarknetShortcutAttrs &attrs)
{
    std::vector<std::string> names{"data"};
    const std::size_t count = split(attrs.from, ',').size();
    for (std::size_t i = 0; i < count; ++i) {
        names.push_back(count == 1 ? "from" : "from" + std::to_string(i));
    }
    if (attrs.hasWeights()) {
        names.emplace_back("weights");
    }
    return names;
}

Status shortcutShape(const DarknetShortcutAttrs &attrs, Shapes &in, Shapes &out)
{
    const std::size_t added = in.size() - (attrs.hasWeights() ? 1 : 0);
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), shortcutInputs(attrs).size(), 1));
    if (!in[0].hasRank()) {
        return {};
    }
    if (attrs.hasWeights()) {
        RETURN_IF_FAILED(checkDarknetImage(in[0]));
        const auto rows = static_cast<std::int64_t>(added);
        RETURN_IF_FAILED(assignInput(in, added, "weights",
                                     attrs.isPerChannel() ? Shape{rows, in[0][1]} : Shape{rows}));
    }
    for (std::size_t i = 1; i < added; ++i) {
        if (isUnknown(in[0]) || isUnknown(in[i])) {
            continue;
        }
        if (const Result<ShortcutSteps> steps = shortcutSteps(in[0], in[i]); !steps) {
            return steps.error();
        }
    }
    return assignOutput(out, 0, in[0]);
}

/// Cuts a dimension of `data`, or adds zeros behind it.
Entry broughtTo(const Lowering &op, Entry data, Shape &shape, std::size_t axis, std::int64_t size)
{
    if (shape[axis] > size) {
        data = sliceOf(op, data, shape, axis, 0, size);
    } else {
        IntTuple behind(shape.size(), 0);
        behind[axis] = size - shape[axis];
        data = padded(op, data, IntTuple(shape.size(), 0), behind);
    }
    shape[axis] = size;
    return data;
}

/// Zeros behind every row and column.
Entry spread(const Lowering &op, Entry data, Shape &shape, std::int64_t sample)
{
    const Shape cells{shape[0], shape[1], shape[2], 1, shape[3], 1};
    const IntTuple behind{0, 0, 0, sample - 1, 0, sample - 1};
    const Entry wide = padded(op, op.reshape(data, cells), IntTuple(6, 0), behind);
    shape[2] *= sample;
    shape[3] *= sample;
    return op.reshape(wide, shape);
}

Entry sampled(const Lowering &op, Entry data, Shape &shape, std::int64_t stride)
{
    for (const std::size_t axis : {std::size_t{2}, std::size_t{3}}) {
        data = sliceOf(op, data, shape, axis, 0, shape[axis], stride);
        shape[axis] = (shape[axis] + stride - 1) / stride;
    }
    return data;
}

/// The part that is added where the sizes differ: every so many of the source's places, or at every so many places
/// of the data; no channels but those of both.
Result<Entry> addedTo(const Lowering &op, std::size_t input)
{
    ASSIGN_OR_RETURN(const ShortcutSteps steps, shortcutSteps(op.shape(0), op.shape(input)));
    Entry added = op.in(input);
    Shape shape = op.shape(input);
    if (steps.sample > 1) {
        added = spread(op, added, shape, steps.sample);
    } else if (steps.stride > 1) {
        added = sampled(op, added, shape, steps.stride);
    }
    for (std::size_t axis = 1; axis < 4; ++axis) {
        added = broughtTo(op, added, shape, axis, op.shape(0)[axis]);
    }
    return added;
}

/// The weights [layers] or [layers, channels] as shares of their sum over the layers, to which the fork adds a little.
Entry normalizedWeights(const Lowering &op, const DarknetShortcutAttrs &attrs)
{
    const auto over = [&](const char *reduction, Entry x) {
        return op.make(reduction, {x}, attrsOf({{"axis", "(0,)"}, {"keepdims", "True"}}));
    };
    const Entry weights = op.in(op.inputCount() - 1);
    if (attrs.weightsNormalization == "none") {
        return weights;
    }
    const Entry parts =
        attrs.weightsNormalization == "softmax"
            ? op.make("exp", {op.make("broadcast_sub", {weights, over("max", weights)})})
            : op.make("relu", {weights});
    const Entry sum = op.makeScalar("__add_scalar__", over("sum", parts), 1e-4);
    return op.make("broadcast_div", {parts, sum});
}

/// The layer's values times its weight, or its weights of each channel.
Entry weighed(const Lowering &op, Entry data, Entry weights, std::size_t layer)
{
    const auto &attrs = op.attrs<DarknetShortcutAttrs>();
    const Shape &shape = op.shape(op.inputCount() - 1);
    const auto row = static_cast<std::int64_t>(layer);
    const Entry own = sliceOf(op, weights, shape, 0, row, row + 1);
    const Shape along{1, attrs.isPerChannel() ? shape[1] : 1, 1, 1};
    return op.make("broadcast_mul", {data, op.reshape(own, along)});
}

Entry scaled(const Lowering &op, Entry data, double factor)
{
    return factor == 1 ? data : op.makeScalar("__mul_scalar__", data, factor);
}

Result<Entry> lowerShortcut(const Lowering &op)
{
    const auto &attrs = op.attrs<DarknetShortcutAttrs>();
    const std::size_t count = op.inputCount() - (attrs.hasWeights() ? 1 : 0);
    const Entry weights = attrs.hasWeights() ? normalizedWeights(op, attrs) : Entry{};
    Entry sum =
        attrs.hasWeights() ? weighed(op, op.in(0), weights, 0) : scaled(op, op.in(0), attrs.alpha);
    for (std::size_t i = 1; i < count; ++i) {
        if (attrs.alpha != 1 && op.shape(i) != op.shape(0)) {
            return makeError("not-supported", "alpha is {}, expected images of one size with it",
                             attrs.alpha);
        }
        ASSIGN_OR_RETURN(const Entry added, addedTo(op, i));
        const Entry part =
            attrs.hasWeights() ? weighed(op, added, weights, i) : scaled(op, added, attrs.beta);
        sum = op.make("elemwise_add", {sum, part});
    }
    return darknetActivated(op, sum, attrs.activation);
}

/// One number for each channel of the other image, or with scale_wh for each of its places.
Status scaleChannelsShape(const DarknetProductAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    RETURN_IF_FAILED(checkDarknetImage(in[0]));
    RETURN_IF_FAILED(checkDarknetImage(in[1]));
    if (isUnknown(in[0]) || isUnknown(in[1])) {
        return assignOutput(out, 0, in[1]);
    }
    const Shape wanted = attrs.scaleWh != 0 ? Shape{in[1][0], 1, in[1][2], in[1][3]}
                                            : Shape{in[1][0], in[1][1], 1, 1};
    return in[0] == wanted
               ? assignOutput(out, 0, in[1])
               : Status(makeError("infer-shape", "factors {} for {}, expected {}", shapeText(in[0]),
                                  shapeText(in[1]), shapeText(wanted)));
}

Status samShape(const DarknetProductAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    RETURN_IF_FAILED(checkDarknetImage(in[0]));
    return mergeAllShapes(in, out);
}

Result<Entry> lowerProduct(const Lowering &op)
{
    const Entry product = op.make("broadcast_mul", {op.in(1), op.in(0)});
    return darknetActivated(op, product, op.attrs<DarknetProductAttrs>().activation);
}

template <typename Attrs>
AttrField joinActivation()
{
    return field("activation", &Attrs::activation, "function of each result")
        .oneOf(darknetActivations());
}

void addProducts(OpRegistry &ops)
{
    using Product = DarknetProductAttrs;
    const auto layer = [](const char *name, const char *summary) {
        OpBuilder<Product> op(Dialect::Darknet, name);
        op.summary(summary)
            .category(OpCategory::Elementwise)
            .attr(field("from", &Product::from,
                        "number of the layer; a negative one counts back from here"))
            .attr(joinActivation<Product>())
            .inputs({"data", "from"})
            .type(anyCountSameType())
            .lower(lowerTo(lowerProduct));
        return op;
    };
    OpBuilder<Product> scale =
        layer("scale_channels", "an earlier layer's channels, each times its number");
    scale.attr(field("scale_wh", &Product::scaleWh, "1: a number for each place, not channel"))
        .shape(scaleChannelsShape);
    addDarknetLayer(ops, scale.build());
    addDarknetLayer(
        ops, layer("sam", "the product with an earlier layer's result").shape(samShape).build());
}

void addShortcut(OpRegistry &ops)
{
    using Shortcut = DarknetShortcutAttrs;
    addDarknetLayer(ops,
                    OpBuilder<Shortcut>(Dialect::Darknet, "shortcut")
                        .summary("the sum with earlier layers' results, and an activation")
                        .category(OpCategory::Elementwise)
                        .attr(field("from", &Shortcut::from,
                                    "numbers of the layers; negative ones count back from here"))
                        .attr(joinActivation<Shortcut>())
                        .attr(field("alpha", &Shortcut::alpha, "factor of the layer above"))
                        .attr(field("beta", &Shortcut::beta, "factor of the one that is added"))
                        .attr(field("weights_type", &Shortcut::weightsType,
                                    "weights of each layer, or of each of its channels")
                                  .oneOf({"none", "per_feature", "per_layer", "per_channel"}))
                        .attr(field("weights_normalization", &Shortcut::weightsNormalization,
                                    "how the weights become shares of 1")
                                  .oneOf({"none", "relu", "avg_relu", "softmax"}))
                        .inputs(shortcutInputs)
                        .shape(shortcutShape)
                        .type(anyCountSameType())
                        .lower(lowerTo(lowerShortcut))
                        .build());
}

} // namespace

void registerDkJoins(OpRegistry &ops)
{
    using Route = DarknetRouteAttrs;
    addDarknetLayer(
        ops,
        OpBuilder<Route>(Dialect::Darknet, "route")
            .summary("the results of earlier layers, or parts of them, along their channels")
            .category(OpCategory::Layout)
            .attr(field("layers", &Route::layers,
                        "numbers of the layers; negative ones count back from here"))
            .attr(field("groups", &Route::groups, "parts of each layer's channels")
                      .atLeast(1)
                      .atMost(darknetMost))
            .attr(field("group_id", &Route::groupId, "number of the part that is taken, from 0")
                      .atLeast(0)
                      .atMost(darknetMost))
            .shape(routeShape)
            .type(anyCountSameType())
            .lower(lowerTo(lowerRoute))
            .build());
    addShortcut(ops);
    addProducts(ops);
}

} // namespace nervure
