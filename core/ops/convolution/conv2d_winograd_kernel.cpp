// SPDX-License-Identifier: Apache-2.0
#include "core/ops/convolution/conv2d_winograd_kernel.h"

#include "core/ops/convolution/conv2d_tiles.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "kernels/conv2d_winograd.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>

namespace nervure {

namespace {

KernelLaunch conv2dWinogradLaunch(const char *entry, int tileSize, const KernelContext &context)
{
    KernelLaunch launch;
    launch.program = "conv2d_winograd";
    launch.source = kernels::conv2d_winograd;
    launch.entry = entry;
    launch.algorithm = fmt::format("winograd-f{}", tileSize);
    launch.defines = {{"NERVURE_TILE", std::to_string(tileSize)}};
    defineTypes(launch, context.inTypes[0], context.outTypes[0]);
    defineSums(launch, context.outTypes[0]);
    return launch;
}

Status checkCall(int tileSize, const KernelContext &context)
{
    if (tileSize != 2 && tileSize != 4) {
        return noKernelFor(fmt::format("tiles of {}, expected 2 or 4", tileSize));
    }
    return checkOneFloatType(context);
}

} // namespace

Result<KernelSpec> winogradWeightKernel(int tileSize, const KernelContext &context)
{
    RETURN_IF_FAILED(checkCall(tileSize, context));
    const Shape &weight = context.inShapes[0];
    const bool isPlain = weight.size() == 4 && weight[2] == 3 && weight[3] == 3;
    if (!isPlain || weight[0] < 1 || weight[1] < 1) {
        return noKernelFor("this weight, expected kernels of 3x3");
    }
    KernelLaunch launch = conv2dWinogradLaunch("winograd_weight", tileSize, context);
    launch.args = {KernelArg::input(0), KernelArg::output()};
    launch.global = globalSize(weight[0] * weight[1], 1, 1);
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {std::move(launch)};
    return spec;
}

Result<KernelSpec> winogradTilesKernel(int tileSize, const Conv2dGeometry &geometry,
                                       const KernelContext &context)
{
    const Conv2dGeometry &g = geometry;
    RETURN_IF_FAILED(checkCall(tileSize, context));
    const std::int64_t tilesH = ceilDivide(g.outH, tileSize);
    const std::int64_t tilesW = ceilDivide(g.outW, tileSize);
    const std::int64_t points = std::int64_t{tileSize + 2} * (tileSize + 2);
    const bool isPositive =
        std::min({g.batch, g.inChannels, g.outChannels, g.outH, g.outW, g.inH, g.inW}) > 0
        && std::min(g.padTop, g.padLeft) >= 0;
    if (!isPositive || !fitsInt({points, g.inChannels, g.batch, tilesH, tilesW})
        || !fitsInt({2, g.padTop}) || !fitsInt({2, g.padLeft})) {
        return noKernelFor("a convolution of this size");
    }
    KernelLaunch data = conv2dWinogradLaunch("winograd_data", tileSize, context);
    data.args = {KernelArg::input(0), KernelArg::scratch(0)};
    addInts(data, {g.inH, g.inW, g.padTop, g.padLeft, tilesW});
    data.global = globalSize(tilesH * tilesW, g.inChannels, g.batch);
    const bool isInFirst = context.inShapes[1][2] != g.outChannels;
    KernelLaunch tiles = conv2dWinogradLaunch("winograd_tiles", tileSize, context);
    tiles.args = {KernelArg::scratch(0), KernelArg::input(1), KernelArg::input(g.hasBias ? 2 : 1),
                  KernelArg::output()};
    addInts(tiles,
            {std::int64_t{g.hasBias}, g.inChannels, isInFirst ? g.outChannels : std::int64_t{1},
             isInFirst ? std::int64_t{1} : g.inChannels, g.outH, g.outW, tilesW});
    tiles.global = globalSize(tilesH * tilesW, g.outChannels, g.batch);
    tiles.storesThroughMacro = true;
    KernelSpec spec;
    const std::int64_t numberBytes = context.outTypes[0] == DType::Float64 ? 8 : 4;
    spec.scratchBytes = {points * g.inChannels * g.batch * tilesH * tilesW * numberBytes};
    spec.launches = {std::move(data), std::move(tiles)};
    return spec;
}

} // namespace nervure
