// SPDX-License-Identifier: Apache-2.0
// Layers that give boxes and classes for each cell of an image.
#include "core/graph/op/op_builder.h"
#include "core/ops/darknet/darknet_layer.h"
#include "core/ops/rules/lowered_parts.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

struct DarknetRegionAttrs {
    std::string anchors;
    std::int64_t classes = 20;
    std::int64_t coords = 4;
    std::int64_t num = 1;
    std::int64_t softmax = 0;
    std::int64_t background = 0;
    std::string tree;
};

struct DarknetYoloAttrs {
    std::string mask;
    std::string anchors;
    std::int64_t classes = 20;
    std::int64_t num = 1;
    double scaleXY = 1;
    std::int64_t newCoords = 0;

    [[nodiscard]] Result<std::int64_t> boxes() const
    {
        if (mask.empty()) {
            return num;
        }
        ASSIGN_OR_RETURN(const std::vector<std::int64_t> numbers, darknetIntegers(mask));
        return static_cast<std::int64_t>(numbers.size());
    }
};

struct DarknetDetectionAttrs {
    std::int64_t classes = 1;
    std::int64_t coords = 1;
    std::int64_t side = 7;
    std::int64_t num = 1;
    std::int64_t softmax = 0;
};

/// Each cell has for each box so many numbers, one to a channel.
Status boxesShape(std::int64_t boxes, std::int64_t numbers, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    RETURN_IF_FAILED(checkDarknetImage(in[0]));
    ASSIGN_OR_RETURN(const std::int64_t wanted, darknetProduct(boxes, numbers));
    if (!in[0].hasRank()) {
        return {};
    }
    if (!isUnknownSize(in[0][1]) && in[0][1] != wanted) {
        return makeError("infer-shape", "{} channels, expected {}: {} numbers for each of {} boxes",
                         in[0][1], wanted, numbers, boxes);
    }
    return assignOutput(out, 0, in[0]);
}

Status regionShape(const DarknetRegionAttrs &attrs, Shapes &in, Shapes &out)
{
    return boxesShape(attrs.num, attrs.coords + attrs.classes + 1, in, out);
}

Status yoloShape(const DarknetYoloAttrs &attrs, Shapes &in, Shapes &out)
{
    ASSIGN_OR_RETURN(const std::int64_t boxes, attrs.boxes());
    return boxesShape(boxes, attrs.classes + 5, in, out);
}

/// Mean and variance of each of a box's four numbers, whether there is an object, and the classes.
constexpr std::int64_t gaussianNumbers = 9;

Status gaussianShape(const DarknetYoloAttrs &attrs, Shapes &in, Shapes &out)
{
    ASSIGN_OR_RETURN(const std::int64_t boxes, attrs.boxes());
    return boxesShape(boxes, attrs.classes + gaussianNumbers, in, out);
}

/// The numbers of each box, [1, boxes, numbers, cells], some of which are changed.
class BoxNumbers {
public:
    BoxNumbers(const Lowering &op, std::int64_t boxes, std::int64_t numbers)
        : m_op(op),
          m_shape{op.shape(0)[0], boxes, numbers, op.shape(0)[2] * op.shape(0)[3]},
          m_data(op.reshape(op.in(0), m_shape))
    {}

    /// The next `count` numbers: as they are, or what the operator makes of them.
    void take(std::int64_t count, const char *name, AttrDict attrs = {})
    {
        if (count > 0) {
            m_parts.push_back(next(count, name, std::move(attrs)));
        }
    }
    /// The next ones so, then scaled around the middle of their cell.
    void takePlaces(std::int64_t count, const char *name, double scale)
    {
        Entry places = next(count, name, {});
        if (scale != 1) {
            places = m_op.makeScalar("__mul_scalar__", places, scale);
            places = m_op.makeScalar("__add_scalar__", places, -0.5 * (scale - 1));
        }
        m_parts.push_back(places);
    }
    [[nodiscard]] Entry result()
    {
        return m_op.reshape(joined(m_op, std::move(m_parts), 2), m_op.outShape());
    }

private:
    Entry next(std::int64_t count, const char *name, AttrDict attrs)
    {
        const Entry part = sliceOf(m_op, m_data, m_shape, 2, m_next, m_next + count);
        m_next += count;
        return *name == '\0' ? part : m_op.make(name, {part}, std::move(attrs));
    }

