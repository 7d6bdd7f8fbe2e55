// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/darknet/darknet_layer.h"
#include "core/ops/rules/lowered_parts.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>
#include <limits>

namespace nervure {

namespace {

/// Attributes of Darknet's maxpool and of local_avgpool, its fork's.
struct DarknetPoolAttrs {
    std::int64_t stride = 1;
    OptionalInteger strideX;
    OptionalInteger strideY;
    OptionalInteger size;
    OptionalInteger padding;
    std::int64_t depth = 0;
    std::int64_t outChannels = 1;
    std::int64_t antialiasing = 0;

    [[nodiscard]] std::int64_t window() const { return size.value_or(stride); }
    /// On both sides together; the greater half lies behind.
    [[nodiscard]] std::int64_t border() const { return padding.value_or(window() - 1); }
    [[nodiscard]] DarknetBlur blur() const
    {
        return {antialiasing, strideY.value_or(stride), strideX.value_or(stride)};
    }
    /// Strides of height and width; with antialiasing the smoothing behind moves so instead.
    [[nodiscard]] IntTuple steps() const
    {
        return antialiasing != 0 ? IntTuple{1, 1} : IntTuple{blur().strideY, blur().strideX};
    }
};

Status poolShape(const DarknetPoolAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    RETURN_IF_FAILED(checkDarknetImage(in[0]));
    if (!in[0].hasRank()) {
        return {};
    }
    Shape result = in[0];
    if (attrs.depth != 0) {
        result[1] = attrs.outChannels;
        return assignOutput(out, 0, result);
    }
    const IntTuple blurred{attrs.blur().strideY, attrs.blur().strideX};
    if (blurred[0] < 1 || blurred[1] < 1) {
        return makeError("infer-shape", "strides are {} and {}, expected 1 at least", blurred[0],
                         blurred[1]);
    }
    for (std::size_t i = 2; i < 4; ++i) {
        if (isUnknownSize(in[0][i])) {
            continue;
        }
        const std::int64_t room = in[0][i] + attrs.border() - attrs.window();
        if (room < 0) {
            return makeError("infer-shape", "size {} exceeds the {} of the padded input",
                             attrs.window(), in[0][i] + attrs.border());
        }
        const std::int64_t windows = room / attrs.steps()[i - 2] + 1;
        ASSIGN_OR_RETURN(result[i], darknetBlurredSize(attrs.blur(), windows, blurred[i - 2]));
    }
    return assignOutput(out, 0, result);
}

/// The attributes of NNVM's operator for the windows over an image of that shape.
AttrDict poolAttrs(const DarknetPoolAttrs &attrs, const Shape &image)
{
    const std::int64_t front = attrs.border() / 2;
    const IntTuple steps = attrs.steps();
    IntTuple padding{front, front};
    for (std::size_t i = 0; i < 2; ++i) {
        const std::int64_t size = image[i + 2];
        const std::int64_t last = (size + attrs.border() - attrs.window()) / steps[i];
        const std::int64_t end = last * steps[i] + attrs.window();
        padding.push_back(std::max<std::int64_t>(end - size - front, 0));
    }
    return attrsOf({{"pool_size", attrText(IntTuple{attrs.window(), attrs.window()})},
                    {"strides", attrText(steps)},
                    {"padding", attrText(padding)}});
}

/// The greatest of every so many channels; the last ones may lack in some.
Entry greatestChannels(const Lowering &op, const DarknetPoolAttrs &attrs)
{
    const Shape &in = op.shape(0);
    const std::int64_t rounds = (in[1] + attrs.outChannels - 1) / attrs.outChannels;
    const Entry all =
        padded(op, op.in(0), {0, 0, 0, 0}, {0, rounds * attrs.outChannels - in[1], 0, 0},
               std::numeric_limits<float>::lowest());
    const Entry parts = op.reshape(all, {rounds, attrs.outChannels, in[2], in[3]});
    return op.make("max", {parts}, attrsOf({{"axis", "(0,)"}, {"keepdims", "True"}}));
}

Result<Entry> lowerMaxpool(const Lowering &op)
{
    const auto &attrs = op.attrs<DarknetPoolAttrs>();
    const Entry result = attrs.depth != 0
                             ? greatestChannels(op, attrs)
                             : op.make("max_pool2d", {op.in(0)}, poolAttrs(attrs, op.shape(0)));
    return attrs.depth != 0 ? result : darknetBlurred(op, result, attrs.blur());
}

/// Positions beside the image count in no mean.
Result<Entry> lowerLocalAvgpool(const Lowering &op)
{
    AttrDict attrs = poolAttrs(op.attrs<DarknetPoolAttrs>(), op.shape(0));
    attrs.set("count_include_pad", "False");
    return op.make("avg_pool2d", {op.in(0)}, std::move(attrs));
}

Status avgpoolShape(const NoAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    RETURN_IF_FAILED(checkDarknetImage(in[0]));
    return in[0].hasRank() ? assignOutput(out, 0, {in[0][0], in[0][1], 1, 1}) : Status();
}

OpBuilder<DarknetPoolAttrs> poolLayer(const char *name, const char *summary)
{
    using Attrs = DarknetPoolAttrs;
    const auto size = [](const char *key, OptionalInteger Attrs::*member, const char *help) {
        return field(key, member, help).atLeast(1).atMost(darknetMost);
    };
    OpBuilder<Attrs> layer(Dialect::Darknet, name);
    layer.summary(summary)
        .category(OpCategory::Pooling)
        .attr(size("size", &Attrs::size, "height and width of the window; else stride"))
        .attr(field("stride", &Attrs::stride, "how far the window moves")
                  .atLeast(1)
                  .atMost(darknetMost))
        .attr(size("stride_x", &Attrs::strideX, "how far it moves to the right; else stride"))
        .attr(size("stride_y", &Attrs::strideY, "how far it moves down; else stride"))
        .attr(
            field("padding", &Attrs::padding, "what is added on both sides together; else size - 1")
                .atLeast(0)
                .atMost(darknetMost))
        .inputs({"data"})
        .shape(poolShape)
        .type(anyCountSameType());
    return layer;
}

} // namespace

void registerDkPooling(OpRegistry &ops)
{
    OpBuilder<DarknetPoolAttrs> maxpool = poolLayer("maxpool", "greatest value of each window");
    maxpool.alias("max")
        .attr(field("maxpool_depth", &DarknetPoolAttrs::depth,
                    "1: the greatest of every so many channels, without windows"))
        .attr(field("out_channels", &DarknetPoolAttrs::outChannels,
                    "channels of the result with maxpool_depth")
                  .atLeast(1)
                  .atMost(darknetMost))
        .attr(field("antialiasing", &DarknetPoolAttrs::antialiasing,
                    "1 or 2: the result is smoothed, in whose steps the window moves"))
        .lower(lowerTo(lowerMaxpool));
    addDarknetLayer(ops, maxpool.build());
    OpBuilder<DarknetPoolAttrs> mean = poolLayer("local_avgpool", "mean of each window");
    mean.alias("local_avg").lower(lowerTo(lowerLocalAvgpool));
    addDarknetLayer(ops, mean.build());
    addDarknetLayer(ops, OpBuilder(Dialect::Darknet, "avgpool")
                             .alias("avg")
                             .summary("mean of each channel")
                             .category(OpCategory::Pooling)
                             .inputs({"data"})
                             .shape(avgpoolShape)
                             .type(anyCountSameType())
                             .lower(lowerToOperator("global_avg_pool2d"))
                             .build());
}

} // namespace nervure
