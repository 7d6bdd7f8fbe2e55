// SPDX-License-Identifier: Apache-2.0
#include "core/ops/convolution/conv2d_tiles.h"

#include "core/graph/op/tuning_key.h"
#include "core/ops/rules/kernel_checks.h"
#include "kernels/conv2d_blocked.h"
#include "kernels/conv2d_image.h"
#include "kernels/conv2d_pack.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

constexpr ConvolutionTile wideTiles[]{{2, 14}, {4, 6}, {2, 13}, {1, 28}, {2, 7},
                                      {3, 7},  {2, 8}, {3, 8},  {2, 4},  {1, 7}};
constexpr ConvolutionTile narrowTiles[]{{2, 6}, {3, 4}, {2, 5}, {2, 4}, {1, 7}};
constexpr ConvolutionTile wideImageTiles[]{{2, 14}, {4, 6}, {2, 4}};
constexpr ConvolutionTile narrowImageTiles[]{{2, 6}, {2, 4}};

/// Input channels times taps that are worth starting a work-item for.
constexpr std::int64_t leastSteps = 1024;

/// What a tile costs for one input channel of one tap. Blocks of 16 channels are a loop, short ones
/// have none.
double stepCost(const ConvolutionTile &tile, int lanes)
{
    const double loop = lanes < 16 ? 0.4 : 0.5 * static_cast<double>(tile.blocks) + 1;
    return sumCycles(tile, cyclesOfNeighbors) + loop;
}

} // namespace

double sumCycles(const ConvolutionTile &tile, double cyclesOfLoad)
{
    constexpr double latency = 4;
    const auto sums = static_cast<double>(tile.blocks * tile.pixels);
    const auto loads = static_cast<double>(tile.blocks + tile.pixels);
    return std::max({sums / 2, latency, cyclesOfLoad * loads});
}

std::string convolutionKey(std::string_view choice, std::string_view source,
                           const Conv2dGeometry &g, int lanes)
{
    const std::array<std::int64_t, 11> sizes{lanes,     g.inPerGroup(), g.outPerGroup(), g.groups,
                                             g.batch,   g.outH,         g.outW,          g.kernelH,
                                             g.kernelW, g.strideH,      g.strideW};
    return tuningKey(choice, source, sizes);
}

std::span<const ConvolutionTile> tilesFor(int lanes, bool isFromPlain)
{
    if (isFromPlain) {
        return lanes == 16 ? std::span<const ConvolutionTile>(wideImageTiles) : narrowImageTiles;
    }
    return lanes == 16 ? std::span<const ConvolutionTile>(wideTiles) : narrowTiles;
}

std::vector<ConvolutionTile> tilesByCost(std::span<const ConvolutionTile> tiles,
                                         const Conv2dGeometry &geometry, int lanes,
                                         const TileCost &stepCost)
{
    const std::int64_t blocks = ceilDivide(geometry.outPerGroup(), lanes);
    const auto cost = [&](const ConvolutionTile &tile) {
        return stepCost(tile)
               * static_cast<double>(ceilDivide(blocks, tile.blocks)
                                     * ceilDivide(geometry.outW, tile.pixels));
    };
    std::vector<ConvolutionTile> sorted(tiles.begin(), tiles.end());
    std::stable_sort(
        sorted.begin(), sorted.end(),
        [&](const ConvolutionTile &a, const ConvolutionTile &b) { return cost(a) < cost(b); });
    return sorted;
}

ConvolutionTile chooseTile(const Conv2dGeometry &geometry, int lanes, bool isFromPlain,
                           const DeviceTraits &device, KernelSpec &spec)
{
    const auto cost = [lanes](const ConvolutionTile &tile) { return stepCost(tile, lanes); };
    const std::vector<ConvolutionTile> tiles =
        tilesByCost(tilesFor(lanes, isFromPlain), geometry, lanes, cost);
    std::vector<std::string> names;
    for (const ConvolutionTile &tile : tiles) {
        names.push_back(tile.text());
    }
    const std::string_view source = isFromPlain ? kernels::conv2d_image : kernels::conv2d_blocked;
    return tiles[chooseVariant(spec, device, convolutionKey("conv2d_tile", source, geometry, lanes),
                               std::move(names))];
}

