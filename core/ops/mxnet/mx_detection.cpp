// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/detection/box_nms.h"
#include "core/ops/detection/multibox.h"
#include "core/ops/detection/multibox_target.h"
#include "core/ops/detection/roi.h"
#include "core/ops/mxnet/mx_sizes.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <cmath>
#include <limits>
#include <utility>

namespace nervure {

namespace {

Status mxnetPriorShape(const MultiboxPriorAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (attrs.steps.size() != 2 || attrs.steps[0] * attrs.steps[1] < 0 || attrs.offsets.size() != 2
        || attrs.sizes.empty() || attrs.ratios.empty()) {
        return makeError("infer-shape",
                         "sizes, ratios, steps and offsets have {}, {}, {} and {} numbers, "
                         "expected 1, 1, 2 and 2 at least, and steps of one sign",
                         attrs.sizes.size(), attrs.ratios.size(), attrs.steps.size(),
                         attrs.offsets.size());
    }
    if (!in[0].hasRank()) {
        return {};
    }
    if (in[0].size() < 4) {
        return makeError("infer-shape",
                         "input 0 (data) has shape {}, expected batch, channels, height and width",
                         shapeText(in[0]));
    }
    const auto each = static_cast<std::int64_t>(attrs.sizes.size() + attrs.ratios.size()) - 1;
    const Shape counted{in[0][2], in[0][3], each};
    const std::int64_t anchors = sizeOf(counted);
    if (isUnknownSize(anchors) && !isUnknown(counted)) {
        return makeError("infer-shape", "input 0 (data) has shape {}, which is too large",
                         shapeText(in[0]));
    }
    return assignOutput(out, 0, {1, anchors, 4});
}

/// NNVM's anchors of these sizes and ratios, by position: [1, positions, anchors, 4].
Entry priorOf(const Lowering &op, const NumberTuple &sizes, const NumberTuple &ratios)
{
    const auto &attrs = op.attrs<MultiboxPriorAttrs>();
    const Shape &data = op.shape(0);
    const bool isAutomatic = attrs.steps[0] <= 0 || attrs.steps[1] <= 0;
    const NumberTuple automatic{1.0 / static_cast<double>(data[2]),
                                1.0 / static_cast<double>(data[3])};
    const Entry prior = op.make("multibox_prior", {op.in(0)},
                                attrsOf({{"sizes", attrText(sizes)},
                                         {"ratios", attrText(ratios)},
                                         {"steps", attrText(isAutomatic ? automatic : attrs.steps)},
                                         {"offsets", attrText(attrs.offsets)},
                                         {"clip", attrText(attrs.clip)}}));
    return prior;
}

/// NNVM gives every size the ratio 1, MXNet the first one: where that is another, each size is made
/// with that ratio behind a first anchor that is cut off again.
Result<Entry> lowerPrior(const Lowering &op)
{
    const auto &attrs = op.attrs<MultiboxPriorAttrs>();
    if (attrs.ratios[0] == 1) {
        return priorOf(op, attrs.sizes, attrs.ratios);
    }
    const Shape &data = op.shape(0);
    const std::int64_t positions = data[2] * data[3];
    const auto cut = [&](double size, const NumberTuple &given) {
        NumberTuple ratios{1};
        ratios.insert(ratios.end(), given.begin(), given.end());
        const auto count = static_cast<std::int64_t>(ratios.size());
        const Entry all = op.reshape(priorOf(op, {size}, ratios), {1, positions, count, 4});
        return op.make("strided_slice", {all},
                       attrsOf({{"begin", attrText(IntTuple{0, 0, 1, 0})},
                                {"end", attrText(IntTuple{1, positions, count, 4})}}));
    };
    const NumberTuple first{attrs.ratios[0]};
    const NumberTuple others(attrs.ratios.begin() + 1, attrs.ratios.end());
    std::vector<Entry> parts;
    for (const double size : attrs.sizes) {
        parts.push_back(cut(size, first));
    }
    if (!others.empty()) {
        parts.push_back(cut(attrs.sizes[0], others));
    }
    const Entry joined = parts.size() == 1
                             ? parts[0]
                             : op.make("concatenate", parts, attrsOf({{"axis", attrText(2)}}));
    return op.reshape(joined, op.outShape());
}

struct MXNetDetectionAttrs {
    bool clip = true;
    float threshold = 0.01F;
    std::int64_t backgroundId = 0;
    float nmsThreshold = 0.5F;
    bool forceSuppress = false;
    NumberTuple variances{0.1, 0.1, 0.2, 0.2};
    std::int64_t nmsTopk = -1;
};

Status mxnetDetectionShape(const MXNetDetectionAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 3, 1));
    if (attrs.variances.size() != 4) {
        return makeError("attr-invalid", "variances has {} numbers, expected 4",
                         attrs.variances.size());
    }
    if (!in[0].hasRank() || !in[1].hasRank() || !in[2].hasRank()) {
        return {};
    }
    const Shape &scores = in[0];
    const Shape &places = in[1];
    const Shape &anchors = in[2];
    const bool fits = scores.size() == 3 && places.size() == 2 && anchors.size() == 3
                      && mayBeEqual(anchors[2], 4) && mayBeEqual(scores[2], anchors[1])
                      && mayBeEqual(sizeOf({scores[2], 4}), places[1]);
    if (!fits) {
        return makeError("infer-shape",
                         "inputs are {}, {} and {}, expected [batch,classes,anchors], "
                         "[batch,anchors*4] and [1,anchors,4]",
                         shapeText(scores), shapeText(places), shapeText(anchors));
    }
    return assignOutput(out, 0, {scores[0], anchors[1], 6});
}

