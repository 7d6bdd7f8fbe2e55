// SPDX-License-Identifier: Apache-2.0
#include "core/ops/reduction/reduction_rows_kernel.h"

#include "core/ops/rules/device_table.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "kernels/reduction_rows.h"

#include <algorithm>
#include <vector>

namespace nervure {

namespace {

/// Whether the groups are rows that are long enough to be shared.
bool areRows(const ReductionGroups &groups, const KernelContext &context)
{
    constexpr std::int64_t least = 16;
    const GroupDimensions &reduced = groups.reduced;
    return isFloat(context.inTypes[0]) && groups.results > 0 && reduced.count <= 2
           && reduced.strides.back() == 1 && reduced.sizes.back() >= least;
}

std::optional<KernelSpec> rowsSpec(const char *entry, const ReductionGroups &groups,
                                   const std::vector<KernelArg> &more, const KernelContext &context)
{
    if (!areRows(groups, context)) {
        return std::nullopt;
    }
    constexpr std::size_t rows = maxGroupDimensions - 2;
    const std::int64_t length = groups.reduced.sizes.back();
    const std::size_t items = groupItems(context.device, length);
    const int lanes = context.device.isCpu() ? vectorLanes(context.device) : 1;
    KernelLaunch launch;
    launch.program = "reduction_rows";
    launch.source = kernels::reduction_rows;
    launch.entry = entry;
    launch.algorithm = items > 1 ? "shared rows" : "rows";
    defineTypes(launch, context.inTypes[0], context.outTypes[0]);
    launch.defines.emplace_back("NERVURE_LANES", std::to_string(lanes));
    launch.defines.emplace_back("NERVURE_ITEMS", std::to_string(items));
    launch.args = {KernelArg::input(0), KernelArg::output()};
    addInts(launch, {groups.kept.sizes[1], groups.kept.sizes[2], groups.kept.sizes[3]});
    addInts(launch, groups.kept.strides);
    addInts(launch, {groups.reduced.sizes[rows], length, groups.reduced.strides[rows]});
    launch.args.insert(launch.args.end(), more.begin(), more.end());
    launch.global = {items * static_cast<std::size_t>(groups.results), 1, 1};
    launch.local = items > 1 ? std::array<std::size_t, 3>{items, 1, 1}
                             : groupsFor(context.device, groups.each);
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

/// The same, of kernels that give each element a result: whole vectors where rows consist of them.
std::optional<KernelSpec> rowsSpecOfElements(const char *entry, const ReductionGroups &groups,
                                             const std::vector<KernelArg> &more,
                                             const KernelContext &context)
{
    auto spec = rowsSpec(entry, groups, more, context);
    const int lanes = context.device.isCpu() ? vectorLanes(context.device) : 1;
    const Shape &shape = context.outShapes[0];
    if (spec && lanes > 1 && context.outTypes[0] == DType::Float32 && shape.back() % lanes == 0) {
        spec->launches[0].defines.emplace_back("NERVURE_STORES_LANES", "1");
        spec->launches[0].storeLanes = lanes;
    }
    return spec;
}

} // namespace

std::optional<KernelSpec> sumRowsKernel(const ReductionGroups &groups, std::int64_t count,
                                        const KernelContext &context)
{
    return rowsSpec("sum_rows", groups, {KernelArg::int32(count)}, context);
}

std::optional<KernelSpec> extremeRowsKernel(const ReductionGroups &groups,
                                            const ExtremeSearch &search,
                                            const KernelContext &context)
{
    // Positions are counted as floats are, exactly up to here.
    constexpr std::int64_t most = std::int64_t{1} << 24;
    if (groups.each > most) {
        return std::nullopt;
    }
    const auto flag = [](bool value) { return KernelArg::int32(value ? 1 : 0); };
    auto spec = rowsSpec(
        "extreme_rows", groups,
        {KernelArg::int32(search.isMax ? 1 : -1), flag(search.nan == NanRule::IsSkipped),
         flag(search.nan == NanRule::IsKept), flag(search.isPosition), flag(search.needsOne)},
        context);
    if (spec && search.isInfinite) {
        spec->launches[0].defines.emplace_back("NERVURE_START", "(-INFINITY)");
    }
    return spec;
}

std::optional<KernelSpec> softmaxRowsKernel(const ReductionGroups &groups, bool isLog,
                                            const KernelContext &context)
{
    return rowsSpecOfElements("softmax_rows", groups, {KernelArg::int32(isLog ? 1 : 0)}, context);
}

std::optional<KernelSpec> normalizeRowsKernel(const ReductionGroups &groups, float least,
                                              const KernelContext &context)
{
    return rowsSpecOfElements("normalise_rows", groups, {KernelArg::float32(least)}, context);
}

std::optional<KernelSpec> standardizeRowsKernel(const ReductionGroups &groups,
                                                const Standardization &what,
                                                const KernelContext &context)
{
    return rowsSpecOfElements("standardize_rows", groups,
                              {KernelArg::float32(what.epsilon), KernelArg::int32(what.isCentered)},
                              context);
}

} // namespace nervure