    const Lowering &m_op;
    Shape m_shape;
    Entry m_data;
    std::int64_t m_next = 0;
    std::vector<Entry> m_parts;
};

constexpr const char *sigmoid = "sigmoid";
constexpr const char *unchanged = "";

/// The place in the cell, its size as it is, whether there is an object, and the classes. A background is
/// one class more, in the object's place.
Result<Entry> lowerRegion(const Lowering &op)
{
    const auto &attrs = op.attrs<DarknetRegionAttrs>();
    if (!attrs.tree.empty()) {
        return makeError("not-supported", "a tree of classes is not supported");
    }
    if (attrs.coords < 2) {
        return makeError("not-supported", "coords is {}, expected at least 2", attrs.coords);
    }
    BoxNumbers boxes(op, attrs.num, attrs.coords + attrs.classes + 1);
    boxes.take(2, sigmoid);
    boxes.take(attrs.coords - 2, unchanged);
    const bool isOneMore = attrs.background != 0 && attrs.softmax != 0;
    if (!isOneMore) {
        boxes.take(1, attrs.background != 0 ? unchanged : sigmoid);
    }
    const std::int64_t classes = attrs.classes + (isOneMore ? 1 : 0);
    if (attrs.softmax != 0) {
        boxes.take(classes, "softmax", attrsOf({{"axis", "2"}}));
    } else {
        boxes.take(classes, sigmoid);
    }
    return boxes.result();
}

Result<Entry> lowerYolo(const Lowering &op)
{
    const auto &attrs = op.attrs<DarknetYoloAttrs>();
    ASSIGN_OR_RETURN(const std::int64_t count, attrs.boxes());
    BoxNumbers boxes(op, count, attrs.classes + 5);
    const char *const function = attrs.newCoords != 0 ? unchanged : sigmoid;
    boxes.takePlaces(2, function, attrs.scaleXY);
    boxes.take(2, unchanged);
    boxes.take(attrs.classes + 1, function);
    return boxes.result();
}

Result<Entry> lowerGaussianYolo(const Lowering &op)
{
    const auto &attrs = op.attrs<DarknetYoloAttrs>();
    ASSIGN_OR_RETURN(const std::int64_t count, attrs.boxes());
    BoxNumbers boxes(op, count, attrs.classes + gaussianNumbers);
    for (int axis = 0; axis < 2; ++axis) {
        boxes.takePlaces(1, sigmoid, attrs.scaleXY);
        boxes.take(1, sigmoid);
    }
    for (int axis = 0; axis < 2; ++axis) {
        boxes.take(1, unchanged);
        boxes.take(1, sigmoid);
    }
    boxes.take(attrs.classes + 1, sigmoid);
    return boxes.result();
}

Status detectionShape(const DarknetDetectionAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const std::int64_t boxes, darknetProduct(1 + attrs.coords, attrs.num));
    ASSIGN_OR_RETURN(const std::int64_t wanted,
                     darknetProduct(attrs.side * attrs.side, boxes + attrs.classes));
    RETURN_IF_FAILED(checkDarknetRows(in[0]));
    const std::int64_t length = darknetRowLength(in[0]);
    if (!isUnknownSize(length) && length != wanted) {
        return makeError("infer-shape", "{} numbers, expected {} for {} x {} cells", length, wanted,
                         attrs.side, attrs.side);
    }
    return assignOutput(out, 0, {in[0][0], wanted});
}

/// The classes of all cells stand in front.
Result<Entry> lowerDetection(const Lowering &op)
{
    const auto &attrs = op.attrs<DarknetDetectionAttrs>();
    const Shape &row = op.outShape();
    const Entry data = op.reshape(op.in(0), row);
    if (attrs.softmax == 0 || attrs.classes == 0) {
        return data;
    }
    const std::int64_t cells = attrs.side * attrs.side;
    const std::int64_t front = cells * attrs.classes;
    const Entry classes =
        op.reshape(sliceOf(op, data, row, 1, 0, front), {row[0] * cells, attrs.classes});
    const Entry shares = op.make("softmax", {classes}, attrsOf({{"axis", "1"}}));
    const Entry boxes = sliceOf(op, data, row, 1, front, row[1]);
    return joined(op, {op.reshape(shares, {row[0], front}), boxes}, 1);
}

