// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/chosen_elements.h"
#include "core/ops/onnx/onnx_elements.h"
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {

using namespace onnx;

Status shapeOf(ValueCall &call)
{
    const MaybeShape &from = call.shape(0);
    if (!from) {
        call.setShape(0, unknownDimensions(1));
        return {};
    }
    const auto rank = static_cast<std::int64_t>(from->size());
    const auto clamped = [rank](std::int64_t at) {
        return std::clamp<std::int64_t>(at < 0 ? at + rank : at, 0, rank);
    };
    const std::int64_t start = clamped(call.attrs.integer("start"));
    const std::int64_t end = std::max(start, clamped(call.attrs.integer("end", rank)));
    KnownElements elements;
    elements.whole.assign(from->begin() + start, from->begin() + end);
    call.setShape(0, Dimensions{Dimension(end - start)});
    setElements(call, 0, std::move(elements));
    return {};
}

Status sizeOf(ValueCall &call)
{
    call.setShape(0, Dimensions());
    if (call.shape(0)) {
        KnownElements elements;
        elements.whole = {productOf(*call.shape(0))};
        setElements(call, 0, std::move(elements));
    }
    return {};
}

/// How many numbers there are from `start` on, below `limit`.
Dimension rangeCount(const Dimension &start, const Dimension &limit, const Dimension &delta)
{
    const auto from = start.number();
    const auto to = limit.number();
    const auto step = delta.number();
    if (step && *step == 1 && !(from && to)) {
        return limit - start; // names are taken to stand for no empty range
    }
    if (!from || !to || !step || *step == 0) {
        return {};
    }
    const double count = std::ceil((static_cast<double>(*to) - static_cast<double>(*from))
                                   / static_cast<double>(*step));
    return Dimension(static_cast<std::int64_t>(std::max(count, 0.0)));
}

void rangeElements(ValueCall &call, const Dimension &start, const Dimension &delta)
{
    const auto sizes = smallSizes(call.outputs[0].shape);
    if (!sizes) {
        return;
    }
    KnownElements elements;
    Dimension value = start;
    for (std::size_t i = 0; i < sizes->front(); ++i) {
        elements.whole.push_back(value);
        value = value + delta;
    }
    setElements(call, 0, std::move(elements));
}

Status range(ValueCall &call)
{
    call.setShape(0, unknownDimensions(1));
    std::vector<Dimension> whole;
    std::vector<double> real;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto &elements = call.in(i).elements;
        if (elements && elements->whole.size() == 1) {
            whole.push_back(elements->whole.front());
        } else if (elements && elements->real.size() == 1 && elements->real.front()) {
            real.push_back(*elements->real.front());
        }
    }
    if (whole.size() == 3) {
        call.setShape(0, Dimensions{rangeCount(whole[0], whole[1], whole[2])});
        rangeElements(call, whole[0], whole[2]);
    } else if (real.size() == 3 && real[2] != 0) {
        const double count = std::ceil((real[1] - real[0]) / real[2]);
        constexpr double most = 1e12;
        if (std::abs(count) < most) {
            call.setShape(0,
                          Dimensions{Dimension(static_cast<std::int64_t>(std::max(count, 0.0)))});
        }
    }
    return {};
}

Status oneHot(ValueCall &call)
{
    const MaybeShape &indices = call.shape(0);
    if (!indices) {
        return {};
    }
    ASSIGN_OR_RETURN(const std::size_t axis,
                     axisOf(call.attrs.integer("axis", -1), indices->size() + 1));
    Dimension depth;
    if (const auto &elements = call.in(1).elements) {
        if (elements->whole.size() == 1) {
            depth = elements->whole.front();
        } else if (elements->real.size() == 1 && elements->real.front()) {
            depth = Dimension(static_cast<std::int64_t>(*elements->real.front()));
        }
    }
    Dimensions shape = *indices;
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), depth);
    call.setShape(0, std::move(shape));
    return {};
}

Status eyeLike(ValueCall &call)
{
    RETURN_IF_FAILED(checkRank(call, 0, 2));
    ASSIGN_OR_RETURN(const ElementType type,
                     elementTypeAttribute(call, "dtype", call.in(0).element));
    call.setElement(0, type);
    return sameShape(call);
}

/// One row a dimension, one column an element that is not 0.
Status nonZero(ValueCall &call)
{
    const MaybeShape &from = call.shape(0);
    const auto rank = from ? Dimension(static_cast<std::int64_t>(from->size())) : Dimension();
    call.setShape(0, Dimensions{rank, Dimension()});
    chooseNonZero(call);
    return {};
}

Status unique(ValueCall &call)
{
    for (std::size_t i = 0; i < call.outputs.size(); ++i) {
        call.setShape(i, unknownDimensions(1));
    }
    if (call.attrs.has("axis")) {
        MaybeShape shape = call.shape(0);
        if (shape) {
            ASSIGN_OR_RETURN(const std::size_t axis,
                             axisOf(call.attrs.integer("axis"), shape->size()));
            (*shape)[axis] = {};
        }
        call.setShape(0, std::move(shape));
    }
    chooseUnique(call);
    return {};
}

