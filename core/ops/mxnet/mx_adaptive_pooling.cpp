// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/mxnet/mx_pooled.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

struct AdaptivePoolingAttrs {
    IntTuple outputSize; ///< empty: 1; one number: for both
};

Status adaptivePoolingShape(const AdaptivePoolingAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    const IntTuple &size = attrs.outputSize;
    constexpr std::int64_t most = 1 << 24;
    for (const std::int64_t number : size) {
        if (number < 1 || number > most || size.size() > 2) {
            return makeError("attr-invalid", "output_size is {}, expected one or two numbers",
                             attrText(size));
        }
    }
    if (!in[0].hasRank()) {
        return {};
    }
    if (in[0].size() != 4) {
        return makeError("infer-shape", "input 0 (data) has shape {}, expected 4 dimensions",
                         shapeText(in[0]));
    }
    return assignOutput(
        out, 0, {in[0][0], in[0][1], size.empty() ? 1 : size[0], size.empty() ? 1 : size.back()});
}

/// Window i covers the positions from floor(i * in / out) up to ceil((i + 1) * in / out).
Entry averagedAlong(const Lowering &op, Entry data, const Shape &shape, std::size_t axis,
                    std::int64_t out)
{
    const std::int64_t size = shape[axis];
    std::vector<Entry> parts;
    for (std::int64_t i = 0; i < out; ++i) {
        const std::int64_t begin = i * size / out;
        const std::int64_t end = ((i + 1) * size + out - 1) / out;
        const Entry part = sliceOf(op, data, shape, axis, begin, end);
        parts.push_back(
            op.make("mean", {part},
                    attrsOf({{"axis", attrText(IntTuple{static_cast<std::int64_t>(axis)})},
                             {"keepdims", attrText(true)}})));
    }
    return joined(op, std::move(parts), axis);
}

/// One pooling where the windows are all alike, else the means of the windows, rows first.
Result<Entry> lowerAdaptivePooling(const Lowering &op)
{
    const Shape &in = op.shape(0);
    const Shape &out = op.outShape();
    if (in[2] == 0 || in[3] == 0) {
        return makeError("not-supported", "images of shape {} have no pixels to average",
                         shapeText(in));
    }
    if (out[2] == 1 && out[3] == 1) {
        return poolGlobally(op, op.in(0), Pooled::Kind::Average, in);
    }
    if (in[2] % out[2] == 0 && in[3] % out[3] == 0) {
        const IntTuple window{in[2] / out[2], in[3] / out[3]};
        return poolWindows(
            op, op.in(0), {Pooled::Kind::Average, true, {window, window, {0, 0}, {1, 1}}}, in, out);
    }
    constexpr std::int64_t most = 256; // each window is a node
    if (out[2] > most || out[3] > most) {
        return makeError("not-supported", "{} from {} is not supported", shapeText(out),
                         shapeText(in));
    }
    const Entry rows = averagedAlong(op, op.in(0), in, 2, out[2]);
    return averagedAlong(op, rows, {in[0], in[1], out[2], in[3]}, 3, out[3]);
}

} // namespace

void registerMxAdaptivePooling(OpRegistry &ops)
{
    using A = AdaptivePoolingAttrs;
    ops.add(OpBuilder<A>(Dialect::MXNet, "_contrib_AdaptiveAvgPooling2D")
                .summary("averages of windows chosen so that the result has a given size")
                .category(OpCategory::Pooling)
                .attr(field("output_size", &A::outputSize,
                            "height and width of the result, or one number for both; none: 1"))
                .inputs({"data"})
                .shape(adaptivePoolingShape)
                .type(elementwiseType(1))
                .lower(lowerTo(lowerAdaptivePooling))
                .build());
}

} // namespace nervure
