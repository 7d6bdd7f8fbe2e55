// SPDX-License-Identifier: Apache-2.0
#include "core/ops/convolution/conv2d_blocked_kernel.h"

#include "core/ops/convolution/conv2d_tiles.h"
#include "core/ops/convolution/winograd_kernel.h"
#include "core/ops/rules/kernel_checks.h"
#include "kernels/conv2d_blocked.h"
#include "kernels/conv2d_depthwise.h"
#include "kernels/conv2d_image.h"
#include "kernels/winograd.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace nervure {

namespace {

/// How far (kernelW - 1) * dilationW may reach in conv2d_image.cl, whose rows lie in private memory.
constexpr std::int64_t widestReach = 64;

bool isDepthwise(const Conv2dGeometry &g)
{
    return g.groups == g.inChannels && g.groups == g.outChannels && g.groups > 1;
}

/// The 1x1 convolution of stride 1 as one of a single row.
Conv2dGeometry inOneRow(Conv2dGeometry g)
{
    if (g.kernelH == 1 && g.kernelW == 1 && g.strideH == 1 && g.strideW == 1 && g.padTop == 0
        && g.padLeft == 0 && g.outH == g.inH && g.outW == g.inW) {
        g.inW *= g.inH;
        g.outW = g.inW;
        g.inH = g.outH = 1;
    }
    return g;
}

void addTiled(KernelSpec &spec, KernelLaunch launch, InputPack weights, const DeviceTraits &device)
{
    launch.algorithm = "direct";
    launch.local = oneItemGroups(device);
    launch.storesThroughMacro = true;
    spec.launches.push_back(std::move(launch));
    spec.packs.push_back(std::move(weights));
}

/// By name and what is usually faster first: the same sums another way.
std::vector<std::string> algorithmsFor(const Conv2dGeometry &g, ChannelBlocks blocks,
                                       const DeviceTraits &device)
{
    const bool isAllowed = !device.directOnly && blocks.in == blocks.out;
    if (!isAllowed || !isForWinograd(g, blocks.in)) {
        return {"direct"};
    }
    std::vector<std::string> algorithms{"direct", "winograd-f4"};
    if (isFasterByWinograd(g, blocks.in)) {
        std::swap(algorithms[0], algorithms[1]);
    }
    return algorithms;
}

KernelSpec blockedSpec(const Conv2dGeometry &geometry, ChannelBlocks blocks,
                       const DeviceTraits &device)
{
    const Conv2dGeometry g = inOneRow(geometry);
    const int lanes = blocks.in;
    KernelSpec spec;
    const std::vector<std::string> algorithms = algorithmsFor(g, blocks, device);
    const auto key = [&] {
        const std::string sources = std::string(kernels::conv2d_blocked).append(kernels::winograd);
        return convolutionKey("conv2d_algorithm", sources, g, lanes);
    };
    if (algorithms.size() > 1
        && algorithms[chooseVariant(spec, device, key(), algorithms)] != "direct") {
        addWinograd(g, lanes, device, spec);
        return spec;
    }
    const ConvolutionTile tile = chooseTile(g, lanes, false, device, spec);
    ConvolutionOperands operands;
    operands.bias = KernelArg::input(g.hasBias ? 2 : 1);
    KernelLaunch launch = blockedLaunch(g, lanes, tile, operands, device);
    if (blocks.out == 0) {
        launch.defines.emplace_back("NERVURE_PLAIN_OUT", "1");
    } else {
        launch.storeLanes = lanes;
    }
    addTiled(spec, std::move(launch), tiledWeights(g, tile.blocks * lanes, lanes), device);
    return spec;
}

KernelSpec imageSpec(const Conv2dGeometry &geometry, int lanes, const DeviceTraits &device)
{
    const Conv2dGeometry g = inOneRow(geometry);
    KernelSpec spec;
    const ConvolutionTile tile = chooseTile(g, lanes, true, device, spec);
    KernelLaunch launch =
        tileLaunch("conv2d_image", kernels::conv2d_image, "conv2d_image_", tile, lanes);
    const std::int64_t reach = (g.kernelW - 1) * g.dilationW;
    launch.defines.emplace_back("NERVURE_STRIDE", std::to_string(g.strideW));
    launch.defines.emplace_back("NERVURE_KERNEL_W", std::to_string(g.kernelW));
    launch.defines.emplace_back("NERVURE_REACH", reach <= 16 ? "16" : std::to_string(widestReach));
    launch.storeLanes = lanes;
    const std::int64_t tiles = ceilDivide(g.outChannels, tile.blocks * lanes);
    const std::int64_t run = tilesInRun(g, tile, g.outH * g.batch * tiles, device);
    launch.args = {KernelArg::input(0), KernelArg::input(1), KernelArg::input(g.hasBias ? 2 : 1),
                   KernelArg::output()};
    addInts(launch,
            {std::int64_t{g.hasBias}, g.inChannels, g.outChannels / lanes, g.inH, g.inW, g.outH,
             g.outW, g.kernelH, g.strideH, g.dilationH, g.dilationW, g.padTop, g.padLeft, run});
    launch.global = globalSize(ceilDivide(g.outW, tile.pixels * run), g.outH, g.batch * tiles);
    addTiled(spec, std::move(launch), tiledWeights(g, tile.blocks * lanes, 1), device);
    return spec;
}

/// The positions of a row whose taps are all inside (none where they are few), and how many of them
/// conv2d_depthwise.cl computes at a time: as many as it has registers for, fewer where that divides a
/// short row better.
struct InsideRun {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t pixels = most;

