// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_elements.h"
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>

namespace nervure {

namespace {

using namespace onnx;
using Kind = ValueType::Kind;

constexpr std::string_view smallTypes = "f8 f6 bf16 e8m0 f4 int2 int4 uint2 uint4";

/// A type without what only one tensor's elements tell.
ValueType withoutElements(ValueType type)
{
    type.elements.reset();
    return type;
}

/// What holds for each element of a sequence, where that is known.
ValueType innerOf(const ValueType &sequence)
{
    return sequence.inner ? *sequence.inner : ValueType();
}

/// What holds for elements of both types; where the shape is not known of one, only the element type.
ValueType eitherElement(const ValueType &a, const ValueType &b)
{
    return a.kind == Kind::Unknown ? b : b.kind == Kind::Unknown ? a : common(a, b);
}

Status construct(ValueCall &call)
{
    ValueType inner = call.in(0);
    for (std::size_t i = 1; i < call.inputs.size(); ++i) {
        inner = common(inner, call.in(i));
    }
    call.setType(0, ValueType::sequence(withoutElements(std::move(inner))));
    return {};
}

Status empty(ValueCall &call)
{
    ASSIGN_OR_RETURN(const ElementType type,
                     elementTypeAttribute(call, "dtype", ElementType::Float32));
    call.setType(0, ValueType::sequence(ValueType::tensor(type)));
    return {};
}

Status insert(ValueCall &call)
{
    const ValueType inner = eitherElement(innerOf(call.in(0)), withoutElements(call.in(1)));
    call.setType(0, ValueType::sequence(inner));
    return {};
}

Status sameSequence(ValueCall &call)
{
    call.setType(0, call.in(0));
    return {};
}

Status elementAt(ValueCall &call)
{
    const ValueType inner = innerOf(call.in(0));
    if (inner.kind != Kind::Unknown) {
        call.setType(0, inner);
    }
    return {};
}

Status scalar(ValueCall &call)
{
    call.setShape(0, Dimensions());
    return {};
}

Status splitToSequence(ValueCall &call)
{
    ValueType part = withoutElements(call.in(0));
    if (part.shape) {
        ASSIGN_OR_RETURN(const std::size_t axis,
                         axisOf(call.attrs.integer("axis"), part.shape->size()));
        const auto sizes = call.numbers(1);
        const bool isOneSize = sizes && call.shape(1) && call.shape(1)->empty();
        const bool areAlike = sizes && !sizes->empty()
                              && std::all_of(sizes->begin(), sizes->end(), [&](std::int64_t size) {
                                     return size == sizes->front();
                                 });
        const bool dividesEvenly = isOneSize && (*part.shape)[axis].isNumber() && sizes->front() > 0
                                   && *(*part.shape)[axis].number() % sizes->front() == 0;
        if (!call.has(1)) {
            if (call.attrs.integer("keepdims") == 0) {
                part.shape->erase(part.shape->begin() + static_cast<std::ptrdiff_t>(axis));
            } else {
                (*part.shape)[axis] = 1;
            }
        } else {
            const bool isKnown = isOneSize ? dividesEvenly : areAlike;
            (*part.shape)[axis] = isKnown ? Dimension(sizes->front()) : Dimension();
        }
    }
    call.setType(0, ValueType::sequence(std::move(part)));
    return {};
}

Status concatFromSequence(ValueCall &call)
{
    const ValueType inner = innerOf(call.in(0));
    call.setElement(0, inner.element);
    if (!inner.shape) {
        return {};
    }
    const bool isNew = call.attrs.integer("new_axis") != 0;
    Dimensions shape = *inner.shape;
    ASSIGN_OR_RETURN(const std::size_t axis,
                     axisOf(call.attrs.integer("axis"), shape.size() + (isNew ? 1 : 0)));
    if (isNew) {
        shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), Dimension());
    } else {
        shape[axis] = {};
    }
    call.setShape(0, std::move(shape));
    return {};
}

Status makeOptional(ValueCall &call)
{
    ValueType inner =
        call.has(0) ? withoutElements(call.in(0)) : ValueType::fromText(call.attrs.text("type"));
    // The type attribute says it of a tensor without the word for an element.
    call.setType(0, ValueType::optional(std::move(inner)));
    return {};
}

/// The element of an optional; what is none, from set 18 on, is its own.
Status optionalElement(ValueCall &call)
{
    const ValueType &value = call.in(0);
    call.setType(0, value.kind == Kind::Optional ? innerOf(value) : value);
    return {};
}

/// Only an optional value may be absent where an input is given.
Status hasElement(ValueCall &call)
{
    call.setShape(0, Dimensions());
    const Kind kind = call.in(0).kind;
    if (!call.has(0) || kind == Kind::Tensor || kind == Kind::Sequence) {
        KnownElements elements;
        elements.whole = {Dimension(call.has(0) ? 1 : 0)};
        setElements(call, 0, std::move(elements));
    }
    return {};
}

