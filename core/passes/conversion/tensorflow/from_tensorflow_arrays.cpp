// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/python_text.h"
#include "core/passes/conversion/tensorflow/from_tensorflow_table.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

Result<std::int64_t> poppedAxis(TensorFlowCall &call, std::size_t at)
{
    ASSIGN_OR_RETURN(const TensorFlowParam axis, popParam(call, at));
    ASSIGN_OR_RETURN(const double value, firstElement(axis));
    return static_cast<std::int64_t>(value);
}

/// params[name], which stays there.
Result<TensorFlowParam> keptParam(const TensorFlowCall &call, std::size_t at)
{
    ASSIGN_OR_RETURN(const std::string name, outputName(call, at));
    const TensorFlowParam *param = call.params.find(name);
    return param ? Result<TensorFlowParam>(*param)
                 : makeError("KeyError", "{}", pythonRepr(std::string_view(name)));
}

/// A value with one more dimension; what is a scalar in TensorFlow has one already.
Result<Entry> expanded(TensorFlowCall &call, std::size_t at, std::int64_t axis)
{
    if (at < call.isScalar.size() && call.isScalar[at]) {
        return call.inputs[at];
    }
    ASSIGN_OR_RETURN(const NnvmSymbol symbol,
                     call.nnvm.call("expand_dims", NnvmSymbol{call.inputs[at]},
                                    {{"axis", std::to_string(axis)}, {"num_newaxis", "1"}}));
    return symbol.front();
}

Result<NnvmSymbol> tfIdentity(TensorFlowCall &call)
{
    ASSIGN_OR_RETURN(const Entry value, inputAt(call, 0));
    return NnvmSymbol{value};
}

Result<NnvmSymbol> tfDecode(TensorFlowCall &call)
{
    call.warnings.emplace_back(
        "DecodeJpeg: It's a pass through, please handle preprocessing before input");
    return tfIdentity(call);
}

Result<NnvmSymbol> tfCheck(TensorFlowCall &call)
{
    TensorFlowAttrRules rules;
    rules.ignored = {"message"};
    return convertAttrs(call, "copy", rules);
}

Result<NnvmSymbol> tfCast(TensorFlowCall &call)
{
    ASSIGN_OR_RETURN(const std::string type, call.attrs.text("DstT"));
    TensorFlowAttrRules rules;
    rules.ignored = {"SrcT", "Truncate", "DstT"};
    rules.extras = {{"dtype", type}};
    return convertAttrs(call, "cast", rules);
}

Result<NnvmSymbol> tfExpandDims(TensorFlowCall &call)
{
    ASSIGN_OR_RETURN(const std::int64_t axis, poppedAxis(call, 1));
    ASSIGN_OR_RETURN(const Entry value, expanded(call, 0, axis));
    return NnvmSymbol{value};
}

Result<NnvmSymbol> joinedOnAxis(TensorFlowCall &call, std::size_t axisInput)
{
    ASSIGN_OR_RETURN(const std::int64_t axis, poppedAxis(call, axisInput));
    call.inputs.erase(call.inputs.begin() + static_cast<std::ptrdiff_t>(axisInput));
    TensorFlowAttrRules rules;
    rules.ignored = {"N", "Tidx"};
    rules.extras = {{"axis", std::to_string(axis)}};
    return convertAttrs(call, "concatenate", rules);
}

Result<NnvmSymbol> tfConcat(TensorFlowCall &call)
{
    return joinedOnAxis(call, 0);
}

Result<NnvmSymbol> tfConcatV2(TensorFlowCall &call)
{
    if (call.inputs.empty()) {
        return makeError("IndexError", "pop from empty list");
    }
    return joinedOnAxis(call, call.inputs.size() - 1);
}

Result<NnvmSymbol> tfPack(TensorFlowCall &call)
{
    ASSIGN_OR_RETURN(const std::int64_t axis, call.attrs.integer("axis"));
    NnvmSymbol parts;
    for (std::size_t i = 0; i < call.inputs.size(); ++i) {
        ASSIGN_OR_RETURN(const Entry part, expanded(call, i, axis));
        parts.push_back(part);
    }
    return call.nnvm.call("concatenate", parts,
                          {{"axis", std::to_string(axis)}, {"name", call.name}});
}