    explicit InsideRun(const Conv2dGeometry &g)
    {
        const std::int64_t last = g.inW - 1 + g.padLeft - (g.kernelW - 1) * g.dilationW;
        const std::int64_t first = ceilDivide(g.padLeft, g.strideW);
        const std::int64_t stop = last < 0 ? 0 : std::min(g.outW, last / g.strideW + 1);
        const std::int64_t length = stop - first;
        if (length < few) {
            begin = end = g.outW;
            return;
        }
        begin = first;
        end = stop;
        pixels = ceilDivide(length, ceilDivide(length, most));
    }

private:
    static constexpr std::int64_t most = 7;
    static constexpr std::int64_t few = 4;
};

/// Rows of a work-item of conv2d_depthwise.cl: enough to be worth its start, few enough to keep all
/// cores busy.
std::int64_t depthwiseRows(const Conv2dGeometry &g, std::int64_t blocks, const DeviceTraits &device)
{
    constexpr std::int64_t positions = 112; // that are worth a start
    const std::int64_t busy = 16 * std::int64_t{device.computeUnits};
    const std::int64_t most = std::clamp<std::int64_t>(g.batch * blocks * g.outH / busy, 1, g.outH);
    return std::clamp<std::int64_t>(positions / g.outW, 1, most);
}

KernelSpec depthwiseSpec(const Conv2dGeometry &g, int lanes, const DeviceTraits &device)
{
    const std::int64_t taps = g.kernelH * g.kernelW;
    const std::int64_t blocks = g.inChannels / lanes;
    KernelLaunch pack =
        lanesLaunch("conv2d_depthwise", kernels::conv2d_depthwise, "conv2d_depthwise_pack", lanes);
    pack.algorithm = "pack";
    pack.args = {KernelArg::input(0), KernelArg::output()};
    pack.global = globalSize(taps, blocks, 1);
    KernelLaunch launch = lanesLaunch("conv2d_depthwise", kernels::conv2d_depthwise,
                                      "conv2d_depthwise_blocked", lanes);
    launch.algorithm = "depthwise";
    launch.args = {KernelArg::input(0), KernelArg::input(1), KernelArg::input(g.hasBias ? 2 : 1),
                   KernelArg::output()};
    const InsideRun inside(g);
    launch.defines.insert(launch.defines.end(),
                          {{"NERVURE_KERNEL_W", std::to_string(g.kernelW)},
                           {"NERVURE_STRIDE", std::to_string(g.strideW)},
                           {"NERVURE_PIXELS", std::to_string(inside.pixels)}});
    const std::int64_t rows = depthwiseRows(g, blocks, device);
    addInts(launch,
            {std::int64_t{g.hasBias}, g.inH, g.inW, g.outH, g.outW, g.kernelH, g.strideH,
             g.dilationH, g.dilationW, g.padTop, g.padLeft, inside.begin, inside.end, rows});
    launch.global = globalSize(ceilDivide(g.outH, rows), blocks, g.batch);
    launch.local = oneItemGroups(device);
    launch.storesThroughMacro = true;
    launch.storeLanes = lanes;
    KernelSpec spec;
    spec.launches.push_back(std::move(launch));
    spec.packs.push_back({1, g.inChannels * taps, {std::move(pack)}});
    return spec;
}

/// Whether `lanes` channels make up blocks of each group.
bool hasWholeBlocks(std::int64_t perGroup, int lanes)
{
    return lanes > 0 && perGroup > 0 && perGroup % lanes == 0;
}

/// Whether conv2d_image.cl can start from the plain input.
bool takesPlainInput(const Conv2dGeometry &g)
{
    return g.groups == 1 && fitsInt({g.kernelW - 1, g.dilationW}) && g.strideW > 0 && g.strideW <= 4
           && (g.kernelW - 1) * g.dilationW <= widestReach;
}

/// NERVURE_WEIGHT_AT for a weight in this layout; nothing for an order that is not OIHW.
std::optional<std::string> weightPlace(const Layout &layout)
{
    if (layout.text().substr(0, 4) != "OIHW" || layout.blockOf('H') != 0
        || layout.blockOf('W') != 0) {
        return std::nullopt;
    }
    const auto blockOf = [&](char axis) {
        return std::to_string(std::max<std::int64_t>(layout.blockOf(axis), 1));
    };
    std::string place = "((o) / " + blockOf('O') + " * ((inputs) / " + blockOf('I') + ") + (i) / "
                        + blockOf('I') + ") * (taps) + (tap)";
    for (std::size_t i = 4; i < layout.rank(); ++i) {
        const std::string block = blockOf(Layout::dimensionOf(layout.axis(i)));
        place = '(' + place + ") * " + block + " + (" + layout.axis(i) + ") % " + block;
    }
    return '(' + place + ')';
}

/// Products that kernels compute with: positions that taps meet, and packed weights.
bool doBlocksFit(const Conv2dGeometry &g)
{
    const bool isPositive =
        std::min({g.batch, g.inChannels, g.outChannels, g.inH, g.inW, g.outH, g.outW, g.kernelH,
                  g.kernelW, g.dilationH, g.dilationW, g.strideH, g.strideW, g.groups})
            > 0
        && std::min(g.padTop, g.padLeft) >= 0;
    constexpr std::int64_t room = 64; // channels and positions of a tile beyond the last
    return isPositive && fitsInt({2, g.outH + room, g.strideH})
           && fitsInt({2, g.outW + room, g.strideW}) && fitsInt({2, g.kernelH, g.dilationH})
           && fitsInt({2, g.kernelW, g.dilationW}) && fitsInt({2, g.padTop})
           && fitsInt({2, g.padLeft})
           && fitsInt({g.outChannels + g.groups * room, g.inPerGroup(), g.kernelH, g.kernelW});
}

/// The launches of a sound convolution, for weights in OIHW.
Result<KernelSpec> specFor(const Conv2dGeometry &g, ChannelBlocks blocks,
                           const DeviceTraits &device)
{
    const int lanes = std::max(blocks.in, blocks.out);
    if (blocks.in == blocks.out && isDepthwise(g) && hasWholeBlocks(g.inChannels, lanes)) {
        return depthwiseSpec(g, lanes, device);
    }
    const bool isOneSize = blocks.out == 0 || blocks.in == 0 || blocks.in == blocks.out;
    const bool isInWhole = blocks.in == 0 ? takesPlainInput(g) && blocks.out > 0
                                          : hasWholeBlocks(g.inPerGroup(), blocks.in);
    const bool isOutWhole = blocks.out == 0 || hasWholeBlocks(g.outPerGroup(), blocks.out);
    if (!isOneSize || !isInWhole || !isOutWhole) {
        return noKernelFor(fmt::format("channels in blocks of {} and {} in {} groups", blocks.in,
                                       blocks.out, g.groups));
    }
    return blocks.in == 0 ? imageSpec(g, lanes, device) : blockedSpec(g, blocks, device);
}

constexpr int fewestLanes = 8; // narrower vectors gain nothing over plain rows

/// Whether there are too few input channels for any block, and more than one tap of each.
bool isFromImage(const Conv2dGeometry &g)
{
    return g.groups == 1 && g.inChannels < fewestLanes && g.kernelH * g.kernelW > 1;
}

/// Blocks of `lanes` channels wherever kernels have them and the channels fill them.
ChannelBlocks blocksOf(const Conv2dGeometry &g, int lanes)
{
    if (isDepthwise(g)) {
        return hasWholeBlocks(g.inChannels, lanes) ? ChannelBlocks{lanes, lanes} : ChannelBlocks{};
    }
    const bool in = hasWholeBlocks(g.inPerGroup(), lanes);
    const bool out = hasWholeBlocks(g.outPerGroup(), lanes);
    if (g.groups > 1) {
        return in && out ? ChannelBlocks{lanes, lanes} : ChannelBlocks{};
    }
    if (!in && !takesPlainInput(g)) {
        return {};
    }
    return {in ? lanes : 0, out ? lanes : 0};
}

} // namespace

