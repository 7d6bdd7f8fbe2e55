// SPDX-License-Identifier: Apache-2.0
#include "core/ops/dense/dense_kernel.h"

#include "core/graph/op/tuning_key.h"
#include "core/ops/dense/matmul_kernel.h"
#include "core/ops/rules/device_table.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "kernels/dense.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

/// Rows from which on tiles of a product pay.
constexpr std::int64_t manyRows = 8;

} // namespace

Result<KernelSpec> denseKernel(std::int64_t rows, std::int64_t size, std::int64_t units,
                               bool hasBias, const KernelContext &context)
{
    if (rows < 1 || size < 1 || units < 1) {
        return noKernelFor("an empty layer");
    }
    if (rows >= manyRows || !checkOneFloatType(context)) {
        return matmulKernel({{{rows}, {size}, 1}, {{units}, {size}, 1}, size, hasBias, false},
                            context);
    }
    // Rows of a work-item are few where there are few; how many outputs pay depends on the device.
    std::array<std::int64_t, 4> unitTiles{4, 2, 8, 1};
    std::swap(unitTiles[0], *std::find(unitTiles.begin(), unitTiles.end(),
                                       deviceTable(context.device.deviceClass).denseUnits));
    std::vector<std::string> names;
    for (const std::int64_t tile : unitTiles) {
        names.push_back(std::to_string(tile));
    }
    const std::array sizes{rows, size, units};
    KernelSpec spec;
    const std::string choice = typedChoice("dense_units", context.inTypes[0], context.device);
    const std::size_t variant = chooseVariant(
        spec, context.device, tuningKey(choice, kernels::dense, sizes), std::move(names));
    const std::int64_t rowTile = rows < 4 ? 1 : 4;
    const std::int64_t unitTile = unitTiles.at(variant);
    const std::size_t items = groupItems(context.device, size);
    const int lanes = context.device.isCpu() ? vectorLanes(context.device) : 1;
    KernelLaunch launch;
    launch.program = "dense";
    launch.source = kernels::dense;
    launch.entry = "dense";
    launch.algorithm = "vector dot";
    defineTypes(launch, context.inTypes[0], context.outTypes[0]);
    launch.defines.insert(launch.defines.end(), {{"NERVURE_LANES", std::to_string(lanes)},
                                                 {"NERVURE_ITEMS", std::to_string(items)},
                                                 {"NERVURE_ROWS", std::to_string(rowTile)},
                                                 {"NERVURE_UNITS", std::to_string(unitTile)}});
    launch.args = {KernelArg::input(0), KernelArg::input(1), KernelArg::input(hasBias ? 2 : 1),
                   KernelArg::output()};
    addInts(launch, {std::int64_t{hasBias}, rows, size, units});
    launch.global = globalSize(static_cast<std::int64_t>(items) * ceilDivide(units, unitTile),
                               ceilDivide(rows, rowTile), 1);
    launch.local = {items, 1, 1};
    launch.storesThroughMacro = true;
    spec.launches = {launch};
    return spec;
}

} // namespace nervure
