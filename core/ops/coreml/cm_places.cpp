// SPDX-License-Identifier: Apache-2.0
// What reads elements at places that are numbers, and what makes tensors.
#include "core/ops/coreml/cm_blob.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>
#include <cmath>

namespace nervure::coreml {

namespace {

Status gatheredShape(ValueCall &call)
{
    const auto &shape = call.shape(0);
    const auto &places = call.shape(1);
    if (!shape || !places) {
        return {};
    }
    ASSIGN_OR_RETURN(const std::size_t axis,
                     onnx::axisOf(call.attrs.integer("axis"), shape->size()));
    Dimensions out(shape->begin(), shape->begin() + static_cast<std::ptrdiff_t>(axis));
    out.insert(out.end(), places->begin(), places->end());
    out.insert(out.end(), shape->begin() + static_cast<std::ptrdiff_t>(axis) + 1, shape->end());
    call.setShape(0, std::move(out));
    return {};
}

/// Places as whole numbers, negative ones counted from the end.
Operand placesOf(const OnnxLowering &op, std::size_t input, std::int64_t size)
{
    const Operand places = op.in(input);
    const Operand fromEnd = op.scalar("add", places, static_cast<double>(size));
    return op.cast(op.where(op.compare("less", places, 0), fromEnd, places), DType::Int32);
}

Lowered gather(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    ASSIGN_OR_RETURN(const std::size_t axis, onnx::axisOf(op.attrs().integer("axis"), x.rank()));
    return std::vector{op.take(x, placesOf(op, 1, x.dims[axis]), axis)};
}

Status alongAxisShape(ValueCall &call)
{
    call.setShape(0, call.shape(1));
    return {};
}

Lowered gatherAlongAxis(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    ASSIGN_OR_RETURN(const std::size_t axis, onnx::axisOf(op.attrs().integer("axis"), x.rank()));
    OnnxAttrs attrs;
    attrs.set("axis", static_cast<std::int64_t>(axis));
    return op.as("GatherElements", attrs, {{x}, {placesOf(op, 1, x.dims[axis])}}, {op.outDims()});
}

Status gatheredNdShape(ValueCall &call)
{
    const auto &shape = call.shape(0);
    const auto &places = call.shape(1);
    if (!shape || !places || places->empty() || !places->back().isNumber()) {
        return {};
    }
    const std::int64_t taken = *places->back().number();
    if (taken < 0 || taken > static_cast<std::int64_t>(shape->size())) {
        return makeError("infer-shape", "places of {} numbers in {} dimensions", taken,
                         shape->size());
    }
    Dimensions out(places->begin(), places->end() - 1);
    out.insert(out.end(), shape->begin() + static_cast<std::ptrdiff_t>(taken), shape->end());
    call.setShape(0, out.empty() ? Dimensions{1} : std::move(out));
    return {};
}

Lowered gatherNd(const OnnxLowering &op)
{
    const Operand places = op.cast(op.in(1), DType::Int32);
    return shaped(op, op.as("GatherND", {}, {{op.in(0)}, {places}}, {op.outDims()}));
}

/// One dimension of a slice.
struct Cut {
    std::int64_t first = 0;
    std::int64_t step = 1;
    std::int64_t count = 0;
    bool isSqueezed = false;
};

std::int64_t at(const Numbers &numbers, std::size_t i, std::int64_t otherwise)
{
    return i < numbers.size() ? numbers[i] : otherwise;
}

/// As NumPy slices: masks stand for the ends, negative numbers count from the end.
Cut cutOf(const OnnxAttrs &attrs, std::size_t i, std::int64_t size)
{
    Cut cut;
    const bool isSqueezed = at(attrs.integers("squeezeMasks"), i, 0) != 0;
    cut.isSqueezed = isSqueezed;
    const std::int64_t step = at(attrs.integers("strides"), i, 1);
    cut.step = step == 0 || isSqueezed ? 1 : step;
    const std::int64_t low = cut.step > 0 ? 0 : -1;
    const std::int64_t high = cut.step > 0 ? size : size - 1;
    const auto end = [&](std::string_view ids, std::string_view masks, std::int64_t open) {
        if (at(attrs.integers(masks), i, 0) != 0) {
            return open;
        }
        std::int64_t place = at(attrs.integers(ids), i, open);
        place += place < 0 ? size : 0;
        return std::clamp(place, low, high);
    };
    cut.first = end("beginIds", "beginMasks", cut.step > 0 ? 0 : size - 1);
    if (isSqueezed) {
        cut.count = cut.first < size ? 1 : 0;
        return cut;
    }
    const std::int64_t last = end("endIds", "endMasks", cut.step > 0 ? size : -1);
    const std::int64_t reach = cut.step > 0 ? last - cut.first : cut.first - last;
    const std::int64_t stride = std::abs(cut.step);
    cut.count = reach > 0 ? (reach + stride - 1) / stride : 0;
    return cut;
}

Status cutShape(ValueCall &call)
{
    const auto &shape = call.shape(0);
    if (!shape) {
        return {};
    }
    Dimensions out;
    for (std::size_t i = 0; i < shape->size(); ++i) {
        if (!(*shape)[i].isNumber()) {
            const bool isSqueezed = at(call.attrs.integers("squeezeMasks"), i, 0) != 0;
            out.resize(out.size() + (isSqueezed ? 0 : 1));
            continue;
        }
        const Cut cut = cutOf(call.attrs, i, *(*shape)[i].number());
        if (cut.count == 0) {
            return makeError("infer-shape", "no element is left of dimension {}", i);
        }
        if (!cut.isSqueezed) {
            out.emplace_back(cut.count);
        }
    }
    call.setShape(0, out.empty() ? Dimensions{1} : std::move(out));
    return {};
}

Lowered cut(const OnnxLowering &op)
{
    Operand x = op.in(0);
    for (std::size_t i = 0; i < x.rank(); ++i) {
        const Cut cut = cutOf(op.attrs(), i, x.dims[i]);
        if (cut.step > 0) {
            x = op.slice(x, i, cut.first, cut.first + (cut.count - 1) * cut.step + 1, cut.step);
            continue;
        }
        const std::int64_t last = cut.first + (cut.count - 1) * cut.step;
        x = op.flip(op.slice(x, i, last, cut.first + 1, -cut.step), i);
    }
    return shaped(op, x);
}

Status filledShape(ValueCall &call)
{
    const Numbers &target = call.attrs.integers("targetShape");
    call.setShape(0, Dimensions(target.begin(), target.end()));
    return {};
}

Lowered fill(const OnnxLowering &op)
{
    return std::vector{op.full(op.attrs().number("value"), op.outDims(), op.outType())};
}

/// How many numbers a range has.
std::int64_t rangeCount(const OnnxAttrs &attrs)
{
    constexpr double most = 1 << 28;
    const double step = attrs.number("stepSizeValue");
    const double count =
        step == 0 ? 0 : std::ceil((attrs.number("endValue") - attrs.number("startValue")) / step);
    return count > 0 && count < most ? static_cast<std::int64_t>(count) : 0;
}

Status rangeShape(ValueCall &call)
{
    const std::int64_t count = rangeCount(call.attrs);
    if (count == 0) {
        return makeError("infer-shape", "the range has no number, or too many");
    }
    call.setShape(0, Dimensions{count});
    return {};
}

Lowered range(const OnnxLowering &op)
{
    return std::vector{op.arange(op.attrs().number("startValue"),
                                 op.attrs().number("stepSizeValue"), rangeCount(op.attrs()),
                                 op.outType())};
}

Status sizesShape(ValueCall &call)
{
    if (const auto &shape = call.shape(0)) {
        call.setShape(0, Dimensions{static_cast<std::int64_t>(shape->size())});
    }
    return {};
}

Lowered sizes(const OnnxLowering &op)
{
    const Shape &dims = op.in(0).dims;
    return std::vector{op.constant({dims.begin(), dims.end()},
                                   {static_cast<std::int64_t>(dims.size())}, op.outType())};
}

/// Of the last two dimensions what lies between two diagonals, else 0.
Lowered band(const OnnxLowering &op, std::optional<std::int64_t> least,
             std::optional<std::int64_t> most)
{
    const Operand &x = op.in(0);
    if (x.rank() < 2) {
        return makeError("not-supported", "{} dimensions, expected at least 2", x.rank());
    }
    const std::int64_t rows = x.dims[x.rank() - 2];
    const std::int64_t columns = x.dims.back();
    const Operand diagonal =
        op.binary("sub", op.reshape(op.arange(0, 1, columns, x.type), {1, columns}),
                  op.reshape(op.arange(0, 1, rows, x.type), {rows, 1}));
    Operand y = x;
    if (least) {
        const Operand isIn = op.compare("greater_equal", diagonal, static_cast<double>(*least));
        y = op.binary("mul", y, op.cast(isIn, x.type));
    }
    if (most) {
        const Operand isIn = op.compare("less_equal", diagonal, static_cast<double>(*most));
        y = op.binary("mul", y, op.cast(isIn, x.type));
    }
    return std::vector{y};
}

Lowered upperTriangle(const OnnxLowering &op)
{
    return band(op, op.attrs().integer("k"), std::nullopt);
}
Lowered lowerTriangle(const OnnxLowering &op)
{
    return band(op, std::nullopt, op.attrs().integer("k"));
}
Lowered bandPart(const OnnxLowering &op)
{
    const std::int64_t lower = op.attrs().integer("numLower");
    const std::int64_t upper = op.attrs().integer("numUpper");
    return band(op, lower < 0 ? std::nullopt : std::optional(-lower),
                upper < 0 ? std::nullopt : std::optional(upper));
}

Status oneHotShape(ValueCall &call)
{
    if (const auto &shape = call.shape(0)) {
        ASSIGN_OR_RETURN(const std::size_t axis,
                         onnx::axisOf(call.attrs.integer("axis"), shape->size() + 1));
        Dimensions out = *shape;
        out.insert(out.begin() + static_cast<std::ptrdiff_t>(axis),
                   Dimension(call.attrs.integer("oneHotVectorSize")));
        call.setShape(0, std::move(out));
    }
    return {};
}

Lowered oneHot(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    ASSIGN_OR_RETURN(const std::size_t axis,
                     onnx::axisOf(op.attrs().integer("axis"), x.rank() + 1));
    const std::int64_t count = op.attrs().integer("oneHotVectorSize");
    if (count < 1) {
        return makeError("not-supported",
                         "the vectors' size is that of an input, expected a number");
    }
    Shape places(x.rank() + 1, 1);
    places[axis] = count;
    Shape dims = x.dims;
    dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(axis), 1);
    const Operand isIt = op.compare("equal", op.reshape(x, dims),
                                    op.reshape(op.arange(0, 1, count, x.type), places));
    const double off = op.attrs().number("offValue");
    const Operand on = op.scalar("mul", op.cast(isIt, x.type), op.attrs().number("onValue") - off);
    return std::vector{off == 0 ? on : op.scalar("add", on, off)};
}

} // namespace

} // namespace nervure::coreml

