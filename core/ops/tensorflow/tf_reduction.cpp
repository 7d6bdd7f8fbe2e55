// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_shapes.h"
#include "core/ops/tensorflow/tf_operator.h"

#include <array>

namespace nervure::tensorflow {

namespace {

/// Along the axes of input 1; none of them reduce nothing.
std::optional<OnnxForm> alongAxes(const AtNode &node)
{
    OnnxForm form{{}, {0}};
    form.attrs.set("keepdims", node.attrs.integer("keep_dims"));
    form.attrs.set("noop_with_empty_axes", std::int64_t{1});
    const auto axes = node.numbers(1);
    if (axes) {
        form.attrs.set("axes", *axes);
    } else {
        form.inputs.push_back(1);
    }
    return form;
}

Status positionShape(ValueCall &call)
{
    const ElementType type = typeAttribute(call.attrs, "output_type");
    call.setElement(0, type == ElementType::Undefined ? ElementType::Int64 : type);
    const auto axis = AtNode{call.attrs, call.inputs}.number(1);
    if (!call.shape(0)) {
        return {};
    }
    Dimensions shape = *call.shape(0);
    if (!axis) {
        call.setShape(0, shape.empty() ? onnx::MaybeShape()
                                       : onnx::unknownDimensions(shape.size() - 1));
        return {};
    }
    ASSIGN_OR_RETURN(const std::size_t place, onnx::axisOf(*axis, shape.size()));
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(place));
    call.setShape(0, std::move(shape));
    return {};
}

Lowered positionOf(const OnnxLowering &op, const char *name)
{
    ASSIGN_OR_RETURN(const Numbers axis, op.numbers(1, "dimension"));
    ASSIGN_OR_RETURN(const std::size_t place, onnx::axisOf(axis.at(0), op.in(0).rank()));
    const Operand found = op.argReduce(name, op.in(0), place);
    return op.result(op.reshape(found, op.outDims()));
}

Lowered positionOfLargest(const OnnxLowering &op)
{
    return positionOf(op, "argmax");
}

Lowered positionOfLeast(const OnnxLowering &op)
{
    return positionOf(op, "argmin");
}

std::optional<OnnxForm> accumulated(const AtNode &node)
{
    OnnxForm form{{}, {0, 1}};
    form.attrs.set("exclusive", node.attrs.integer("exclusive"));
    form.attrs.set("reverse", node.attrs.integer("reverse"));
    return form;
}

/// Truth values are 0 or 1.
Lowered truthReduced(const OnnxLowering &op, const char *name)
{
    ASSIGN_OR_RETURN(Numbers axes, op.numbers(1, "reduction_indices"));
    ASSIGN_OR_RETURN(axes, onnx::axesOf(axes, op.in(0).rank()));
    return std::vector{op.reshape(op.reduce(name, op.in(0), axes), op.outDims())};
}

Lowered allTrue(const OnnxLowering &op)
{
    return truthReduced(op, "min");
}

Lowered anyTrue(const OnnxLowering &op)
{
    return truthReduced(op, "max");
}

void declareTruths(OpRegistry &ops)
{
    const auto category = OpCategory::Reduction;
    addAll(ops, {{.name = "All",
                  .category = category,
                  .signature = "input:bool reduction_indices:Tidx -> output:bool",
                  .types = "Tidx = i32 i64",
                  .attributes = "keep_dims:bool=false",
                  .summary = "whether all elements along dimensions are true",
                  .as = "ReduceMin",
                  .translate = alongAxes,
                  .lower = allTrue,
                  .numberInputs = inputBits(1)},
                 {.name = "Any",
                  .category = category,
                  .signature = "input:bool reduction_indices:Tidx -> output:bool",
                  .types = "Tidx = i32 i64",
                  .attributes = "keep_dims:bool=false",
                  .summary = "whether one of the elements along dimensions is true",
                  .as = "ReduceMax",
                  .translate = alongAxes,
                  .lower = anyTrue,
                  .numberInputs = inputBits(1)}});
}

void declarePositions(OpRegistry &ops)
{
    const auto category = OpCategory::Reduction;
    addAll(ops, {{.name = "ArgMax",
                  .category = category,
                  .signature = "input:T dimension:Tidx -> output:output_type",
                  .types = "T = number bf16; Tidx = i32 i64; output_type = i32 i64",
                  .attributes = "output_type:type=int64",
                  .summary = "the position of the largest element along a dimension",
                  .infer = positionShape,
                  .lower = positionOfLargest,
                  .numberInputs = inputBits(1)},
                 {.name = "ArgMin",
                  .category = category,
                  .signature = "input:T dimension:Tidx -> output:output_type",
                  .types = "T = number bf16; Tidx = i32 i64; output_type = i32 i64",
                  .attributes = "output_type:type=int64",
                  .summary = "the position of the smallest element along a dimension",
                  .infer = positionShape,
                  .lower = positionOfLeast,
                  .numberInputs = inputBits(1)},
                 {.name = "Cumsum",
                  .category = category,
                  .signature = "x:T axis:Tidx -> out:T",
                  .types = "T = number bf16; Tidx = i32 i64",
                  .attributes = "exclusive:bool=false reverse:bool=false",
                  .as = "CumSum",
                  .translate = accumulated,
                  .numberInputs = inputBits(1)}});
}

void declareAllReduction(OpRegistry &ops)
{
    struct Row {
        std::string_view name;
        std::string_view onnx;
    };
    const auto category = OpCategory::Reduction;
    for (const Row &row :
         std::array{Row{"Sum", "ReduceSum"}, Row{"Mean", "ReduceMean"}, Row{"Max", "ReduceMax"},
                    Row{"Min", "ReduceMin"}, Row{"Prod", "ReduceProd"}}) {
        add(ops, {.name = row.name,
                  .category = category,
                  .signature = "input:T reduction_indices:Tidx -> output:T",
                  .types = "T = number bf16 c64 c128; Tidx = i32 i64",
                  .attributes = "keep_dims:bool=false",
                  .as = row.onnx,
                  .translate = alongAxes,
                  .numberInputs = inputBits(1)});
    }
    declareTruths(ops);
    declarePositions(ops);
}

} // namespace

} // namespace nervure::tensorflow

namespace nervure {

void registerTfReduction(OpRegistry &ops)
{
    tensorflow::declareAllReduction(ops);
}

} // namespace nervure
