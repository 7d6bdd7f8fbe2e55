// SPDX-License-Identifier: Apache-2.0
#include "core/ops/pool2d_kernel.h"

#include "core/graph/tuning_key.h"
#include "core/ops/kernel_checks.h"
#include "kernels/pool2d.h"
#include "kernels/pool2d_blocked.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

bool isGlobal(const Pool2dGeometry &g)
{
    return g.outH == 1 && g.outW == 1 && g.kernelH == g.inH && g.kernelW == g.inW && g.padTop == 0
           && g.padLeft == 0;
}

/// "pool2d_max", …: the kernel of that name in its file, for plain rows or blocks.
std::string entryOf(const Pool2dGeometry &g, int lanes, const std::string &kind)
{
    return (lanes > 0 ? "pool2d_blocked_" : "pool2d_") + kind + (g.isMax ? "max" : "average");
}

void setGlobal(const Pool2dGeometry &g, int lanes, KernelLaunch &launch)
{
    launch.entry = entryOf(g, lanes, "global_");
    launch.algorithm = "plane";
    launch.args.push_back(KernelArg::int32(g.inH * g.inW));
    launch.global = {static_cast<std::size_t>(g.batch * g.channels), 1, 1};
}

void setWindowed(const Pool2dGeometry &g, int lanes, KernelLaunch &launch)
{
    launch.entry = entryOf(g, lanes, {});
    launch.algorithm = "row";
    for (const std::int64_t value :
         {g.inH, g.inW, g.outW, g.kernelH, g.kernelW, g.strideH, g.strideW, g.padTop, g.padLeft}) {
        launch.args.push_back(KernelArg::int32(value));
    }
    if (!g.isMax) {
        launch.args.push_back(KernelArg::int32(g.countIncludePad));
    }
    launch.global = {static_cast<std::size_t>(g.outH),
                     static_cast<std::size_t>(g.batch * g.channels), 1};
}

} // namespace

Result<KernelSpec> pool2dKernel(const Pool2dGeometry &geometry, int lanes,
                                const KernelContext &context)
{
    const Pool2dGeometry &g = geometry;
    if (Status status = checkKernelTensors(context); !status) {
        return status.error();
    }
    const bool isSound = std::min({g.batch, g.channels, g.inH, g.inW, g.outH, g.outW, g.kernelH,
                                   g.kernelW, g.strideH, g.strideW})
                             > 0
                         && fitsInt({g.outH + 1, g.strideH}) && fitsInt({g.outW + 1, g.strideW})
                         && fitsInt({g.kernelH, g.kernelW}) && fitsInt({2, g.padTop})
                         && fitsInt({2, g.padLeft});
    if (!isSound) {
        return noKernelFor("this pooling, expected positive sizes below 2^31");
    }
    KernelLaunch launch;
    launch.program = "pool2d";
    launch.source = kernels::pool2d;
    if (lanes > 0) {
        launch.program = "pool2d_blocked";
        launch.source = kernels::pool2d_blocked;
        launch.defines = {{"NERVURE_LANES", std::to_string(lanes)}};
        launch.storeLanes = lanes;
    }
    launch.args = {KernelArg::input(0), KernelArg::output()};
    launch.storesThroughMacro = true;
    isGlobal(g) ? setGlobal(g, lanes, launch) : setWindowed(g, lanes, launch);
    KernelSpec spec;
    const std::array sizes{g.batch * g.channels,
                           g.inH,
                           g.inW,
                           g.outH,
                           g.outW,
                           g.kernelH,
                           g.kernelW,
                           g.strideH,
                           g.strideW};
    const std::size_t variant =
        chooseVariant(spec, context.device, tuningKey("pool2d_groups", launch.source, sizes),
                      {"usual", "driver's"});
    if (variant == 0) {
        launch.local = oneItemGroups(context.device);
    }
    spec.launches = {launch};
    return spec;
}

} // namespace nervure