Result<NnvmSymbol> tfUnpack(TensorFlowCall &call)
{
    ASSIGN_OR_RETURN(const Entry value, inputAt(call, 0));
    ASSIGN_OR_RETURN(const std::int64_t axis, call.attrs.integer("axis"));
    const TensorFlowSizes &sizes = sizesAt(call, 0);
    const auto place =
        static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(sizes.size()) : axis);
    if (place >= sizes.size()) {
        return makeError("IndexError", "list index out of range");
    }
    if (sizes[place] < 0) {
        return makeError("TypeError", "Unstack with unknown axis length");
    }
    ASSIGN_OR_RETURN(NnvmSymbol parts,
                     call.nnvm.call("split", NnvmSymbol{value},
                                    {{"indices_or_sections", std::to_string(sizes[place])},
                                     {"axis", std::to_string(axis)},
                                     {"name", call.name}}));
    for (Entry &part : parts) {
        ASSIGN_OR_RETURN(
            const NnvmSymbol squeezed,
            call.nnvm.call("squeeze", NnvmSymbol{part}, {{"axis", std::to_string(axis)}}));
        part = squeezed.front();
    }
    return parts;
}

Diagnostic noConstantSplit()
{
    return makeError("TypeError",
                     "Unsupported argument for split: `axis` and `num_or_size_splits` should be "
                     "constants");
}

/// Where the parts of these lengths begin, but for the first.
Result<std::string> splitPlaces(const TensorFlowCall &call)
{
    const auto sizes = keptParam(call, 1);
    if (!sizes) {
        return noConstantSplit();
    }
    ASSIGN_OR_RETURN(const auto lengths, wholeNumbers(*sizes));
    TensorFlowSizes places;
    std::int64_t place = 0;
    for (std::size_t i = 0; i + 1 < lengths.size(); ++i) {
        place += lengths[i];
        places.push_back(place);
    }
    return sizeTuple(places);
}

Result<NnvmSymbol> tfSplit(TensorFlowCall &call)
{
    const bool hasSizes = call.op == "SplitV";
    std::string parts;
    if (hasSizes) {
        ASSIGN_OR_RETURN(parts, splitPlaces(call));
    } else {
        ASSIGN_OR_RETURN(parts, call.attrs.text("num_split"));
    }
    const auto axis = keptParam(call, hasSizes ? 2 : 0);
    if (!axis || call.inputs.size() < 2) {
        return noConstantSplit();
    }
    ASSIGN_OR_RETURN(const double value, firstElement(*axis));
    return call.nnvm.call("split", NnvmSymbol{call.inputs[hasSizes ? 0 : 1]},
                          {{"indices_or_sections", parts},
                           {"axis", std::to_string(static_cast<std::int64_t>(value))}});
}

Result<NnvmSymbol> toSizes(TensorFlowCall &call, const std::vector<std::int64_t> &sizes)
{
    call.inputs.erase(call.inputs.begin() + 1);
    TensorFlowAttrRules rules;
    rules.ignored = {"Tshape"};
    rules.extras = {{"shape", sizeTuple(sizes)}};
    return convertAttrs(call, "reshape", rules);
}

Result<NnvmSymbol> tfReshape(TensorFlowCall &call)
{
    ASSIGN_OR_RETURN(const Entry shape, inputAt(call, 1));
    const auto constant = popParam(call, 1);
    if (constant) {
        ASSIGN_OR_RETURN(const auto sizes, wholeNumbers(*constant));
        return toSizes(call, sizes);
    }
    const auto computed = call.elementsOf(shape);
    return computed ? toSizes(call, *computed)
                    : Result<NnvmSymbol>(makeError(
                        "RuntimeError", "Reshape with dynamic shape input not supported yet."));
}

Result<NnvmSymbol> tfSqueeze(TensorFlowCall &call)
{
    TensorFlowAttrRules rules;
    rules.renames = {{"squeeze_dims", "axis"}};
    return convertAttrs(call, "squeeze", rules);
}

Result<NnvmSymbol> tfTransposeByInput(TensorFlowCall &call)
{
    const auto order = keptParam(call, 1);
    TensorFlowSizes axes;
    if (order) {
        ASSIGN_OR_RETURN(axes, wholeNumbers(*order));
    }
    return call.nnvm.call("transpose", NnvmSymbol{call.inputs[0]}, {{"axes", sizeTuple(axes)}});
}

