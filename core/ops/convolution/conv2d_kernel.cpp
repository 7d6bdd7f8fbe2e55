// SPDX-License-Identifier: Apache-2.0
#include "core/ops/convolution/conv2d_kernel.h"

#include "core/graph/op/tuning_key.h"
#include "core/ops/convolution/conv2d_general_kernel.h"
#include "core/ops/convolution/conv2d_local_kernel.h"
#include "core/ops/convolution/conv2d_planewise_kernel.h"
#include "core/ops/convolution/conv2d_pointwise_kernel.h"
#include "core/ops/convolution/conv2d_tiles.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "kernels/conv2d.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
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
/// of fewer.
Tile tileFor(const DeviceTraits &device)
{
    const int lanes = vectorLanes(device);
    return lanes == 16 ? Tile{16, 2, 8} : Tile{lanes, 2, 6};
}

std::string tileName(const Tile &tile)
{
    return fmt::format("{}x{}", tile.channels, tile.vectors);
}

/// The usual tile, or the one that was fastest for these sizes and type when they were tuned.
Tile chosenTile(const Conv2dGeometry &g, DType type, const DeviceTraits &device, KernelSpec &spec)
{
    const Tile usual = tileFor(device);
    std::vector<Tile> tiles{usual};
    for (const auto &[vectors, channels] :
         {std::pair(1, 8), std::pair(2, 4), std::pair(1, 16), std::pair(4, 4), std::pair(1, 4)}) {
        if (vectors != usual.vectors || channels != usual.channels) {
            tiles.push_back({usual.lanes, vectors, channels});
        }
    }
    // Channels beyond a narrow group's are computed for nothing.
    const auto surplus = [&g](const Tile &tile) {
        return std::max<std::int64_t>(tile.channels - g.outPerGroup(), 0);
    };
    std::stable_sort(tiles.begin(), tiles.end(),
                     [&surplus](const Tile &a, const Tile &b) { return surplus(a) < surplus(b); });
    std::vector<std::string> names;
    for (const Tile &tile : tiles) {
        names.push_back(tileName(tile));
    }
    const std::array sizes{g.batch,   g.inChannels, g.inH,       g.inW,     g.outChannels,
                           g.outH,    g.outW,       g.kernelH,   g.kernelW, g.strideH,
                           g.strideW, g.dilationH,  g.dilationW, g.groups};
    const std::string choice = typedChoice("conv2d_tile", type, device);
    return tiles.at(
        chooseVariant(spec, device, tuningKey(choice, kernels::conv2d, sizes), std::move(names)));
}

KernelLaunch conv2dLaunch(std::string entry, std::string algorithm)
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

/// The planes that all parts of a convolution read, each from a place of its own.
struct SharedPlanes {
    Conv2dPlanes planes;
    std::int64_t padTop = 0;
    std::int64_t padLeft = 0;

    explicit SharedPlanes(std::span<const Conv2dTask> tasks)
        : planes(conv2dPlanes(tasks[0].g)),
          padTop(tasks[0].g.padTop),
          padLeft(tasks[0].g.padLeft)
    {
        for (const Conv2dTask &task : tasks) {
            padTop = std::max(padTop, task.g.padTop);
            padLeft = std::max(padLeft, task.g.padLeft);
        }
        for (const Conv2dTask &task : tasks) {
            const Conv2dPlanes own = conv2dPlanes(task.g);
            planes.height = std::max(planes.height, own.height + padTop - task.g.padTop);
            planes.pitch = std::max(planes.pitch, own.pitch + padLeft - task.g.padLeft);
        }
    }
    /// Where in a plane a part begins.
    [[nodiscard]] std::int64_t firstOf(const Conv2dTask &task) const
    {
        return (padTop - task.g.padTop) * planes.pitch + padLeft - task.g.padLeft;
    }
    [[nodiscard]] std::int64_t positionsOf(const Conv2dTask &task) const
    {
        return (task.g.outH - 1) * planes.pitch + task.g.outW;
    }
};