/// Rows behind the best `topk` have no class any more, but keep their other numbers where they were
/// before boxes were sorted.
Entry withDroppedRows(const Lowering &op, const Entry &found, const Entry &sorted,
                      std::int64_t topk)
{
    const Shape &shape = op.outShape();
    const auto cut = [&](const Entry &from, const IntTuple &begin, const IntTuple &end) {
        return op.make("strided_slice", {from},
                       attrsOf({{"begin", attrText(begin)}, {"end", attrText(end)}}));
    };
    const Entry kept = cut(sorted, {0, 0, 0}, {shape[0], topk, 6});
    const Entry numbers = cut(found, {0, topk, 1}, {shape[0], shape[1], 6});
    const Entry none = op.make("full", {},
                               attrsOf({{"shape", attrText(Shape{shape[0], shape[1] - topk, 1})},
                                        {"dtype", std::string(dtypeName(op.outType()))},
                                        {"fill_value", attrText(-1.0)}}));
    const Entry dropped = op.make("concatenate", {none, numbers}, attrsOf({{"axis", attrText(2)}}));
    return op.make("concatenate", {kept, dropped}, attrsOf({{"axis", attrText(1)}}));
}

Result<Entry> lowerDetection(const Lowering &op)
{
    const auto &attrs = op.attrs<MXNetDetectionAttrs>();
    const Entry found = op.make("multibox_transform_loc", op.inputs(),
                                attrsOf({{"clip", attrText(attrs.clip)},
                                         {"threshold", attrText(attrs.threshold)},
                                         {"variances", attrText(attrs.variances)}}));
    if (!(attrs.nmsThreshold > 0) || attrs.nmsThreshold > 1) {
        return found;
    }
    // NNVM takes 1 for "no suppression"; MXNet drops what lies over another one wholly.
    const float threshold = std::min(attrs.nmsThreshold, std::nextafter(1.0F, 0.0F));
    const bool isLimited = attrs.nmsTopk > 0 && attrs.nmsTopk < op.outShape()[1];
    const Entry sorted = op.make("nms", {found, {found.node, 1, 0}},
                                 attrsOf({{"nms_threshold", attrText(threshold)},
                                          {"force_suppress", attrText(attrs.forceSuppress)},
                                          {"nms_topk", attrText(isLimited ? attrs.nmsTopk : -1)}}));
    return isLimited ? withDroppedRows(op, found, sorted, attrs.nmsTopk) : sorted;
}

void addMultibox(OpRegistry &ops)
{
    ops.add(declareMultiboxPrior(Dialect::MXNet, "_contrib_MultiBoxPrior")
                .shape(mxnetPriorShape)
                .lower(lowerTo(lowerPrior))
                .build());
    using D = MXNetDetectionAttrs;
    ops.add(
        OpBuilder<D>(Dialect::MXNet, "_contrib_MultiBoxDetection")
            .summary("what a single-shot detector found, as rows of class, score and box")
            .category(OpCategory::Other)
            .attr(field("clip", &D::clip, "cut off what reaches beyond the image"))
            .attr(field("threshold", &D::threshold, "least score that counts"))
            .attr(field("background_id", &D::backgroundId, "class of the background"))
            .attr(field("nms_threshold", &D::nmsThreshold, "overlap from which a box drops"))
            .attr(field("force_suppress", &D::forceSuppress, "also under boxes of other classes"))
            .attr(field("variances", &D::variances, "scale of the shifts of x, y, width, height"))
            .attr(field("nms_topk", &D::nmsTopk, "how many of the best boxes count; -1: all"))
            .inputs({"cls_prob", "loc_pred", "anchor"})
            .shape(mxnetDetectionShape)
            .type(elementwiseType(3))
            .lower(lowerTo(lowerDetection))
            .build());
}

