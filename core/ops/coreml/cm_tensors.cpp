// SPDX-License-Identifier: Apache-2.0
// What puts the elements of tensors of any rank elsewhere.
#include "core/ops/coreml/cm_blob.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>
#include <numeric>

namespace nervure::coreml {

namespace {

/// The attribute axis as a place among so many dimensions.
Result<std::size_t> axisOf(const OnnxAttrs &attrs, std::size_t rank)
{
    return onnx::axisOf(attrs.integer("axis"), rank);
}

std::optional<OnnxForm> withAxis(const AtNode &node)
{
    OnnxForm form;
    form.attrs.set("axis", node.attrs.integer("axis"));
    for (std::size_t i = 0; i < node.in.size(); ++i) {
        form.inputs.push_back(i);
    }
    return form;
}

std::optional<OnnxForm> withOrder(const AtNode &node)
{
    OnnxForm form;
    form.attrs.set("perm", node.attrs.integers("axes"));
    form.inputs = {0};
    return form;
}

/// Where the size is -1, what is left; where it is 0, with `copies` that of the input.
Status targetOf(ValueCall &call, bool copies)
{
    Dimensions out;
    const auto &shape = call.shape(0);
    std::optional<std::size_t> open;
    Dimension known = 1;
    for (const std::int64_t size : call.attrs.integers("targetShape")) {
        const std::size_t i = out.size();
        if (size < -1) {
            return makeError("attr-invalid", "targetShape has {}, expected sizes or -1", size);
        }
        if (size == -1) {
            open = i;
            out.emplace_back();
            continue;
        }
        const bool isSame = size == 0 && copies && shape && i < shape->size();
        out.push_back(isSame ? (*shape)[i] : Dimension(size));
        known = known * out.back();
    }
    if (open && shape) {
        out[*open] = productOf(*shape).dividedBy(known);
    }
    const Dimension before = shape ? productOf(*shape) : Dimension();
    const Dimension after = productOf(out);
    if (before.isNumber() && after.isNumber() && before != after) {
        return makeError("infer-shape", "{} elements, expected {} as targetShape has",
                         before.text(), after.text());
    }
    call.setShape(0, std::move(out));
    return {};
}

Status rankedTarget(ValueCall &call)
{
    return targetOf(call, false);
}
Status sameRankTarget(ValueCall &call)
{
    return targetOf(call, true);
}

Lowered asInferred(const OnnxLowering &op)
{
    return shaped(op, op.in(0));
}

Status likeOther(ValueCall &call)
{
    call.setShape(0, call.shape(1));
    return {};
}

Status squeezedShape(ValueCall &call)
{
    const auto &shape = call.shape(0);
    if (!shape) {
        return {};
    }
    const Numbers &given = call.attrs.integers("axes");
    const bool isAll = call.attrs.integer("squeezeAll") != 0 || given.empty();
    ASSIGN_OR_RETURN(const auto axes, onnx::axesOf(given, shape->size()));
    Dimensions out;
    for (std::size_t i = 0; i < shape->size(); ++i) {
        const bool isListed = std::find(axes.begin(), axes.end(), i) != axes.end();
        if (isListed && (*shape)[i].isNumber() && !(*shape)[i].is(1)) {
            return makeError("infer-shape", "dimension {} has {} elements, expected 1", i,
                             (*shape)[i].text());
        }
        if (isAll ? !(*shape)[i].is(1) : !isListed) {
            out.push_back((*shape)[i]);
        }
    }
    call.setShape(0, out.empty() ? Dimensions{1} : std::move(out));
    return {};
}

Status expandedShape(ValueCall &call)
{
    const auto &shape = call.shape(0);
    const Numbers &given = call.attrs.integers("axes");
    if (!shape) {
        return {};
    }
    ASSIGN_OR_RETURN(auto axes, onnx::axesOf(given, shape->size() + given.size()));
    std::sort(axes.begin(), axes.end());
    Dimensions out = *shape;
    for (const std::size_t axis : axes) {
        out.insert(out.begin() + static_cast<std::ptrdiff_t>(std::min(axis, out.size())),
                   Dimension(1));
    }
    call.setShape(0, std::move(out));
    return {};
}

Status twoDimensions(ValueCall &call)
{
    const auto &shape = call.shape(0);
    if (!shape) {
        return {};
    }
    const auto rank = static_cast<std::int64_t>(shape->size());
    std::int64_t axis = call.attrs.integer("axis");
    axis += axis < 0 ? rank : 0;
    if (axis < 0 || axis > rank) {
        return makeError("attr-invalid", "axis is {}, expected one of {} dimensions", axis, rank);
    }
    const std::span<const Dimension> all(*shape);
    const auto front = static_cast<std::size_t>(axis);
    call.setShape(0, Dimensions{productOf(all.first(front)), productOf(all.subspan(front))});
    return {};
}

Status stackedShape(ValueCall &call)
{
    const auto &shape = call.shape(0);
    if (shape) {
        ASSIGN_OR_RETURN(const std::size_t axis, axisOf(call.attrs, shape->size() + 1));
        Dimensions out = *shape;
        out.insert(out.begin() + static_cast<std::ptrdiff_t>(axis),
                   Dimension(static_cast<std::int64_t>(call.inputs.size())));
        call.setShape(0, std::move(out));
    }
    return {};
}

Lowered stack(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(op.attrs(), op.in(0).rank() + 1));
    return std::vector{stacked(op, op.allInputs(), axis)};
}

Status joinedShape(ValueCall &call)
{
    std::optional<Dimensions> all;
    for (std::size_t i = 0; i < call.inputs.size(); ++i) {
        const auto &shape = call.shape(i);
        if (!shape) {
            return {};
        }
        ASSIGN_OR_RETURN(const std::size_t axis, axisOf(call.attrs, shape->size()));
        if (!all) {
            all = *shape;
            continue;
        }
        if (all->size() != shape->size()) {
            return makeError("infer-shape", "{} and {} dimensions, expected as many", all->size(),
                             shape->size());
        }
        (*all)[axis] = (*all)[axis] + (*shape)[axis];
    }
    call.setShape(0, all);
    return {};
}

/// With `interleave` the first of each input, then the second of each.
Lowered join(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(op.attrs(), op.in(0).rank()));
    if (op.attrs().integer("interleave") == 0) {
        return std::vector{op.concatenate(op.allInputs(), axis)};
    }
    return shaped(op, stacked(op, op.allInputs(), axis + 1));
}

