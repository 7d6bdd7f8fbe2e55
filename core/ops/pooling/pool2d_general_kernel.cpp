// SPDX-License-Identifier: Apache-2.0
#include "core/ops/pooling/pool2d_general_kernel.h"

#include "core/ops/rules/copy_kernel.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "kernels/pool2d_general.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace nervure {

namespace {

constexpr std::size_t planeDimensions = 3;

/// Where the planes of an image are, and its rows and columns in them.
struct ImageSteps {
    std::array<std::int64_t, planeDimensions> planes{};
    std::int64_t row = 0;
    std::int64_t column = 0;
};

/// The planes of both images.
struct Planes {
    std::array<std::int64_t, planeDimensions> sizes{1, 1, 1};
    ImageSteps large;
    ImageSteps small;

    /// Whether the innermost ones lie element beside element.
    [[nodiscard]] bool areNeighbors() const
    {
        return large.planes.back() == 1 && small.planes.back() == 1;
    }
};

/// Nothing for images of other than three dimensions besides height and width that lie apart.
std::optional<Planes> planesOf(const PooledAxes &axes, const Shape &large, const Shape &small)
{
    const std::vector<std::int64_t> largeSteps = denseStrides(large);
    const std::vector<std::int64_t> smallSteps = denseStrides(small);
    Planes planes;
    planes.large.row = largeSteps[axes.height];
    planes.large.column = largeSteps[axes.width];
    planes.small.row = smallSteps[axes.height];
    planes.small.column = smallSteps[axes.width];
    std::size_t at = planeDimensions;
    for (std::size_t i = large.size(); i-- > 0;) {
        if (i == axes.height || i == axes.width || large[i] == 1) {
            continue;
        }
        const bool goesOn = at < planeDimensions
                            && planes.large.planes[at] * planes.sizes[at] == largeSteps[i]
                            && planes.small.planes[at] * planes.sizes[at] == smallSteps[i];
        if (goesOn) {
            planes.sizes[at] *= large[i];
            continue;
        }
        if (at == 0) {
            return std::nullopt;
        }
        --at;
        planes.sizes[at] = large[i];
        planes.large.planes[at] = largeSteps[i];
        planes.small.planes[at] = smallSteps[i];
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

/// Planes that a work-item pools together: on processors, where channels are the innermost dimension.
std::int64_t runOf(const Planes &planes, const DeviceTraits &device)
{
    constexpr std::int64_t most = 64;
    constexpr std::int64_t least = 8;
    const std::int64_t neighbors = planes.sizes.back();
    if (!device.isCpu() || !planes.areNeighbors() || neighbors < least) {
        return 1;
    }
    std::int64_t run = most;
    while (run / 2 >= neighbors) {
        run /= 2;
    }
    return run;
}

void addSteps(KernelLaunch &launch, const ImageSteps &steps)
{
    addInts(launch, steps.planes);
    addInts(launch, {steps.row, steps.column});
}

/// A launch over the larger or the smaller image, of `rowsAndColumns`, by `run` planes.
KernelLaunch pool2dGeneralLaunch(const char *entry, const Pool2dGeometry &g, const Planes &planes,
                                 std::int64_t run, std::array<std::int64_t, 2> rowsAndColumns,
                                 const KernelContext &context)
{
    KernelLaunch launch;
    launch.program = "pool2d_general";
    launch.source = kernels::pool2d_general;
    launch.entry = entry;
    launch.algorithm = "general";
    defineTypes(launch, context.inTypes[0], context.outTypes[0]);
    for (std::uint32_t i = 0; i < context.inShapes.size() && i < 2; ++i) {
        launch.args.push_back(KernelArg::input(i));
    }
    launch.args.push_back(KernelArg::output());
    const std::int64_t runs = ceilDivide(planes.sizes[2], run);
    addInts(launch, {runs, planes.sizes[1], planes.sizes[2]});
    addSteps(launch, planes.large);
    addSteps(launch, planes.small);
    addInts(launch, {g.inH, g.inW, g.outH, g.outW, g.kernelH, g.kernelW, g.strideH, g.strideW,
                     g.padTop, g.padLeft});
    const auto [rows, columns] = rowsAndColumns;
    const std::int64_t planeRuns = planes.sizes[0] * planes.sizes[1] * runs;
    // A processor's work-item goes through a row; others have one for each element.
    const std::int64_t sharing =
        context.device.isCpu() ? std::min<std::int64_t>(columns, 1) : columns;
    const bool planesFirst = planes.areNeighbors();
    launch.defines.insert(launch.defines.end(),
                          {{"NERVURE_RUN", std::to_string(run)},
                           {"NERVURE_PLANE_DIMENSION", planesFirst ? "0" : "2"}});
    launch.global =
        planesFirst ? globalSize(planeRuns, sharing, rows) : globalSize(sharing, rows, planeRuns);
    launch.local = oneItemGroups(context.device);
    return launch;
}

Result<Planes> checkedPlanes(const Pool2dGeometry &g, const PooledAxes &axes, const Shape &large,
                             const Shape &small, const KernelContext &context)
{
    RETURN_IF_FAILED(checkOneType(context));
    const auto planes = planesOf(axes, large, small);
    return planes && isSmall(g)
               ? Result<Planes>(*planes)
               : noKernelFor("pooling " + shapeText(large) + " to " + shapeText(small));
}

} // namespace

Result<KernelSpec> pool2dGeneralKernel(const Pool2dGeometry &g, const PooledAxes &axes,
                                       const KernelContext &context)
{
    ASSIGN_OR_RETURN(const auto planes,
                     checkedPlanes(g, axes, context.inShapes[0], context.outShapes[0], context));
    KernelLaunch launch = pool2dGeneralLaunch(
        "pool2d_general", g, planes, runOf(planes, context.device), {g.outH, g.outW}, context);
    addInts(launch, {std::int64_t{g.isMax}, std::int64_t{g.countIncludePad}});
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {std::move(launch)};
    return spec;
}

Result<KernelSpec> pool2dGradientKernel(const Pool2dGeometry &g, const PooledAxes &axes,
                                        const KernelContext &context)
{
    ASSIGN_OR_RETURN(const auto planes,
                     checkedPlanes(g, axes, context.inShapes[1], context.inShapes[0], context));
    KernelSpec spec;
    spec.launches = {
        pool2dGeneralLaunch("max_pool2d_gradient", g, planes, 1, {g.inH, g.inW}, context)};
    return spec;
}

} // namespace nervure
