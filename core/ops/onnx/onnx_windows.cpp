// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_windows.h"

#include <algorithm>

namespace nervure::onnx {

namespace {

constexpr std::size_t batchAndChannels = 2;

/// An attribute with a number for each spatial dimension; 1 everywhere where it is left out.
Result<std::vector<std::int64_t>> positiveList(const ValueCall &call, std::string_view name,
                                               std::size_t rank)
{
    const std::vector<std::int64_t> &values = call.attrs.integers(name);
    if (values.empty()) {
        return std::vector<std::int64_t>(rank, 1);
    }
    if (values.size() != rank) {
        return makeError("infer-shape", "{} has {} numbers, expected {}, one a spatial dimension",
                         name, values.size(), rank);
    }
    const auto least = std::min_element(values.begin(), values.end());
    return *least > 0
               ? Result<std::vector<std::int64_t>>(values)
               : makeError("infer-shape", "{} has {}, expected positive numbers", name, *least);
}

Status readPads(const ValueCall &call, std::size_t rank, Windows &windows)
{
    windows.before.assign(rank, 0);
    windows.behind.assign(rank, 0);
    const std::vector<std::int64_t> &pads = call.attrs.integers("pads");
    const auto middle = pads.begin() + static_cast<std::ptrdiff_t>(std::min(rank, pads.size()));
    if (!pads.empty() && pads.size() != 2 * rank) {
        return makeError("infer-shape", "pads has {} numbers, expected {}, two a spatial dimension",
                         pads.size(), 2 * rank);
    }
    if (windows.padding == Windows::Padding::Given && !pads.empty()) {
        windows.before.assign(pads.begin(), middle);
        windows.behind.assign(middle, pads.end());
    }
    return {};
}

Windows::Padding paddingAsTold(const ValueCall &call)
{
    const std::string_view text = call.attrs.text("auto_pad");
    const std::vector<std::int64_t> &pads = call.attrs.integers("pads");
    if (text.empty() || text == "NOTSET") {
        return Windows::Padding::Given;
    }
    const bool hasZeros = std::all_of(pads.begin(), pads.end(), [](auto pad) { return pad == 0; });
    if (text == "VALID") {
        return hasZeros ? Windows::Padding::None : Windows::Padding::Unclear;
    }
    return pads.empty() ? Windows::Padding::Same : Windows::Padding::Unclear;
}

/// One dimension of windows.
struct WindowAxis {
    Windows::Padding padding;
    std::int64_t stride;
    std::int64_t before;
    std::int64_t behind;
    Dimension extent;
};

/// Rounded up, in versions that let the last window reach beyond the padding.
Dimension countRoundedUp(const WindowAxis &axis, const Dimension &size, const Dimension &free,
                         bool startsInside)
{
    const Dimension count = free.ceilOf(axis.stride) + Dimension(1);
    if (axis.padding == Windows::Padding::None) {
        // The formula for VALID and the general one round to different sides.
        const Dimension roundedDown = free.floorOf(axis.stride) + Dimension(1);
        return count.equals(roundedDown) ? count : Dimension();
    }
    const auto extent = axis.extent.number();
    if (!extent || axis.behind > *extent) {
        return {};
    }
    if (axis.behind + axis.stride <= *extent) { // all of them start inside
        return count;
    }
    const Dimension starts = (size + Dimension(axis.before)).ceilOf(axis.stride);
    return startsInside || count.equals(starts) ? starts : Dimension();
}

/// Where not even one window fits. Implementations differ in how they round what is missing, a negative
/// number of steps.
Result<Dimension> countOfNone(const WindowAxis &axis, const Dimension &size, std::int64_t free,
                              bool isWhole)
{
    if (free > -axis.stride) {
        return isWhole ? Dimension() : Dimension(1);
    }
    if (free <= -2 * axis.stride) {
        return makeError("infer-shape",
                         "a window of {} does not fit into {} elements and {} of padding",
                         axis.extent.text(), size.text(), axis.before + axis.behind);
    }
    return free == -axis.stride && (isWhole || axis.stride == 1) ? Dimension(0) : Dimension();
}

Result<Dimension> countAlong(const WindowAxis &axis, const Dimension &size, LastWindow last)
{
    const bool isWhole = last == LastWindow::Whole;
    if (axis.padding == Windows::Padding::Same) {
        // With gaps between windows, formulas for rounding up differ.
        const auto extent = axis.extent.number();
        const bool isSure = last != LastWindow::Unsaid || (extent && *extent >= axis.stride);
        return isSure ? size.ceilOf(axis.stride) : Dimension();
    }
    if (axis.padding == Windows::Padding::Unclear) {
        return Dimension();
    }
    const Dimension free = size + Dimension(axis.before + axis.behind) - axis.extent;
    if (free.isNumber() && *free.number() < 0) {
        return countOfNone(axis, size, *free.number(), isWhole);
    }
    return isWhole ? free.floorOf(axis.stride) + Dimension(1)
                   : countRoundedUp(axis, size, free, last == LastWindow::StartsInside);
}

WindowAxis windowAxisAt(const Windows &windows, std::size_t i)
{
    return {windows.padding, windows.strides[i], windows.before[i], windows.behind[i],
            windows.extents[i]};
}

} // namespace

Result<Windows> windowsOf(const ValueCall &call, const Dimensions &kernel)
{
    const std::size_t rank = kernel.size();
    Windows windows;
    windows.padding = paddingAsTold(call);
    ASSIGN_OR_RETURN(windows.strides, positiveList(call, "strides", rank));
    ASSIGN_OR_RETURN(const auto dilations, positiveList(call, "dilations", rank));
    RETURN_IF_FAILED(readPads(call, rank, windows));
    for (std::size_t i = 0; i < rank; ++i) {
        windows.extents.push_back((kernel[i] - Dimension(1)) * Dimension(dilations[i])
                                  + Dimension(1));
    }
    return windows;
}

Result<std::optional<std::size_t>> spatialRank(const ValueCall &call,
                                               std::initializer_list<std::size_t> inputs)
{
    ASSIGN_OR_RETURN(const auto rank, commonRank(call, inputs));
    const std::vector<std::int64_t> &kernel = call.attrs.integers("kernel_shape");
    if (!rank) {
        return kernel.empty() ? std::nullopt : std::optional(kernel.size());
    }
    if (*rank <= batchAndChannels) {
        return makeError("infer-shape", "input has {} dimensions, expected at least {}", *rank,
                         batchAndChannels + 1);
    }
    return std::optional(*rank - batchAndChannels);
}

Dimensions spatialSizes(const MaybeShape &shape, std::size_t rank)
{
    const bool fits = shape && shape->size() == rank + batchAndChannels;
    return fits ? Dimensions(shape->begin() + batchAndChannels, shape->end())
                : unknownDimensions(rank);
}

Dimensions withSpatialSizes(const MaybeShape &data, const Dimensions &sizes)
{
    Dimensions shape{sizeAt(data, 0), sizeAt(data, 1)};
    shape.insert(shape.end(), sizes.begin(), sizes.end());
    return shape;
}

Result<Dimensions> kernelSizes(const ValueCall &call, const Dimensions &otherwise)
{
    const std::vector<std::int64_t> &kernel = call.attrs.integers("kernel_shape");
    if (kernel.empty()) {
        return otherwise;
    }
    ASSIGN_OR_RETURN(const auto sizes, positiveList(call, "kernel_shape", otherwise.size()));
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        ASSIGN_OR_RETURN(const Dimension checked,
                         same(otherwise[i], sizes[i], "sizes of the filter and of kernel_shape"));
    }
    return Dimensions(sizes.begin(), sizes.end());
}

