// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

namespace nervure {

namespace {

using namespace onnx;

Attribute seedAttribute()
{
    return number("seed", "where random numbers start; any where there is none");
}

Attribute drawnType(std::string otherwise)
{
    return elementType("dtype",
                       "the element type of the result; " + otherwise + " where there is none");
}

/// Attribute dtype says the element type, else it is the input's.
Status typeByAttributeOrInput(ValueCall &call)
{
    ASSIGN_OR_RETURN(const ElementType type,
                     elementTypeAttribute(call, "dtype", call.in(0).element));
    call.setElement(0, type);
    return {};
}

Status drawnByShape(ValueCall &call)
{
    Dimensions shape;
    for (const std::int64_t size : call.attrs.integers("shape")) {
        if (size < 0) {
            return makeError("infer-shape", "shape has the size {}, expected 0 or more", size);
        }
        shape.emplace_back(size);
    }
    call.setShape(0, std::move(shape));
    return typeByAttributeOrInput(call);
}

Status drawnLikeInput(ValueCall &call)
{
    RETURN_IF_FAILED(sameShape(call));
    return typeByAttributeOrInput(call);
}

/// Of each row of weights so many samples.
Status drawnByWeights(ValueCall &call)
{
    RETURN_IF_FAILED(checkRank(call, 0, 2));
    const std::int64_t samples = call.attrs.integer("sample_size");
    if (samples < 1) {
        return makeError("infer-shape", "sample_size is {}, expected 1 or more", samples);
    }
    call.setShape(0, Dimensions{call.shape(0) ? call.shape(0)->front() : Dimension(), samples});
    return typeByAttributeOrInput(call);
}

std::vector<Attribute> normalAttributes(const Attribute &type)
{
    return {type, number("mean", 0.0F, "the mean of the values"),
            number("scale", 1.0F, "their standard deviation"), seedAttribute()};
}

std::vector<Attribute> uniformAttributes(const Attribute &type)
{
    return {type, number("high", 1.0F, "values are below"),
            number("low", 0.0F, "values are not below"), seedAttribute()};
}

void addByShape(OpRegistry &ops, std::string_view name, std::string_view summary,
                std::vector<Attribute> attributes)
{
    attributes.push_back(integers("shape", "the shape of the result").required());
    add(ops, OpCategory::Data, name, summary,
        {{1, "-> output:T", "T = float", std::move(attributes), drawnByShape},
         {22, {}, "T += bf16"}});
}

void addLikeInput(OpRegistry &ops, std::string_view name, std::string_view summary,
                  std::vector<Attribute> attributes)
{
    add(ops, OpCategory::Data, name, summary,
        {{1, "input:T1 -> output:T2", "T1 = any; T2 = float", std::move(attributes),
          drawnLikeInput},
         {22, {}, "T1 += bf16; T2 += bf16"}});
}

} // namespace

void registerOnnxRandom(OpRegistry &ops)
{
    const Attribute float32 = integer("dtype", 1, "the element type of the result");
    const Attribute inputs = drawnType("that of the input");
    addByShape(ops, "RandomNormal", "normally distributed random values",
               normalAttributes(float32));
    addLikeInput(ops, "RandomNormalLike",
                 "normally distributed random values in the shape of the input",
                 normalAttributes(inputs));
    addByShape(ops, "RandomUniform", "evenly distributed random values",
               uniformAttributes(float32));
    addLikeInput(ops, "RandomUniformLike",
                 "evenly distributed random values in the shape of the input",
                 uniformAttributes(inputs));
    add(ops, OpCategory::Data, "Bernoulli", "1 or 0 by chance: the input says how likely 1 is",
        {{15, "input:T1 -> output:T2", "T1 = float; T2 = number bf16 bool",
          std::vector{inputs, seedAttribute()}, drawnLikeInput},
         {22, {}, "T1 += bf16"}});
    add(ops, OpCategory::Data, "Multinomial",
        "classes drawn by chance: each row of the input says how likely they are",
        {{7, "input:T1 -> output:T2", "T1 = float; T2 = i32 i64",
          std::vector{integer("dtype", 6, "the element type of the result"),
                      integer("sample_size", 1, "how many are drawn from each row"),
                      seedAttribute()},
          drawnByWeights},
         {22, {}, "T1 += bf16"}});
}

} // namespace nervure
