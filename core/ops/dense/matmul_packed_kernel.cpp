// SPDX-License-Identifier: Apache-2.0
#include "core/ops/dense/matmul_packed_kernel.h"

#include "core/graph/op/tuning_key.h"
#include "core/ops/convolution/conv2d_blocked_kernel.h"
#include "core/ops/convolution/conv2d_tiles.h"
#include "core/ops/rules/kernel_checks.h"
#include "kernels/matmul_packed.h"

#include <array>

namespace nervure {

namespace {

/// Sizes of products whose rows and columns have one step each.
struct PackedSizes {
    std::int64_t batches = 1;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t depth = 0;
    std::int64_t rowStep = 0;    ///< of the left operand
    std::int64_t columnStep = 0; ///< of the right one
    std::int64_t depthStep = 0;  ///< of the right one
    std::int64_t leftBatch = 0;
    std::int64_t rightBatch = 0;
};

std::optional<PackedSizes> packedSizes(const MatmulProduct &product)
{
    const MatmulOperand &left = product.left;
    const MatmulOperand &right = product.right;
    if (left.sizes.size() != 1 || right.sizes.size() != 1 || left.step != 1) {
        return std::nullopt;
    }
    return PackedSizes{product.batches, left.sizes[0],     right.sizes[0],
                       product.depth,   left.strides[0],   right.strides[0],
                       right.step,      product.leftBatch, product.rightBatch};
}

/// The product as a convolution of 1x1: its rows are the positions.
Conv2dGeometry geometryOf(const PackedSizes &sizes)
{
    Conv2dGeometry g;
    g.batch = sizes.batches;
    g.inChannels = sizes.depth;
    g.outChannels = sizes.columns;
    g.inW = g.outW = sizes.rows;
    return g;
}

/// What a tile costs for one step of the sums, in cycles of two multiply-adds or two loads. Numbers of each row
/// come from another place, so that tiles of few rows by many columns are the fastest.
double rowStepCost(const ConvolutionTile &tile)
{
    constexpr double cyclesOfLoad = 1.1;
    constexpr double loop = 1;
    return sumCycles(tile, cyclesOfLoad) + loop;
}

/// The fastest tile of as many rows as there are at most.
std::optional<ConvolutionTile> tileOf(const PackedSizes &sizes, int lanes,
                                      const DeviceTraits &device, KernelSpec &spec)
{
    std::vector<ConvolutionTile> tiles =
        tilesByCost(tilesFor(lanes, false), geometryOf(sizes), lanes, rowStepCost);
    std::erase_if(tiles, [&](const ConvolutionTile &tile) { return tile.pixels > sizes.rows; });
    if (tiles.empty()) {
        return std::nullopt;
    }
    std::vector<std::string> names;
    for (const ConvolutionTile &tile : tiles) {
        names.push_back(tile.text());
    }
    const std::array key{std::int64_t{lanes}, sizes.batches, sizes.rows, sizes.depth,
                         sizes.columns};
    return tiles[chooseVariant(spec, device, tuningKey("matmul_tile", kernels::matmul_packed, key),
                               std::move(names))];
}

/// A launch of the program for one tile and distance of rows.
KernelLaunch packedLaunch(std::string entry, const PackedSizes &sizes, const ConvolutionTile &tile,
                          int lanes)
{
    KernelLaunch launch =
        lanesLaunch("matmul_packed", kernels::matmul_packed, std::move(entry), lanes);
    launch.defines.insert(launch.defines.end(),
                          {{"NERVURE_BLOCKS", std::to_string(tile.blocks)},
                           {"NERVURE_ROWS", std::to_string(tile.pixels)},
                           {"NERVURE_ROW_STEP", std::to_string(sizes.rowStep)},
                           {"NERVURE_IS_WHOLE", sizes.columns % lanes == 0 ? "1" : "0"}});
    return launch;
}

std::int64_t packedFloats(const PackedSizes &sizes, const ConvolutionTile &tile, int lanes)
{
    const std::int64_t columns = tile.blocks * lanes;
    return sizes.batches * ceilDivide(sizes.columns, columns) * columns * sizes.depth;
}

InputPack packedRight(const PackedSizes &sizes, const ConvolutionTile &tile, int lanes)
{
    const std::int64_t tiles = ceilDivide(sizes.columns, tile.blocks * lanes);
    KernelLaunch launch = packedLaunch("matmul_pack", sizes, tile, lanes);
    launch.algorithm = "pack";
    launch.args = {KernelArg::input(0), KernelArg::output()};
    addInts(launch,
            {sizes.columns, sizes.depth, sizes.depthStep, sizes.columnStep, sizes.rightBatch});
    launch.global = globalSize(tiles, sizes.batches, 1);
    return {1, packedFloats(sizes, tile, lanes), {std::move(launch)}};
}

} // namespace

std::optional<KernelSpec> packedProductKernel(const MatmulProduct &product,
                                              const KernelContext &context)
{
    // What packing is worth, which an operand that is no weight needs in each run.
    constexpr std::int64_t leastProducts = std::int64_t{1} << 17;
    constexpr std::int64_t leastRows = 16;
    const int lanes = preferredBlock(context.device);
    const auto sizes = packedSizes(product);
    const bool isFloat = context.inTypes[0] == DType::Float32;
    if (lanes == 0 || !isFloat || !sizes || sizes->columns < lanes || sizes->rows < leastRows
        || !fitsInt({sizes->batches, sizes->columns + 64, sizes->depth})
        || !fitsInt({sizes->rows, sizes->rowStep})
        || sizes->rows * sizes->columns * sizes->depth < leastProducts) {
        return std::nullopt;
    }
    KernelSpec spec;
    const auto tile = tileOf(*sizes, lanes, context.device, spec);
    if (!tile) {
        return std::nullopt;
    }
    KernelLaunch launch = packedLaunch("matmul_" + tile->text(), *sizes, *tile, lanes);
    launch.algorithm = "packed";
    launch.args = {KernelArg::input(0), KernelArg::input(1),
                   KernelArg::input(product.hasBias ? 2 : 1), KernelArg::output()};
    const std::int64_t tiles = ceilDivide(sizes->columns, tile->blocks * lanes);
    const std::int64_t run =
        tilesInRun(geometryOf(*sizes), *tile, tiles * sizes->batches, context.device);
    addInts(launch, {std::int64_t{product.hasBias}, sizes->rows, sizes->columns, sizes->depth,
                     sizes->leftBatch, run});
    launch.global = globalSize(ceilDivide(sizes->rows, tile->pixels * run), tiles, sizes->batches);
    launch.local = oneItemGroups(context.device);
    launch.storesThroughMacro = true;
    launch.storeLanes = sizes->columns % lanes == 0 ? lanes : 0;
    spec.launches.push_back(std::move(launch));
    spec.packs.push_back(packedRight(*sizes, *tile, lanes));
    return spec;
}

} // namespace nervure
