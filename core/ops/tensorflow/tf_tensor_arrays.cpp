// SPDX-License-Identifier: Apache-2.0
// Arrays of tensors, which loops of TensorFlow 1 read and fill step by step.
#include "core/ops/onnx/onnx_shapes.h"
#include "core/ops/tensorflow/tf_operator.h"

#include <utility>

namespace nervure::tensorflow {

namespace {

/// What one element is, as far as the operator says.
onnx::MaybeShape elementShape(const ValueCall &call)
{
    const std::string_view text = call.attrs.text("element_shape");
    return text.empty() ? std::nullopt : dimensionsFromText(text);
}

Status scalars(ValueCall &call)
{
    for (std::size_t i = 0; i < call.outputs.size(); ++i) {
        if (call.outputs[i].isTensor()) {
            call.setShape(i, Dimensions());
        }
    }
    return {};
}

Status readShape(ValueCall &call)
{
    call.setType(0, ValueType::tensor(typeAttribute(call.attrs, "dtype")));
    return {};
}

/// As many elements as there are indices, one behind the other.
Status gatheredShape(ValueCall &call)
{
    onnx::MaybeShape shape = elementShape(call);
    if (shape) {
        const auto &indices = call.shape(1);
        shape->insert(shape->begin(),
                      indices && indices->size() == 1 ? indices->front() : Dimension());
    }
    call.setType(0, ValueType::tensor(typeAttribute(call.attrs, "dtype"), std::move(shape)));
    return {};
}

void declareTensorArrays(OpRegistry &ops)
{
    const auto declare = [&ops](std::string_view name, std::string_view signature,
                                std::string_view attributes, std::string_view summary,
                                ValueRule infer) {
        add(ops, {.name = name,
                  .category = OpCategory::Other,
                  .signature = signature,
                  .types = "H = any; T = any bf16",
                  .attributes = attributes,
                  .summary = summary,
                  .infer = std::move(infer),
                  .typesAreAttributes = false});
    };
    declare("TensorArrayV3", "size:i32 -> handle:H flow:f32",
            "dtype:type! element_shape:shape dynamic_size:bool=false clear_after_read:bool=true "
            "identical_element_shapes:bool=false tensor_array_name:string",
            "an array of tensors", scalars);
    declare("TensorArrayReadV3", "handle:H index:i32 flow_in:f32 -> value:T", "dtype:type!",
            "one tensor of an array", readShape);
    declare("TensorArrayWriteV3", "handle:H index:i32 value:T flow_in:f32 -> flow_out:f32",
            "T:type", "puts a tensor into an array", scalars);
    declare("TensorArrayGatherV3", "handle:H indices:i32 flow_in:f32 -> value:T",
            "dtype:type! element_shape:shape", "tensors of an array as one", gatheredShape);
    declare("TensorArrayScatterV3", "handle:H indices:i32 value:T flow_in:f32 -> flow_out:f32",
            "T:type", "puts the parts of a tensor into an array", scalars);
    declare("TensorArraySizeV3", "handle:H flow_in:f32 -> size:i32", {},
            "how many tensors an array has", scalars);
}

} // namespace

} // namespace nervure::tensorflow

namespace nervure {

void registerTfTensorArrays(OpRegistry &ops)
{
    tensorflow::declareTensorArrays(ops);
}

} // namespace nervure
