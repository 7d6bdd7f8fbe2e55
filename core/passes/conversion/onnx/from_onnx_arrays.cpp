// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/onnx/from_onnx_table.h"
#include "core/passes/conversion/python_text.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <limits>

namespace nervure {

namespace {

/// Of reductions.
Result<NnvmSymbol> reduced(OnnxCall &call, std::string_view nnvm)
{
    return convertAttrs(call, nnvm, {.renames = {{"axes", "axis"}}});
}

Result<NnvmSymbol> fromReduceMax(OnnxCall &call)
{
    return reduced(call, "max");
}

Result<NnvmSymbol> fromReduceMin(OnnxCall &call)
{
    return reduced(call, "min");
}

Result<NnvmSymbol> fromReduceSum(OnnxCall &call)
{
    return reduced(call, "sum");
}

Result<NnvmSymbol> fromReduceMean(OnnxCall &call)
{
    return reduced(call, "mean");
}

Result<NnvmSymbol> fromSqueeze(OnnxCall &call)
{
    return reduced(call, "squeeze");
}

Result<NnvmSymbol> fromTranspose(OnnxCall &call)
{
    return convertAttrs(call, "transpose", {.renames = {{"perm", "axes"}}});
}

/// ArgMax and ArgMin.
Result<NnvmSymbol> fromArg(OnnxCall &call)
{
    return call.nnvm.call(call.op == "ArgMax" ? "argmax" : "argmin", call.inputs,
                          {{"axis", call.attrs.text("axis", "0")},
                           {"keepdims", call.attrs.text("keepdims", "True")}});
}

/// The type is a text, which goes through as bytes.
Result<NnvmSymbol> fromCast(OnnxCall &call)
{
    return convertAttrs(call, "cast", {.renames = {{"to", "dtype"}}});
}

/// What NumPy calls a type of a tensor.
Result<std::string> arrayTypeName(const OnnxValue &value)
{
    const auto *number = std::get_if<std::int64_t>(&value);
    constexpr std::int64_t last = 16; // of the types that onnx 1.12 knows
    const auto type = number && *number > 0 && *number <= last ? elementTypeOf(*number)
                                                               : std::optional<ElementType>();
    if (!type) {
        return makeError("KeyError", pythonStr(value));
    }
    switch (*type) {
    case ElementType::String: return std::string("object");
    case ElementType::BFloat16: return std::string("float32");
    default: return std::string(elementTypeName(*type));
    }
}

/// The type is a number.
Result<NnvmSymbol> fromCast5(OnnxCall &call)
{
    RETURN_IF_FAILED(call.attrs.required("to"));
    return convertAttrs(call, "cast", {.renames = {{"to", "dtype", arrayTypeName}}});
}

Result<NnvmSymbol> fromReshape(OnnxCall &call)
{
    ASSIGN_OR_RETURN(const OnnxValue shape, call.attrs.required("shape"));
    ASSIGN_OR_RETURN(const Entry x, inputAt(call, 0));
    return call.nnvm.call("reshape", NnvmSymbol{x}, {{"shape", pythonStr(shape)}});
}

/// The elements as Python writes them. Fails where the graph does not know them.
Result<std::vector<std::string>> elementTexts(const OnnxParam &param)
{
    if (!param.elements) {
        return makeError("onnx-values",
                         "the values of {} decide a shape, but there are too many of them, or they "
                         "are in another file",
                         quoted(param.name));
    }
    std::vector<std::string> texts = *param.elements;
    for (std::string &text : texts) {
        const bool isReal = param.type == ElementType::Float16 || param.type == ElementType::Float32
                            || param.type == ElementType::Float64;
        if (param.type == ElementType::Bool) {
            text = pythonBool(text == "true");
        } else if (isReal) {
            text = pythonRepr(parseNumber(text).value_or(0));
        }
    }
    return texts;
}

/// A variable that the value is computed from is looked up, not the value: the first one.
Result<NnvmSymbol> fromReshape5(OnnxCall &call)
{
    ASSIGN_OR_RETURN(const Entry x, inputAt(call, 0));
    ASSIGN_OR_RETURN(const Entry shape, inputAt(call, 1));
    const auto variable = call.nnvm.firstVariable(shape);
    if (!variable) {
        return makeError("IndexError", "list index out of range");
    }
    const OnnxParam *param = call.params.find(*variable);
    if (!param) {
        return call.nnvm.call("reshape_like", NnvmSymbol{x, shape});
    }
    if (param->shape.isScalar()) {
        return makeError("TypeError", "iteration over a 0-d array");
    }
    ASSIGN_OR_RETURN(const auto sizes, elementTexts(*param));
    return call.nnvm.call("reshape", NnvmSymbol{x}, {{"shape", pythonTuple(sizes)}});
}

Result<NnvmSymbol> fromShape(OnnxCall &call)
{
    ASSIGN_OR_RETURN(const Entry x, inputAt(call, 0));
    call.printed.emplace_back(
        "Shape: Differently implemented in NNVM as a bypass (dummy operator)");
    return NnvmSymbol{x};
}

Result<NnvmSymbol> fromSplit(OnnxCall &call)
{
    ASSIGN_OR_RETURN(const OnnxValue split, call.attrs.required("split"));
    const auto *sizes = std::get_if<std::vector<std::int64_t>>(&split);
    if (!sizes) {
        return makeError("TypeError", "'int' object is not subscriptable");
    }
    std::vector<std::int64_t> places;
    std::uint64_t place = 0; // which any file may take beyond 64 bits
    for (std::size_t i = 0; i + 1 < sizes->size(); ++i) {
        place += static_cast<std::uint64_t>((*sizes)[i]);
        places.push_back(static_cast<std::int64_t>(place));
    }
    return convertAttrs(
        call, "split",
        {.ignored = {"split"}, .extras = {{"indices_or_sections", listText(places)}}});
}

/// One number stands for a tuple with one.
std::vector<std::int64_t> numbersOf(const OnnxValue &value)
{
    const auto *integer = std::get_if<std::int64_t>(&value);
    const auto *integers = std::get_if<std::vector<std::int64_t>>(&value);
    return integers ? *integers
                    : std::vector<std::int64_t>(integer ? 1 : 0, integer ? *integer : 0);
}

/// Begin and end for all axes up to the last of `axes`, in the order of the axes.
Result<OnnxAttrRules> filledSlice(const std::vector<std::int64_t> &axes,
                                  const std::vector<std::int64_t> &starts,
                                  const std::vector<std::int64_t> &ends, std::int64_t last)
{
    std::vector<std::int64_t> begin;
    std::vector<std::int64_t> end;
    std::size_t next = 0;
    for (std::int64_t axis = 0; axis <= last; ++axis) {
        if (std::find(axes.begin(), axes.end(), axis) == axes.end()) {
            begin.push_back(0);
            end.push_back(std::numeric_limits<std::int32_t>::max());
            continue;
        }
        if (next >= starts.size() || next >= ends.size()) {
            return makeError("IndexError", "tuple index out of range");
        }
        begin.push_back(starts[next]);
        end.push_back(ends[next]);
        ++next;
    }
    return OnnxAttrRules{.ignored = {"axes", "starts", "ends"},
                         .extras = {{"begin", listText(begin)}, {"end", listText(end)}}};
}

Result<NnvmSymbol> fromSlice(OnnxCall &call)
{
    ASSIGN_OR_RETURN(const OnnxValue starts, call.attrs.required("starts"));
    const OnnxValue *ends = call.attrs.find("ends");
    if (std::holds_alternative<std::int64_t>(starts)) {
        RETURN_IF_FAILED(call.attrs.required("ends"));
        call.attrs.set("ends", numbersOf(*ends));
        call.attrs.set("starts", numbersOf(starts));
        ends = call.attrs.find("ends");
    }
    const OnnxValue *given = call.attrs.find("axes");
    const std::vector<std::int64_t> axes = given ? numbersOf(*given) : std::vector<std::int64_t>();
    if (!axes.empty() && ends) {
        const std::int64_t last = *std::max_element(axes.begin(), axes.end());
        constexpr std::int64_t most = 1 << 16; // a file may name any axis
        if (last > most) {
            return makeError("MemoryError", "");
        }
        if (last + 1 != static_cast<std::int64_t>(axes.size())) {
            ASSIGN_OR_RETURN(const OnnxAttrRules rules,
                             filledSlice(axes, numbersOf(starts), numbersOf(*ends), last));
            return convertAttrs(call, "strided_slice", rules);
        }
    }
    return convertAttrs(call, "strided_slice",
                        {.renames = {{"starts", "begin"}, {"ends", "end"}}, .ignored = {"axes"}});
}

Result<NnvmSymbol> fromGather(OnnxCall &call)
{
    return call.nnvm.call("take", call.inputs, {{"axis", call.attrs.text("axis", "0")}});
}

Result<NnvmSymbol> fromUnsqueeze(OnnxCall &call)
{
    ASSIGN_OR_RETURN(const OnnxValue value, call.attrs.required("axes"));
    ASSIGN_OR_RETURN(const auto axes, integersOf(value));
    ASSIGN_OR_RETURN(Entry x, inputAt(call, 0));
    for (const std::int64_t axis : axes) {
        ASSIGN_OR_RETURN(x, applyTo(call, "expand_dims", x,
                                    {{"axis", std::to_string(axis)}, {"num_newaxis", "1"}}));
    }
    return NnvmSymbol{x};
}

/// `key` holds the widths before all dimensions, then those behind.
Result<NnvmSymbol> paddedBy(OnnxCall &call, std::string_view key)
{
    ASSIGN_OR_RETURN(const OnnxValue value, call.attrs.required(key));
    const auto *pads = std::get_if<std::vector<std::int64_t>>(&value);
    if (!pads) {
        return makeError("TypeError", "object of type 'int' has no len()");
    }
    const std::size_t dimensions = pads->size() / 2;
    std::vector<std::string> widths;
    for (std::size_t i = 0; i < dimensions; ++i) {
        widths.push_back(tupleText({(*pads)[i], (*pads)[i + dimensions]}));
    }
    const OnnxValue *mode = call.attrs.find("mode");
    const auto *text = mode ? std::get_if<std::string>(mode) : nullptr;
    if (!text) { // the fallback is no bytes
        return makeError("AttributeError", "'{}' object has no attribute 'decode'",
                         mode ? "int" : "str");
    }
    if (*text != "constant") {
        return makeError("RuntimeError", "Check failed: split mode != constant");
    }
    return convertAttrs(call, "pad",
                        {.renames = {{"value", "pad_value"}},
                         .ignored = {"mode", key},
                         .extras = {{"pad_width", pythonList(widths)}}});
}

Result<NnvmSymbol> fromPad(OnnxCall &call)
{
    return paddedBy(call, "paddings");
}

Result<NnvmSymbol> fromPad2(OnnxCall &call)
{
    return paddedBy(call, "pads");
}

/// str() of a NumPy array of whole numbers.
std::string arrayText(const std::vector<std::string> &elements)
{
    std::size_t width = 0;
    for (const std::string &element : elements) {
        width = std::max(width, element.size());
    }
    std::string text = "[";
    for (const std::string &element : elements) {
        text += (text.size() > 1 ? " " : "") + std::string(width - element.size(), ' ') + element;
    }
    return text + "]";
}

Result<NnvmSymbol> filledLike(OnnxCall &call)
{
    if (call.attrs.has("extra_shape")) {
        return makeError("ImportError", "Extra Shape not supported with fill_like");
    }
    ASSIGN_OR_RETURN(const NnvmSymbol like,
                     convertAttrs(call, "full_like",
                                  {.renames = {{"value", "fill_value"}}, .ignored = {"dtype"}}));
    ASSIGN_OR_RETURN(const OnnxValue type, call.attrs.required("dtype"));
    const auto *text = std::get_if<std::string>(&type);
    if (!text) {
        return makeError("AttributeError", "'int' object has no attribute 'decode'");
    }
    return call.nnvm.call("cast", like, {{"dtype", *text}});
}

Result<NnvmSymbol> fullOf(OnnxCall &call, const std::string &shape)
{
    return convertAttrs(call, "full",
                        {.renames = {{"value", "fill_value"}}, .extras = {{"shape", shape}}});
}

Result<NnvmSymbol> fromConstantFill(OnnxCall &call)
{
    if (const OnnxValue *shape = call.attrs.find("shape")) {
        if (!call.inputs.empty()) {
            return makeError("ImportError", "Can't set shape and input tensor at a time");
        }
        std::vector<std::int64_t> sizes = numbersOf(*shape);
        if (const OnnxValue *more = call.attrs.find("extra_shape")) {
            const auto extra = numbersOf(*more);
            sizes.insert(sizes.end(), extra.begin(), extra.end());
        }
        const std::string text =
            std::holds_alternative<std::int64_t>(*shape) ? pythonStr(*shape) : tupleText(sizes);
        call.attrs.erase("shape");
        call.attrs.erase("extra_shape");
        return fullOf(call, text);
    }
    if (call.inputs.empty()) {
        return makeError("ImportError", "Either shape attribute or input should be set");
    }
    const OnnxValue *isShape = call.attrs.find("input_as_shape");
    if (!isShape || !isTrue(*isShape)) {
        return filledLike(call);
    }
    const Node &sizesOf = call.nnvm.node(call.inputs[0]);
    const std::string name = sizesOf.isVariable() ? sizesOf.name : sizesOf.name + "_output";
    const OnnxParam *param = call.params.find(name);
    if (!param) {
        return keyError(name);
    }
    ASSIGN_OR_RETURN(const auto sizes, elementTexts(*param));
    return fullOf(call, param->shape.isScalar() ? sizes.front() : arrayText(sizes));
}

constexpr std::array onnxArrays{OnnxConversion{"ArgMax", 1, fromArg},
                                OnnxConversion{"ArgMin", 1, fromArg},
                                OnnxConversion{"Cast", 1, fromCast},
                                OnnxConversion{"Cast", 5, fromCast5},
                                OnnxConversion{"ConstantFill", 1, fromConstantFill},
                                OnnxConversion{"Gather", 1, fromGather},
                                OnnxConversion{"Pad", 1, fromPad},
                                OnnxConversion{"Pad", 2, fromPad2},
                                OnnxConversion{"ReduceMax", 1, fromReduceMax},
                                OnnxConversion{"ReduceMean", 1, fromReduceMean},
                                OnnxConversion{"ReduceMin", 1, fromReduceMin},
                                OnnxConversion{"ReduceSum", 1, fromReduceSum},
                                OnnxConversion{"Reshape", 1, fromReshape},
                                OnnxConversion{"Reshape", 5, fromReshape5},
                                OnnxConversion{"Shape", 1, fromShape},
                                OnnxConversion{"Slice", 1, fromSlice},
                                OnnxConversion{"Split", 1, fromSplit},
                                OnnxConversion{"Squeeze", 1, fromSqueeze},
                                OnnxConversion{"Transpose", 1, fromTranspose},
                                OnnxConversion{"Unsqueeze", 1, fromUnsqueeze}};

} // namespace

std::span<const OnnxConversion> onnxArrayConversions()
{
    return onnxArrays;
}

} // namespace nervure
