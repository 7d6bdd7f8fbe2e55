// SPDX-License-Identifier: Apache-2.0
// What puts the elements of images elsewhere.
#include "core/ops/coreml/cm_blob.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>
#include <array>

namespace nervure::coreml {

namespace {

/// The numbers of an attribute about the edges of height and width: in front of and behind each. None: 0.
Result<std::array<std::int64_t, 4>> edgesOf(const OnnxAttrs &attrs, std::string_view name)
{
    constexpr std::int64_t most = std::int64_t{1} << 30;
    const Numbers &numbers = attrs.integers(name);
    const bool fits = numbers.size() == 4
                      && std::all_of(numbers.begin(), numbers.end(),
                                     [](std::int64_t one) { return one >= 0 && one <= most; });
    if (!numbers.empty() && !fits) {
        return makeError("attr-invalid", "{} has {} numbers, expected 4 that are not negative",
                         name, numbers.size());
    }
    std::array<std::int64_t, 4> edges{};
    std::copy(numbers.begin(), numbers.end(), edges.begin());
    return edges;
}

Status flattenedShape(ValueCall &call)
{
    ASSIGN_OR_RETURN(const Blob blob, blobAt(call, 0));
    setBlob(call, 0, vectorOf(call, blob, blob.channels * blob.height * blob.width));
    return {};
}

bool isChannelLast(const OnnxLowering &op)
{
    return op.attrs().text("mode") == "CHANNEL_LAST";
}

Lowered flatten(const OnnxLowering &op)
{
    const Operand x = asImages(op, op.in(0));
    return shaped(op, isChannelLast(op) ? op.transpose(x, {0, 2, 3, 1}) : x);
}

/// Sequence, channels, height and width that a reshape gives; the sequence stays where it has three sizes. One of -1 is
/// what the others leave.
Result<std::array<Dimension, 4>> targetSizes(const Numbers &target, const Blob &from)
{
    std::array<Dimension, 4> sizes{from.sequence};
    std::copy(target.rbegin(), target.rend(), sizes.rbegin());
    const auto isOpen = [](const Dimension &size) { return size.is(-1); };
    const auto open = std::find_if(sizes.begin(), sizes.end(), isOpen);
    if (std::count_if(sizes.begin(), sizes.end(), isOpen) > 1) {
        return makeError("infer-shape", "targetShape has more than one -1, expected at most one");
    }
    if (open != sizes.end()) {
        *open = 1;
        const Dimension others = sizes[0] * sizes[1] * sizes[2] * sizes[3];
        const Dimension all = from.sequence * from.channels * from.height * from.width;
        *open = all.dividedBy(others);
        if (open->isUnknown() && all.isNumber() && others.isNumber()) {
            return makeError("infer-shape", "{} elements, expected a multiple of {} for the -1",
                             all.text(), others.text());
        }
    }
    return sizes;
}

Status reshapedShape(ValueCall &call)
{
    ASSIGN_OR_RETURN(Blob blob, blobAt(call, 0));
    const Numbers &target = call.attrs.integers("targetShape");
    if (target.size() != 3 && target.size() != 4) {
        return makeError("infer-shape", "targetShape has {} sizes, expected 3 or 4", target.size());
    }
    if (!blob.isKnown()) {
        return {};
    }
    const Dimension before = blob.sequence * blob.channels * blob.height * blob.width;
    ASSIGN_OR_RETURN(const auto sizes, targetSizes(target, blob));
    blob.sequence = sizes[0];
    blob.channels = sizes[1];
    blob.height = sizes[2];
    blob.width = sizes[3];
    blob.rank = std::max<std::size_t>(blob.rank, 4);
    const Dimension after = blob.sequence * blob.channels * blob.height * blob.width;
    if (before.isNumber() && after.isNumber() && before != after) {
        return makeError("infer-shape", "{} elements, expected {} as targetShape has",
                         before.text(), after.text());
    }
    setBlob(call, 0, blob);
    return {};
}

Lowered reshape(const OnnxLowering &op)
{
    if (!isChannelLast(op)) {
        return shaped(op, op.in(0));
    }
    const Operand rows = op.transpose(asImages(op, op.in(0)), {0, 2, 3, 1});
    const Shape out = op.outDims();
    const std::size_t rank = out.size();
    const std::int64_t images = rows.count() / (out[rank - 3] * out[rank - 2] * out[rank - 1]);
    const Operand turned = op.reshape(rows, {images, out[rank - 2], out[rank - 1], out[rank - 3]});
    return shaped(op, op.transpose(turned, {0, 3, 1, 2}));
}

/// The order of sequence, channels, height and width.
Result<Numbers> orderOf(const OnnxAttrs &attrs)
{
    const Numbers &axes = attrs.integers("axis");
    if (axes.empty()) {
        return Numbers{0, 1, 2, 3};
    }
    if (axes.size() != 4
        || !std::is_permutation(axes.begin(), axes.end(), Numbers{0, 1, 2, 3}.begin())) {
        return makeError("attr-invalid", "axis has {} numbers, expected 0, 1, 2 and 3 in an order",
                         axes.size());
    }
    return axes;
}

Status permutedShape(ValueCall &call)
{
    ASSIGN_OR_RETURN(const Blob blob, blobAt(call, 0));
    ASSIGN_OR_RETURN(const Numbers order, orderOf(call.attrs));
    const std::array sizes{blob.sequence, blob.channels, blob.height, blob.width};
    const auto at = [&](std::size_t i) { return sizes[static_cast<std::size_t>(order[i])]; };
    setBlob(call, 0, {std::max<std::size_t>(blob.rank, 4), at(0), blob.batch, at(1), at(2), at(3)});
    return {};
}

Lowered permute(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(const Numbers order, orderOf(op.attrs()));
    if (order[0] == 0) {
        return shaped(op, op.transpose(asImages(op, op.in(0)), {0, order[1], order[2], order[3]}));
    }
    Numbers axes{0, 1, 0, 0, 0}; // the batch stays where it is
    constexpr std::array<std::size_t, 4> places{0, 2, 3, 4};
    for (std::size_t i = 0; i < order.size(); ++i) {
        axes[places[i]] = static_cast<std::int64_t>(places[static_cast<std::size_t>(order[i])]);
    }
    return shaped(op, op.transpose(asBlob(op, op.in(0)), axes));
}

Status reorganizedShape(ValueCall &call)
{
    ASSIGN_OR_RETURN(Blob blob, blobAt(call, 0));
    const std::int64_t side = call.attrs.integer("blockSize");
    if (side < 1 || side > 1 << 15) {
        return makeError("attr-invalid", "blockSize is {}, expected at least 1", side);
    }
    if (call.attrs.text("mode") == "SPACE_TO_DEPTH") {
        blob.channels = blob.channels * Dimension(side * side);
        ASSIGN_OR_RETURN(blob.height, onnx::wholeShare(blob.height, side, "height"));
        ASSIGN_OR_RETURN(blob.width, onnx::wholeShare(blob.width, side, "width"));
    } else {
        ASSIGN_OR_RETURN(blob.channels, onnx::wholeShare(blob.channels, side * side, "channels"));
        blob.height = blob.height * Dimension(side);
        blob.width = blob.width * Dimension(side);
    }
    blob.rank = blob.isKnown() ? std::max<std::size_t>(blob.rank, 3) : 0;
    setBlob(call, 0, blob);
    return {};
}

Lowered reorganize(const OnnxLowering &op)
{
    OnnxAttrs attrs;
    const std::int64_t side = op.attrs().integer("blockSize");
    attrs.set("blocksize", side);
    const Operand x = asImages(op, op.in(0));
    const std::string_view mode = op.attrs().text("mode");
    attrs.set("mode", std::string(mode == "PIXEL_SHUFFLE" ? "CRD" : "DCR"));
    const Shape &in = x.dims;
    if (mode == "SPACE_TO_DEPTH") {
        return shaped(op, op.as("SpaceToDepth", attrs, {{x}},
                                {{in[0], in[1] * side * side, in[2] / side, in[3] / side}}));
    }
    return shaped(op, op.as("DepthToSpace", attrs, {{x}},
                            {{in[0], in[1] / (side * side), in[2] * side, in[3] * side}}));
}

Status croppedShape(ValueCall &call)
{
    ASSIGN_OR_RETURN(Blob blob, blobAt(call, 0));
    if (call.has(1)) {
        ASSIGN_OR_RETURN(const Blob wanted, blobAt(call, 1));
        blob.height = wanted.height;
        blob.width = wanted.width;
        setBlob(call, 0, blob);
        return {};
    }
    ASSIGN_OR_RETURN(const auto edges, edgesOf(call.attrs, "cropAmounts"));
    blob.height = blob.height - Dimension(edges[0] + edges[1]);
    blob.width = blob.width - Dimension(edges[2] + edges[3]);
    for (const Dimension &size : {blob.height, blob.width}) {
        if (size.isNumber() && *size.number() < 1) {
            return makeError("infer-shape", "nothing is left of the image");
        }
    }
    setBlob(call, 0, blob);
    return {};
}

Lowered crop(const OnnxLowering &op)
{
    Operand x = asImages(op, op.in(0));
    const Shape out = op.outDims();
    Numbers first{0, 0};
    if (op.has(1)) {
        const Numbers &offset = op.attrs().integers("offset");
        first = offset.size() == 2 ? offset : first;
    } else {
        ASSIGN_OR_RETURN(const auto edges, edgesOf(op.attrs(), "cropAmounts"));
        first = {edges[0], edges[2]};
    }
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const std::int64_t size = out[out.size() - 2 + axis];
        if (first[axis] < 0 || first[axis] + size > x.dims[axis + 2]) {
            return makeError("not-supported", "crops beyond the image");
        }
        x = op.slice(x, axis + 2, first[axis], first[axis] + size);
    }
    return shaped(op, x);
}

Status paddedShape(ValueCall &call)
{
    ASSIGN_OR_RETURN(Blob blob, blobAt(call, 0));
    ASSIGN_OR_RETURN(const auto edges, edgesOf(call.attrs, "paddingAmounts"));
    blob.height = blob.height + Dimension(edges[0] + edges[1]);
    blob.width = blob.width + Dimension(edges[2] + edges[3]);
    blob.rank = blob.isKnown() ? std::max<std::size_t>(blob.rank, 3) : 0;
    setBlob(call, 0, blob);
    return {};
}

Lowered pad(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(const auto edges, edgesOf(op.attrs(), "paddingAmounts"));
    const Operand x = asImages(op, op.in(0));
    const std::string_view type = op.attrs().text("type");
    const Numbers before{0, 0, edges[0], edges[2]};
    const Numbers after{0, 0, edges[1], edges[3]};
    if (type == "constant") {
        return shaped(op, op.pad(x, before, after, op.attrs().number("value")));
    }
    OnnxAttrs attrs;
    attrs.set("mode", std::string(type == "reflection" ? "reflect" : "edge"));
    Numbers pads = before;
    pads.insert(pads.end(), after.begin(), after.end());
    const Shape out{x.dims[0], x.dims[1], x.dims[2] + edges[0] + edges[1],
                    x.dims[3] + edges[2] + edges[3]};
    return shaped(op, op.as("Pad", attrs, {{x}, {{}, pads}}, {out}));
}

/// The axis of an image that the attribute names: channels, height or width.
std::size_t slicedAxis(const OnnxAttrs &attrs)
{
    const std::string_view axis = attrs.text("axis");
    return axis == "CHANNEL_AXIS" ? 1 : axis == "HEIGHT_AXIS" ? 2 : 3;
}

struct Range {
    std::int64_t first = 0;
    std::int64_t last = 0;
    std::int64_t step = 1;