std::optional<int> channelBlockOf(const Layout &layout)
{
    for (const auto &[text, block] :
         {std::pair("NCHW", 0), {"NCHW16c", 16}, {"NCHW8c", 8}, {"NCHW4c", 4}}) {
        if (layout.text() == text) {
            return block;
        }
    }
    return std::nullopt;
}

int preferredBlock(const DeviceTraits &device)
{
    const int lanes = vectorLanes(device);
    return device.isCpu() && lanes >= fewestLanes ? lanes : 0;
}

ChannelBlocks preferredBlocks(const Conv2dGeometry &geometry, const DeviceTraits &device)
{
    const Conv2dGeometry &g = geometry;
    const int lanes = preferredBlock(device);
    if (lanes == 0 || !doBlocksFit(g)) {
        return {};
    }
    const ChannelBlocks whole = blocksOf(g, lanes);
    const bool isPlain = whole.in == 0 && whole.out == 0;
    // Half vectors beat whole ones in planes that are copied first.
    const bool takesHalf = isDepthwise(g) || isFromImage(g);
    return isPlain && takesHalf && lanes / 2 >= fewestLanes ? blocksOf(g, lanes / 2) : whole;
}

Result<KernelSpec> conv2dBlockedKernel(const Conv2dGeometry &geometry, ChannelBlocks blocks,
                                       const Layout &weight, const KernelContext &context)
{
    RETURN_IF_FAILED(checkKernelTensors(context));
    if (!doBlocksFit(geometry)) {
        return noKernelFor("this convolution, expected positive sizes that fit 32 bits");
    }
    const auto place = weightPlace(weight);
    if (!place) {
        return noKernelFor("a weight in layout " + weight.text());
    }
    auto spec = specFor(geometry, blocks, context.device);
    if (spec && weight.rank() > 4) {
        for (InputPack &pack : spec->packs) {
            pack.launches.front().defines.emplace_back("NERVURE_WEIGHT_AT(o, i, inputs, tap, taps)",
                                                       *place);
        }
    }
    return spec;
}

} // namespace nervure
