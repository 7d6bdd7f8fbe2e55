// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

namespace nervure {

namespace {

using namespace onnx;

/// Where along the axis the extreme value is: one index for all of it.
Status extremeIndex(ValueCall &call)
{
    MaybeShape shape = call.shape(0);
    if (!shape) {
        return {};
    }
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(call.attrs.integer("axis"), shape->size()));
    if (call.attrs.integer("keepdims") != 0) {
        (*shape)[axis] = 1;
    } else {
        shape->erase(shape->begin() + static_cast<std::ptrdiff_t>(axis));
    }
    call.setShape(0, std::move(shape));
    return {};
}

void addExtremeIndex(OpRegistry &ops, std::string_view name, std::string_view summary)
{
    const Attribute axis = integer("axis", 0, "the dimension along which to look");
    const Attribute keepsDimension =
        flag("keepdims", true, "whether that dimension stays, with size 1");
    add(ops, OpCategory::Reduction, name, summary,
        {{1, "data:T -> reduced:i64", "T = number", std::vector{axis, keepsDimension},
          extremeIndex},
         {11, {}, {}, {}, {}, "a negative axis counts from the last dimension"},
         {12,
          {},
          {},
          std::vector{axis, keepsDimension,
                      flag("select_last_index", false,
                           "of equal values: whether the last counts, not the first")}},
         {13, {}, "T += bf16"}});
}

Status cumulative(ValueCall &call)
{
    const auto axis = call.numbers(1);
    if (call.shape(0) && axis && axis->size() == 1) {
        RETURN_IF_FAILED(axisOf(axis->front(), call.shape(0)->size()));
    }
    return sameShape(call);
}

std::vector<Attribute> cumulativeAttributes()
{
    return {flag("exclusive", false, "whether each result leaves out the value at its own place"),
            flag("reverse", false, "whether to begin at the end")};
}

/// How many values are asked for: attribute k, later input K of one element.
Result<Dimension> wantedCount(const ValueCall &call)
{
    if (call.version < 10) {
        return Dimension(call.attrs.integer("k"));
    }
    RETURN_IF_FAILED(checkRank(call, 1, 1));
    if (call.shape(1) && call.shape(1)->front().isNumber() && !call.shape(1)->front().is(1)) {
        return makeError("infer-shape", "input K has {} elements, expected 1",
                         call.shape(1)->front().text());
    }
    const auto *elements = call.whole(1);
    return elements && elements->size() == 1 ? elements->front() : Dimension();
}

Status topValues(ValueCall &call)
{
    ASSIGN_OR_RETURN(const Dimension wanted, wantedCount(call));
    MaybeShape shape = call.shape(0);
    if (!shape) {
        return {};
    }
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(call.attrs.integer("axis"), shape->size()));
    const Dimension there = (*shape)[axis];
    const bool isTooMany =
        wanted.isNumber() && there.isNumber() && *wanted.number() > *there.number();
    if (isTooMany || (wanted.isNumber() && *wanted.number() < 0)) {
        return makeError("infer-shape", "k is {}, expected 0 to {}, the size of dimension {}",
                         wanted.text(), there.text(), axis);
    }
    (*shape)[axis] = wanted;
    call.setShape(0, shape);
    call.setShape(1, std::move(shape));
    return {};
}

void declareTopK(OpRegistry &ops)
{
    const Attribute axis = integer("axis", -1, "the dimension along which values are compared");
    add(ops, OpCategory::Reduction, "TopK",
        "the largest or smallest values along a dimension, and where they were",
        {{1, "X:T -> Values:T Indices:I", "T = float; I = i64",
          std::vector{axis, integer("k", "how many values").required()}, topValues},
         {10, "X:T K:i64 -> Values:T Indices:I", {}, std::vector{axis}},
         {11,
          {},
          "T += int uint",
          std::vector{axis, flag("largest", true, "whether the largest values, not the smallest"),
                      flag("sorted", true, "whether they come in order")}},
         {24, {}, "T += bf16"}});
}

} // namespace

void registerOnnxAlongAxis(OpRegistry &ops)
{
    addExtremeIndex(ops, "ArgMax", "the index of the largest value along a dimension");
    addExtremeIndex(ops, "ArgMin", "the index of the smallest value along a dimension");
    add(ops, OpCategory::Reduction, "CumSum", "sums of all values up to each along a dimension",
        {{11, "x:T axis:T2 -> y:T", "T = f32 f64 i32 i64 u32 u64; T2 = i32 i64",
          cumulativeAttributes(), cumulative},
         {14, {}, "T += f16 bf16"}});
    add(ops, OpCategory::Reduction, "CumProd",
        "products of all values up to each along a dimension",
        {{26, "x:T axis:T2 -> y:T", "T = float bf16 i32 i64 u32 u64; T2 = i32 i64",
          cumulativeAttributes(), cumulative}});
    declareTopK(ops);
}

} // namespace nervure
