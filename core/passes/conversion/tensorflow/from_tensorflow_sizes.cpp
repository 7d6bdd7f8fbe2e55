// SPDX-License-Identifier: Apache-2.0
// What takes parts by sizes, and what makes tensors of sizes.
#include "core/graph/nnvm_shape.h"
#include "core/graph/op/attr_field.h"
#include "core/passes/conversion/tensorflow/from_tensorflow_table.h"
#include "core/passes/conversion/tensorflow/tensorflow_slice.h"

#include <array>

namespace nervure {

namespace {

Result<NnvmSymbol> tfFill(TensorFlowCall &call)
{
    ASSIGN_OR_RETURN(const TensorFlowParam constant, popParam(call, 1));
    ASSIGN_OR_RETURN(const double value, firstElement(constant));
    ASSIGN_OR_RETURN(const std::string type, call.attrs.text("T"));
    call.inputs.clear(); // the shape, a symbol, gets lost
    TensorFlowAttrRules rules;
    rules.ignored = {"index_type"};
    rules.extras = {{"fill_value", firstText(constant, value)}, {"dtype", type}};
    return convertAttrs(call, "full", rules);
}

Result<NnvmSymbol> tfResize(TensorFlowCall &call)
{
    TensorFlowSizes size =
        call.outputShapes.empty() ? TensorFlowSizes() : call.outputShapes.front();
    size = size.size() < 3 ? TensorFlowSizes() : TensorFlowSizes{size[1], size[2]};
    call.inputs.resize(1);
    TensorFlowAttrRules rules;
    rules.ignored = {"Tdim"};
    rules.extras = {{"size", sizeList(size)}, {"layout", "NHWC"}, {"method", "BILINEAR"}};
    return convertAttrs(call, "resize", rules);
}

TensorFlowParam madeParam(const TensorFlowCall &call, ElementType type,
                          std::vector<double> elements)
{
    TensorFlowParam param{call.name, {static_cast<std::int64_t>(elements.size())}, type};
    param.elements = std::move(elements);
    param.isMade = true;
    return param;
}

Result<NnvmSymbol> tfShape(TensorFlowCall &call)
{
    const TensorFlowSizes &sizes = sizesAt(call, 0);
    return call.variableOf(madeParam(call, ElementType::Int32, {sizes.begin(), sizes.end()}));
}

Result<NnvmSymbol> tfRank(TensorFlowCall &call)
{
    return call.variableOf(
        madeParam(call, ElementType::Int64, {static_cast<double>(sizesAt(call, 0).size())}));
}

/// The type of an array that NumPy makes of numbers of both.
ElementType commonType(ElementType a, ElementType b)
{
    const auto isWhole = [](ElementType type) {
        return type == ElementType::Int32 || type == ElementType::Int64;
    };
    if (a == b || a == ElementType::Undefined) {
        return b;
    }
    return isWhole(a) && isWhole(b) ? ElementType::Int64 : ElementType::Float64;
}

/// The three numbers themselves, not the range.
Result<NnvmSymbol> tfRange(TensorFlowCall &call)
{
    std::vector<double> numbers;
    ElementType type = ElementType::Undefined;
    for (std::size_t i = 0; i < 3; ++i) {
        ASSIGN_OR_RETURN(const TensorFlowParam param, popParam(call, i));
        ASSIGN_OR_RETURN(const double value, firstElement(param));
        numbers.push_back(value);
        type = commonType(type, param.type);
    }
    return call.variableOf(madeParam(call, type, std::move(numbers)));
}

/// A size of -1 is taken for what lies before the beginning, too: a fault that shows where that is not 0.
Result<NnvmSymbol> tfSlice(TensorFlowCall &call)
{
    ASSIGN_OR_RETURN(const TensorFlowParam first, popParam(call, 1));
    ASSIGN_OR_RETURN(const TensorFlowParam count, popParam(call, 2));
    ASSIGN_OR_RETURN(const auto begin, wholeNumbers(first));
    ASSIGN_OR_RETURN(auto end, wholeNumbers(count));
    const TensorFlowSizes &sizes = sizesAt(call, 0);
    for (std::size_t i = 0; i < sizes.size() && i < end.size() && i < begin.size(); ++i) {
        end[i] = end[i] == -1 ? sizes[i] - begin[i] : end[i] + begin[i];
    }
    return call.nnvm.call("strided_slice", NnvmSymbol{call.inputs[0]},
                          {{"begin", sizeList(begin)}, {"end", sizeList(end)}});
}

Result<NnvmSymbol> tfStridedSlice(TensorFlowCall &call)
{
    TensorFlowSlice slice;
    for (const auto &[list, input] :
         {std::pair{&slice.begin, 1}, {&slice.end, 2}, {&slice.stride, 3}}) {
        ASSIGN_OR_RETURN(const TensorFlowParam param,
                         popParam(call, static_cast<std::size_t>(input)));
        ASSIGN_OR_RETURN(*list, wholeNumbers(param));
    }
    const TensorFlowSliceMasks masks{
        call.attrs.integerOr("begin_mask", 0), call.attrs.integerOr("end_mask", 0),
        call.attrs.integerOr("ellipsis_mask", 0), call.attrs.integerOr("new_axis_mask", 0),
        call.attrs.integerOr("shrink_axis_mask", 0)};
    const auto kept = applyMasks(slice, masks, sizesAt(call, 0));
    ASSIGN_OR_RETURN(const NnvmSymbol part,
                     call.nnvm.call("strided_slice", NnvmSymbol{call.inputs[0]},
                                    {{"begin", sizeList(slice.begin)},
                                     {"end", sizeList(slice.end)},
                                     {"stride", sizeList(slice.stride)}}));
    ASSIGN_OR_RETURN(const Shape inferred, call.shapeOf(part.front()));
    const IntTuple shape = nnvmSizes(inferred);
    TensorFlowSizes sizes;
    for (std::size_t i = 0; !kept && i < shape.size(); ++i) {
        sizes.push_back(shape[i]);
    }
    for (const std::int64_t axis : kept ? *kept : TensorFlowSizes()) {
        if (axis == newSliceAxis) {
            sizes.push_back(1);
        } else if (axis != shrunkSliceAxis && static_cast<std::size_t>(axis) < shape.size()) {
            sizes.push_back(shape[static_cast<std::size_t>(axis)]);
        }
    }
    sizes = sizes.empty() ? TensorFlowSizes{1} : sizes; // NNVM has no scalars
    return call.nnvm.call("reshape", part, {{"shape", sizeTuple(sizes)}});
}

} // namespace

std::span<const TensorFlowConversion> tensorFlowSizeConversions()
{
    using Row = TensorFlowConversion;
    static constexpr std::array conversions{
        Row{"Fill", tfFill},
        Row{"Range", tfRange},
        Row{"Rank", tfRank},
        Row{"ResizeBilinear", tfResize},
        Row{"Shape", tfShape},
        Row{"Slice", tfSlice},
        Row{"StridedSlice", tfStridedSlice},
    };
    return conversions;
}

} // namespace nervure
