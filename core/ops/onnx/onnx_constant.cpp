// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_elements.h"
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>

namespace nervure {

namespace {

using namespace onnx;

/// The type of a tensor that an attribute holds as text: "int64[2] 1, 2", "float32[9, 9] … (81 values)",
/// "float32[4] in 'weights.bin'", with its elements where they are all there.
ValueType tensorFromAttribute(std::string_view text)
{
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) {
        return {};
    }
    ValueType type = ValueType::fromText(text.substr(0, end + 1));
    if (!type.isTensor() || !type.hasShape()) {
        return type;
    }
    const auto sizes = smallSizes(type.shape);
    auto elements = sizes ? elementsFromText(type.element, text.substr(end + 1)) : nullptr;
    const bool isWhole = hasWholeElements(type.element);
    if (elements && (isWhole ? elements->whole.size() : elements->real.size()) == countOf(*sizes)) {
        type.elements = std::move(elements);
    }
    return type;
}

ValueType vectorOf(ElementType element, std::size_t count, bool isScalar)
{
    Dimensions shape;
    if (!isScalar) {
        shape.emplace_back(static_cast<std::int64_t>(count));
    }
    return ValueType::tensor(element, std::move(shape));
}

ValueType withWhole(const std::vector<std::int64_t> &values, bool isScalar)
{
    ValueType type = vectorOf(ElementType::Int64, values.size(), isScalar);
    KnownElements elements;
    elements.whole.assign(values.begin(), values.end());
    type.elements = std::make_shared<const KnownElements>(std::move(elements));
    return type;
}

ValueType withReal(const std::vector<double> &values, bool isScalar)
{
    ValueType type = vectorOf(ElementType::Float32, values.size(), isScalar);
    KnownElements elements;
    elements.real.assign(values.begin(), values.end());
    type.elements = std::make_shared<const KnownElements>(std::move(elements));
    return type;
}

Status constantValue(ValueCall &call)
{
    const OnnxAttrs &attrs = call.attrs;
    if (attrs.has("value")) {
        call.setType(0, tensorFromAttribute(attrs.text("value")));
    } else if (attrs.has("sparse_value")) {
        const std::string_view text = attrs.text("sparse_value");
        constexpr std::string_view before = "sparse ";
        if (text.starts_with(before)) { // a dense tensor comes out
            call.setType(0, ValueType::fromText(text.substr(before.size())));
        }
    } else if (attrs.has("value_int")) {
        call.setType(0, withWhole({attrs.integer("value_int")}, true));
    } else if (attrs.has("value_ints")) {
        call.setType(0, withWhole(attrs.integers("value_ints"), false));
    } else if (attrs.has("value_float")) {
        call.setType(0, withReal({attrs.number("value_float")}, true));
    } else if (attrs.has("value_floats")) {
        call.setType(0, withReal(attrs.numbers("value_floats"), false));
    } else if (attrs.has("value_string")) {
        call.setType(0, vectorOf(ElementType::String, 1, true));
    } else if (attrs.has("value_strings")) {
        call.setType(0, vectorOf(ElementType::String, attrs.texts("value_strings").size(), false));
    } else {
        return makeError("infer-shape", "has no value, expected one of its attributes to hold it");
    }
    return {};
}

std::vector<Attribute> constantAttributes()
{
    return {opaque("value", "the tensor"),
            opaque("sparse_value", "the tensor, of which few elements are not 0"),
            number("value_float", "the number, a tensor without dimensions"),
            numbers("value_floats", "the numbers, a tensor of one dimension"),
            integer("value_int", "the whole number, a tensor without dimensions"),
            integers("value_ints", "the whole numbers, a tensor of one dimension"),
            text("value_string", "the text, a tensor without dimensions"),
            texts("value_strings", "the texts, a tensor of one dimension")};
}

/// Sizes given as numbers; of a vector of known length as many that are not known.
MaybeShape shapeFromInput(const ValueCall &call, std::size_t input)
{
    if (const auto *sizes = call.whole(input)) {
        return Dimensions(sizes->begin(), sizes->end());
    }
    const auto rank = lengthOf(call.shape(input));
    return rank ? MaybeShape(unknownDimensions(*rank)) : std::nullopt;
}

Status constantOfShape(ValueCall &call)
{
    const ValueType value = call.attrs.has("value") ? tensorFromAttribute(call.attrs.text("value"))
                                                    : withReal({0}, true);
    call.setElement(0, value.element);
    call.setShape(0, shapeFromInput(call, 0));
    const auto sizes = smallSizes(call.outputs[0].shape);
    if (!sizes || !value.elements) {
        return {};
    }
    const std::size_t count = countOf(*sizes);
    KnownElements elements;
    if (!value.elements->whole.empty()) {
        elements.whole.assign(count, value.elements->whole.front());
    } else if (!value.elements->real.empty()) {
        elements.real.assign(count, value.elements->real.front());
    }
    setElements(call, 0, std::move(elements));
    return {};
}

} // namespace

void registerOnnxConstant(OpRegistry &ops)
{
    const std::vector<Attribute> all = constantAttributes();
    add(ops, OpCategory::Data, "Constant", "a tensor that the model holds",
        // The standard says floating-point numbers alone before set 9; files have all types, and programs take them.
        {{1, "-> output:T", "T = any", std::vector{all[0].required()}, constantValue},
         {9, {}, "T += any"},
         {11, {}, {}, std::vector{all[0], all[1]}},
         {12, {}, {}, all},
         {13, {}, "T += bf16"},
         {19, {}, "T += f8"},
         {21, {}, "T += int4 uint4"},
         {23, {}, "T += f4"},
         {24, {}, "T += e8m0"},
         {25, {}, "T += int2 uint2"}});
    add(ops, OpCategory::Data, "ConstantOfShape", "a tensor of one value, of the shape given",
        {{9, "input:T1 -> output:T2", "T1 = i64; T2 = number bool",
          std::vector{opaque("value", "a tensor of one element, which the result is filled with; "
                                      "0 of type float32 where there is none")},
          constantOfShape},
         {20, {}, "T2 += bf16 f8"},
         {21, {}, "T2 += int4 uint4"},
         {23, {}, "T2 += f4"},
         {24, {}, "T2 += e8m0"},
         {25, {}, "T2 += int2 uint2"}});
}

} // namespace nervure
