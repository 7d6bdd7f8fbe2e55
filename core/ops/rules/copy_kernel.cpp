// SPDX-License-Identifier: Apache-2.0
#include "core/ops/rules/copy_kernel.h"

#include "core/execution/plan/concat_elision.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/strided_copy.h"
#include "core/ops/rules/transposed_copy.h"
#include "core/support/text.h"
#include "kernels/copy.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

namespace {

constexpr std::size_t maxDimensions = 6;

/// How the rows of a launch are shared by work-items: on a GPU each copies one element.
struct RowShares {
    std::int64_t chunk = 1;    ///< elements of a row
    std::int64_t rowsEach = 1; ///< rows one behind the other

    RowShares(std::int64_t rows, std::int64_t length, const DeviceTraits &device)
    {
        constexpr std::int64_t most = 4096;
        constexpr std::int64_t least = 256;
        constexpr std::int64_t itemsEach = 8; // so that no compute unit has much more than others
        if (device.isCpu()) {
            const std::int64_t share = rows * length / (itemsEach * device.computeUnits);
            chunk = most;
            rowsEach = std::clamp<std::int64_t>(std::clamp(share, least, most)
                                                    / std::max<std::int64_t>(length, 1),
                                                1, std::max<std::int64_t>(rows, 1));
        }
    }
};

/// A launch over `rows` rows of `length` elements, from input 0 to output 0.
KernelLaunch copyLaunch(std::string entry, DType type, std::int64_t rows, std::int64_t length,
                        const DeviceTraits &device)
{
    const RowShares shares(rows, length, device);
    KernelLaunch launch;
    launch.program = "copy";
    launch.source = kernels::copy;
    launch.entry = std::move(entry);
    launch.algorithm = "copy";
    launch.defines = {{"NERVURE_CHUNK", std::to_string(shares.chunk)}};
    defineCopied(launch, type);
    launch.args = {KernelArg::input(0), KernelArg::output(), KernelArg::int32(shares.rowsEach)};
    launch.global = {static_cast<std::size_t>(ceilDivide(length, shares.chunk)),
                     static_cast<std::size_t>(ceilDivide(rows, shares.rowsEach)), 1};
    launch.local = oneItemGroups(device);
    return launch;
}

/// `numbers` behind so many others that they are one for each dimension of a kernel.
std::vector<std::int64_t> filledUp(std::vector<std::int64_t> numbers, std::int64_t filling)
{
    numbers.insert(numbers.begin(), maxDimensions - numbers.size(), filling);
    return numbers;
}

/// Whether every number of the source is an int.
bool hasSmallNumbers(const StridedSource &source)
{
    return std::all_of(source.sizes.begin(), source.sizes.end(),
                       [](std::int64_t size) { return fitsInt({size}); })
           && std::all_of(source.strides.begin(), source.strides.end(),
                          [](std::int64_t stride) { return fitsInt({std::abs(stride)}); });
}

/// The same source with as few dimensions as can be: one that goes on where the next one ends is no
/// dimension of its own.
StridedSource merged(const StridedSource &source)
{
    StridedSource result;
    result.offset = source.offset;
    for (std::size_t i = 0; i < source.sizes.size(); ++i) {
        if (source.sizes[i] == 1) {
            continue;
        }
        const bool goesOn =
            result.sizes.size() > 0
            && checkedMultiply(source.strides[i], source.sizes[i]) == result.strides.back();
        if (goesOn) {
            result.sizes.back() *= source.sizes[i];
            result.strides.back() = source.strides[i];
        } else {
            result.sizes.push_back(source.sizes[i]);
            result.strides.push_back(source.strides[i]);
        }
    }
    return result;
}

/// A launch that takes output number `output` from input 0; `source` has at most six dimensions.
KernelLaunch stridedLaunch(const StridedSource &source, std::uint32_t output,
                           const KernelContext &context)
{
    if (auto transposed = transposedLaunch(source, output, context)) {
        return std::move(*transposed);
    }
    const std::vector<std::int64_t> n = filledUp(source.sizes, 1);
    const std::vector<std::int64_t> s = filledUp(source.strides, 0);
    KernelLaunch launch = copyLaunch("copy_strided", context.inTypes[0],
                                     n[0] * n[1] * n[2] * n[3] * n[4], n[5], context.device);
    if (s[5] >= -1 && s[5] <= 2) {
        launch.defines.emplace_back("NERVURE_STEP", fmt::format("({})", s[5]));
    }
    launch.args[1] = KernelArg::output(output);
    addInts(launch, {source.offset});
    addInts(launch, n);
    addInts(launch, s);
    launch.storesThroughMacro = true;
    return launch;
}

/// Whether the elements of a source lie side by side, in order.
bool isDense(const StridedSource &source)
{
    const std::vector<std::int64_t> dense = denseStrides(source.sizes);
    for (std::size_t i = 0; i < dense.size(); ++i) {
        if (source.sizes[i] != 1 && source.strides[i] != dense[i]) {
            return false;
        }
    }
    return true;
}

/// Whether the sources are the whole input, one behind the other.
bool arePartsInOrder(const std::vector<StridedSource> &sources, std::int64_t elements)
{
    std::int64_t offset = 0;
    for (const StridedSource &source : sources) {
        if (source.offset != offset || !isDense(source)) {
            return false;
        }
        offset += *elementCount(source.sizes);
    }
    return offset == elements && sources.size() > 1;
}

/// A tensor in the middle of another.
struct Padding {
    Shape in;
    Shape out;
    std::vector<std::int64_t> before;
};

/// The same with as few dimensions as can be: one that is not padded belongs to the next outer one,
/// unless what lies before that would not be an int.
Padding merged(const Padding &padding)
{
    Padding result;
    for (std::size_t i = 0; i < padding.in.size(); ++i) {
        const bool isWhole = padding.before[i] == 0 && padding.in[i] == padding.out[i];
        if (isWhole && result.in.size() > 0
            && fitsInt({std::abs(result.before.back()), padding.in[i]})) {
            result.in.back() *= padding.in[i];
            result.out.back() *= padding.in[i];
            result.before.back() *= padding.in[i];
        } else {
            result.in.push_back(padding.in[i]);
            result.out.push_back(padding.out[i]);
            result.before.push_back(padding.before[i]);
        }
    }
    return result;
}

} // namespace

