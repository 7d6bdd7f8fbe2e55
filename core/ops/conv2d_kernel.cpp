// SPDX-License-Identifier: Apache-2.0
#include "core/ops/conv2d_kernel.h"

#include "core/graph/tuning_key.h"
#include "core/ops/conv2d_general_kernel.h"
#include "core/ops/kernel_checks.h"
#include "kernels/conv2d.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace nervure {

namespace {

/// The register tile of one work-item; the names are conv2d.cl's.
struct Tile {
    int lanes = 16;
    int vectors = 2;
    int channels = 8;

    [[nodiscard]] std::int64_t positions() const { return std::int64_t{lanes} * vectors; }
};

/// As many accumulators as the device has registers for, with room for inputs: 32 of 16 lanes, 16
/// of fewer. A GPU shares its registers among many work-items.
Tile tileFor(const DeviceTraits &device)
{
    const int lanes = vectorLanes(device);
    if (lanes == 16) {
        return {16, 2, 8};
    }
    return device.isCpu() ? Tile{lanes, 2, 6} : Tile{lanes, 1, 4};
}

std::string tileName(const Tile &tile)
{
    return std::to_string(tile.channels) + 'x' + std::to_string(tile.vectors);
}

/// The usual tile, or the one that was fastest for these sizes when they were tuned.
Tile chosenTile(const Conv2dGeometry &g, const DeviceTraits &device, KernelSpec &spec)
{
    const Tile usual = tileFor(device);
    std::vector<Tile> tiles{usual};
    for (const auto &[vectors, channels] :
         {std::pair(1, 8), std::pair(2, 4), std::pair(1, 16), std::pair(4, 4), std::pair(1, 4)}) {
        if (vectors != usual.vectors || channels != usual.channels) {
            tiles.push_back({usual.lanes, vectors, channels});
        }
    }
    std::vector<std::string> names;
    for (const Tile &tile : tiles) {
        names.push_back(tileName(tile));
    }
    const std::array sizes{g.batch,   g.inChannels, g.inH,       g.inW,     g.outChannels,
                           g.outH,    g.outW,       g.kernelH,   g.kernelW, g.strideH,
                           g.strideW, g.dilationH,  g.dilationW, g.groups};
    return tiles.at(chooseVariant(spec, device, tuningKey("conv2d_tile", kernels::conv2d, sizes),
                                  std::move(names)));
}

/// Whether the input itself has the form of planes (see conv2d.cl).
bool isInPlanes(const Conv2dGeometry &g, const Conv2dPlanes &planes, const Tile &tile)
{
    return g.strideH == 1 && g.strideW == 1 && g.padTop == 0 && g.padLeft == 0
           && planes.height == g.inH && planes.pitch == g.inW
           && planes.positions >= tile.positions();
}

KernelLaunch launchOf(std::string entry, std::string algorithm)
{
    KernelLaunch launch;
    launch.program = "conv2d";
    launch.source = kernels::conv2d;
    launch.entry = std::move(entry);
    launch.algorithm = std::move(algorithm);
    return launch;
}

void defineTile(KernelLaunch &launch, const Tile &tile)
{
    launch.defines = {{"NERVURE_LANES", std::to_string(tile.lanes)},
                      {"NERVURE_VECTORS", std::to_string(tile.vectors)},
                      {"NERVURE_CHANNELS", std::to_string(tile.channels)}};
}

KernelLaunch planesLaunch(const Conv2dGeometry &g, const Conv2dPlanes &planes, const Tile &tile)
{
    KernelLaunch launch = launchOf("conv2d_planes", "pad");
    defineTile(launch, tile);
    launch.args = {KernelArg::input(0), KernelArg::scratch(0)};
    for (const std::int64_t value :
         {g.inH, g.inW, g.padTop, g.padLeft, g.strideH, g.strideW, planes.phaseW, planes.pitch}) {
        launch.args.push_back(KernelArg::int32(value));
    }
    launch.global = {static_cast<std::size_t>(planes.height),
                     static_cast<std::size_t>(planes.phaseH * planes.phaseW),
                     static_cast<std::size_t>(g.batch * g.inChannels)};
    return launch;
}

/// Tiles of a depthwise work-item: enough to outweigh its start, few enough to keep all busy.
constexpr std::int64_t depthwiseRun = 16;

KernelLaunch tilesLaunch(const Conv2dGeometry &g, const Conv2dPlanes &planes, const Tile &tile,
                         const DeviceTraits &device)
{
    const bool depthwise = g.outPerGroup() < 3;
    KernelLaunch launch =
        depthwise ? launchOf("conv2d_depthwise", "depthwise") : launchOf("conv2d_tiles", "direct");
    defineTile(launch, tile);
    launch.args = {isInPlanes(g, planes, tile) ? KernelArg::input(0) : KernelArg::scratch(0),
                   KernelArg::input(1), KernelArg::input(g.hasBias ? 2 : 1), KernelArg::output()};
    for (const std::int64_t value :
         {std::int64_t{g.hasBias}, g.groups, g.inPerGroup(), g.outPerGroup(), planes.channelSize(),
          planes.planeSize(), planes.phaseW, planes.pitch, g.kernelH, g.kernelW, g.strideH,
          g.strideW, g.dilationH, g.dilationW, planes.positions, g.outH, g.outW}) {
        launch.args.push_back(KernelArg::int32(value));
    }
    std::int64_t tiles = ceilDivide(planes.positions, tile.positions());
    if (depthwise) {
        launch.args.push_back(KernelArg::int32(depthwiseRun));
        tiles = ceilDivide(tiles, depthwiseRun);
    }
    const std::int64_t rows =
        depthwise ? g.outChannels : g.groups * ceilDivide(g.outPerGroup(), tile.channels);
    launch.global = {static_cast<std::size_t>(tiles), static_cast<std::size_t>(rows),
                     static_cast<std::size_t>(g.batch)};
    launch.local = oneItemGroups(device);
    launch.storesThroughMacro = true;
    return launch;
}

} // namespace