    [[nodiscard]] std::int64_t count() const { return (last - first + step - 1) / step; }
};

/// Fails where it holds no element.
Result<Range> rangeOf(const OnnxAttrs &attrs, std::int64_t size)
{
    Range range{attrs.integer("startIndex"), attrs.integer("endIndex"),
                std::max<std::int64_t>(attrs.integer("stride"), 1)};
    range.first += range.first < 0 ? size : 0;
    range.last += range.last < 0 ? size : 0;
    range.last = std::min(range.last, size);
    if (range.first < 0 || range.first >= range.last) {
        return makeError("infer-shape", "from {} to {} of {} elements there is none",
                         attrs.integer("startIndex"), attrs.integer("endIndex"), size);
    }
    return range;
}

Status slicedShape(ValueCall &call)
{
    ASSIGN_OR_RETURN(Blob blob, blobAt(call, 0));
    const std::size_t axis = slicedAxis(call.attrs);
    Dimension &size = axis == 1 ? blob.channels : axis == 2 ? blob.height : blob.width;
    if (size.isNumber()) {
        ASSIGN_OR_RETURN(const Range range, rangeOf(call.attrs, *size.number()));
        size = range.count();
    } else {
        size = Dimension();
    }
    setBlob(call, 0, blob);
    return {};
}

Lowered slice(const OnnxLowering &op)
{
    const Operand x = asImages(op, op.in(0));
    const std::size_t axis = slicedAxis(op.attrs());
    ASSIGN_OR_RETURN(const Range range, rangeOf(op.attrs(), x.dims[axis]));
    return shaped(op, op.slice(x, axis, range.first, range.last, range.step));
}

} // namespace

} // namespace nervure::coreml