std::vector<std::int64_t> denseStrides(const Shape &shape)
{
    std::vector<std::int64_t> strides(shape.size(), 1);
    for (std::size_t i = shape.size(); i-- > 1;) {
        strides[i - 1] = strides[i] * shape[i];
    }
    return strides;
}

Result<KernelSpec> concatenateKernel(std::size_t axis, const KernelContext &context)
{
    RETURN_IF_FAILED(checkCopied(context));
    const Shape &out = context.outShapes[0];
    if (axis >= out.size() || isUnknown(out)) {
        return noKernelFor(fmt::format("axis {} of {}", axis, shapeText(out)));
    }
    const auto split = static_cast<std::ptrdiff_t>(axis);
    const std::int64_t rows = *elementCount(Shape(out.begin(), out.begin() + split));
    const std::int64_t pitch = *elementCount(Shape(out.begin() + split, out.end()));
    KernelSpec spec;
    std::int64_t offset = 0;
    for (std::uint32_t i = 0; i < context.inShapes.size(); ++i) {
        const std::int64_t length = *elementCount(context.inShapes[i]) / rows;
        KernelLaunch launch =
            copyLaunch("copy_rows", context.outTypes[0], rows, length, context.device);
        if (rows == 1) {
            launch.algorithm = joinAlgorithm;
        }
        launch.args[0] = KernelArg::input(i);
        addInts(launch, {length, rows, pitch, offset});
        spec.launches.push_back(std::move(launch));
        offset += length;
    }
    if (offset != pitch) {
        return noKernelFor("inputs that do not fill " + shapeText(out));
    }
    return spec;
}

Result<KernelSpec> stridedKernel(const StridedSource &source, const KernelContext &context)
{
    return stridedKernel(std::vector<StridedSource>{source}, context);
}

Result<KernelSpec> stridedKernel(const std::vector<StridedSource> &sources,
                                 const KernelContext &context)
{
    RETURN_IF_FAILED(checkTensorSizes(context));
    KernelSpec spec;
    for (std::uint32_t i = 0; i < sources.size(); ++i) {
        const StridedSource source = merged(sources[i]);
        const bool isFit = context.outTypes[i] == context.inTypes[0]
                           && elementCount(source.sizes) == elementCount(context.outShapes[i])
                           && source.sizes.size() <= maxDimensions && hasSmallNumbers(source)
                           && isInside(source, *elementCount(context.inShapes[0]));
        if (!isFit) {
            return noKernelFor("taking " + shapeText(sources[i].sizes) + " from "
                               + shapeText(context.inShapes[0]));
        }
        spec.launches.push_back(stridedLaunch(source, i, context));
    }
    if (arePartsInOrder(sources, *elementCount(context.inShapes[0]))) {
        for (KernelLaunch &launch : spec.launches) {
            launch.algorithm = partAlgorithm;
        }
    }
    return spec;
}

Result<KernelSpec> paddedKernel(const std::vector<std::int64_t> &before, double padding,
                                const KernelContext &context)
{
    RETURN_IF_FAILED(checkOneType(context));
    const Shape &from = context.inShapes[0];
    const Shape &to = context.outShapes[0];
    const bool isFit = from.size() == to.size() && before.size() == to.size()
                       && std::all_of(before.begin(), before.end(), [](std::int64_t number) {
                              return fitsInt({std::abs(number)});
                          });
    const Padding all = isFit ? merged({from, to, before}) : Padding{};
    if (!isFit || all.in.size() > maxDimensions) {
        return noKernelFor("padding " + shapeText(from) + " to " + shapeText(to));
    }
    const std::vector<std::int64_t> out = filledUp(all.out, 1);
    const DType type = context.outTypes[0];
    KernelLaunch launch = copyLaunch(
        "copy_padded", type, out[0] * out[1] * out[2] * out[3] * out[4], out[5], context.device);
    launch.defines.emplace_back("NERVURE_PADDING", copiedLiteral(type, padding));
    addInts(launch, out);
    addInts(launch, filledUp(all.in, 1));
    addInts(launch, filledUp(all.before, 0));
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

Result<KernelSpec> copyKernel(const KernelContext &context)
{
    const auto count = elementCount(context.outShapes[0]);
    if (!count || *count < 1) {
        return noKernelFor("a tensor of shape " + shapeText(context.outShapes[0]));
    }
    return stridedKernel({{*count}, {1}, 0}, context);
}

} // namespace nervure
