// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_elements.h"
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>
#include <numeric>

namespace nervure {

namespace {

using namespace onnx;

/// The dimension that a reshape is left to find: all elements divided by the other dimensions. Of a tensor of no
/// elements, sizes of 0 do not count, as in TensorFlow.
Result<Dimension> leftDimension(Dimensions over, Dimensions under)
{
    const auto isZero = [](const Dimension &size) { return size.is(0); };
    if (std::any_of(over.begin(), over.end(), isZero)
        && std::any_of(under.begin(), under.end(), isZero)) {
        std::erase_if(over, isZero);
        std::erase_if(under, isZero);
    }
    for (auto it = under.begin(); it != under.end();) {
        const auto equal = std::find_if(over.begin(), over.end(),
                                        [&](const Dimension &size) { return size.equals(*it); });
        if (equal == over.end() || it->is(0)) {
            ++it;
        } else {
            over.erase(equal);
            it = under.erase(it);
        }
    }
    const Dimension all = productOf(over);
    const Dimension others = productOf(under);
    const Dimension left = all.dividedBy(others);
    if (left.isUnknown() && all.isNumber() && others.isNumber() && !others.is(0)) {
        return makeError("infer-shape", "{} elements cannot be divided among {}", all.text(),
                         others.text());
    }
    return left;
}

/// The shape that `target` makes of a tensor: 0 keeps a dimension (unless it is allowed to be one), -1 is
/// left to find.
Result<MaybeShape> reshaped(const MaybeShape &from, const Dimensions &target, bool allowsZero)
{
    Dimensions shape;
    std::optional<std::size_t> left;
    for (std::size_t i = 0; i < target.size(); ++i) {
        if (target[i].is(-1)) {
            if (left) {
                return makeError("infer-shape", "shape {} has -1 twice, expected once at most",
                                 dimensionsText(target));
            }
            left = i;
        } else if (target[i].isNumber() && *target[i].number() < 0) {
            return makeError("infer-shape", "shape {} has a negative size, expected -1 at most",
                             dimensionsText(target));
        }
        if (!target[i].is(0) || allowsZero) {
            shape.push_back(target[i]);
        } else if (!from) {
            shape.emplace_back();
        } else if (i < from->size()) {
            shape.push_back((*from)[i]);
        } else {
            return makeError("infer-shape", "shape {} keeps dimension {}, but there are {}",
                             dimensionsText(target), i, from->size());
        }
    }
    if (left) {
        Dimensions others = shape;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(*left));
        ASSIGN_OR_RETURN(shape[*left], from ? leftDimension(*from, std::move(others))
                                            : Result<Dimension>(Dimension()));
    }
    const Dimension before = from ? productOf(*from) : Dimension();
    const Dimension after = productOf(shape);
    if (before.isNumber() && after.isNumber() && before != after) {
        return makeError("infer-shape", "{} elements do not fit shape {}", before.text(),
                         dimensionsText(shape));
    }
    return MaybeShape(std::move(shape));
}

Status reshapeByAttribute(ValueCall &call)
{
    const auto &sizes = call.attrs.integers("shape");
    ASSIGN_OR_RETURN(MaybeShape shape,
                     reshaped(call.shape(0), Dimensions(sizes.begin(), sizes.end()), false));
    call.setShape(0, std::move(shape));
    keepElements(call);
    return {};
}

Status reshapeByInput(ValueCall &call)
{
    if (const auto *target = call.whole(1)) {
        ASSIGN_OR_RETURN(MaybeShape shape,
                         reshaped(call.shape(0), *target, call.attrs.integer("allowzero") != 0));
        call.setShape(0, std::move(shape));
        keepElements(call);
        return {};
    }
    const auto rank = lengthOf(call.shape(1));
    call.setShape(0, rank ? MaybeShape(unknownDimensions(*rank)) : std::nullopt);
    return {};
}

Status transpose(ValueCall &call)
{
    const MaybeShape &from = call.shape(0);
    const auto &given = call.attrs.integers("perm");
    if (!from) {
        call.setShape(0, call.attrs.has("perm") ? MaybeShape(unknownDimensions(given.size()))
                                                : std::nullopt);
        return {};
    }
    std::vector<std::size_t> order(from->size());
    std::iota(order.rbegin(), order.rend(), std::size_t{0});
    if (call.attrs.has("perm")) {
        if (given.size() != from->size()) {
            return makeError("infer-shape", "perm has {} items, expected {}", given.size(),
                             from->size());
        }
        ASSIGN_OR_RETURN(order, axesOf(given, from->size()));
    }
    Dimensions shape;
    for (const std::size_t dimension : order) {
        shape.push_back((*from)[dimension]);
    }
    call.setShape(0, std::move(shape));
    moveElements(call, 0, [&order](std::span<const std::size_t> to, std::span<std::size_t> source) {
        for (std::size_t i = 0; i < order.size(); ++i) {
            source[order[i]] = to[i];
        }
    });
    return {};
}

Status squeeze(ValueCall &call)
{
    const MaybeShape &from = call.shape(0);
    const auto axes = axesGiven(call);
    const bool areGiven = call.has(1) || call.attrs.has("axes");
    if (!from || !axes) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto gone, axesOf(*axes, from->size()));
    Dimensions shape;
    for (std::size_t i = 0; i < from->size(); ++i) {
        const Dimension &size = (*from)[i];
        const bool isNamed = std::find(gone.begin(), gone.end(), i) != gone.end();
        if (isNamed && size.isNumber() && !size.is(1)) {
            return makeError("infer-shape", "dimension {} is {}, expected 1", i, size.text());
        }
        if (!areGiven && !size.isNumber()) {
            return {}; // it may be 1
        }
        if (areGiven ? !isNamed : !size.is(1)) {
            shape.push_back(size);
        }
    }
    call.setShape(0, std::move(shape));
    keepElements(call);
    return {};
}