Result<Dimensions> windowCounts(const Windows &windows, const Dimensions &sizes, LastWindow last)
{
    Dimensions counts;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        ASSIGN_OR_RETURN(Dimension count, countAlong(windowAxisAt(windows, i), sizes[i], last));
        counts.push_back(std::move(count));
    }
    return counts;
}

Dimensions sizesOfWindows(const Windows &windows, const Dimensions &counts)
{
    Dimensions sizes;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        sizes.push_back((counts[i] - Dimension(1)) * Dimension(windows.strides[i])
                        + windows.extents[i] - Dimension(windows.before[i] + windows.behind[i]));
    }
    return sizes;
}

Attribute autoPadAttribute()
{
    return text("auto_pad", "NOTSET",
                "how much padding there is: what pads says; none; or as much as gives a window "
                "for each stride, an odd one more at the end or at the beginning")
        .oneOf({"NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"})
        .orEmpty(); // ONNX Runtime takes it so
}

Attribute dilationsAttribute()
{
    return integers("dilations", "steps between elements of a window, by spatial dimension; 1");
}

Attribute exponentAttribute()
{
    return integer("p", 2, "the exponent of the norm");
}

Attribute groupAttribute()
{
    return integer("group", 1, "parts of the channels that are computed apart from each other");
}

Attribute kernelAttribute()
{
    return integers("kernel_shape", "the size of a window, by spatial dimension");
}

Attribute padsAttribute()
{
    return integers("pads", "padding in front of each spatial dimension, then behind each; 0");
}

