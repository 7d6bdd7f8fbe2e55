// SPDX-License-Identifier: Apache-2.0
#include "core/ops/convolution/conv2d_planewise_kernel.h"

#include "core/ops/convolution/conv2d_blocked_kernel.h"
#include "core/ops/convolution/conv2d_tiles.h"
#include "core/ops/rules/kernel_checks.h"
#include "kernels/conv2d_planewise.h"

#include <algorithm>

namespace nervure {

namespace {

/// Floats of private memory, for the input of a band and for its results: NERVURE_ROOM.
constexpr std::int64_t bandRoom = 4096;

/// How conv2d_planewise.cl cuts a plane into bands.
struct Bands {
    std::int64_t pitch = 0; ///< columns of one phase of a padded row, read by whole vectors
    std::int64_t rows = 0;  ///< results of a band; none: its input does not fit

    explicit Bands(const Conv2dGeometry &g)
    {
        constexpr std::int64_t lanes = 16; // of the widest vector
        pitch = ceilDivide(g.outW, lanes) * lanes + (g.kernelW - 1) * g.dilationW / g.strideW;
        const std::int64_t most = bandRoom / (pitch * g.strideW) - (g.kernelH - 1) * g.dilationH;
        const std::int64_t inputs = most > 0 ? (most - 1) / g.strideH + 1 : 0;
        rows = std::clamp<std::int64_t>((bandRoom - lanes) / g.outW, 0, std::min(inputs, g.outH));
    }
};

} // namespace

bool isPlanewise(const Conv2dGeometry &geometry)
{
    const Conv2dGeometry &g = geometry;
    constexpr std::int64_t most = bandRoom; // of each size, before they are multiplied
    const bool isSmall =
        std::max({g.outW, g.kernelH, g.kernelW, g.dilationH, g.dilationW, g.strideH, g.strideW})
        < most;
    const bool isPositive = std::min({g.outW, g.outH, g.kernelH, g.kernelW, g.dilationH,
                                      g.dilationW, g.strideH, g.strideW, g.groups})
                            > 0;
    return isSmall && isPositive && g.inPerGroup() == 1 && Bands(g).rows > 0;
}

std::optional<KernelSpec> conv2dPlanewiseKernel(const Conv2dGeometry &geometry,
                                                const Conv2dPlacing &placing,
                                                const KernelContext &context)
{
    const Conv2dGeometry &g = geometry;
    const int lanes = preferredBlock(context.device);
    if (lanes == 0 || !checkKernelTensors(context) || !isPlain(placing) || !isPlanewise(g)) {
        return std::nullopt;
    }
    const Bands bands(g);
    KernelLaunch launch =
        lanesLaunch("conv2d_planewise", kernels::conv2d_planewise, "conv2d_planewise", lanes);
    launch.algorithm = "depthwise";
    launch.defines.insert(launch.defines.end(), {{"NERVURE_ROOM", std::to_string(bandRoom)},
                                                 {"NERVURE_KERNEL_W", std::to_string(g.kernelW)},
                                                 {"NERVURE_STRIDE", std::to_string(g.strideW)}});
    launch.args = {KernelArg::input(0), KernelArg::input(1), KernelArg::input(g.hasBias ? 2 : 1),
                   KernelArg::output()};
    addInts(launch,
            {std::int64_t{g.hasBias}, g.outPerGroup(), g.inH, g.inW, g.outH, g.outW, g.kernelH,
             g.strideH, g.dilationH, g.dilationW, g.padTop, g.padLeft, bands.pitch, bands.rows});
    launch.global = globalSize(ceilDivide(g.outH, bands.rows), g.outChannels, g.batch);
    launch.local = oneItemGroups(context.device);
    launch.storesThroughMacro = true;
    launch.storeLanes = lanes;
    KernelSpec spec;
    spec.launches.push_back(std::move(launch));
    return spec;
}

} // namespace nervure