Status unsqueeze(ValueCall &call)
{
    const MaybeShape &from = call.shape(0);
    const auto axes = axesGiven(call);
    if (!from || !axes) {
        const auto more = lengthOf(call.shape(1));
        call.setShape(0, from && more ? MaybeShape(unknownDimensions(from->size() + *more))
                                      : std::nullopt);
        return {};
    }
    const std::size_t rank = from->size() + axes->size();
    ASSIGN_OR_RETURN(const auto added, axesOf(*axes, rank));
    Dimensions shape;
    auto next = from->begin();
    for (std::size_t i = 0; i < rank; ++i) {
        const bool isNew = std::find(added.begin(), added.end(), i) != added.end();
        shape.push_back(isNew ? Dimension(1) : *next++);
    }
    call.setShape(0, std::move(shape));
    keepElements(call);
    return {};
}

Status flattenShape(ValueCall &call)
{
    const MaybeShape &from = call.shape(0);
    if (!from) {
        call.setShape(0, unknownDimensions(2));
        return {};
    }
    const std::int64_t rank = static_cast<std::int64_t>(from->size());
    const std::int64_t axis = call.attrs.integer("axis", 1);
    const bool takesNegative = call.version >= 11;
    if (axis > rank || axis < (takesNegative ? -rank : 0)) {
        return makeError("infer-shape", "axis is {}, expected {} to {}", axis,
                         takesNegative ? -rank : 0, rank);
    }
    const std::span<const Dimension> all(*from);
    const auto first = static_cast<std::size_t>(axis < 0 ? axis + rank : axis);
    call.setShape(0, Dimensions{productOf(all.first(first)), productOf(all.subspan(first))});
    keepElements(call);
    return {};
}

Status expand(ValueCall &call)
{
    const auto *target = call.whole(1);
    if (!target) {
        const auto rank = lengthOf(call.shape(1));
        const MaybeShape &from = call.shape(0);
        call.setShape(0, rank && from ? MaybeShape(unknownDimensions(std::max(*rank, from->size())))
                                      : std::nullopt);
        return {};
    }
    ASSIGN_OR_RETURN(MaybeShape shape, broadcast(call.shape(0), MaybeShape(*target)));
    call.setShape(0, std::move(shape));
    const auto from = smallSizes(call.shape(0));
    const auto to = smallSizes(call.outputs[0].shape);
    if (from && to) {
        pickElements(call, 0, broadcastPlaces(*from, *to));
    }
    return {};
}

Status tile(ValueCall &call)
{
    const MaybeShape &from = call.shape(0);
    const auto *repeats = call.whole(1);
    if (!from || !repeats) {
        call.setShape(0, from ? MaybeShape(unknownDimensions(from->size())) : std::nullopt);
        return {};
    }
    if (repeats->size() != from->size()) {
        return makeError("infer-shape", "repeats has {} items, expected {}", repeats->size(),
                         from->size());
    }
    Dimensions shape;
    for (std::size_t i = 0; i < from->size(); ++i) {
        shape.push_back((*from)[i] * (*repeats)[i]);
    }
    call.setShape(0, std::move(shape));
    if (const auto sizes = smallSizes(from)) {
        moveElements(call, 0,
                     [&sizes](std::span<const std::size_t> to, std::span<std::size_t> source) {
                         for (std::size_t i = 0; i < to.size(); ++i) {
                             source[i] = to[i] % (*sizes)[i];
                         }
                     });
    }
    return {};
}

/// The first set repeats one dimension.
Status tileAlong(ValueCall &call)
{
    const MaybeShape &from = call.shape(0);
    call.setShape(0, from ? MaybeShape(unknownDimensions(from->size())) : std::nullopt);
    return {};
}

