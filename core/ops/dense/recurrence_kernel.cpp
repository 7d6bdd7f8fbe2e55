// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/tuning_key.h"
#include "core/ops/dense/recurrence.h"
#include "core/ops/rules/kernel_checks.h"
#include "kernels/recurrence.h"

#include <algorithm>
#include <array>
#include <utility>

namespace nervure {

namespace {

struct RecurrenceSizes {
    std::int64_t steps = 0;
    std::int64_t sequences = 0;
    std::int64_t units = 0;
    std::int64_t gates = 0;
    int lanes = 1;

    [[nodiscard]] std::int64_t blocks() const { return ceilDivide(units, lanes); }
    [[nodiscard]] std::int64_t packedFloats() const { return blocks() * lanes * units * gates; }
    /// Of one step and sequence.
    [[nodiscard]] std::int64_t products() const { return units * units * gates; }
};

/// How many sequences share the weights that an item reads: as many as there are registers for.
std::int64_t sequencesOfItem(const RecurrenceAttrs &attrs, const RecurrenceSizes &sizes,
                             const DeviceTraits &device)
{
    if (attrs.usesLengths) {
        return 1; // each ends on its own
    }
    const std::int64_t groups = device.isCpu() ? std::int64_t{device.computeUnits} : 1;
    const std::int64_t most = sizes.lanes >= 16 ? 4 : 2;
    for (std::int64_t count = most; count > 1; count /= 2) {
        if (sizes.sequences % count == 0 && sizes.sequences / count >= groups) {
            return count;
        }
    }
    return 1;
}

/// Whether a launch a step, which all of the device takes part in, pays for the launches.
bool paysByStep(const RecurrenceSizes &sizes, std::int64_t groups, const DeviceTraits &device)
{
    if (!device.isCpu()) {
        return true;
    }
    constexpr std::int64_t productsOfLaunch = 1 << 19;
    return groups < std::int64_t{device.computeUnits} && sizes.products() >= productsOfLaunch;
}

KernelLaunch launchOf(const RecurrenceAttrs &attrs, const RecurrenceSizes &sizes, std::string entry,
                      std::string algorithm)
{
    KernelLaunch launch;
    launch.program = "recurrence";
    launch.source = kernels::recurrence;
    launch.entry = std::move(entry);
    launch.algorithm = std::move(algorithm);
    launch.defines = {{"NERVURE_LANES", std::to_string(sizes.lanes)},
                      {"NERVURE_GATES", std::to_string(sizes.gates)}};
    if (attrs.isReverse) {
        launch.defines.emplace_back("NERVURE_IS_REVERSE", "1");
    }
    if (attrs.hasTwoProducts()) {
        launch.defines.emplace_back("NERVURE_RESETS_BEFORE", "1");
    }
    if (attrs.usesLengths) {
        launch.defines.emplace_back("NERVURE_HAS_LENGTHS", "1");
    }
    if (attrs.mode == "rnn_relu") {
        launch.defines.emplace_back("NERVURE_IS_RELU", "1");
    }
    return launch;
}

InputPack packedWeight(const RecurrenceAttrs &attrs, const RecurrenceSizes &sizes)
{
    KernelLaunch launch = launchOf(attrs, sizes, "recurrence_pack", "pack");
    launch.args = {KernelArg::input(0), KernelArg::output()};
    addInts(launch, {sizes.units});
    launch.global = globalSize(sizes.units, sizes.blocks(), 1);
    return {1, sizes.packedFloats(), {std::move(launch)}};
}

std::vector<KernelArg> operandsOf(const RecurrenceAttrs &attrs)
{
    const bool isLstm = attrs.isLstm();
    return {KernelArg::input(0),
            KernelArg::input(1),
            KernelArg::input(2),
            KernelArg::input(3),
            KernelArg::input(isLstm ? 4 : 3),
            KernelArg::output(0),
            KernelArg::output(1),
            KernelArg::output(isLstm ? 2 : 1),
            attrs.hasTwoProducts() ? KernelArg::scratch(0) : KernelArg::output(1),
            KernelArg::input(attrs.usesLengths ? (isLstm ? 5 : 4) : 3)};
}

/// The choice between one launch and one a step. Steps of two products, and sequences that end before the
/// last step, have one.
bool goesByStep(const RecurrenceAttrs &attrs, const RecurrenceSizes &sizes, std::int64_t groups,
                const DeviceTraits &device, KernelSpec &spec)
{
    constexpr std::int64_t mostLaunches = 512;
    if (attrs.hasTwoProducts() || attrs.usesLengths || sizes.steps > mostLaunches) {
        return false;
    }
    std::vector<std::string> variants{"one launch", "a launch a step"};
    if (paysByStep(sizes, groups, device)) {
        std::swap(variants[0], variants[1]);
    }
    const std::array key{std::int64_t{sizes.lanes}, sizes.steps, sizes.sequences, sizes.units,
                         sizes.gates};
    const std::size_t chosen =
        chooseVariant(spec, device, tuningKey("recurrence", kernels::recurrence, key), variants);
    return variants[chosen] == "a launch a step";
}

std::size_t itemsOf(const RecurrenceSizes &sizes, const DeviceTraits &device)
{
    constexpr std::int64_t most = 256;
    const auto fitting = static_cast<std::int64_t>(std::max<std::size_t>(device.maxWorkGroup, 1));
    return device.isCpu() ? 1 : static_cast<std::size_t>(std::min({sizes.blocks(), most, fitting}));
}

} // namespace

Result<KernelSpec> recurrenceKernel(const RecurrenceAttrs &attrs, const KernelContext &context)
{
    KernelContext floats = context;
    if (attrs.usesLengths) {
        floats.inTypes = context.inTypes.first(context.inTypes.size() - 1);
    }
    RETURN_IF_FAILED(checkKernelTensors(floats));
    const Shape &given = context.inShapes[0];
    const int lanes = context.device.isCpu() ? vectorLanes(context.device) : 1;
    const RecurrenceSizes sizes{given[0], given[1], context.outShapes[0][2], attrs.gates(), lanes};
    if (sizes.steps < 1 || sizes.sequences < 1 || sizes.units < 1) {
        return noKernelFor("no steps, sequences or units");
    }
    if (!fitsInt({sizes.units + lanes, sizes.units, sizes.gates})) {
        return noKernelFor("so many units");
    }
    KernelSpec spec;
    const std::int64_t together = sequencesOfItem(attrs, sizes, context.device);
    const std::int64_t groups = sizes.sequences / together;
    const bool isByStep = goesByStep(attrs, sizes, groups, context.device, spec);
    KernelLaunch launch =
        launchOf(attrs, sizes, "recurrence", isByStep ? "a launch a step" : "all steps");
    launch.defines.emplace_back("NERVURE_SEQUENCES", std::to_string(together));
    launch.args = operandsOf(attrs);
    const std::size_t items = itemsOf(sizes, context.device);
    launch.global = isByStep ? globalSize(sizes.blocks(), groups, 1)
                             : globalSize(static_cast<std::int64_t>(items), groups, 1);
    launch.local =
        isByStep ? oneItemGroups(context.device) : std::array<std::size_t, 3>{items, 1, 1};
    const std::int64_t stride = isByStep ? 1 : sizes.steps;
    for (std::int64_t begin = 0; begin < sizes.steps; begin += stride) {
        spec.launches.push_back(launch);
        addInts(spec.launches.back(),
                {begin, begin + stride, sizes.steps, sizes.sequences, sizes.units});
    }
    if (attrs.hasTwoProducts()) {
        spec.scratchBytes.push_back(2 * sizes.sequences * sizes.units
                                    * static_cast<std::int64_t>(sizeof(float)));
    }
    spec.packs.push_back(packedWeight(attrs, sizes));
    return spec;
}

} // namespace nervure