/// Whether the input itself has the form of planes (see conv2d.cl) for all parts.
bool isInPlanes(const Conv2dTasks &parts, const SharedPlanes &shared, const Tile &tile,
                const KernelContext &context)
{
    const Conv2dGeometry &g = parts.tasks[0].g;
    const PlaneSteps dense{g.inChannels * g.inH * g.inW, g.inH * g.inW, g.inW, 1};
    return context.inTypes[parts.operands.data] == DType::Float32 && parts.tasks[0].in == dense
           && g.strideH == 1 && g.strideW == 1 && shared.padTop == 0 && shared.padLeft == 0
           && shared.planes.height == g.inH && shared.planes.pitch == g.inW
           && std::all_of(parts.tasks.begin(), parts.tasks.end(), [&](const Conv2dTask &task) {
                  return shared.positionsOf(task) >= tile.positions();
              });
}

KernelLaunch planesLaunch(const Conv2dTasks &parts, const SharedPlanes &shared, const Tile &tile,
                          const KernelContext &context)
{
    const Conv2dTask &task = parts.tasks[0];
    const Conv2dGeometry &g = task.g;
    KernelLaunch launch = conv2dLaunch("conv2d_planes", "pad");
    defineTile(launch, tile);
    defineTypes(launch, context.inTypes[parts.operands.data], context.outTypes[0]);
    launch.args = {KernelArg::input(parts.operands.data), KernelArg::scratch(0)};
    addInts(launch, {g.inChannels, g.inH, g.inW, shared.padTop, shared.padLeft, g.strideH,
                     g.strideW, shared.planes.phaseW, shared.planes.pitch});
    addSteps(launch, task.in);
    launch.global = globalSize(shared.planes.height, shared.planes.phaseH * shared.planes.phaseW,
                               g.batch * g.inChannels);
    return launch;
}

/// Tiles of a depthwise work-item: enough to outweigh its start, few enough to keep all busy.
constexpr std::int64_t depthwiseRun = 16;

KernelLaunch tilesLaunch(const Conv2dTask &task, const Conv2dTasks &parts, const KernelArg &data,
                         const SharedPlanes &shared, const Tile &tile, const KernelContext &context)
{
    const Conv2dGeometry &g = task.g;
    const Conv2dPlanes &planes = shared.planes;
    const bool depthwise = g.outPerGroup() < 3;
    KernelLaunch launch = depthwise ? conv2dLaunch("conv2d_depthwise", "depthwise")
                                    : conv2dLaunch("conv2d_tiles", "direct");
    const Conv2dOperands &operands = parts.operands;
    defineTile(launch, tile);
    defineTypes(launch, context.inTypes[operands.data], context.outTypes[0]);
    launch.args = {data, KernelArg::input(operands.weight),
                   KernelArg::input(g.hasBias ? operands.bias : operands.weight),
                   KernelArg::output()};
    const std::int64_t positions = shared.positionsOf(task);
    addInts(launch, {std::int64_t{g.hasBias}, g.groups, g.inPerGroup(), g.outPerGroup(),
                     planes.channelSize(), planes.planeSize(), planes.phaseW, planes.pitch,
                     shared.firstOf(task), task.weightFirst, g.kernelH, g.kernelW, g.strideH,
                     g.strideW, g.dilationH, g.dilationW, positions, g.outW, task.outFirst});
    addSteps(launch, task.out);
    std::int64_t tiles = ceilDivide(positions, tile.positions());
    if (depthwise) {
        addInts(launch, {depthwiseRun});
        tiles = ceilDivide(tiles, depthwiseRun);
    }
    const std::int64_t rows =
        depthwise ? g.outChannels : g.groups * ceilDivide(g.outPerGroup(), tile.channels);
    launch.global = globalSize(tiles, rows, g.batch);
    launch.local = oneItemGroups(context.device);
    launch.storesThroughMacro = true;
    return launch;
}

KernelLaunch zerosLaunch(const Conv2dTasks &parts, const KernelContext &context)
{
    const Conv2dZeros &zeros = parts.zeros;
    const Conv2dGeometry &g = parts.tasks[0].g;
    KernelLaunch launch = conv2dLaunch("conv2d_zeros", "zeros");
    defineTypes(launch, context.inTypes[parts.operands.data], context.outTypes[0]);
    launch.args = {KernelArg::output()};
    addInts(launch, {zeros.rows, zeros.columns, zeros.width});
    addSteps(launch, zeros.out);
    launch.global = globalSize(zeros.height, g.outChannels, g.batch);
    launch.storesThroughMacro = true;
    return launch;
}

