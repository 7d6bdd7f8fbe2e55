// SPDX-License-Identifier: Apache-2.0
#include "core/ops/dense_kernel.h"

#include "core/graph/tuning_key.h"
#include "core/ops/kernel_checks.h"
#include "core/ops/matmul_kernel.h"
#include "kernels/dense.h"

#include <array>

namespace nervure {

Result<KernelSpec> denseKernel(std::int64_t rows, std::int64_t size, std::int64_t units,
                               bool hasBias, const KernelContext &context)
{
    if (rows < 1 || size < 1 || units < 1) {
        return noKernelFor("an empty layer");
    }
    if (context.outTypes[0] != DType::Float32) {
        return matmulKernel({{{rows}, {size}, 1}, {{units}, {size}, 1}, size, hasBias, false},
                            context);
    }
    if (Status status = checkKernelTensors(context); !status) {
        return status.error();
    }
    // Rows of a work-item are few where there are few; how many outputs pay depends on the device.
    constexpr std::array<std::int64_t, 4> unitTiles{4, 2, 8, 1};
    const std::array sizes{rows, size, units};
    KernelSpec spec;
    const std::size_t variant =
        chooseVariant(spec, context.device, tuningKey("dense_units", kernels::dense, sizes),
                      {"4", "2", "8", "1"});
    const std::int64_t rowTile = rows < 4 ? 1 : 4;
    const std::int64_t unitTile = unitTiles.at(variant);
    KernelLaunch launch;
    launch.program = "dense";
    launch.source = kernels::dense;
    launch.entry = "dense";
    launch.algorithm = "vector dot";
    launch.defines = {{"NERVURE_LANES", std::to_string(vectorLanes(context.device))},
                      {"NERVURE_ROWS", std::to_string(rowTile)},
                      {"NERVURE_UNITS", std::to_string(unitTile)}};
    launch.args = {
        KernelArg::input(0),    KernelArg::input(1),       KernelArg::input(hasBias ? 2 : 1),
        KernelArg::output(),    KernelArg::int32(hasBias), KernelArg::int32(rows),
        KernelArg::int32(size), KernelArg::int32(units)};
    launch.global = {static_cast<std::size_t>(ceilDivide(units, unitTile)),
                     static_cast<std::size_t>(ceilDivide(rows, rowTile)), 1};
    launch.local = oneItemGroups(context.device);
    launch.storesThroughMacro = true;
    spec.launches = {launch};
    return spec;
}

} // namespace nervure
