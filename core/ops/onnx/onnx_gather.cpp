// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_elements.h"
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>

namespace nervure {

namespace {

using namespace onnx;

/// The elements that known indices take from a vector.
void gatherElements(ValueCall &call)
{
    const MaybeShape &data = call.shape(0);
    const auto indices = call.numbers(1);
    if (!data || data->size() != 1 || !data->front().isNumber() || !indices) {
        return;
    }
    const std::int64_t size = *data->front().number();
    std::vector<std::size_t> places;
    for (const std::int64_t index : *indices) {
        places.push_back(static_cast<std::size_t>(index < 0 ? index + size : index));
    }
    pickElements(call, 0, places);
}

Status gather(ValueCall &call)
{
    const MaybeShape &data = call.shape(0);
    const MaybeShape &indices = call.shape(1);
    if (!data || !indices) {
        return {};
    }
    if (data->empty()) {
        return makeError("infer-shape", "data has no dimensions, expected at least 1");
    }
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(call.attrs.integer("axis"), data->size()));
    const auto at = data->begin() + static_cast<std::ptrdiff_t>(axis);
    Dimensions shape(data->begin(), at);
    shape.insert(shape.end(), indices->begin(), indices->end());
    shape.insert(shape.end(), at + 1, data->end());
    call.setShape(0, std::move(shape));
    gatherElements(call);
    return {};
}

/// Indices of the data's rank give a result of their shape.
Status gatherElementwise(ValueCall &call)
{
    const MaybeShape &indices = call.shape(1);
    if (indices) {
        RETURN_IF_FAILED(checkRank(call, 0, indices->size()));
    }
    call.setShape(0, indices);
    return {};
}

/// The last dimension of the indices says how many dimensions of the data one index takes.
Status gatherNd(ValueCall &call)
{
    const MaybeShape &data = call.shape(0);
    const MaybeShape &indices = call.shape(1);
    if (!data || !indices || indices->empty() || !indices->back().isNumber()) {
        return {};
    }
    const std::int64_t taken = *indices->back().number();
    const std::int64_t batch = call.attrs.integer("batch_dims");
    const auto rank = static_cast<std::int64_t>(data->size());
    if (taken < 0 || batch < 0 || taken > rank || batch > rank - taken) {
        return makeError("infer-shape",
                         "indices take {} dimensions after {} of batches, expected at most {}",
                         taken, batch, rank);
    }
    Dimensions shape(indices->begin(), indices->end() - 1);
    shape.insert(shape.end(), data->begin() + static_cast<std::ptrdiff_t>(batch + taken),
                 data->end());
    call.setShape(0, std::move(shape));
    return {};
}

void declareScatter(OpRegistry &ops)
{
    const Attribute axis = integer("axis", 0, "the dimension that indices speak of");
    const auto reduction = [](std::vector<std::string> choices) {
        return text("reduction", "none", "what becomes of an element that is there and a new one")
            .oneOf(std::move(choices));
    };
    const std::vector<std::string> first{"none", "add", "mul"};
    const std::vector<std::string> later{"none", "add", "mul", "max", "min"};
    constexpr std::string_view byElement = "data:T indices:Tind updates:T -> output:T";
    constexpr std::string_view bySlice = "data:T indices:i64 updates:T -> output:T";
    Version gone;
    gone.since = 11;
    gone.change = "replaced by ScatterElements";
    gone.isDeprecated = true;
    add(ops, OpCategory::Layout, "Scatter", "the tensor with some elements replaced",
        {{9, byElement, "T = any; Tind = i32 i64", std::vector{axis}, sameShape}, gone});
    add(ops, OpCategory::Layout, "ScatterElements", "the tensor with some elements replaced",
        {{11, byElement, "T = any; Tind = i32 i64", std::vector{axis}, sameShape},
         {13, {}, "T += bf16"},
         {16, {}, {}, std::vector{axis, reduction(first)}},
         {18, {}, {}, std::vector{axis, reduction(later)}}});
    add(ops, OpCategory::Layout, "ScatterND", "the tensor with some slices replaced",
        {{11, bySlice, "T = any", std::vector<Attribute>{}, sameShape},
         {13, {}, "T += bf16"},
         {16, {}, {}, std::vector{reduction(first)}},
         {18, {}, {}, std::vector{reduction(later)}}});
}

/// A row of elements is a matrix of one row.
Status extractFeatures(ValueCall &call)
{
    MaybeShape shape = call.shape(0);
    if (!shape || shape->empty()) {
        return {};
    }
    if (shape->size() == 1) {
        shape->insert(shape->begin(), Dimension(1));
    }
    shape->back() = call.shape(1) ? productOf(*call.shape(1)) : Dimension();
    call.setShape(0, std::move(shape));
    return {};
}

} // namespace

void registerOnnxGather(OpRegistry &ops)
{
    add(ops, OpCategory::Layout, "ai.onnx.ml:ArrayFeatureExtractor",
        "elements of the last dimension, by their indices",
        {{1, "X:T Y:i64 -> Z:T", "T = f32 f64 i32 i64 str", std::vector<Attribute>{},
          extractFeatures}});
    const Attribute axis = integer("axis", 0, "the dimension that indices speak of");
    add(ops, OpCategory::Layout, "Gather", "slices of a tensor, by their indices along a dimension",
        {{1, "data:T indices:Tind -> output:T", "T = any; Tind = i32 i64", std::vector{axis},
          gather},
         {11, {}, {}, {}, {}, "negative indices count from the last"},
         {13, {}, "T += bf16"}});
    add(ops, OpCategory::Layout, "GatherElements",
        "for each place an element, by its index along a dimension",
        {{11, "data:T indices:Tind -> output:T", "T = any; Tind = i32 i64", std::vector{axis},
          gatherElementwise},
         {13, {}, "T += bf16"}});
    add(ops, OpCategory::Layout, "GatherND",
        "slices of a tensor, by their indices along several dimensions",
        {{11, "data:T indices:i64 -> output:T", "T = any", std::vector<Attribute>{}, gatherNd},
         {12,
          {},
          {},
          std::vector{integer("batch_dims", 0, "how many first dimensions are batches")}},
         {13, {}, "T += bf16"}});
    declareScatter(ops);
}

} // namespace nervure
