// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_elements.h"
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {

using namespace onnx;

/// The elements of input 0 in another type, where they have one value in both.
void castElements(ValueCall &call)
{
    const auto &from = call.in(0).elements;
    const ElementType to = call.outputs[0].element;
    if (!from) {
        return;
    }
    constexpr double largest = 9e15; // whole numbers beyond are not exact
    KnownElements elements;
    const bool isWhole = hasWholeElements(call.in(0).element);
    const auto toTruth = [to](const Dimension &value) {
        const bool isTruth = to == ElementType::Bool && value.isNumber();
        return isTruth ? Dimension(value.is(0) ? 0 : 1) : value;
    };
    if (isWhole && hasWholeElements(to)) {
        std::transform(from->whole.begin(), from->whole.end(), std::back_inserter(elements.whole),
                       toTruth);
    } else if (isWhole) {
        for (const Dimension &value : from->whole) {
            const auto number = value.number();
            elements.real.push_back(number ? std::optional(static_cast<double>(*number))
                                           : std::nullopt);
        }
    } else if (hasWholeElements(to)) {
        for (const std::optional<double> &value : from->real) {
            const bool fits = value && std::abs(*value) < largest;
            elements.whole.push_back(fits ? toTruth(Dimension(static_cast<std::int64_t>(*value)))
                                          : Dimension());
        }
    } else {
        elements.real = from->real;
    }
    setElements(call, 0, std::move(elements));
}

Status castTo(ValueCall &call, ElementType type)
{
    call.setElement(0, type);
    RETURN_IF_FAILED(sameShape(call));
    castElements(call);
    return {};
}

Status cast(ValueCall &call)
{
    ASSIGN_OR_RETURN(const ElementType type,
                     elementTypeAttribute(call, "to", ElementType::Undefined));
    return castTo(call, type);
}

/// The first set names the type: "FLOAT", "INT64".
Status castByName(ValueCall &call)
{
    std::string name(call.attrs.text("to"));
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    name = name == "float" ? "float32" : name == "double" ? "float64" : name;
    const auto type = elementTypeNamed(name);
    return castTo(call, type.value_or(ElementType::Undefined));
}

Status castLike(ValueCall &call)
{
    return castTo(call, call.in(1).element);
}

/// Types of fewer bits lie one behind the other, so that the last dimension would change; the standard wants
/// types of one size.
Status reinterpret(ValueCall &call)
{
    ASSIGN_OR_RETURN(const ElementType type,
                     elementTypeAttribute(call, "to", ElementType::Undefined));
    const unsigned from = bitsOf(call.in(0).element);
    if (from != 0 && type != ElementType::Undefined && from != bitsOf(type)) {
        return makeError("infer-type", "{} has {} bits and {} has {}, expected as many",
                         elementTypeName(call.in(0).element), from, elementTypeName(type),
                         bitsOf(type));
    }
    call.setElement(0, type);
    return sameShape(call);
}

Status identity(ValueCall &call)
{
    call.setType(0, call.in(0));
    return {};
}

} // namespace

void registerOnnxCast(OpRegistry &ops)
{
    const Attribute to = elementType("to", "the element type of the result, by number").required();
    const Attribute saturate =
        flag("saturate", true, "whether numbers too large for 8-bit floats become the largest one");
    const Attribute rounding = text("round_mode", "up", "how numbers are rounded to float8e8m0")
                                   .oneOf({"up", "down", "nearest"});
    add(ops, OpCategory::Elementwise, "Cast", "elements turned into another type",
        {{1, "input:T1 -> output:T2", "T1 = number bool; T2 = number bool",
          std::vector{text("to", "the element type of the result, by name").required()},
          castByName},
         {6, {}, {}, std::vector{to}, cast},
         {9, {}, "T1 += str; T2 += str"},
         {13, {}, "T1 += bf16; T2 += bf16"},
         {19, {}, "T1 += f8; T2 += f8", std::vector{saturate, to}},
         {21, {}, "T1 += int4 uint4; T2 += int4 uint4"},
         {23, {}, "T1 += f4; T2 += f4"},
         {24, {}, "T1 += e8m0; T2 += e8m0", std::vector{rounding, saturate, to}},
         {25, {}, "T1 += int2 uint2; T2 += int2 uint2"},
         {28, {}, "T1 += f6; T2 += f6"}});
    add(ops, OpCategory::Elementwise, "CastLike", "elements turned into the type of another tensor",
        {{15, "input:T1 target_type:T2 -> output:T2",
          "T1 = number bf16 bool str; T2 = number bf16 bool str", std::vector<Attribute>{},
          castLike},
         {19, {}, "T1 += f8; T2 += f8", std::vector{saturate}},
         {21, {}, "T1 += int4 uint4; T2 += int4 uint4"},
         {23, {}, "T1 += f4; T2 += f4"},
         {24, {}, "T1 += e8m0; T2 += e8m0", std::vector{rounding, saturate}},
         {25, {}, "T1 += int2 uint2; T2 += int2 uint2"}});
    const std::string bits = "number f8 bf16 bool c128 c64 e8m0 f4 int2 int4 uint2 uint4";
    add(ops, OpCategory::Elementwise, "BitCast", "the same bits read as another type of their size",
        {{26, "input:T1 -> output:T2", "T1 = " + bits + "; T2 = " + bits, std::vector{to},
          reinterpret}});
    add(ops, OpCategory::Layout, "Identity", "the value as it is",
        withSmallTypes({{1, "input:T -> output:T", "T = any", std::vector<Attribute>{}, identity},
                        {13, {}, "T += bf16"},
                        {14, "input:V -> output:V", "V = any bf16 seq(any)"},
                        {16, {}, "V += opt(any) optseq(any)"}},
                       "V", 19));
}

} // namespace nervure
