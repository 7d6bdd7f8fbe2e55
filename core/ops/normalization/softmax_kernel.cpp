// SPDX-License-Identifier: Apache-2.0
#include "core/ops/normalization/softmax_kernel.h"

#include "core/ops/reduction/reduction_rows_kernel.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "kernels/softmax.h"

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

/// The widest vectors of neighboring lines that the device has and the tensor fills.
int lanesOf(std::int64_t inner, const DeviceTraits &device)
{
    int lanes = device.isCpu() ? vectorLanes(device) : 1;
    while (lanes > 1 && lanes > inner) {
        lanes = lanes > 4 ? lanes / 2 : 1;
    }
    return lanes;
}

KernelLaunch columnsLaunch(std::int64_t count, std::int64_t inner, std::int64_t outer, bool isLog,
                           const KernelContext &context)
{
    constexpr std::int64_t elements = 512; // of a work-item: enough to outweigh its start
    const int lanes = lanesOf(inner, context.device);
    const std::int64_t vectors =
        lanes > 1 ? ceilDivide(elements, std::max<std::int64_t>(count * lanes, 1)) : 1;
    KernelLaunch launch;
    launch.program = "softmax";
    launch.source = kernels::softmax;
    launch.entry = "softmax";
    launch.algorithm = "columns";
    defineTypes(launch, context.inTypes[0], context.outTypes[0]);
    launch.defines.emplace_back("NERVURE_LANES", std::to_string(lanes));
    launch.args = {KernelArg::input(0), KernelArg::output()};
    addInts(launch, {count, inner, vectors, std::int64_t{isLog}});
    launch.global = globalSize(ceilDivide(inner, vectors * lanes), outer, 1);
    launch.local = groupsFor(context.device, vectors * lanes * count);
    launch.storesThroughMacro = true;
    return launch;
}

} // namespace

Result<KernelSpec> softmaxKernel(std::size_t axis, bool isLog, const KernelContext &context)
{
    RETURN_IF_FAILED(checkOneFloatType(context));
    const Shape &shape = context.inShapes[0];
    if (axis >= shape.size() || isUnknown(shape)) {
        return noKernelFor("a tensor of shape " + shapeText(shape));
    }
    const auto split = shape.begin() + static_cast<std::ptrdiff_t>(axis);
    const std::int64_t outer = *elementCount(Shape(shape.begin(), split));
    const std::int64_t inner = *elementCount(Shape(split + 1, shape.end()));
    ReductionGroups lines;
    lines.results = outer * inner;
    lines.each = *split;
    if (inner == 1 && lines.kept.add(outer, *split) && lines.reduced.add(*split, 1)) {
        if (auto rows = softmaxRowsKernel(lines, isLog, context)) {
            return std::move(*rows);
        }
    }
    KernelSpec spec;
    spec.launches = {columnsLaunch(*split, inner, outer, isLog, context)};
    return spec;
}

} // namespace nervure
