// SPDX-License-Identifier: Apache-2.0
#include "core/ops/pool2d_general_kernel.h"

#include "core/ops/copy_kernel.h"
#include "core/ops/kernel_checks.h"
#include "core/ops/kernel_types.h"
#include "kernels/pool2d_general.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

constexpr std::size_t planeDimensions = 3;

/// Where the planes of both images are.
struct Planes {
    std::array<std::int64_t, planeDimensions> sizes{1, 1, 1};
    std::array<std::int64_t, planeDimensions> large{};
    std::array<std::int64_t, planeDimensions> small{};
};

/// Nothing for images of other than three dimensions besides height and width that lie apart.
std::optional<Planes> planesOf(const PooledAxes &axes, const Shape &large, const Shape &small)
{
    const std::vector<std::int64_t> largeSteps = denseStrides(large);
    const std::vector<std::int64_t> smallSteps = denseStrides(small);
    Planes planes;
    std::size_t at = planeDimensions;
    for (std::size_t i = large.size(); i-- > 0;) {
        if (i == axes.height || i == axes.width || large[i] == 1) {
            continue;
        }
        const bool goesOn = at < planeDimensions
                            && planes.large[at] * planes.sizes[at] == largeSteps[i]
                            && planes.small[at] * planes.sizes[at] == smallSteps[i];
        if (goesOn) {
            planes.sizes[at] *= large[i];
            continue;
        }
        if (at == 0) {
            return std::nullopt;
        }
        --at;
        planes.sizes[at] = large[i];
        planes.large[at] = largeSteps[i];
        planes.small[at] = smallSteps[i];
    }
    return planes;
}

bool isSmall(const Pool2dGeometry &g)
{
    constexpr std::int64_t most = std::int64_t{1} << 30;
    const auto isShort = [](std::int64_t steps, std::int64_t stride, std::int64_t kernel) {
        return steps >= 0 && stride > 0 && kernel >= 0 && fitsInt({steps + 1, stride, 2})
               && fitsInt({kernel, 4});
    };
    return g.padTop > -most && g.padTop < most && g.padLeft > -most && g.padLeft < most
           && isShort(g.outH, g.strideH, g.kernelH) && isShort(g.outW, g.strideW, g.kernelW)
           && fitsInt({g.kernelH, g.kernelW});
}

/// A launch over rows of the larger or the smaller image, `large` and `small` being their shapes.
Result<KernelLaunch> launchOf(const char *entry, const Pool2dGeometry &g, const PooledAxes &axes,
                              const Shape &large, const Shape &small, std::int64_t rows,
                              const KernelContext &context)
{
    const auto planes = planesOf(axes, large, small);
    if (!planes || !isSmall(g)) {
        return noKernelFor("pooling " + shapeText(large) + " to " + shapeText(small));
    }
    KernelLaunch launch;
    launch.program = "pool2d_general";
    launch.source = kernels::pool2d_general;
    launch.entry = entry;
    launch.algorithm = "naive";
    defineTypes(launch, context.inTypes[0], context.outTypes[0]);
    for (std::uint32_t i = 0; i < context.inShapes.size() && i < 2; ++i) {
        launch.args.push_back(KernelArg::input(i));
    }
    launch.args.push_back(KernelArg::output());
    const std::vector<std::int64_t> largeSteps = denseStrides(large);
    const std::vector<std::int64_t> smallSteps = denseStrides(small);
    for (const std::int64_t number : {planes->sizes[1],
                                      planes->sizes[2],
                                      planes->large[0],
                                      planes->large[1],
                                      planes->large[2],
                                      largeSteps[axes.height],
                                      largeSteps[axes.width],
                                      planes->small[0],
                                      planes->small[1],
                                      planes->small[2],
                                      smallSteps[axes.height],
                                      smallSteps[axes.width],
                                      g.inH,
                                      g.inW,
                                      g.outH,
                                      g.outW,
                                      g.kernelH,
                                      g.kernelW,
                                      g.strideH,
                                      g.strideW,
                                      g.padTop,
                                      g.padLeft}) {
        launch.args.push_back(KernelArg::int32(number));
    }
    launch.global = {
        static_cast<std::size_t>(rows),
        static_cast<std::size_t>(planes->sizes[0] * planes->sizes[1] * planes->sizes[2]), 1};
    launch.local = oneItemGroups(context.device);
    return launch;
}

} // namespace

Result<KernelSpec> pool2dGeneralKernel(const Pool2dGeometry &g, const PooledAxes &axes,
                                       const KernelContext &context)
{
    if (Status status = checkOneType(context); !status) {
        return status.error();
    }
    auto launch = launchOf("pool2d_general", g, axes, context.inShapes[0], context.outShapes[0],
                           g.outH, context);
    if (!launch) {
        return launch.error();
    }
    launch->args.push_back(KernelArg::int32(g.isMax));
    launch->args.push_back(KernelArg::int32(g.countIncludePad));
    launch->storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {std::move(launch).value()};
    return spec;
}

Result<KernelSpec> pool2dGradientKernel(const Pool2dGeometry &g, const PooledAxes &axes,
                                        const KernelContext &context)
{
    if (Status status = checkOneType(context); !status) {
        return status.error();
    }
    auto launch = launchOf("max_pool2d_gradient", g, axes, context.inShapes[1], context.inShapes[0],
                           g.inH, context);
    if (!launch) {
        return launch.error();
    }
    KernelSpec spec;
    spec.launches = {std::move(launch).value()};
    return spec;
}

} // namespace nervure