struct BoxDecodeAttrs {
    float std0 = 1;
    float std1 = 1;
    float std2 = 1;
    float std3 = 1;
    float clip = -1;
    std::string format = "center";
};

Status boxDecodeShape(const BoxDecodeAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    const Shape &data = in[0];
    if (data.size() != 3 || !mayBeEqual(data[2], 4)) {
        return makeError("infer-shape",
                         "input 0 (data) has shape {}, expected batch, boxes and 4 numbers",
                         shapeText(data));
    }
    RETURN_IF_FAILED(assignInput(in, 1, "anchors", {1, data[1], 4}));
    return assignOutput(out, 0, data);
}

/// One of the four numbers of each box.
Entry boxColumn(const Lowering &op, std::size_t input, std::int64_t column)
{
    const Shape &shape = op.shape(input);
    return op.make("strided_slice", {op.in(input)},
                   attrsOf({{"begin", attrText(IntTuple{0, 0, column})},
                            {"end", attrText(IntTuple{shape[0], shape[1], column + 1})}}));
}

/// The two ends of a box along one axis (0: x, 1: y) from how far it lies from its anchor.
std::pair<Entry, Entry> decodedEnds(const Lowering &op, std::int64_t axis)
{
    const auto &attrs = op.attrs<BoxDecodeAttrs>();
    Entry middle = boxColumn(op, 1, axis);
    Entry length = boxColumn(op, 1, axis + 2);
    if (attrs.format == "corner") {
        const Entry low = middle;
        length = op.make("elemwise_sub", {length, low});
        middle = op.make("elemwise_add", {low, op.makeScalar("__mul_scalar__", length, 0.5)});
    }
    const Entry shift = op.makeScalar("__mul_scalar__", boxColumn(op, 0, axis),
                                      axis == 0 ? attrs.std0 : attrs.std1);
    Entry growth = op.makeScalar("__mul_scalar__", boxColumn(op, 0, axis + 2),
                                 axis == 0 ? attrs.std2 : attrs.std3);
    if (attrs.clip > 0) {
        growth = op.make("clip", {growth},
                         attrsOf({{"a_min", attrText(std::numeric_limits<float>::lowest())},
                                  {"a_max", attrText(attrs.clip)}}));
    }
    const Entry at = op.make("broadcast_add", {op.make("broadcast_mul", {shift, length}), middle});
    const Entry half = op.makeScalar(
        "__mul_scalar__", op.make("broadcast_mul", {op.make("exp", {growth}), length}), 0.5);
    return {op.make("elemwise_sub", {at, half}), op.make("elemwise_add", {at, half})};
}

Result<Entry> lowerBoxDecode(const Lowering &op)
{
    const auto [left, right] = decodedEnds(op, 0);
    const auto [top, bottom] = decodedEnds(op, 1);
    return op.make("concatenate", {left, top, right, bottom}, attrsOf({{"axis", attrText(2)}}));
}

void addBoxDecode(OpRegistry &ops)
{
    using B = BoxDecodeAttrs;
    ops.add(OpBuilder<B>(Dialect::MXNet, "_contrib_box_decode")
                .summary("boxes by their corners, from how far they lie from anchors")
                .category(OpCategory::Other)
                .attr(field("std0", &B::std0, "scale of the shift along x"))
                .attr(field("std1", &B::std1, "scale of the shift along y"))
                .attr(field("std2", &B::std2, "scale of the growth in width"))
                .attr(field("std3", &B::std3, "scale of the growth in height"))
                .attr(field("clip", &B::clip, "greatest growth; not above 0: any"))
                .attr(field("format", &B::format, "how the anchors are written")
                          .oneOf({"center", "corner"}))
                .inputs({"data", "anchors"})
                .shape(boxDecodeShape)
                .type(elementwiseType(2))
                .lower(lowerTo(lowerBoxDecode))
                .build());
}

} // namespace

void registerMxDetection(OpRegistry &ops)
{
    addMultibox(ops);
    addBoxDecode(ops);
    ops.add(declareMultiboxTarget(Dialect::MXNet, "_contrib_MultiBoxTarget")
                .lower(lowerToOurs("multibox_target"))
                .build());
    ops.add(
        declareBoxNms(Dialect::MXNet, "_contrib_box_nms").lower(lowerToOurs("box_nms")).build());
    ops.add(declareRoiPool(Dialect::MXNet, "ROIPooling").lower(lowerToOurs("roi_pool")).build());
    ops.add(declareRoiAlign(Dialect::MXNet, "_contrib_ROIAlign")
                .lower(lowerToOurs("roi_align"))
                .build());
}

} // namespace nervure