Result<NnvmSymbol> tfPad(TensorFlowCall &call)
{
    ASSIGN_OR_RETURN(const std::string name, outputName(call, 1));
    const auto widths = popParam(call, 1);
    if (!widths) {
        return makeError("RuntimeError", "Required parameter {} not found in operator Pad.", name);
    }
    ASSIGN_OR_RETURN(const auto numbers, wholeNumbers(*widths));
    std::vector<std::string> pairs;
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
        pairs.push_back(sizeTuple({numbers[i], numbers[i + 1]}));
    }
    std::string value = "0";
    if (call.op == "PadV2") {
        ASSIGN_OR_RETURN(const TensorFlowParam constant, popParam(call, 2));
        ASSIGN_OR_RETURN(const double first, firstElement(constant));
        value = firstText(constant, first);
    }
    call.inputs.erase(call.inputs.begin() + 1, call.inputs.end());
    TensorFlowAttrRules rules;
    rules.ignored = {"Tpaddings"};
    rules.extras = {{"pad_width", pythonTuple(pairs)}, {"pad_value", value}};
    return convertAttrs(call, "pad", rules);
}

Result<NnvmSymbol> tfGather(TensorFlowCall &call)
{
    ASSIGN_OR_RETURN(const TensorFlowParam axis, keptParam(call, 2));
    ASSIGN_OR_RETURN(const double value, firstElement(axis));
    call.inputs.resize(2);
    TensorFlowAttrRules rules;
    rules.ignored = {"Tindices", "Tparams", "validate_indices", "Taxis", "_class"};
    rules.extras = {{"axis", std::to_string(static_cast<std::int64_t>(value))}};
    return convertAttrs(call, "take", rules);
}

Result<NnvmSymbol> tfReduction(TensorFlowCall &call)
{
    ASSIGN_OR_RETURN(const TensorFlowParam param, popParam(call, 1));
    ASSIGN_OR_RETURN(const auto axes, wholeNumbers(param));
    call.inputs.resize(1);
    TensorFlowAttrRules rules;
    rules.renames = {{"keep_dims", "keepdims"}};
    rules.ignored = {"Tdim", "Tidx"};
    rules.extras = {{"axis", sizeTuple(axes)}};
    rules.isNamed = call.op == "Mean";
    return convertAttrs(call, call.op == "Mean" ? "mean" : "sum", rules);
}

Result<NnvmSymbol> tfPosition(TensorFlowCall &call)
{
    const std::string function = call.op == "ArgMax" ? "argmax" : "argmin";
    const auto axis = keptParam(call, 1);
    if (!axis) {
        return makeError("TypeError", "Unsupported argument for `{}` : `axis` should be a constant",
                         function);
    }
    ASSIGN_OR_RETURN(const double value, firstElement(*axis));
    return call.nnvm.call(
        function, NnvmSymbol{call.inputs[0]},
        {{"axis", std::to_string(static_cast<std::int64_t>(value))}, {"keepdims", "False"}});
}

} // namespace

std::span<const TensorFlowConversion> tensorFlowArrayConversions()
{
    using Row = TensorFlowConversion;
    static constexpr std::array conversions{
        Row{"ArgMax", tfPosition},   Row{"ArgMin", tfPosition},
        Row{"Cast", tfCast},         Row{"CheckNumerics", tfCheck},
        Row{"Concat", tfConcat},     Row{"ConcatV2", tfConcatV2},
        Row{"DecodeJpeg", tfDecode}, Row{"ExpandDims", tfExpandDims},
        Row{"GatherV2", tfGather},   Row{"Identity", tfIdentity},
        Row{"Mean", tfReduction},    Row{"Pack", tfPack},
        Row{"Pad", tfPad},           Row{"PadV2", tfPad},
        Row{"Reshape", tfReshape},   Row{"Split", tfSplit},
        Row{"SplitV", tfSplit},      Row{"Squeeze", tfSqueeze},
        Row{"Sum", tfReduction},     Row{"Transpose", tfTransposeByInput},
        Row{"Unpack", tfUnpack},
    };
    return conversions;
}

} // namespace nervure