Status compress(ValueCall &call)
{
    MaybeShape shape = call.shape(0);
    if (!call.attrs.has("axis")) {
        shape = unknownDimensions(1);
    } else if (shape) {
        ASSIGN_OR_RETURN(const std::size_t axis, axisOf(call.attrs.integer("axis"), shape->size()));
        (*shape)[axis] = {};
    }
    // Conditions that are known say how many elements stay.
    if (const auto conditions = call.numbers(1); conditions && shape) {
        const auto count = std::count_if(conditions->begin(), conditions->end(),
                                         [](std::int64_t truth) { return truth != 0; });
        for (Dimension &size : *shape) {
            size = size.isUnknown() ? Dimension(static_cast<std::int64_t>(count)) : size;
        }
    }
    call.setShape(0, std::move(shape));
    return {};
}

Status where(ValueCall &call)
{
    RETURN_IF_FAILED(broadcastShape(call));
    const auto chosen = [](std::span<const Dimension> in) {
        return in[0].isNumber()      ? (in[0].is(0) ? in[2] : in[1])
               : in[1].equals(in[2]) ? in[1]
                                     : Dimension();
    };
    computeElements(call, chosen, {});
    return {};
}

void declareChoices(OpRegistry &ops)
{
    const std::vector<Attribute> none;
    add(ops, OpCategory::Elementwise, "Where", "elements of X where the condition holds, else of Y",
        {{9, "condition:B X:T Y:T -> output:T", "B = bool; T = any", none, where},
         {16, {}, "T += bf16"}});
    add(ops, OpCategory::Layout, "NonZero", "the indices of elements that are not 0",
        {{9, "X:T -> Y:i64", "T = any", none, nonZero}, {13, {}, "T += bf16"}});
    add(ops, OpCategory::Layout, "Unique",
        "each element or slice once, with where and how often it was",
        {{11, "X:T -> Y:T indices:i64? inverse_indices:i64? counts:i64?", "T = any",
          std::vector{
              integer("axis", "the dimension whose slices are compared; elements if there is none"),
              flag("sorted", true, "whether the result is in ascending order")},
          unique},
         {28, {}, "T += bf16"}});
    add(ops, OpCategory::Layout, "Compress", "slices for which a condition holds",
        {{9, "input:T condition:T1 -> output:T", "T = any; T1 = bool",
          std::vector{integer(
              "axis",
              "the dimension of slices; elements of the flattened tensor if there is none")},
          compress},
         {11, {}, {}, {}, {}, "a negative axis counts from the last"},
         {28, {}, "T += bf16"}});
}

} // namespace

void registerOnnxSizes(OpRegistry &ops)
{
    const std::vector<Attribute> none;
    add(ops, OpCategory::Data, "Shape", "the sizes of a tensor's dimensions",
        withSmallTypes(
            {{1, "data:T -> shape:T1", "T = any; T1 = i64", none, shapeOf},
             {13, {}, "T += bf16"},
             {15,
              {},
              {},
              std::vector{integer("end", "the dimension to end before; all if there is none"),
                          integer("start", 0, "the first dimension")}}},
            "T", 19));
    add(ops, OpCategory::Data, "Size", "the number of a tensor's elements",
        withSmallTypes(
            {{1, "data:T -> size:T1", "T = any; T1 = i64", none, sizeOf}, {13, {}, "T += bf16"}},
            "T", 19));
    add(ops, OpCategory::Data, "Range", "numbers from a start, by steps, below a limit",
        {{11, "start:T limit:T delta:T -> output:T", "T = f32 f64 i16 i32 i64", none, range},
         {27,
          {},
          "T += bf16 f16",
          std::vector{
              integer("stash_type", 1, "the element type that is computed in, by number")}}});
    add(ops, OpCategory::Data, "OneHot", "for each index a vector with one element set",
        {{9, "indices:T1 depth:T2 values:T3 -> output:T3", "T1 = number; T2 = number; T3 = any",
          std::vector{integer("axis", -1, "where the vectors lie in the result")}, oneHot},
         {11, {}, {}, {}, {}, "negative indices count from the last"},
         {28, {}, "T3 += bf16"}});
    add(ops, OpCategory::Data, "EyeLike", "1 along a diagonal, 0 elsewhere",
        {{9, "input:T1 -> output:T2", "T1 = number bool; T2 = number bool",
          std::vector{elementType("dtype", "the element type of the result; that of the input"),
                      integer("k", 0, "which diagonal: 0 the main one, above it if positive")},
          eyeLike},
         {22, {}, "T1 += bf16; T2 += bf16"}});
    declareChoices(ops);
}

} // namespace nervure
