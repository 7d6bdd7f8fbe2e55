// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

namespace nervure {

namespace {

using namespace onnx;

constexpr auto quantizing = OpCategory::Elementwise;

/// The sizes of a scale of blocks: those of the data, along the axis divided by the block's.
Status checkBlocks(const ValueCall &call, std::int64_t blockSize)
{
    const Dimensions &data = *call.shape(0);
    const Dimensions &scale = *call.shape(1);
    RETURN_IF_FAILED(checkRank(call, 1, data.size()));
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(call.attrs.integer("axis"), data.size()));
    for (std::size_t i = 0; i < data.size(); ++i) {
        const Dimension expected = i == axis ? data[i].ceilOf(blockSize) : data[i];
        ASSIGN_OR_RETURN(const Dimension checked,
                         same(scale[i], expected, "sizes of the scale and numbers of blocks"));
    }
    return {};
}

/// A scale is one number, a number for each index of the axis, or one for each block.
Status checkScale(const ValueCall &call)
{
    const MaybeShape &data = call.shape(0);
    const MaybeShape &scale = call.shape(1);
    const std::int64_t blockSize = call.attrs.integer("block_size");
    if (blockSize < 0) {
        return makeError("infer-shape", "block_size is {}, expected 0 or more", blockSize);
    }
    if (!data || !scale || scale->empty()) {
        return {};
    }
    if (blockSize > 0) {
        return checkBlocks(call, blockSize);
    }
    const bool isByAxis =
        call.attrs.has("axis") && scale->size() == 1 && !scale->front().is(1) && data->size() > 1;
    if (!isByAxis) {
        return {};
    }
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(call.attrs.integer("axis"), data->size()));
    return checkVector(call, 1, (*data)[axis], "sizes of the scale and of the axis");
}

/// Attribute output_dtype says the element type, else `otherwise`.
Status setQuantizedType(ValueCall &call, ElementType otherwise)
{
    if (call.attrs.integer("output_dtype") == 0) {
        call.setElement(0, otherwise);
        return {};
    }
    ASSIGN_OR_RETURN(const ElementType type, elementTypeAttribute(call, "output_dtype", otherwise));
    call.setElement(0, type);
    return {};
}

Status quantized(ValueCall &call)
{
    RETURN_IF_FAILED(checkScale(call));
    RETURN_IF_FAILED(sameShape(call));
    const ElementType zeroPoint = call.has(2) ? call.in(2).element : ElementType::UInt8;
    RETURN_IF_FAILED(setQuantizedType(call, zeroPoint));
    const ElementType type = call.outputs.empty() ? zeroPoint : call.outputs[0].element;
    if (call.has(2) && zeroPoint != ElementType::Undefined && type != zeroPoint) {
        return makeError("infer-type", "output_dtype is {}, expected {} as the zero point is",
                         elementTypeName(type), elementTypeName(zeroPoint));
    }
    return {};
}

/// Scales that are only powers of 2 are no type to compute with: output_dtype says it then.
Status dequantized(ValueCall &call)
{
    RETURN_IF_FAILED(checkScale(call));
    RETURN_IF_FAILED(sameShape(call));
    if (call.version < 19) {
        return {};
    }
    const ElementType scale = call.in(1).element;
    return setQuantizedType(call,
                            scale == ElementType::Float8E8M0 ? ElementType::Undefined : scale);
}

Status dynamicallyQuantized(ValueCall &call)
{
    call.setShape(1, Dimensions());
    call.setShape(2, Dimensions());
    return sameShape(call);
}

Attribute scaleAxis()
{
    return integer("axis", 1, "the dimension that scales are for, or that is cut into blocks");
}

Attribute blockSize()
{
    return integer("block_size", 0, "how many values along the axis have one scale; 0: no blocks");
}

Attribute quantizedType(std::string otherwise)
{
    return integer("output_dtype", 0,
                   "the element type of the result; 0: that of the " + otherwise);
}

void declareQuantize(OpRegistry &ops)
{
    const Attribute saturate =
        flag("saturate", true, "whether 8-bit floats hold what is out of their range at its ends");
    const Attribute type = quantizedType("zero point, or uint8");
    add(ops, quantizing, "QuantizeLinear", "values divided by a scale, as small numbers",
        {{10, "x:T1 y_scale:f32 y_zero_point:T2? -> y:T2", "T1 = f32 i32; T2 = i8 u8",
          std::vector<Attribute>{}, quantized},
         {13, {}, {}, std::vector{scaleAxis()}, {}, "takes scales for each index of an axis"},
         {19, "x:T1 y_scale:T1 y_zero_point:T2? -> y:T2", "T1 += f16 bf16; T2 += f8",
          std::vector{scaleAxis(), saturate}},
         {21,
          {},
          "T2 += i16 u16 int4 uint4",
          std::vector{scaleAxis(), blockSize(), type, saturate},
          {},
          "takes scales of blocks"},
         {23, "x:T1 y_scale:T2 y_zero_point:T3? -> y:T3",
          "T2 = f32 f16 bf16 i32; T3 = i8 u8 i16 u16 f8 int4 uint4 f4",
          std::vector{
              scaleAxis(), blockSize(), type,
              integer("precision", 0, "the element type that is divided in; 0: that of the scale"),
              saturate}},
         {24, {}, "T2 += e8m0"},
         {25, {}, "T3 += int2 uint2"},
         {28, {}, "T3 += f6"}});
}

void declareDequantize(OpRegistry &ops)
{
    add(ops, quantizing, "DequantizeLinear", "small numbers times a scale, as values",
        {{10, "x:T x_scale:f32 x_zero_point:T? -> y:f32", "T = i32 i8 u8", std::vector<Attribute>{},
          dequantized},
         {13, {}, {}, std::vector{scaleAxis()}, {}, "takes scales for each index of an axis"},
         {19, "x:T1 x_scale:T2 x_zero_point:T1? -> y:T2", "T1 = f8 i32 i8 u8; T2 = f32 f16 bf16"},
         {21,
          {},
          "T1 += i16 u16 int4 uint4",
          std::vector{scaleAxis(), blockSize()},
          {},
          "takes scales of blocks"},
         {23, "x:T1 x_scale:T2 x_zero_point:T1? -> y:T3", "T1 += f4; T3 = f32 f16 bf16",
          std::vector{scaleAxis(), blockSize(), quantizedType("scale")}},
         {24, {}, "T2 += e8m0"},
         {25, {}, "T1 += int2 uint2"},
         {28, {}, "T1 += f6"}});
}

} // namespace

void registerOnnxQuantization(OpRegistry &ops)
{
    declareQuantize(ops);
    declareDequantize(ops);
    add(ops, quantizing, "DynamicQuantizeLinear",
        "values as uint8, with the scale and zero point that their range needs",
        {{11, "x:T1 -> y:T2 y_scale:f32 y_zero_point:T2", "T1 = f32; T2 = u8",
          std::vector<Attribute>{}, dynamicallyQuantized}});
}

} // namespace nervure