OpBuilder<DarknetYoloAttrs> yoloLayer(const char *name, const char *summary)
{
    using Yolo = DarknetYoloAttrs;
    OpBuilder<Yolo> layer(Dialect::Darknet, name);
    layer.summary(summary)
        .category(OpCategory::Other)
        .attr(field("mask", &Yolo::mask, "numbers of the anchors that this layer has"))
        .attr(field("anchors", &Yolo::anchors, "width and height of each box, in pixels"))
        .attr(field("classes", &Yolo::classes, "kinds of objects").atLeast(0).atMost(darknetMost))
        .attr(field("num", &Yolo::num, "anchors of all layers").atLeast(1).atMost(darknetMost))
        .attr(field("scale_x_y", &Yolo::scaleXY, "how far a box's place may leave its cell"))
        .inputs({"data"})
        .type(anyCountSameType());
    return layer;
}

} // namespace

void registerDkDetection(OpRegistry &ops)
{
    using Region = DarknetRegionAttrs;
    addDarknetLayer(
        ops,
        OpBuilder<Region>(Dialect::Darknet, "region")
            .summary("boxes and classes of YOLO v2 for each cell")
            .category(OpCategory::Other)
            .attr(field("anchors", &Region::anchors, "width and height of each box, in cells"))
            .attr(field("classes", &Region::classes, "kinds of objects")
                      .atLeast(0)
                      .atMost(darknetMost))
            .attr(
                field("coords", &Region::coords, "numbers of a box").atLeast(1).atMost(darknetMost))
            .attr(field("num", &Region::num, "boxes for each cell").atLeast(1).atMost(darknetMost))
            .attr(field("softmax", &Region::softmax, "1: the classes' shares sum up to 1"))
            .attr(field("background", &Region::background, "1: no object is a class"))
            .attr(field("tree", &Region::tree, "file of a tree of classes"))
            .inputs({"data"})
            .shape(regionShape)
            .type(anyCountSameType())
            .lower(lowerTo(lowerRegion))
            .build());
    OpBuilder<DarknetYoloAttrs> yolo =
        yoloLayer("yolo", "boxes and classes of YOLO v3 and later for each cell");
    yolo.attr(field("new_coords", &DarknetYoloAttrs::newCoords,
                    "1: the numbers are what the layer above gives"))
        .shape(yoloShape)
        .lower(lowerTo(lowerYolo));
    addDarknetLayer(ops, yolo.build());
    OpBuilder<DarknetYoloAttrs> gaussian =
        yoloLayer("Gaussian_yolo", "boxes with their uncertainty, and classes, for each cell");
    gaussian.shape(gaussianShape).lower(lowerTo(lowerGaussianYolo));
    addDarknetLayer(ops, gaussian.build());
    using Detection = DarknetDetectionAttrs;
    addDarknetLayer(
        ops,
        OpBuilder<Detection>(Dialect::Darknet, "detection")
            .summary("boxes and classes of YOLO v1 for each cell")
            .category(OpCategory::Other)
            .attr(field("classes", &Detection::classes, "kinds of objects")
                      .atLeast(0)
                      .atMost(darknetMost))
            .attr(field("coords", &Detection::coords, "numbers of a box")
                      .atLeast(1)
                      .atMost(darknetMost))
            .attr(field("side", &Detection::side, "cells in each direction")
                      .atLeast(1)
                      .atMost(darknetMost))
            .attr(
                field("num", &Detection::num, "boxes for each cell").atLeast(1).atMost(darknetMost))
            .attr(field("softmax", &Detection::softmax, "1: the classes' shares sum up to 1"))
            .inputs({"data"})
            .shape(detectionShape)
            .type(anyCountSameType())
            .lower(lowerTo(lowerDetection))
            .build());
}

} // namespace nervure
