// SPDX-License-Identifier: Apache-2.0
#include "core/ops/copy_kernel.h"

#include "core/execution/joined_buffers.h"
#include "core/ops/kernel_checks.h"
#include "core/ops/kernel_types.h"
#include "core/ops/strided_copy.h"
#include "core/support/text.h"
#include "kernels/copy.h"

#include <algorithm>

namespace nervure {

namespace {

constexpr std::size_t maxDimensions = 6;
constexpr std::int64_t rowChunk = 256;

KernelLaunch launchOf(std::string entry, DType type, const DeviceTraits &device)
{
    KernelLaunch launch;
    launch.program = "copy";
    launch.source = kernels::copy;
    launch.entry = std::move(entry);
    launch.algorithm = "copy";
    launch.defines = {{"NERVURE_CHUNK", std::to_string(rowChunk)}};
    defineCopied(launch, type);
    launch.local = oneItemGroups(device);
    return launch;
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
    StridedSource result{{}, {}, source.offset};
    for (std::size_t i = 0; i < source.sizes.size(); ++i) {
        if (source.sizes[i] == 1) {
            continue;
        }
        const bool goesOn =
            !result.sizes.empty()
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
    Shape n(maxDimensions - source.sizes.size(), 1);
    std::vector<std::int64_t> s(n.size(), 0);
    n.insert(n.end(), source.sizes.begin(), source.sizes.end());
    s.insert(s.end(), source.strides.begin(), source.strides.end());
    KernelLaunch launch = launchOf("copy_strided", context.inTypes[0], context.device);
    launch.args = {KernelArg::input(0), KernelArg::output(output)};
    for (const std::int64_t value :
         {source.offset, n[0], n[1], n[2], n[5], s[0], s[1], s[2], s[3], s[4], s[5]}) {
        launch.args.push_back(KernelArg::int32(value));
    }
    launch.global = {static_cast<std::size_t>(n[4]), static_cast<std::size_t>(n[3]),
                     static_cast<std::size_t>(n[0] * n[1] * n[2])};
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
    if (Status status = checkCopied(context); !status) {
        return status.error();
    }
    const Shape &out = context.outShapes[0];
    if (axis >= out.size() || isUnknown(out)) {
        return noKernelFor("axis " + std::to_string(axis) + " of " + shapeText(out));
    }
    const auto split = static_cast<std::ptrdiff_t>(axis);
    const std::int64_t rows = *elementCount(Shape(out.begin(), out.begin() + split));
    const std::int64_t pitch = *elementCount(Shape(out.begin() + split, out.end()));
    KernelSpec spec;
    std::int64_t offset = 0;
    for (std::uint32_t i = 0; i < context.inShapes.size(); ++i) {
        const std::int64_t length = *elementCount(context.inShapes[i]) / rows;
        KernelLaunch launch = launchOf("copy_rows", context.outTypes[0], context.device);
        if (rows == 1) {
            launch.algorithm = joinAlgorithm;
        }
        launch.args = {KernelArg::input(i), KernelArg::output()};
        for (const std::int64_t value : {length, length, std::int64_t{0}, pitch, offset}) {
            launch.args.push_back(KernelArg::int32(value));
        }
        launch.global = {static_cast<std::size_t>(ceilDivide(length, rowChunk)),
                         static_cast<std::size_t>(rows), 1};
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
    if (Status status = checkTensorSizes(context); !status) {
        return status.error();
    }
    KernelSpec spec;
    for (std::uint32_t i = 0; i < sources.size(); ++i) {
        const bool isLong = sources[i].sizes.size() > maxDimensions;
        const StridedSource source = isLong ? merged(sources[i]) : sources[i];
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
    if (Status status = checkOneType(context); !status) {
        return status.error();
    }
    Shape in = context.inShapes[0];
    Shape out = context.outShapes[0];
    std::vector<std::int64_t> front = before;
    const bool isFit =
        in.size() <= maxDimensions && in.size() == out.size() && front.size() == in.size()
        && std::all_of(front.begin(), front.end(),
                       [](std::int64_t number) { return fitsInt({std::abs(number)}); });
    if (!isFit) {
        return noKernelFor("padding " + shapeText(in) + " to " + shapeText(out));
    }
    const std::size_t lead = maxDimensions - in.size();
    in.insert(in.begin(), lead, 1);
    out.insert(out.begin(), lead, 1);
    front.insert(front.begin(), lead, 0);
    const DType type = context.outTypes[0];
    KernelLaunch launch = launchOf("copy_padded", type, context.device);
    launch.defines.emplace_back("NERVURE_PADDING", copiedLiteral(type, padding));
    launch.args = {KernelArg::input(0), KernelArg::output(), KernelArg::int32(out[1]),
                   KernelArg::int32(out[2]), KernelArg::int32(out[5])};
    for (const std::int64_t size : in) {
        launch.args.push_back(KernelArg::int32(size));
    }
    for (const std::int64_t number : front) {
        launch.args.push_back(KernelArg::int32(number));
    }
    launch.global = {static_cast<std::size_t>(out[4]), static_cast<std::size_t>(out[3]),
                     static_cast<std::size_t>(out[0] * out[1] * out[2])};
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
    // Rows of one length, so that the copy is spread over work-items.
    std::int64_t length = std::min<std::int64_t>(*count, rowChunk);
    while (*count % length != 0) {
        --length;
    }
    return stridedKernel({{*count / length, length}, {length, 1}, 0}, context);
}

} // namespace nervure
