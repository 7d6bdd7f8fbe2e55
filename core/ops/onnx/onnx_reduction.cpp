// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_elements.h"
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

namespace nervure {

namespace {

using namespace onnx;

using Reduced = std::vector<bool>; ///< by dimension, whether it is reduced

Result<std::optional<Reduced>> reducedDimensions(const ValueCall &call, std::size_t rank)
{
    const auto axes = axesGiven(call);
    if (!axes) {
        return std::optional<Reduced>();
    }
    if (axes->empty()) {
        return std::optional(Reduced(rank, call.attrs.integer("noop_with_empty_axes") == 0));
    }
    ASSIGN_OR_RETURN(const auto places, axesOf(*axes, rank));
    Reduced reduced(rank, false);
    for (const std::size_t place : places) {
        reduced[place] = true;
    }
    return std::optional(std::move(reduced));
}

Dimensions reducedShape(const Dimensions &shape, const Reduced &reduced, bool keepsDimensions)
{
    Dimensions result;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (!reduced[i]) {
            result.push_back(shape[i]);
        } else if (keepsDimensions) {
            result.emplace_back(1);
        }
    }
    return result;
}

/// Where it is not known which axes are reduced, but perhaps how many.
MaybeShape shapeByCount(const Dimensions &shape, std::optional<std::size_t> count,
                        bool keepsDimensions)
{
    if (!keepsDimensions) {
        return count && *count <= shape.size()
                   ? MaybeShape(unknownDimensions(shape.size() - *count))
                   : std::nullopt;
    }
    Dimensions result = unknownDimensions(shape.size());
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (shape[i].is(1) || count == shape.size()) {
            result[i] = 1;
        }
    }
    return result;
}

/// The place in the result of an element of the data.
std::size_t placeInResult(std::size_t element, std::span<const std::size_t> sizes,
                          const Reduced &reduced)
{
    std::size_t place = 0;
    std::size_t step = 1;
    for (std::size_t i = sizes.size(); i-- > 0;) {
        if (!reduced[i]) {
            place += element % sizes[i] * step;
            step *= sizes[i];
        }
        element /= sizes[i];
    }
    return place;
}

void reduceElements(ValueCall &call, const Reduced &reduced, const WholeFunction &combine)
{
    const auto sizes = smallSizes(call.shape(0));
    const auto *elements = call.whole(0);
    const auto count = call.outputs.empty() || !call.outputs[0].shape
                           ? std::nullopt
                           : productOf(*call.outputs[0].shape).number();
    const bool isComplete =
        sizes && elements
        && productOf(*call.shape(0)).is(static_cast<std::int64_t>(elements->size()));
    if (!combine || !isComplete || !count) {
        return;
    }
    std::vector<Dimensions> groups(static_cast<std::size_t>(*count));
    for (std::size_t i = 0; i < elements->size(); ++i) {
        groups[placeInResult(i, *sizes, reduced)].push_back((*elements)[i]);
    }
    KnownElements result;
    for (const Dimensions &group : groups) {
        result.whole.push_back(combine(group));
    }
    setElements(call, 0, std::move(result));
}

/// Follows elements where it is told how they are combined.
ValueRule reducing(WholeFunction combine = {})
{
    return [combine = std::move(combine)](ValueCall &call) -> Status {
        const MaybeShape &shape = call.shape(0);
        if (!shape) {
            const bool isAll = axesGiven(call).value_or(std::vector<std::int64_t>{0}).empty()
                               && call.attrs.integer("noop_with_empty_axes") == 0;
            if (isAll && call.attrs.integer("keepdims") == 0) {
                call.setShape(0, Dimensions());
            }
            return {};
        }
        const bool keepsDimensions = call.attrs.integer("keepdims") != 0;
        ASSIGN_OR_RETURN(const auto reduced, reducedDimensions(call, shape->size()));
        if (!reduced) {
            call.setShape(0, shapeByCount(*shape, lengthOf(call.shape(1)), keepsDimensions));
            return {};
        }
        call.setShape(0, reducedShape(*shape, *reduced, keepsDimensions));
        reduceElements(call, *reduced, combine);
        return {};
    };
}

