// SPDX-License-Identifier: Apache-2.0
// What takes elements by their places.
#include "core/ops/onnx/onnx_shapes.h"
#include "core/ops/tensorflow/tf_operator.h"

namespace nervure::tensorflow {

namespace {

std::optional<OnnxForm> ofFirst(const AtNode &)
{
    OnnxForm form{{}, {0, 1}};
    form.attrs.set("axis", std::int64_t{0});
    return form;
}

/// Batches that both share are no dimension of their own in ONNX's operator.
std::optional<OnnxForm> ofAxis(const AtNode &node)
{
    const auto axis = node.number(2);
    if (!axis || node.attrs.integer("batch_dims") != 0) {
        return std::nullopt;
    }
    OnnxForm form{{}, {0, 1}};
    form.attrs.set("axis", *axis);
    return form;
}

std::optional<OnnxForm> ofPlaces(const AtNode &)
{
    OnnxForm form{{}, {0, 1}};
    form.attrs.set("batch_dims", std::int64_t{0});
    return form;
}

/// The largest elements of the last dimension and their places.
Status largestShape(ValueCall &call)
{
    call.setElement(1, ElementType::Int32);
    if (!call.shape(0)) {
        return {};
    }
    Dimensions shape = *call.shape(0);
    if (shape.empty()) {
        return makeError("infer-shape", "input 0 has no dimension, expected 1 at least");
    }
    shape.back() = onnx::wholeElement(call, 1);
    call.setShape(0, shape);
    call.setShape(1, std::move(shape));
    return {};
}

Lowered largestAndPlaces(const OnnxLowering &op)
{
    OnnxAttrs attrs;
    attrs.set("axis", std::int64_t{-1});
    attrs.set("largest", std::int64_t{1});
    attrs.set("sorted", std::int64_t{1});
    ASSIGN_OR_RETURN(std::vector<Operand> found, op.as("TopK", attrs, {0, 1}));
    found[1] = op.cast(found[1], op.outType(1));
    return found;
}

void declareAllGather(OpRegistry &ops)
{
    const auto category = OpCategory::Layout;
    constexpr std::string_view types = "Tparams = any bf16; Tindices = i32 i64";
    addAll(ops, {{.name = "Gather",
                  .category = category,
                  .signature = "params:Tparams indices:Tindices -> output:Tparams",
                  .types = types,
                  .attributes = "validate_indices:bool=true",
                  .as = "Gather",
                  .translate = ofFirst},
                 {.name = "GatherV2",
                  .category = category,
                  .signature = "params:Tparams indices:Tindices axis:Taxis -> output:Tparams",
                  .types = "Tparams = any bf16; Tindices = i32 i64; Taxis = i32 i64",
                  .attributes = "batch_dims:int=0",
                  .as = "Gather",
                  .translate = ofAxis,
                  .numberInputs = inputBits(2)},
                 {.name = "GatherNd",
                  .category = category,
                  .signature = "params:Tparams indices:Tindices -> output:Tparams",
                  .types = types,
                  .as = "GatherND",
                  .translate = ofPlaces},
                 {.name = "TopKV2",
                  .category = category,
                  .signature = "input:T k:i32 -> values:T indices:i32",
                  .types = "T = number bf16",
                  .attributes = "sorted:bool=true",
                  .as = "TopK",
                  .infer = largestShape,
                  .lower = largestAndPlaces,
                  .numberInputs = inputBits(1)}});
}

} // namespace

} // namespace nervure::tensorflow

namespace nervure {

void registerTfGather(OpRegistry &ops)
{
    tensorflow::declareAllGather(ops);
}

} // namespace nervure
