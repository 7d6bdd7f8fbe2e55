// SPDX-License-Identifier: Apache-2.0
#include "core/ops/rules/transposed_copy.h"

#include "core/ops/rules/device_table.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "kernels/transposed_copy.h"

#include <algorithm>

namespace nervure {

namespace {

/// The dimensions of a transposition, as the kernels number them.
struct Transposition {
    std::int64_t nj = 0; ///< neighbors in the input
    std::int64_t tj = 0;
    std::int64_t nk = 0; ///< neighbors in the output
    std::int64_t sk = 0;
    std::vector<std::int64_t> n; ///< the other four, with strides in the input and in the output
    std::vector<std::int64_t> s;
    std::vector<std::int64_t> t;
    std::int64_t offset = 0;
};

std::optional<Transposition> transpositionOf(const StridedSource &source)
{
    const auto inner = std::find(source.strides.begin(), source.strides.end(), 1);
    if (inner == source.strides.end() || inner + 1 == source.strides.end()
        || source.strides.back() == 0) {
        return std::nullopt;
    }
    const std::vector<std::int64_t> dense = denseStrides(source.sizes);
    const auto j = static_cast<std::size_t>(inner - source.strides.begin());
    Transposition result;
    result.nj = source.sizes[j];
    result.tj = dense[j];
    result.nk = source.sizes.back();
    result.sk = source.strides.back();
    result.offset = source.offset;
    for (std::size_t i = 0; i + 1 < source.sizes.size(); ++i) {
        if (i != j) {
            result.n.push_back(source.sizes[i]);
            result.s.push_back(source.strides[i]);
            result.t.push_back(dense[i]);
        }
    }
    constexpr std::size_t others = 4;
    const std::size_t missing = others - result.n.size();
    result.n.insert(result.n.begin(), missing, 1);
    result.s.insert(result.s.begin(), missing, 0);
    result.t.insert(result.t.begin(), missing, 0);
    return result;
}

/// Squares of eight lanes at most: with sixteen there are more vectors than registers. Of four where
/// one side has no more.
void setRegisterTiles(KernelLaunch &launch, const Transposition &all, const DeviceTraits &device)
{
    constexpr int mostLanes = 8;
    constexpr std::int64_t side = 64;
    const int lanes =
        std::min(all.nj, all.nk) < mostLanes ? 4 : std::min(vectorLanes(device), mostLanes);
    launch.entry = "transposed";
    launch.defines = {{"NERVURE_LANES", std::to_string(lanes)},
                      {"NERVURE_SIDE", std::to_string(side)}};
    launch.global[0] = static_cast<std::size_t>(ceilDivide(all.nk, side));
    launch.global[1] = static_cast<std::size_t>(ceilDivide(all.nj, side));
    launch.local = oneItemGroups(device);
}

void setLocalTiles(KernelLaunch &launch, const Transposition &all, const CopyTile &tile)
{
    launch.entry = "transposed_local";
    launch.defines = {{"NERVURE_TILE", std::to_string(tile.side)},
                      {"NERVURE_TILE_ROWS", std::to_string(tile.rows)}};
    launch.local = {static_cast<std::size_t>(tile.side), static_cast<std::size_t>(tile.rows), 1};
    launch.global[0] = launch.local[0] * static_cast<std::size_t>(ceilDivide(all.nk, tile.side));
    launch.global[1] = launch.local[1] * static_cast<std::size_t>(ceilDivide(all.nj, tile.side));
}

} // namespace

std::optional<KernelLaunch> transposedLaunch(const StridedSource &source, std::uint32_t output,
                                             const KernelContext &context)
{
    constexpr std::int64_t few = 4;
    const auto all = transpositionOf(source);
    const auto tile = copyTile(context.device);
    const bool isWorth = all && all->nj >= few && all->nk > 1;
    const bool isLarge = isWorth && tile && all->nj >= tile->side / 2 && all->nk >= tile->side / 2;
    if (!isWorth || !(context.device.isCpu() || isLarge)) {
        return std::nullopt;
    }
    KernelLaunch launch;
    launch.program = "transposed_copy";
    launch.source = kernels::transposed_copy;
    launch.algorithm = "transposition";
    launch.storesThroughMacro = true;
    if (context.device.isCpu()) {
        setRegisterTiles(launch, *all, context.device);
    } else {
        setLocalTiles(launch, *all, *tile);
    }
    launch.global[2] = static_cast<std::size_t>(all->n[0] * all->n[1] * all->n[2] * all->n[3]);
    defineCopied(launch, context.inTypes[0]);
    launch.args = {KernelArg::input(0), KernelArg::output(output)};
    addInts(launch,
            {all->offset, all->nj, all->nk, all->n[1], all->n[2], all->n[3], all->s[0], all->s[1],
             all->s[2], all->s[3], all->sk, all->t[0], all->t[1], all->t[2], all->t[3], all->tj});
    return launch;
}

} // namespace nervure
