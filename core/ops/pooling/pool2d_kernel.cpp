// SPDX-License-Identifier: Apache-2.0
#include "core/ops/pooling/pool2d_kernel.h"

#include "core/graph/op/tuning_key.h"
#include "core/ops/reduction/reduction_rows_kernel.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
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

bool isSound(const Pool2dGeometry &g)
{
    return std::min({g.batch, g.channels, g.inH, g.inW, g.outH, g.outW, g.kernelH, g.kernelW,
                     g.strideH, g.strideW})
               > 0
           && fitsInt({g.outH + 1, g.strideH}) && fitsInt({g.outW + 1, g.strideW})
           && fitsInt({g.kernelH, g.kernelW}) && fitsInt({2, g.padTop}) && fitsInt({2, g.padLeft});
}

std::string blockedEntry(const Pool2dGeometry &g, const std::string &kind)
{
    return "pool2d_blocked_" + kind + (g.isMax ? "max" : "average");
}

void setGlobal(const Pool2dGeometry &g, KernelLaunch &launch)
{
    launch.entry = blockedEntry(g, "global_");
    launch.algorithm = "plane";
    addInts(launch, {g.inH * g.inW});
    launch.global = globalSize(g.batch * g.channels, 1, 1);
}

void setWindowed(const Pool2dGeometry &g, KernelLaunch &launch)
{
    launch.entry = blockedEntry(g, {});
    launch.algorithm = "row";
    addInts(launch, {g.inH, g.inW, g.outW, g.kernelH, g.kernelW, g.strideH, g.strideW, g.padTop,
                     g.padLeft});
    if (!g.isMax) {
        addInts(launch, {std::int64_t{g.countIncludePad}});
    }
    launch.global = globalSize(g.outH, g.batch * g.channels, 1);
}

/// Whole planes, each one result.
std::optional<KernelSpec> globalSpec(const Pool2dGeometry &g, const KernelContext &context)
{
    const std::int64_t cells = g.inH * g.inW;
    ReductionGroups planes;
    planes.results = g.batch * g.channels;
    planes.each = cells;
    if (!planes.kept.add(planes.results, cells) || !planes.reduced.add(cells, 1)) {
        return std::nullopt;
    }
    ExtremeSearch largest;
    largest.nan = NanRule::IsSkipped;
    return g.isMax ? extremeRowsKernel(planes, largest, context)
                   : sumRowsKernel(planes, cells, context);
}

/// Elements that pool2d.cl holds of an input row.
constexpr std::int64_t held = 1024;

std::optional<KernelSpec> windowsSpec(const Pool2dGeometry &g, const KernelContext &context)
{
    constexpr std::int64_t mostVectors = 4;
    constexpr std::int64_t elements = 1024; // of a work-item: enough to outweigh its start
    const int lanes = vectorLanes(context.device);
    const std::int64_t vectors = std::min(ceilDivide(g.outW, lanes), mostVectors);
    if (g.strideW * (lanes * vectors + (g.kernelW - 1) / g.strideW) > held) {
        return std::nullopt;
    }
    const std::int64_t rowsEach = std::min(ceilDivide(elements, g.outW), g.outH);
    KernelLaunch launch;
    launch.program = "pool2d";
    launch.source = kernels::pool2d;
    launch.entry = "pool2d";
    launch.algorithm = "rows";
    defineTypes(launch, context.inTypes[0], context.outTypes[0]);
    launch.defines.insert(launch.defines.end(), {{"NERVURE_LANES", std::to_string(lanes)},
                                                 {"NERVURE_VECTORS", std::to_string(vectors)},
                                                 {"NERVURE_HELD", std::to_string(held)},
                                                 {"NERVURE_IS_MAX", g.isMax ? "1" : "0"}});
    launch.args = {KernelArg::input(0), KernelArg::output()};
    addInts(launch, {g.inH, g.inW, g.outH, g.outW, g.kernelH, g.kernelW, g.strideH, g.strideW,
                     g.padTop, g.padLeft, std::int64_t{g.countIncludePad}, rowsEach});
    launch.global = globalSize(ceilDivide(g.outH, rowsEach), g.batch * g.channels, 1);
    launch.local = oneItemGroups(context.device);
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

} // namespace

std::optional<KernelSpec> pool2dPlanesKernel(const Pool2dGeometry &g, const KernelContext &context)
{
    if (!checkOneFloatType(context) || !isSound(g)) {
        return std::nullopt;
    }
    if (auto spec = isGlobal(g) ? globalSpec(g, context) : std::nullopt) {
        return spec;
    }
    return context.device.isCpu() ? windowsSpec(g, context) : std::nullopt;
}

Result<KernelSpec> pool2dBlockedKernel(const Pool2dGeometry &g, int lanes,
                                       const KernelContext &context)
{
    RETURN_IF_FAILED(checkKernelTensors(context));
    if (!isSound(g)) {
        return noKernelFor("this pooling, expected positive sizes below 2^31");
    }
    KernelLaunch launch;
    launch.program = "pool2d_blocked";
    launch.source = kernels::pool2d_blocked;
    launch.defines = {{"NERVURE_LANES", std::to_string(lanes)}};
    launch.storeLanes = lanes;
    launch.args = {KernelArg::input(0), KernelArg::output()};
    launch.storesThroughMacro = true;
    isGlobal(g) ? setGlobal(g, launch) : setWindowed(g, launch);
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