/// Each run of the body makes one element of each result from one element of each sequence.
Status mapSequence(ValueCall &call)
{
    if (!call.inferBody) {
        return {};
    }
    std::vector<ValueType> inputs;
    for (std::size_t i = 0; i < call.inputs.size(); ++i) {
        const ValueType &value = call.in(i);
        inputs.push_back(value.kind == Kind::Sequence ? innerOf(value) : withoutElements(value));
    }
    ASSIGN_OR_RETURN(auto results, call.inferBody(0, std::move(inputs)));
    for (std::size_t i = 0; i < results.size(); ++i) {
        call.setType(i, ValueType::sequence(withoutElements(std::move(results[i]))));
    }
    return {};
}

void declareOptionals(OpRegistry &ops)
{
    const std::string small(smallTypes);
    const std::string all = small + " seq(" + small + ")";
    const std::string optionals = "opt(" + small + ") optseq(" + small + ")";
    add(ops, OpCategory::Other, "Optional", "a value that may be absent",
        {{15, "input:V? -> output:O", "V = any seq(any); O = opt(any) optseq(any)",
          std::vector{opaque("type", "the type of the value that is absent")}, makeOptional},
         {28, {}, "V += " + all + "; O += " + optionals}});
    add(ops, OpCategory::Other, "OptionalGetElement", "the value, which must be there",
        {{15, "input:O -> output:V", "O = opt(any) optseq(any); V = any seq(any)",
          std::vector<Attribute>{}, optionalElement},
         {18, {}, "O += any seq(any)"},
         {28, {}, "O += " + all + ' ' + optionals + "; V += " + all}});
    add(ops, OpCategory::Other, "OptionalHasElement", "whether the value is there",
        {{15, "input:O -> output:B", "O = opt(any) optseq(any); B = bool", std::vector<Attribute>{},
          hasElement},
         {18, "input:O? -> output:B", "O += any seq(any)"},
         {28, {}, "O += " + all + ' ' + optionals}});
}

} // namespace

void registerOnnxSequence(OpRegistry &ops)
{
    const std::vector<Attribute> none;
    add(ops, OpCategory::Other, "SequenceConstruct", "a sequence of the tensors given",
        {{11, "inputs:T... -> output_sequence:S", "T = any; S = seq(any)", none, construct}});
    add(ops, OpCategory::Other, "SequenceEmpty", "a sequence without tensors",
        {{11, "-> output:S", "S = seq(any)",
          std::vector{
              elementType("dtype", "the element type of its tensors; float32 if none is given")},
          empty}});
    add(ops, OpCategory::Other, "SequenceInsert", "the sequence with one more tensor",
        {{11, "input_sequence:S tensor:T position:I? -> output_sequence:S",
          "T = any; S = seq(any); I = i32 i64", none, insert}});
    add(ops, OpCategory::Other, "SequenceErase", "the sequence with one tensor less",
        {{11, "input_sequence:S position:I? -> output_sequence:S", "S = seq(any); I = i32 i64",
          none, sameSequence}});
    add(ops, OpCategory::Other, "SequenceAt", "one tensor of a sequence",
        {{11, "input_sequence:S position:I -> tensor:T", "S = seq(any); T = any; I = i32 i64", none,
          elementAt}});
    add(ops, OpCategory::Other, "SequenceLength", "how many tensors a sequence has",
        {{11, "input_sequence:S -> length:I", "S = seq(any); I = i64", none, scalar}});
    add(ops, OpCategory::Other, "SplitToSequence",
        "parts of a tensor along a dimension, as a sequence",
        {{11, "input:T split:I? -> output_sequence:S", "T = any; I = i32 i64; S = seq(any)",
          std::vector{integer("axis", 0, "the dimension that is split"),
                      flag("keepdims", true,
                           "whether slices keep the dimension, where no sizes are given")},
          splitToSequence},
         {24, {}, "T += bf16; S += seq(bf16)"}});
    add(ops, OpCategory::Other, "ConcatFromSequence",
        "the tensors of a sequence, one behind the other",
        {{11, "input_sequence:S -> concat_result:T", "S = seq(any); T = any",
          std::vector{integer("axis", "the dimension along which they lie").required(),
                      flag("new_axis", false, "whether that is a new dimension")},
          concatFromSequence}});
    add(ops, OpCategory::Other, "SequenceMap",
        "a graph that runs once for each element of sequences",
        {{17, "input_sequence:S additional_inputs:V...~0 -> out_sequence:S...~",
          "S = seq(any); V = any seq(any)", std::vector{opaque("body", "the graph").required()},
          mapSequence}});
    declareOptionals(ops);
}

} // namespace nervure