Attribute stridesAttribute()
{
    return integers("strides", "steps between windows, by spatial dimension; 1");
}

} // namespace nervure::onnx

namespace nervure {

namespace {

using namespace onnx;

/// The version says which window is the last one where ceil_mode is set.
ValueRule pooling(LastWindow roundedUp)
{
    return [roundedUp](ValueCall &call) -> Status {
        ASSIGN_OR_RETURN(const auto rank, spatialRank(call, {0}));
        if (!rank) {
            return {};
        }
        ASSIGN_OR_RETURN(const Dimensions kernel, kernelSizes(call, unknownDimensions(*rank)));
        ASSIGN_OR_RETURN(const Windows windows, windowsOf(call, kernel));
        const bool isRoundedUp = call.attrs.integer("ceil_mode") != 0;
        ASSIGN_OR_RETURN(const Dimensions counts,
                         windowCounts(windows, spatialSizes(call.shape(0), *rank),
                                      isRoundedUp ? roundedUp : LastWindow::Whole));
        const Dimensions shape = withSpatialSizes(call.shape(0), counts);
        call.setShape(0, shape);
        call.setShape(1, shape);
        return {};
    };
}

Attribute ceilAttribute()
{
    return flag("ceil_mode", false, "whether a last window may reach beyond the padded input");
}

Attribute countAttribute()
{
    return flag("count_include_pad", false, "whether padding counts in the mean");
}

Attribute orderAttribute()
{
    return flag("storage_order", false, "whether indices count columns first");
}

void registerMaxPool(OpRegistry &ops)
{
    const Attribute pad = autoPadAttribute();
    const Attribute kernel = kernelAttribute().required();
    const Attribute pads = padsAttribute();
    const Attribute strides = stridesAttribute();
    add(ops, OpCategory::Pooling, "MaxPool", "the largest element of each window",
        {{1, "X:T -> Y:T", "T = float", std::vector{pad, kernel, pads, strides},
          pooling(LastWindow::Whole)},
         {8, "X:T -> Y:T Indices:I?", "I = i64",
          std::vector{pad, kernel, pads, orderAttribute(), strides}},
         {10,
          {},
          {},
          std::vector{pad, ceilAttribute(), dilationsAttribute(), kernel, pads, orderAttribute(),
                      strides},
          pooling(LastWindow::Unsaid)},
         {11},
         {12, {}, "T += i8 u8"},
         {22,
          {},
          "T += bf16",
          {},
          pooling(LastWindow::StartsInside),
          "windows that start in the padding behind the input are left out"}});
}

void registerAveragePool(OpRegistry &ops)
{
    const Attribute pad = autoPadAttribute();
    const Attribute kernel = kernelAttribute().required();
    const Attribute pads = padsAttribute();
    const Attribute strides = stridesAttribute();
    add(ops, OpCategory::Pooling, "AveragePool", "the mean of each window",
        {{1, "X:T -> Y:T", "T = float", std::vector{pad, kernel, pads, strides},
          pooling(LastWindow::Whole)},
         {7, {}, {}, std::vector{pad, countAttribute(), kernel, pads, strides}},
         {10,
          {},
          {},
          std::vector{pad, ceilAttribute(), countAttribute(), kernel, pads, strides},
          pooling(LastWindow::Unsaid)},
         {11},
         {19,
          {},
          {},
          std::vector{pad, ceilAttribute(), countAttribute(), dilationsAttribute(), kernel, pads,
                      strides}},
         {22,
          {},
          "T += bf16",
          {},
          pooling(LastWindow::StartsInside),
          "windows that start in the padding behind the input are left out"}});
}

void registerLpPool(OpRegistry &ops)
{
    const Attribute pad = autoPadAttribute();
    const Attribute kernel = kernelAttribute();
    const Attribute pads = padsAttribute();
    const Attribute strides = stridesAttribute();
    add(ops, OpCategory::Pooling, "LpPool", "the p-norm of each window",
        {{1, "X:T -> Y:T", "T = float",
          std::vector{pad, kernel, number("p", 2, "the exponent of the norm"), pads, strides},
          pooling(LastWindow::Whole)},
         {2, {}, {}, std::vector{pad, kernel.required(), exponentAttribute(), pads, strides}},
         {11},
         {18,
          {},
          {},
          std::vector{pad, ceilAttribute(), dilationsAttribute(), kernel.required(),
                      exponentAttribute(), pads, strides},
          pooling(LastWindow::Unsaid)},
         {22, {}, "T += bf16"}});
}

} // namespace

void registerOnnxWindows(OpRegistry &ops)
{
    registerMaxPool(ops);
    registerAveragePool(ops);
    registerLpPool(ops);
}

} // namespace nervure
