// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/darknet/darknet_layer.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>

namespace nervure {

namespace {

struct DarknetMaxpoolAttrs {
    std::int64_t stride = 1;
    OptionalInteger size;
    OptionalInteger padding;

    [[nodiscard]] std::int64_t window() const { return size.value_or(stride); }
    /// On both sides together; the greater half lies behind.
    [[nodiscard]] std::int64_t border() const { return padding.value_or(window() - 1); }
};

Status maxpoolShape(const DarknetMaxpoolAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    RETURN_IF_FAILED(checkDarknetImage(in[0]));
    if (in[0].empty()) {
        return {};
    }
    Shape result = in[0];
    for (std::size_t i = 2; i < 4; ++i) {
        const std::int64_t room = in[0][i] + attrs.border() - attrs.window();
        if (in[0][i] != 0 && room < 0) {
            return makeError("infer-shape", "size {} exceeds the {} of the padded input",
                             attrs.window(), in[0][i] + attrs.border());
        }
        result[i] = in[0][i] == 0 ? 0 : room / attrs.stride + 1;
    }
    return assignOutput(out, 0, result);
}

Result<Entry> lowerMaxpool(const Lowering &op)
{
    const auto &attrs = op.attrs<DarknetMaxpoolAttrs>();
    const std::int64_t front = attrs.border() / 2;
    Shape padding{front, front};
    for (std::size_t i = 2; i < 4; ++i) {
        const std::int64_t end = (op.outShape()[i] - 1) * attrs.stride + attrs.window();
        padding.push_back(std::max<std::int64_t>(end - op.shape(0)[i] - front, 0));
    }
    const auto both = [](std::int64_t value) { return attrText(Shape{value, value}); };
    return op.make("max_pool2d", {op.in(0)},
                   attrsOf({{"pool_size", both(attrs.window())},
                            {"strides", both(attrs.stride)},
                            {"padding", attrText(padding)}}));
}

Status avgpoolShape(const NoAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    RETURN_IF_FAILED(checkDarknetImage(in[0]));
    return in[0].empty() ? Status() : assignOutput(out, 0, {in[0][0], in[0][1], 1, 1});
}

} // namespace

void registerDkPooling(OpRegistry &ops)
{
    using Attrs = DarknetMaxpoolAttrs;
    ops.add(OpBuilder<Attrs>(Dialect::Darknet, "maxpool")
                .alias("max")
                .summary("greatest value of each window")
                .category(OpCategory::Pooling)
                .attr(field("size", &Attrs::size, "height and width of the window; else stride")
                          .atLeast(1)
                          .atMost(darknetMost))
                .attr(field("stride", &Attrs::stride, "how far the window moves")
                          .atLeast(1)
                          .atMost(darknetMost))
                .attr(field("padding", &Attrs::padding,
                            "what is added on both sides together; else size - 1")
                          .atLeast(0)
                          .atMost(darknetMost))
                .inputs({"data"})
                .shape(maxpoolShape)
                .type(anyCountSameType())
                .lower(lowerTo(lowerMaxpool))
                .build());
    ops.add(OpBuilder(Dialect::Darknet, "avgpool")
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