Status splitRankedShape(ValueCall &call)
{
    const auto &shape = call.shape(0);
    if (!shape) {
        return {};
    }
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(call.attrs, shape->size()));
    const Numbers &sizes = call.attrs.integers("splitSizes");
    const auto count = static_cast<std::int64_t>(call.outputs.size());
    for (std::size_t i = 0; i < call.outputs.size(); ++i) {
        Dimensions out = *shape;
        if (sizes.size() == call.outputs.size()) {
            out[axis] = sizes[i];
        } else {
            ASSIGN_OR_RETURN(out[axis], onnx::wholeShare((*shape)[axis], count, "elements"));
        }
        call.setShape(i, std::move(out));
    }
    return {};
}

Lowered splitRanked(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(op.attrs(), op.in(0).rank()));
    std::vector<Operand> outputs;
    std::int64_t first = 0;
    for (std::size_t i = 0; i < op.outputCount(); ++i) {
        const std::int64_t size = op.outDims(i)[axis];
        if (first + size > op.in(0).dims[axis]) {
            return makeError("not-supported", "the parts are larger than the whole");
        }
        outputs.push_back(op.slice(op.in(0), axis, first, first + size));
        first += size;
    }
    return outputs;
}

} // namespace

} // namespace nervure::coreml

namespace nervure {

void registerCmTensors(OpRegistry &ops)
{
    using coreml::asInferred;
    constexpr std::string_view one = "x:T -> y:T";
    constexpr std::string_view two = "x:T like:T -> y:T";
    constexpr std::string_view all = "x:T... -> y:T";
    coreml::addAll(ops, {{.name = "transpose",
                          .category = OpCategory::Layout,
                          .attributes = "axes:ints=[]",
                          .as = "Transpose",
                          .translate = coreml::withOrder},
                         {.name = "softmaxND",
                          .category = OpCategory::Reduction,
                          .attributes = "axis:int=0",
                          .as = "Softmax",
                          .translate = coreml::withAxis}});
    coreml::addLayout(ops, "reshapeStatic", one, "targetShape:ints=[]",
                      "the same elements in another shape", coreml::rankedTarget, asInferred);
    coreml::addLayout(ops, "rankPreservingReshape", one, "targetShape:ints=[]",
                      "the same elements in another shape of as many dimensions",
                      coreml::sameRankTarget, asInferred);
    coreml::addLayout(ops, "reshapeLike", two, "",
                      "the same elements in the shape of another value", coreml::likeOther,
                      asInferred);
    coreml::addLayout(ops, "squeeze", one, "axes:ints=[] squeezeAll:bool=false",
                      "the same elements without dimensions of size 1", coreml::squeezedShape,
                      asInferred);
    coreml::addLayout(ops, "expandDims", one, "axes:ints=[]",
                      "the same elements with more dimensions of size 1", coreml::expandedShape,
                      asInferred);
    coreml::addLayout(ops, "flattenTo2D", one, "axis:int=0", "the same elements in two dimensions",
                      coreml::twoDimensions, asInferred);
    coreml::addLayout(ops, "stack", all, "axis:int=0",
                      "all inputs one behind the other, in a new dimension", coreml::stackedShape,
                      coreml::stack);
    coreml::addLayout(ops, "concatND", all, "axis:int=0 interleave:bool=false",
                      "all inputs one behind the other, along a dimension", coreml::joinedShape,
                      coreml::join);
    coreml::addLayout(ops, "splitND", "x:T -> y:T...",
                      "axis:int=0 numSplits:int=0 splitSizes:ints=[]", "a dimension in parts",
                      coreml::splitRankedShape, coreml::splitRanked);
}

} // namespace nervure