namespace nervure {

void registerCmPlaces(OpRegistry &ops)
{
    constexpr std::string_view one = "x:T -> y:T";
    constexpr std::string_view placed = "x:T places:T -> y:T";
    coreml::addLayout(ops, "gather", placed, "axis:int=0", "slices along a dimension, by number",
                      coreml::gatheredShape, coreml::gather);
    coreml::addLayout(ops, "gatherND", placed, "", "slices, by the numbers of their places",
                      coreml::gatheredNdShape, coreml::gatherNd);
    coreml::addLayout(ops, "gatherAlongAxis", placed, "axis:int=0",
                      "elements along a dimension, by number", coreml::alongAxisShape,
                      coreml::gatherAlongAxis);
    coreml::addLayout(
        ops, "sliceStatic", one,
        "beginIds:ints=[] beginMasks:ints=[] endIds:ints=[] endMasks:ints=[] strides:ints=[] "
        "squeezeMasks:ints=[]",
        "a part of each dimension", coreml::cutShape, coreml::cut);
    coreml::addLayout(ops, "fillLike", one, "value:float=0",
                      "a number everywhere, in the shape of the input", onnx::sameShape,
                      coreml::fill);
    coreml::addLayout(ops, "fillStatic", "-> y:T", "value:float=0 targetShape:ints=[]",
                      "a number everywhere", coreml::filledShape, coreml::fill);
    coreml::addLayout(ops, "rangeStatic", "-> y:T",
                      "endValue:float=0 startValue:float=0 stepSizeValue:float=0",
                      "numbers with the same distance", coreml::rangeShape, coreml::range);
    coreml::addLayout(ops, "getShape", one, "", "the sizes of the input", coreml::sizesShape,
                      coreml::sizes);
    coreml::addLayout(ops, "upperTriangular", one, "k:int=0",
                      "what lies on a diagonal and above, else 0", onnx::sameShape,
                      coreml::upperTriangle);
    coreml::addLayout(ops, "lowerTriangular", one, "k:int=0",
                      "what lies on a diagonal and below, else 0", onnx::sameShape,
                      coreml::lowerTriangle);
    coreml::addLayout(ops, "matrixBandPart", one, "numLower:int=0 numUpper:int=0",
                      "what lies near the main diagonal, else 0", onnx::sameShape,
                      coreml::bandPart);
    coreml::addLayout(ops, "oneHot", "x:T size:T? -> y:T",
                      "oneHotVectorSize:int=0 axis:int=0 onValue:float=0 offValue:float=0",
                      "a vector for each number, with one place that differs", coreml::oneHotShape,
                      coreml::oneHot);
}

} // namespace nervure
