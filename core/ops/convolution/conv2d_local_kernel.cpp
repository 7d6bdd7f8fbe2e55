// SPDX-License-Identifier: Apache-2.0
#include "core/ops/convolution/conv2d_local_kernel.h"

#include "core/ops/convolution/conv2d_tiles.h"
#include "core/ops/rules/device_table.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "kernels/conv2d_local.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace nervure {

namespace {

/// Groups that each compute unit should have, to hide what they wait for.
constexpr std::int64_t groupsEach = 4;
/// Parts of the depth are at least so many tiles deep.
constexpr std::int64_t leastTilesInDepth = 8;
constexpr std::int64_t mostParts = 16;

std::int64_t positionsOf(const Conv2dGeometry &g)
{
    return g.batch * g.outH * g.outW;
}

/// Steps of the sums.
std::int64_t depthOf(const Conv2dGeometry &g)
{
    return g.inPerGroup() * g.kernelH * g.kernelW;
}

/// How a task is cut into work-groups.
struct Cut {
    std::int64_t columns = 1; ///< tiles of positions
    std::int64_t rows = 1;    ///< groups * tiles of channels
    std::int64_t parts = 1;   ///< of the depth

    Cut(const Conv2dGeometry &g, const ProductTile &tile, const DeviceTraits &device)
        : columns(ceilDivide(positionsOf(g), tile.columns)),
          rows(g.groups * ceilDivide(g.outPerGroup(), tile.rows))
    {
        const std::int64_t wanted = groupsEach * device.computeUnits / (columns * rows);
        const std::int64_t most = depthOf(g) / (leastTilesInDepth * tile.depth);
        parts = std::clamp<std::int64_t>(std::min(wanted, most), 1, mostParts);
    }
};

class LocalSpec {
public:
    LocalSpec(const Conv2dTasks &parts, const KernelContext &context)
        : m_parts(parts),
          m_context(context)
    {}

    Result<KernelSpec> make()
    {
        const Conv2dGeometry &g = m_parts.tasks[0].g;
        const std::vector<ProductTile> tiles =
            productTiles(m_context.device, {g.outPerGroup(), positionsOf(g), depthOf(g)});
        if (tiles.empty()) {
            return noKernelFor("a convolution on a device with so little local memory");
        }
        std::vector<std::string> names;
        for (const ProductTile &tile : tiles) {
            names.push_back(tile.text());
        }
        const bool isEach = g.outPerGroup() < leastChannels;
        const auto key = [&] {
            return convolutionKey(typedChoice("conv2d_local", dataType(), m_context.device),
                                  kernels::conv2d_local, g, 1);
        };
        const ProductTile tile =
            isEach ? tiles[0]
                   : tiles[chooseVariant(m_spec, m_context.device, key(), std::move(names))];
        for (const Conv2dTask &task : m_parts.tasks) {
            if (isEach) {
                addEach(task);
            } else {
                addTask(task, tile);
            }
        }
        return std::move(m_spec);
    }

private:
    /// Groups of fewer output channels compute each result alone.
    static constexpr std::int64_t leastChannels = 8;

    [[nodiscard]] DType dataType() const { return m_context.inTypes[m_parts.operands.data]; }

    [[nodiscard]] KernelLaunch launchOf(const char *entry, const char *algorithm) const
    {
        KernelLaunch launch;
        launch.program = "conv2d_local";
        launch.source = kernels::conv2d_local;
        launch.entry = entry;
        launch.algorithm = algorithm;
        defineTypes(launch, dataType(), m_context.outTypes[0]);
        return launch;
    }

    [[nodiscard]] KernelArg biasOf(const Conv2dGeometry &g) const
    {
        return KernelArg::input(g.hasBias ? m_parts.operands.bias : m_parts.operands.weight);
    }