/// The launches of vectors of positions, for devices whose work-items compute alone.
Result<KernelSpec> planesSpec(const Conv2dTasks &parts, const KernelContext &context)
{
    const Conv2dGeometry &g = parts.tasks[0].g;
    const SharedPlanes shared(parts.tasks);
    const Conv2dPlanes &planes = shared.planes;
    if (!fitsInt({g.batch, g.inChannels, planes.phaseH, planes.phaseW, planes.height, planes.pitch})
        || !fitsInt({planes.height + g.kernelH * g.dilationH, g.strideH})
        || !fitsInt({planes.pitch + g.kernelW * g.dilationW, g.strideW})) {
        return noKernelFor("a convolution of this size, expected fewer than 2^31 elements");
    }
    KernelSpec spec;
    const Tile tile = chosenTile(g, context.inTypes[parts.operands.data], context.device, spec);
    KernelArg data = KernelArg::input(parts.operands.data);
    if (!isInPlanes(parts, shared, tile, context)) {
        data = KernelArg::scratch(0);
        // Vectors of the last tile may read a whole tile beyond the last element.
        const std::int64_t floats =
            g.batch * g.inChannels * planes.channelSize() + tile.positions();
        spec.scratchBytes = {floats * static_cast<std::int64_t>(sizeof(float))};
        spec.launches.push_back(planesLaunch(parts, shared, tile, context));
    }
    for (const Conv2dTask &task : parts.tasks) {
        spec.launches.push_back(tilesLaunch(task, parts, data, shared, tile, context));
    }
    return spec;
}

} // namespace

Result<KernelSpec> conv2dTasksKernel(const Conv2dTasks &parts, const KernelContext &context)
{
    Result<KernelSpec> spec =
        context.device.isCpu() ? planesSpec(parts, context) : conv2dLocalSpec(parts, context);
    if (spec && parts.zeros.isAny()) {
        spec->launches.push_back(zerosLaunch(parts, context));
    }
    if (spec && parts.weights) {
        spec->packs.push_back(*parts.weights);
    }
    return spec;
}

Result<KernelSpec> conv2dKernel(const Conv2dGeometry &geometry, const Conv2dPlacing &placing,
                                const KernelContext &context)
{
    RETURN_IF_FAILED(checkTypedTensors(context));
    const auto parts = plainTasks(geometry, placing, context);
    if (!parts) {
        return conv2dGeneralKernel(geometry, placing, context);
    }
    if (auto pointwise = conv2dPointwiseKernel(geometry, placing, context)) {
        return std::move(*pointwise);
    }
    if (auto planewise = conv2dPlanewiseKernel(geometry, placing, context)) {
        return std::move(*planewise);
    }
    return conv2dTasksKernel(*parts, context);
}

Result<KernelSpec> conv2dTransposedKernel(const Conv2dGeometry &geometry,
                                          const Conv2dPlacing &placing,
                                          const Conv2dOperands &operands,
                                          const KernelContext &context)
{
    RETURN_IF_FAILED(checkTypedTensors(context));
    const auto parts = transposedTasks(geometry, placing, operands, context);
    return parts ? conv2dTasksKernel(*parts, context)
                 : conv2dTransposedGeneralKernel(geometry, placing, operands, context);
}

KernelSpec conv2dNaiveKernel(const Conv2dGeometry &geometry)
{
    const Conv2dGeometry &g = geometry;
    KernelLaunch launch = conv2dLaunch("conv2d_naive", "naive");
    launch.args = {KernelArg::input(0), KernelArg::input(1), KernelArg::input(g.hasBias ? 2 : 1),
                   KernelArg::output()};
    addInts(launch, {std::int64_t{g.hasBias}, g.groups, g.inPerGroup(), g.outPerGroup(), g.inH,
                     g.inW, g.kernelH, g.kernelW, g.strideH, g.strideW, g.dilationH, g.dilationW,
                     g.padTop, g.padLeft});
    launch.global = {static_cast<std::size_t>(g.outW), static_cast<std::size_t>(g.outH),
                     static_cast<std::size_t>(g.batch * g.outChannels)};
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

} // namespace nervure