namespace nervure {

void registerCmLayout(OpRegistry &ops)
{
    const auto add = [&ops](std::string_view name, std::string_view attributes,
                            std::string_view summary, auto infer, auto lower,
                            std::string_view signature = "x:T -> y:T") {
        coreml::add(ops, {.name = name,
                          .category = OpCategory::Layout,
                          .signature = signature,
                          .attributes = attributes,
                          .summary = summary,
                          .infer = infer,
                          .lower = lower});
    };
    add("flatten", "mode:CHANNEL_FIRST|CHANNEL_LAST=CHANNEL_FIRST keepsRank:bool=false",
        "an image as one vector", coreml::flattenedShape, coreml::flatten);
    add("reshape",
        "targetShape:ints=[] mode:CHANNEL_FIRST|CHANNEL_LAST=CHANNEL_FIRST keepsRank:bool=false",
        "the same elements in another shape", coreml::reshapedShape, coreml::reshape);
    add("permute", "axis:ints=[0,1,2,3]", "sequence, channels, height and width in another order",
        coreml::permutedShape, coreml::permute);
    add("reorganizeData",
        "mode:SPACE_TO_DEPTH|DEPTH_TO_SPACE|PIXEL_SHUFFLE=SPACE_TO_DEPTH blockSize:int=0",
        "blocks of an image as channels, or channels as blocks", coreml::reorganizedShape,
        coreml::reorganize);
    add("crop", "cropAmounts:ints=[] offset:ints=[]",
        "an image without its edges, or what of it has the size of another", coreml::croppedShape,
        coreml::crop, "x:T size:T? -> y:T");
    add("padding",
        "type:constant|reflection|replication=constant value:float=0 paddingAmounts:ints=[]",
        "an image with more around it", coreml::paddedShape, coreml::pad);
    add("slice",
        "startIndex:int=0 endIndex:int=0 stride:int=1 "
        "axis:CHANNEL_AXIS|HEIGHT_AXIS|WIDTH_AXIS=CHANNEL_AXIS",
        "a part of the channels, the height or the width", coreml::slicedShape, coreml::slice);
}

} // namespace nervure