/// Blocks of pixels become channels, or channels blocks of pixels.
ValueRule blocks(bool intoDepth)
{
    return [intoDepth](ValueCall &call) -> Status {
        RETURN_IF_FAILED(checkRank(call, 0, 4));
        const std::int64_t size = call.attrs.integer("blocksize");
        if (size <= 0 || size > 1'000'000) {
            return makeError("infer-shape", "blocksize is {}, expected 1 or more", size);
        }
        const MaybeShape &from = call.shape(0);
        Dimensions shape = from ? *from : unknownDimensions(4);
        const Dimension area(size * size);
        shape[1] = intoDepth ? shape[1] * area : shape[1].dividedBy(area);
        for (std::size_t i = 2; i < shape.size(); ++i) {
            shape[i] = intoDepth ? shape[i].dividedBy(size) : shape[i] * size;
        }
        call.setShape(0, std::move(shape));
        return {};
    };
}

void declareBlocks(OpRegistry &ops)
{
    const Attribute size = integer("blocksize", "height and width of a block").required();
    const Attribute order =
        text("mode", "DCR", "what changes fastest: DCR the channels, CRD the places in a block")
            .oneOf({"DCR", "CRD"});
    add(ops, OpCategory::Layout, "DepthToSpace", "channels turned into blocks of pixels",
        {{1, "input:T -> output:T", "T = any", std::vector{size}, blocks(false)},
         {11, {}, {}, std::vector{size, order}},
         {13, {}, "T += bf16"},
         {28}});
    add(ops, OpCategory::Layout, "SpaceToDepth", "blocks of pixels turned into channels",
        {{1, "input:T -> output:T", "T = any", std::vector{size}, blocks(true)},
         {13, {}, "T += bf16"},
         {28, {}, {}, std::vector{size, order}}});
}

void declareAxes(OpRegistry &ops)
{
    const std::vector<Attribute> none;
    add(ops, OpCategory::Layout, "Squeeze", "dimensions of size 1 removed",
        withSmallTypes({{1, "data:T -> squeezed:T", "T = any",
                         std::vector{integers(
                             "axes", "dimensions to remove; all of size 1 if there are none")},
                         squeeze},
                        {11, {}, {}, {}, {}, "negative axes count from the last"},
                        {13, "data:T axes:i64? -> squeezed:T", "T += bf16", none}},
                       "T", 21));
    auto unsqueezed = withSmallTypes(
        {{1, "data:T -> expanded:T", "T = any",
          std::vector{integers("axes", "where the new dimensions are in the result").required()},
          unsqueeze},
         {11, {}, {}, {}, {}, "negative axes count from the last"},
         {13, "data:T axes:i64 -> expanded:T", "T += bf16", none}},
        "T", 21);
    add(ops, OpCategory::Layout, "Unsqueeze", "dimensions of size 1 inserted", unsqueezed);
}

} // namespace

void registerOnnxLayout(OpRegistry &ops)
{
    const std::vector<Attribute> none;
    add(ops, OpCategory::Layout, "Reshape", "the same elements in another shape",
        withSmallTypes(
            {{1, "data:T -> reshaped:T", "T = float",
              std::vector{consumedInputs(),
                          integers("shape", "the new shape; 0 keeps a dimension, -1 is found")},
              reshapeByAttribute},
             {5, "data:T shape:i64 -> reshaped:T", "T += any", none, reshapeByInput},
             {13, {}, "T += bf16"},
             {14,
              {},
              {},
              std::vector{flag("allowzero", false, "whether 0 in the shape is a size of 0")}}},
            "T", 19));
    add(ops, OpCategory::Layout, "Transpose", "dimensions in another order",
        withSmallTypes({{1, "data:T -> transposed:T", "T = any",
                         std::vector{integers("perm", "for each dimension of the result the one it "
                                                      "was; reversed if there is none")},
                         transpose},
                        {13, {}, "T += bf16"}},
                       "T", 21));
    declareAxes(ops);
    add(ops, OpCategory::Layout, "Flatten",
        "the dimensions before an axis and those from it made one each",
        withSmallTypes(
            {{1, "input:T -> output:T", "T = float",
              std::vector{integer("axis", 1, "the first of the second dimensions")}, flattenShape},
             {9, {}, "T += any"},
             {11, {}, {}, {}, {}, "negative axes count from the last"},
             {13, {}, "T += bf16"}},
            "T", 21));
    add(ops, OpCategory::Layout, "Expand", "elements repeated until the shape is the one given",
        {{8, "input:T shape:i64 -> output:T", "T = any", none, expand}, {13, {}, "T += bf16"}});
    add(ops, OpCategory::Layout, "Tile", "the tensor repeated along its dimensions",
        {{1, "input:T tiles:T axis:T -> output:T", "T = float", none, tileAlong},
         {6, "input:T repeats:T1 -> output:T", "T += any; T1 = i64", none, tile},
         {13, {}, "T += bf16"}});
    declareBlocks(ops);
}

} // namespace nervure
