// SPDX-License-Identifier: Apache-2.0
#include "core/ops/softmax_kernel.h"

#include "core/ops/kernel_checks.h"
#include "core/ops/kernel_types.h"
#include "kernels/softmax.h"

namespace nervure {

Result<KernelSpec> softmaxKernel(std::size_t axis, bool isLog, const KernelContext &context)
{
    if (Status status = checkOneFloatType(context); !status) {
        return status.error();
    }
    const Shape &shape = context.inShapes[0];
    if (axis >= shape.size() || isUnknown(shape)) {
        return noKernelFor("a tensor of shape " + shapeText(shape));
    }
    const auto split = shape.begin() + static_cast<std::ptrdiff_t>(axis);
    const std::int64_t outer = *elementCount(Shape(shape.begin(), split));
    const std::int64_t inner = *elementCount(Shape(split + 1, shape.end()));
    KernelLaunch launch;
    launch.program = "softmax";
    launch.source = kernels::softmax;
    launch.entry = isLog ? "log_softmax" : "softmax";
    launch.algorithm = "line";
    defineTypes(launch, context.inTypes[0], context.outTypes[0]);
    launch.args = {KernelArg::input(0), KernelArg::output(), KernelArg::int32(*split),
                   KernelArg::int32(inner)};
    launch.global = {static_cast<std::size_t>(inner), static_cast<std::size_t>(outer), 1};
    launch.local = groupsFor(context.device, *split);
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

} // namespace nervure
