// SPDX-License-Identifier: Apache-2.0
#include "core/ops/reduction/reduction_kernel.h"

#include "core/ops/reduction/reduction_groups.h"
#include "core/ops/reduction/reduction_rows_kernel.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "kernels/reduction.h"

#include <optional>
#include <utility>
#include <vector>

namespace nervure {

namespace {

/// The groups of the input that `strides` (groupsOf()) tells.
Result<ReductionGroups> checkedGroups(const std::vector<std::int64_t> &strides,
                                      const KernelContext &context)
{
    RETURN_IF_FAILED(checkTypedTensors(context));
    const Shape &shape = context.inShapes[0];
    const auto groups = isUnknown(shape) ? std::nullopt : groupsOf(shape, strides);
    return groups ? Result<ReductionGroups>(*groups)
                  : noKernelFor("these dimensions of " + shapeText(shape));
}

/// Neighboring results that a work-item computes together: as many as lie side by side, but fewer
/// where there would be too few work-items; 1 on devices that want one for each result.
std::int64_t runOf(const ReductionGroups &groups, const DeviceTraits &device)
{
    constexpr std::int64_t most = 256;
    constexpr std::int64_t least = 16;
    const std::int64_t row = groups.kept.sizes.back();
    if (!device.isCpu() || groups.kept.strides.back() != 1 || row < least / 2) {
        return 1;
    }
    std::int64_t run = most;
    while (run > least && (run / 2 >= row || groups.results / run < 4 * device.computeUnits)) {
        run /= 2;
    }
    return run;
}

/// What reduction.cl computes. `more` follows the walk's parameters.
KernelSpec groupSpec(const char *entry, const ReductionGroups &groups,
                     const std::vector<KernelArg> &more, const KernelContext &context)
{
    KernelLaunch launch;
    launch.program = "reduction";
    launch.source = kernels::reduction;
    launch.entry = entry;
    const std::int64_t run = runOf(groups, context.device);
    const std::int64_t row = groups.kept.sizes.back();
    const std::int64_t runs = ceilDivide(row, run);
    launch.algorithm = run > 1 ? "runs" : "group";
    defineTypes(launch, context.inTypes[0], context.outTypes[0]);
    launch.defines.emplace_back("NERVURE_RUN", std::to_string(run));
    launch.args = {KernelArg::input(0), KernelArg::output()};
    const auto &sizes = groups.kept.sizes;
    addInts(launch, {runs, sizes[1], sizes[2], sizes[3]});
    for (const auto &numbers :
         {groups.kept.strides, groups.reduced.sizes, groups.reduced.strides}) {
        addInts(launch, numbers);
    }
    launch.args.insert(launch.args.end(), more.begin(), more.end());
    const std::int64_t lines = row > 0 ? groups.results / row : 0;
    launch.global = globalSize(lines * runs, 1, 1);
    launch.local = groupsFor(context.device, groups.each * run);
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

Result<KernelSpec> groupKernel(const char *entry, const std::vector<std::int64_t> &strides,
                               const std::vector<KernelArg> &more, const KernelContext &context)
{
    const auto groups = checkedGroups(strides, context);
    return groups ? Result<KernelSpec>(groupSpec(entry, *groups, more, context)) : groups.error();
}

/// Sums, or means of `count` elements.
Result<KernelSpec> sumKernel(const std::vector<std::int64_t> &strides, std::int64_t count,
                             const KernelContext &context)
{
    ASSIGN_OR_RETURN(const auto groups, checkedGroups(strides, context));
    // Sums of float16 are rounded step by step, in the order of the elements.
    auto rows =
        context.inTypes[0] == DType::Float16 ? std::nullopt : sumRowsKernel(groups, count, context);
    return rows ? std::move(*rows)
                : groupSpec("reduce_sum", groups, {KernelArg::int32(count)}, context);
}

KernelArg flag(bool value)
{
    return KernelArg::int32(value ? 1 : 0);
}

Result<KernelSpec> extremeKernel(const std::vector<std::int64_t> &strides,
                                 const ExtremeSearch &search, const KernelContext &context)
{
    ASSIGN_OR_RETURN(const auto groups, checkedGroups(strides, context));
    if (auto rows = extremeRowsKernel(groups, search, context)) {
        return std::move(*rows);
    }
    std::vector<KernelArg> flags{flag(search.isMax), flag(search.isInfinite)};
    flags.push_back(flag(search.isPosition ? search.needsOne : search.nan == NanRule::IsKept));
    return groupSpec(search.isPosition ? "reduce_position" : "reduce_extreme", groups, flags,
                     context);
}

/// Whether the results of a reduction fill output 0.
bool fits(const IntTuple &axes, const KernelContext &context)
{
    const auto results = elementCount(context.outShapes[0]);
    const auto count = elementCount(context.inShapes[0]);
    const std::int64_t each = reducedCount(context.inShapes[0], axes);
    return results && count && each > 0 && *results * each == *count;
}

/// The groups along `axes` of floats that get a result each.
Result<ReductionGroups> groupsOfElements(const IntTuple &axes, const KernelContext &context)
{
    RETURN_IF_FAILED(checkOneFloatType(context));
    if (context.outShapes[0] != context.inShapes[0]) {
        return noKernelFor("a result of another shape");
    }
    return checkedGroups(resultStrides(context.inShapes[0], axes), context);
}

} // namespace

Result<KernelSpec> reductionKernel(Reduction reduction, const IntTuple &axes,
                                   const RuleContext &rule, const KernelContext &context)
{
    if (!fits(axes, context)) {
        return noKernelFor("this result of " + shapeText(context.inShapes[0]));
    }
    const auto strides = resultStrides(context.inShapes[0], axes);
    const bool isFixed = rule.semantics == Semantics::Fixed;
    const bool isPosition = reduction == Reduction::ArgMax || reduction == Reduction::ArgMin;
    if (!isPosition && context.outTypes[0] != context.inTypes[0]) {
        return noKernelFor("a result of another type");
    }
    switch (reduction) {
    case Reduction::Sum: return sumKernel(strides, 0, context);
    case Reduction::Mean:
        return sumKernel(strides, reducedCount(context.inShapes[0], axes), context);
    case Reduction::Prod: return groupKernel("reduce_prod", strides, {}, context);
    case Reduction::Max:
    case Reduction::Min:
        return extremeKernel(strides,
                             {.isMax = reduction == Reduction::Max,
                              .isInfinite = isFixed,
                              .nan = rule.node.passesNan ? NanRule::IsKept : NanRule::BeginsAnew},
                             context);
    case Reduction::ArgMax:
    case Reduction::ArgMin: break;
    }
    return extremeKernel(strides,
                         {.isMax = reduction == Reduction::ArgMax,
                          .isPosition = true,
                          .isInfinite = isFixed,
                          .needsOne = isFixed},
                         context);
}

Result<KernelSpec> extremeMaskKernel(bool isMax, const IntTuple &axes, Semantics semantics,
                                     const KernelContext &context)
{
    if (context.outShapes[0] != context.inShapes[0]) {
        return noKernelFor("a mask of another shape");
    }
    return groupKernel("extreme_mask", resultStrides(context.inShapes[0], axes),
                       {flag(isMax), flag(semantics == Semantics::Fixed)}, context);
}

Result<KernelSpec> collapseSumKernel(const KernelContext &context)
{
    const auto strides = collapsedStrides(context.inShapes[0], context.outShapes[0]);
    if (!strides || context.outTypes[0] != context.inTypes[0]) {
        return noKernelFor("this result of " + shapeText(context.inShapes[0]));
    }
    return sumKernel(*strides, 0, context);
}

Result<KernelSpec> normalizeGroupKernel(const IntTuple &axes, float least,
                                        const KernelContext &context)
{
    ASSIGN_OR_RETURN(const auto groups, groupsOfElements(axes, context));
    auto rows = normalizeRowsKernel(groups, least, context);
    return rows ? std::move(*rows)
                : groupSpec("normalise_group", groups, {KernelArg::float32(least)}, context);
}

Result<KernelSpec> standardizeGroupKernel(const IntTuple &axes,
                                          const Standardization &standardization,
                                          const KernelContext &context)
{
    ASSIGN_OR_RETURN(const auto groups, groupsOfElements(axes, context));
    auto rows = standardizeRowsKernel(groups, standardization, context);
    return rows ? std::move(*rows)
                : groupSpec(
                    "standardize_group", groups,
                    {KernelArg::float32(standardization.epsilon), flag(standardization.isCentered)},
                    context);
}

} // namespace nervure