    static void addSizes(KernelLaunch &launch, const Conv2dTask &task)
    {
        const Conv2dGeometry &g = task.g;
        addInts(launch, {std::int64_t{g.hasBias}, g.batch, g.inPerGroup(), g.outPerGroup(), g.inH,
                         g.inW, g.outH, g.outW, g.kernelH, g.kernelW, g.strideH, g.strideW,
                         g.padTop, g.padLeft, g.dilationH, g.dilationW, task.weightFirst});
        addSteps(launch, task.in);
        addInts(launch, {task.outFirst});
        addSteps(launch, task.out);
    }

    /// A work-item for each position, in whole groups, by channels.
    void spread(KernelLaunch &launch, const Conv2dGeometry &g) const
    {
        const auto items = static_cast<std::int64_t>(groupItems(m_context.device));
        launch.global = globalSize(ceilDivide(positionsOf(g), items) * items, g.outChannels, 1);
        launch.local = {static_cast<std::size_t>(items), 1, 1};
        launch.storesThroughMacro = true;
    }

    void addEach(const Conv2dTask &task)
    {
        KernelLaunch launch = launchOf("conv2d_each", "direct");
        launch.args = {KernelArg::input(m_parts.operands.data),
                       KernelArg::input(m_parts.operands.weight), biasOf(task.g),
                       KernelArg::output()};
        addSizes(launch, task);
        spread(launch, task.g);
        m_spec.launches.push_back(std::move(launch));
    }

    void addTask(const Conv2dTask &task, const ProductTile &tile)
    {
        const Cut cut(task.g, tile, m_context.device);
        const bool isWhole = cut.parts == 1;
        KernelLaunch launch =
            launchOf(isWhole ? "conv2d_local" : "conv2d_local_part", "local tiles");
        launch.defines.insert(launch.defines.end(),
                              {{"NERVURE_ROWS", std::to_string(tile.rows)},
                               {"NERVURE_COLUMNS", std::to_string(tile.columns)},
                               {"NERVURE_DEPTH", std::to_string(tile.depth)},
                               {"NERVURE_ROWS_EACH", std::to_string(tile.rowsEach)},
                               {"NERVURE_COLUMNS_EACH", std::to_string(tile.columnsEach)}});
        launch.args = {KernelArg::input(m_parts.operands.data),
                       KernelArg::input(m_parts.operands.weight), biasOf(task.g),
                       isWhole ? KernelArg::output() : KernelArg::scratch(0)};
        addSizes(launch, task);
        launch.global = globalSize(cut.columns * tile.items(), cut.rows, cut.parts);
        launch.local = {static_cast<std::size_t>(tile.items()), 1, 1};
        launch.storesThroughMacro = isWhole;
        m_spec.launches.push_back(std::move(launch));
        if (!isWhole) {
            addSum(task, cut.parts);
        }
    }

    /// Parts that are summed up share one scratch buffer, as they follow one another.
    void addSum(const Conv2dTask &task, std::int64_t parts)
    {
        const std::int64_t bytes = parts * task.g.outChannels * positionsOf(task.g)
                                   * static_cast<std::int64_t>(sizeof(float));
        m_spec.scratchBytes.resize(1);
        m_spec.scratchBytes[0] = std::max(m_spec.scratchBytes[0], bytes);
        KernelLaunch launch = launchOf("conv2d_local_sum", "sum of parts");
        launch.args = {KernelArg::scratch(0), biasOf(task.g), KernelArg::output(),
                       KernelArg::int32(parts)};
        addSizes(launch, task);
        spread(launch, task.g);
        m_spec.launches.push_back(std::move(launch));
    }

    const Conv2dTasks &m_parts;
    const KernelContext &m_context;
    KernelSpec m_spec;
};

} // namespace

Result<KernelSpec> conv2dLocalSpec(const Conv2dTasks &parts, const KernelContext &context)
{
    for (const Conv2dTask &task : parts.tasks) {
        const Conv2dGeometry &g = task.g;
        if (!fitsInt({mostParts, g.outChannels, positionsOf(g) + groupsEach * 128})) {
            return noKernelFor("a convolution of this size, expected fewer than 2^31 elements");
        }
    }
    return LocalSpec(parts, context).make();
}

} // namespace nervure