Result<KernelSpec> conv2dKernel(const Conv2dGeometry &geometry, const KernelContext &context)
{
    const Conv2dGeometry &g = geometry;
    const bool isSingle =
        context.inTypes[0] == DType::Float32 && context.outTypes[0] == DType::Float32;
    if (!isSingle) {
        return conv2dGeneralKernel(g, plainPlacing(), context);
    }
    if (Status status = checkKernelTensors(context); !status) {
        return status.error();
    }
    if (std::min({g.batch, g.outChannels, g.outH, g.outW, g.inPerGroup(), g.kernelH, g.kernelW,
                  g.dilationH, g.dilationW, g.strideH, g.strideW})
            < 1
        || std::min(g.padTop, g.padLeft) < 0) {
        return noKernelFor("this convolution, expected positive sizes");
    }
    KernelSpec spec;
    const Tile tile = chosenTile(g, context.device, spec);
    const Conv2dPlanes planes = conv2dPlanes(g);
    if (!fitsInt({g.batch, g.inChannels, planes.phaseH, planes.phaseW, planes.height, planes.pitch})
        || !fitsInt({planes.height + g.kernelH * g.dilationH, g.strideH})
        || !fitsInt({planes.pitch + g.kernelW * g.dilationW, g.strideW}) || !fitsInt({g.padTop})
        || !fitsInt({g.padLeft})) {
        return noKernelFor("a convolution of this size, expected fewer than 2^31 elements");
    }
    if (!isInPlanes(g, planes, tile)) {
        // Vectors of the last tile may read a whole tile beyond the last element.
        const std::int64_t floats =
            g.batch * g.inChannels * planes.channelSize() + tile.positions();
        spec.scratchBytes = {floats * static_cast<std::int64_t>(sizeof(float))};
        spec.launches.push_back(planesLaunch(g, planes, tile));
    }
    spec.launches.push_back(tilesLaunch(g, planes, tile, context.device));
    return spec;
}

KernelSpec conv2dNaiveKernel(const Conv2dGeometry &geometry)
{
    const Conv2dGeometry &g = geometry;
    KernelLaunch launch = launchOf("conv2d_naive", "naive");
    launch.args = {KernelArg::input(0), KernelArg::input(1), KernelArg::input(g.hasBias ? 2 : 1),
                   KernelArg::output()};
    for (const std::int64_t value : {std::int64_t{g.hasBias}, g.groups, g.inPerGroup(),
                                     g.outPerGroup(), g.inH, g.inW, g.kernelH, g.kernelW, g.strideH,
                                     g.strideW, g.dilationH, g.dilationW, g.padTop, g.padLeft}) {
        launch.args.push_back(KernelArg::int32(value));
    }
    launch.global = {static_cast<std::size_t>(g.outW), static_cast<std::size_t>(g.outH),
                     static_cast<std::size_t>(g.batch * g.outChannels)};
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

} // namespace nervure
