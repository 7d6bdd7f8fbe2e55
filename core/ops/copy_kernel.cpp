// SPDX-License-Identifier: Apache-2.0
#include "core/ops/copy_kernel.h"

#include "core/ops/kernel_checks.h"
#include "core/ops/strided_copy.h"
#include "kernels/copy.h"

#include <algorithm>

namespace nervure {

namespace {

constexpr std::size_t maxDimensions = 6;
constexpr std::int64_t rowChunk = 256;

KernelLaunch launchOf(std::string entry, const DeviceTraits &device)
{
    KernelLaunch launch;
    launch.program = "copy";
    launch.source = kernels::copy;
    launch.entry = std::move(entry);
    launch.algorithm = "copy";
    launch.defines = {{"NERVURE_CHUNK", std::to_string(rowChunk)}};
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
    if (Status status = checkKernelTensors(context); !status) {
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
        KernelLaunch launch = launchOf("copy_rows", context.device);
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
    if (Status status = checkKernelTensors(context); !status) {
        return status.error();
    }
    if (source.sizes.size() > maxDimensions || !hasSmallNumbers(source)
        || !isInside(source, *elementCount(context.inShapes[0]))) {
        return noKernelFor("taking " + shapeText(source.sizes) + " from "
                           + shapeText(context.inShapes[0]));
    }
    Shape n(maxDimensions - source.sizes.size(), 1);
    std::vector<std::int64_t> s(n.size(), 0);
    n.insert(n.end(), source.sizes.begin(), source.sizes.end());
    s.insert(s.end(), source.strides.begin(), source.strides.end());
    KernelLaunch launch = launchOf("copy_strided", context.device);
    launch.args = {KernelArg::input(0), KernelArg::output()};
    for (const std::int64_t value :
         {source.offset, n[0], n[1], n[2], n[5], s[0], s[1], s[2], s[3], s[4], s[5]}) {
        launch.args.push_back(KernelArg::int32(value));
    }
    launch.global = {static_cast<std::size_t>(n[4]), static_cast<std::size_t>(n[3]),
                     static_cast<std::size_t>(n[0] * n[1] * n[2])};
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
