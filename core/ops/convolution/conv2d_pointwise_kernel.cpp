// SPDX-License-Identifier: Apache-2.0
#include "core/ops/convolution/conv2d_pointwise_kernel.h"

#include "core/ops/convolution/conv2d_blocked_kernel.h"
#include "core/ops/convolution/conv2d_tiles.h"
#include "core/ops/rules/kernel_checks.h"
#include "kernels/conv2d_pointwise.h"

namespace nervure {

namespace {

/// Vectors of positions by channels.
constexpr ConvolutionTile widePointwiseTiles[]{{2, 14}, {2, 12}, {4, 6}, {2, 8}, {1, 14}};
constexpr ConvolutionTile narrowPointwiseTiles[]{{2, 6}, {2, 4}, {1, 8}};

bool isPointwise(const Conv2dGeometry &g)
{
    return g.kernelH == 1 && g.kernelW == 1 && g.strideH == 1 && g.strideW == 1 && g.padTop == 0
           && g.padLeft == 0 && g.outH == g.inH && g.outW == g.inW;
}

/// The convolution as tiles see it whose vectors are of positions: these are its channels, and its
/// channels the positions of a row.
Conv2dGeometry turned(const Conv2dGeometry &g)
{
    Conv2dGeometry result;
    result.batch = g.batch * g.groups;
    result.inChannels = g.inPerGroup();
    result.outChannels = g.outH * g.outW;
    result.outW = g.outPerGroup();
    return result;
}

/// What a tile costs for one input channel.
double pointwiseCost(const ConvolutionTile &tile)
{
    constexpr double loop = 1;
    return sumCycles(tile, cyclesOfNeighbors) + loop;
}

/// The tile that suits the sizes, of as many positions as there are at most.
ConvolutionTile pointwiseTile(const Conv2dGeometry &g, int lanes, const DeviceTraits &device,
                              KernelSpec &spec)
{
    const std::span<const ConvolutionTile> all =
        lanes == 16 ? std::span<const ConvolutionTile>(widePointwiseTiles) : narrowPointwiseTiles;
    std::vector<ConvolutionTile> tiles = tilesByCost(all, turned(g), lanes, pointwiseCost);
    std::erase_if(
        tiles, [&](const ConvolutionTile &tile) { return tile.blocks * lanes > g.outH * g.outW; });
    std::vector<std::string> names;
    for (const ConvolutionTile &tile : tiles) {
        names.push_back(tile.text());
    }
    const std::string key =
        convolutionKey("conv2d_pointwise_tile", kernels::conv2d_pointwise, g, lanes);
    return tiles[chooseVariant(spec, device, key, std::move(names))];
}

} // namespace

std::optional<KernelSpec> conv2dPointwiseKernel(const Conv2dGeometry &geometry,
                                                const Conv2dPlacing &placing,
                                                const KernelContext &context)
{
    constexpr std::int64_t leastChannels = 4; // of a group, fewer than a tile has
    const Conv2dGeometry &g = geometry;
    const int lanes = preferredBlock(context.device);
    const std::int64_t positions = g.outH * g.outW;
    if (lanes == 0 || !checkKernelTensors(context) || !isPointwise(g) || !isPlain(placing)
        || positions < lanes || g.outPerGroup() < leastChannels
        || !fitsInt({g.outChannels + g.groups * 64, g.inPerGroup()})) {
        return std::nullopt;
    }
    KernelSpec spec;
    const ConvolutionTile tile = pointwiseTile(g, lanes, context.device, spec);
    KernelLaunch launch =
        tileLaunch("conv2d_pointwise", kernels::conv2d_pointwise, "conv2d_pointwise_", tile, lanes);
    launch.algorithm = "pointwise";
    launch.args = {KernelArg::input(0), KernelArg::input(1), KernelArg::input(g.hasBias ? 2 : 1),
                   KernelArg::output()};
    const std::int64_t tiles = ceilDivide(g.outPerGroup(), tile.pixels);
    const std::int64_t inTile = tile.blocks * lanes;
    Conv2dGeometry row = g;
    row.outW = positions;
    const std::int64_t run =
        tilesInRun(row, {1, inTile}, g.batch * g.groups * tiles, context.device);
    addInts(launch,
            {std::int64_t{g.hasBias}, g.groups, g.inPerGroup(), g.outPerGroup(), positions, run});
    launch.global = globalSize(ceilDivide(positions, inTile * run), tiles, g.batch * g.groups);
    launch.local = oneItemGroups(context.device);
    launch.storesThroughMacro = true;
    launch.storeLanes = lanes;
    spec.launches.push_back(std::move(launch));
    spec.packs.push_back(tiledWeights(g, tile.pixels, 1));
    return spec;
}

} // namespace nervure
