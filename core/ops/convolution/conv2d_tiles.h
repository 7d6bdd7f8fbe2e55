// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"
#include "core/ops/convolution/conv2d_geometry.h"

#include <fmt/format.h>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What conv2d_blocked.cl and conv2d_image.cl are built from: the sums that a work-item holds, blocks
/// of output channels by neighboring positions.
struct ConvolutionTile {
    std::int64_t blocks = 1;
    std::int64_t pixels = 1;

    [[nodiscard]] std::string text() const { return fmt::format("{}x{}", blocks, pixels); }
};

/// The key of a choice that the sizes of a convolution decide (chooseVariant()). `source`: of the
/// kernels to choose from, see tuningKey().
[[nodiscard]] std::string convolutionKey(std::string_view choice, std::string_view source,
                                         const Conv2dGeometry &geometry, int lanes);

/// conv2d_blocked.cl's tiles, or with `isFromPlain` conv2d_image.cl's, for blocks of `lanes` channels.
[[nodiscard]] std::span<const ConvolutionTile> tilesFor(int lanes, bool isFromPlain);

/// What a tile costs for one input channel of one tap, in any unit.
using TileCost = std::function<double(const ConvolutionTile &)>;

/// The tiles, the one first that should be the fastest for all channels and positions.
[[nodiscard]] std::vector<ConvolutionTile> tilesByCost(std::span<const ConvolutionTile> tiles,
                                                       const Conv2dGeometry &geometry, int lanes,
                                                       const TileCost &stepCost);

/// Which of conv2d_blocked.cl's tiles, or with `isFromPlain` of conv2d_image.cl's, suits a
/// convolution: the one that was measured to be fastest on the device, else the one that should be.
/// The choice is noted in `spec`.
[[nodiscard]] ConvolutionTile chooseTile(const Conv2dGeometry &geometry, int lanes,
                                         bool isFromPlain, const DeviceTraits &device,
                                         KernelSpec &spec);

/// How many tiles a work-item computes one after the other: enough to be worth its start, and few
/// enough to keep all cores busy. `rows`: rows of tiles in all.
[[nodiscard]] std::int64_t tilesInRun(const Conv2dGeometry &geometry, const ConvolutionTile &tile,
                                      std::int64_t rows, const DeviceTraits &device);

/// Where a launch finds what it works on.
struct ConvolutionOperands {
    KernelArg data = KernelArg::input(0);
    KernelArg weight = KernelArg::input(1);
    KernelArg bias = KernelArg::input(2);
    KernelArg out = KernelArg::output();
};

/// The launch of conv2d_blocked.cl from blocks of `lanes` channels to such blocks, without followers.
[[nodiscard]] KernelLaunch blockedLaunch(const Conv2dGeometry &geometry, int lanes,
                                         const ConvolutionTile &tile,
                                         const ConvolutionOperands &operands,
                                         const DeviceTraits &device);

/// What a step of the sums of a tile costs without its loop, in cycles of two multiply-adds: few sums wait
/// for one another, and few of them for their loads, as each number read serves few multiply-adds.
[[nodiscard]] double sumCycles(const ConvolutionTile &tile, double cyclesOfLoad);

/// Cycles of a load of packed weights, or of numbers that lie side by side: measured tiles come close.
inline constexpr double cyclesOfNeighbors = 0.65;

/// Weights in tiles of output channels (conv2d_pack.cl), `lanesIn` input channels at a time.
[[nodiscard]] InputPack tiledWeights(const Conv2dGeometry &geometry, std::int64_t tileChannels,
                                     std::int64_t lanesIn);

/// A launch of a kernel of tiles: `prefix` and the tile name its one kernel. Each
/// tile is a program of its own, since some drivers (PoCL) generate code for all kernels of a program
/// that is kept.
[[nodiscard]] KernelLaunch tileLaunch(std::string program, std::string_view source,
                                      const std::string &prefix, const ConvolutionTile &tile,
                                      int lanes);

/// A launch of one kernel of a program whose source has the define NERVURE_LANES.
[[nodiscard]] KernelLaunch lanesLaunch(std::string program, std::string_view source,
                                       std::string entry, int lanes);

} // namespace nervure