Attribute keepsDimensionsAttribute()
{
    return flag("keepdims", true, "whether reduced dimensions stay, with size 1");
}

std::vector<Attribute> axesByAttribute()
{
    return {integers("axes", "the dimensions to reduce; all where there are none"),
            keepsDimensionsAttribute()};
}

std::vector<Attribute> axesByInput()
{
    return {keepsDimensionsAttribute(),
            flag("noop_with_empty_axes", false,
                 "without axes: whether no dimension is reduced, not all")};
}

constexpr std::string_view withAxesAttribute = "data:T -> reduced:T";
constexpr std::string_view withAxesInput = "data:T axes:i64? -> reduced:T";
constexpr const char *reducedTypes = "T = float i32 i64 u32 u64";
constexpr std::string_view negativeAxes = "negative axes count from the last dimension";

void addReduction(OpRegistry &ops, std::string_view name, std::string_view summary,
                  const ValueRule &rule = reducing())
{
    add(ops, OpCategory::Reduction, name, summary,
        {{1, withAxesAttribute, reducedTypes, axesByAttribute(), rule},
         {11, {}, {}, {}, {}, negativeAxes},
         {13, {}, "T += bf16"},
         {18, withAxesInput, {}, axesByInput()}});
}

void addLogarithmicReduction(OpRegistry &ops, std::string_view name, std::string_view summary)
{
    add(ops, OpCategory::Reduction, name, summary,
        {{1, withAxesAttribute, reducedTypes, axesByAttribute(), reducing()},
         {11, {}, {}, {}, {}, negativeAxes},
         {13, {}, "T += bf16"},
         {18, withAxesInput, {}, axesByInput()},
         {28, {}, "T = float bf16"}});
}

void addExtreme(OpRegistry &ops, std::string_view name, std::string_view summary, bool isLargest)
{
    const ValueRule rule = reducing(
        [isLargest](std::span<const Dimension> values) { return extremeOf(values, isLargest); });
    add(ops, OpCategory::Reduction, name, summary,
        {{1, withAxesAttribute, reducedTypes, axesByAttribute(), rule},
         {11, {}, {}, {}, {}, negativeAxes},
         {12, {}, "T += i8 u8"},
         {13, {}, "T += bf16"},
         {18, withAxesInput, {}, axesByInput()},
         {20, {}, "T += bool"}});
}

Dimension sumOf(std::span<const Dimension> values)
{
    Dimension sum(0);
    for (const Dimension &value : values) {
        sum = sum + value;
    }
    return sum;
}

} // namespace

void registerOnnxReduction(OpRegistry &ops)
{
    addReduction(ops, "ReduceL1", "sum of absolute values over dimensions");
    addReduction(ops, "ReduceL2", "square root of the sum of squares over dimensions");
    addLogarithmicReduction(ops, "ReduceLogSum", "logarithm of the sum over dimensions");
    addLogarithmicReduction(ops, "ReduceLogSumExp",
                            "logarithm of the sum of e to the power of values over dimensions");
    addExtreme(ops, "ReduceMax", "the largest of the values over dimensions", true);
    addReduction(ops, "ReduceMean", "mean over dimensions");
    addExtreme(ops, "ReduceMin", "the smallest of the values over dimensions", false);
    addReduction(ops, "ReduceProd", "product over dimensions",
                 reducing([](std::span<const Dimension> values) { return productOf(values); }));
    addReduction(ops, "ReduceSumSquare", "sum of squares over dimensions");
    add(ops, OpCategory::Reduction, "ReduceSum", "sum over dimensions",
        {{1, withAxesAttribute, reducedTypes, axesByAttribute(), reducing(sumOf)},
         {11, {}, {}, {}, {}, negativeAxes},
         {13, withAxesInput, "T += bf16", axesByInput()}});
}

} // namespace nervure
