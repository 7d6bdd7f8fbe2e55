// SPDX-License-Identifier: Apache-2.0
#include "core/ops/convolution/winograd_kernel.h"

#include "core/ops/convolution/conv2d_tiles.h"
#include "core/ops/rules/kernel_checks.h"
#include "kernels/winograd.h"

#include <algorithm>

namespace nervure {

namespace {

constexpr std::int64_t outTile = 4;
constexpr std::int64_t points = 36;
constexpr const char *algorithm = "winograd-f4";

/// Points and products that a strip may have: what stays in the last cache of usual processors.
constexpr std::int64_t stripBytes = std::int64_t{8} << 20;

/// Fewest tiles: below, most of the time goes into reading weights.
constexpr std::int64_t leastWinogradTiles = 16;

/// The tiles of a convolution, and how they are cut into strips of whole rows.
struct Strips {
    std::int64_t tilesH = 1;
    std::int64_t tilesW = 1;
    std::int64_t rows = 1;    ///< of all images
    std::int64_t inStrip = 1; ///< rows

    explicit Strips(const Conv2dGeometry &g)
        : tilesH(ceilDivide(g.outH, outTile)),
          tilesW(ceilDivide(g.outW, outTile)),
          rows(g.batch * tilesH)
    {
        const std::int64_t rowBytes = points * tilesW * (g.inChannels + g.outChannels)
                                      * static_cast<std::int64_t>(sizeof(float));
        const std::int64_t strips =
            ceilDivide(rows, std::clamp<std::int64_t>(stripBytes / rowBytes, 1, rows));
        inStrip = ceilDivide(rows, strips);
    }
};

KernelLaunch transform(const char *entry, const Conv2dGeometry &g, int lanes, bool isInput,
                       const DeviceTraits &device)
{
    KernelLaunch launch = lanesLaunch("winograd", kernels::winograd, entry, lanes);
    launch.algorithm = algorithm;
    launch.local = oneItemGroups(device);
    if (isInput) {
        launch.args = {KernelArg::input(0), KernelArg::scratch(0)};
        addInts(launch, {g.inH, g.inW, g.padTop, g.padLeft});
        return launch;
    }
    launch.args = {KernelArg::scratch(1), KernelArg::input(g.hasBias ? 2 : 1), KernelArg::output()};
    addInts(launch, {std::int64_t{g.hasBias}, g.outH, g.outW});
    launch.storesThroughMacro = true;
    launch.storeLanes = lanes;
    return launch;
}

/// The products of a strip: 36 groups of 1x1 convolutions over a row of all its tiles.
Conv2dGeometry productsOf(const Conv2dGeometry &g, std::int64_t tiles)
{
    Conv2dGeometry products;
    products.inChannels = points * g.inChannels;
    products.outChannels = points * g.outChannels;
    products.groups = points;
    products.inW = products.outW = tiles;
    return products;
}

InputPack packedWeights(const Conv2dGeometry &g, const ConvolutionTile &tile, int lanes)
{
    const std::int64_t channels = tile.blocks * lanes;
    const std::int64_t tiles = ceilDivide(g.outChannels, channels);
    KernelLaunch launch =
        lanesLaunch("winograd", kernels::winograd, "winograd_pack_weights", lanes);
    launch.algorithm = "pack";
    launch.args = {KernelArg::input(0), KernelArg::output()};
    addInts(launch, {g.inChannels, g.outChannels, channels});
    launch.global = globalSize(g.inChannels / lanes, tiles, 1);
    return {1, points * tiles * g.inChannels * channels, {std::move(launch)}};
}

void addStrip(const Conv2dGeometry &g, const Strips &strips, std::int64_t first, int lanes,
              const ConvolutionTile &tile, const DeviceTraits &device, KernelSpec &spec)
{
    const std::int64_t rows = std::min(strips.inStrip, strips.rows - first);
    KernelLaunch in = transform("winograd_input", g, lanes, true, device);
    addInts(in, {strips.tilesH, strips.tilesW, first});
    in.global = globalSize(rows, g.inChannels / lanes, 1);
    KernelLaunch products = blockedLaunch(
        productsOf(g, rows * strips.tilesW), lanes, tile,
        {KernelArg::scratch(0), KernelArg::input(1), KernelArg::input(1), KernelArg::scratch(1)},
        device);
    products.algorithm = algorithm;
    KernelLaunch out = transform("winograd_output", g, lanes, false, device);
    addInts(out, {strips.tilesH, strips.tilesW, first});
    out.global = globalSize(rows, g.outChannels / lanes, 1);
    spec.launches.push_back(std::move(in));
    spec.launches.push_back(std::move(products));
    spec.launches.push_back(std::move(out));
}

} // namespace

bool isForWinograd(const Conv2dGeometry &geometry, int lanes)
{
    const Conv2dGeometry &g = geometry;
    const bool isPlain = g.kernelH == 3 && g.kernelW == 3 && g.strideH == 1 && g.strideW == 1
                         && g.dilationH == 1 && g.dilationW == 1 && g.groups == 1 && lanes > 0
                         && g.inChannels % lanes == 0 && g.outChannels % lanes == 0;
    if (!isPlain) {
        return false;
    }
    const Strips strips(g);
    const std::int64_t tiles = strips.rows * strips.tilesW;
    constexpr std::int64_t room = 64; // output channels of a tile beyond the last
    // Products of what the tiles cover must stay below those of the plain sum.
    return tiles >= leastWinogradTiles
           && tiles * outTile * outTile * 5 <= g.batch * g.outH * g.outW * 8
           && fitsInt({points, g.inChannels, strips.inStrip, strips.tilesW})
           && fitsInt({points, g.outChannels + room, strips.inStrip, strips.tilesW})
           && fitsInt({points, g.inChannels, g.outChannels + room});
}

bool isFasterByWinograd(const Conv2dGeometry &geometry, int lanes)
{
    constexpr std::int64_t manyMacs = 100'000'000;
    const Strips strips(geometry);
    return strips.rows * strips.tilesW >= std::int64_t{2} * lanes || geometry.macs() >= manyMacs;
}

void addWinograd(const Conv2dGeometry &geometry, int lanes, const DeviceTraits &device,
                 KernelSpec &spec)
{
    const Conv2dGeometry &g = geometry;
    const Strips strips(g);
    const std::int64_t tiles = strips.inStrip * strips.tilesW;
    const ConvolutionTile tile = chooseTile(productsOf(g, tiles), lanes, false, device, spec);
    const auto bytes = [&](std::int64_t channels) {
        return points * channels * tiles * static_cast<std::int64_t>(sizeof(float));
    };
    spec.scratchBytes = {bytes(g.inChannels), bytes(g.outChannels)};
    spec.packs.push_back(packedWeights(g, tile, lanes));
    for (std::int64_t first = 0; first < strips.rows; first += strips.inStrip) {
        addStrip(g, strips, first, lanes, tile, device, spec);
    }
}

} // namespace nervure