std::int64_t tilesInRun(const Conv2dGeometry &geometry, const ConvolutionTile &tile,
                        std::int64_t rows, const DeviceTraits &device)
{
    const std::int64_t steps = geometry.inPerGroup() * geometry.kernelH * geometry.kernelW;
    const std::int64_t inRow = ceilDivide(geometry.outW, tile.pixels);
    const std::int64_t wanted = std::clamp<std::int64_t>(leastSteps / steps, 1, inRow);
    const std::int64_t busy = std::int64_t{16} * device.computeUnits;
    return std::clamp<std::int64_t>(inRow * rows / busy, 1, wanted);
}

KernelLaunch blockedLaunch(const Conv2dGeometry &geometry, int lanes, const ConvolutionTile &tile,
                           const ConvolutionOperands &operands, const DeviceTraits &device)
{
    const Conv2dGeometry &g = geometry;
    KernelLaunch launch =
        tileLaunch("conv2d_blocked", kernels::conv2d_blocked, "conv2d_", tile, lanes);
    if (g.strideW != 1) {
        launch.defines.emplace_back("NERVURE_STRIDE", std::to_string(g.strideW));
    }
    const std::int64_t tiles = ceilDivide(g.outPerGroup(), tile.blocks * lanes);
    const std::int64_t items = g.batch * g.groups * tiles;
    const std::int64_t run = tilesInRun(g, tile, g.outH * items, device);
    launch.args = {operands.data, operands.weight, operands.bias, operands.out};
    addInts(launch, {std::int64_t{g.hasBias}, g.groups, g.inPerGroup() / lanes, g.outPerGroup(),
                     g.inH, g.inW, g.outH, g.outW, g.kernelH, g.kernelW, g.strideH, g.dilationH,
                     g.dilationW, g.padTop, g.padLeft, run});
    launch.global = globalSize(ceilDivide(g.outW, tile.pixels * run), g.outH, items);
    launch.local = oneItemGroups(device);
    return launch;
}

InputPack tiledWeights(const Conv2dGeometry &geometry, std::int64_t tileChannels,
                       std::int64_t lanesIn)
{
    const Conv2dGeometry &g = geometry;
    KernelLaunch launch;
    launch.program = "conv2d_pack";
    launch.source = kernels::conv2d_pack;
    launch.entry = "conv2d_pack_weights";
    launch.algorithm = "pack";
    const std::int64_t taps = g.kernelH * g.kernelW;
    const std::int64_t tiles = ceilDivide(g.outPerGroup(), tileChannels);
    launch.args = {KernelArg::input(0), KernelArg::output()};
    addInts(launch, {g.inPerGroup(), g.outPerGroup(), taps, lanesIn, tileChannels});
    launch.global = globalSize(g.inPerGroup() / lanesIn, tiles, g.groups);
    return {1, g.groups * tiles * g.inPerGroup() * taps * tileChannels, {std::move(launch)}};
}

KernelLaunch tileLaunch(std::string program, std::string_view source, const std::string &prefix,
                        const ConvolutionTile &tile, int lanes)
{
    KernelLaunch launch = lanesLaunch(std::move(program), source, prefix + tile.text(), lanes);
    launch.defines.insert(launch.defines.end(), {{"NERVURE_BLOCKS", std::to_string(tile.blocks)},
                                                 {"NERVURE_PIXELS", std::to_string(tile.pixels)}});
    return launch;
}

KernelLaunch lanesLaunch(std::string program, std::string_view source, std::string entry, int lanes)
{
    KernelLaunch launch;
    launch.program = std::move(program);
    launch.source = source;
    launch.entry = std::move(entry);
    launch.defines = {{"NERVURE_LANES", std::to_string(lanes)}};
    return launch;
}

} // namespace nervure
