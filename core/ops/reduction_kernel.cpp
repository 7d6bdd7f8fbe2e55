// SPDX-License-Identifier: Apache-2.0
#include "core/ops/reduction_kernel.h"

#include "core/ops/copy_kernel.h"
#include "core/ops/kernel_checks.h"
#include "core/ops/kernel_types.h"
#include "kernels/reduction.h"

#include <array>
#include <optional>

namespace nervure {

namespace {

constexpr std::size_t maxDimensions = 4;

/// Dimensions of one kind, the innermost last; missing ones are 1 in front.
struct Dimensions {
    std::array<std::int64_t, maxDimensions> sizes{1, 1, 1, 1};
    std::array<std::int64_t, maxDimensions> strides{};
    std::size_t count = 0;

    [[nodiscard]] bool add(std::int64_t size, std::int64_t stride)
    {
        if (count > 0 && strides.back() == stride * size) {
            sizes.back() *= size;
            strides.back() = stride;
            return true;
        }
        if (count == maxDimensions) {
            return false;
        }
        for (std::size_t i = 1; i < maxDimensions; ++i) {
            sizes[i - 1] = sizes[i];
            strides[i - 1] = strides[i];
        }
        sizes.back() = size;
        strides.back() = stride;
        ++count;
        return true;
    }
};

/// Which elements of the input make up which result.
struct Groups {
    Dimensions kept;
    Dimensions reduced;
    std::int64_t results = 1;
    std::int64_t each = 1; ///< elements of a result
};

/// `strides`: how the position among the results moves along each dimension, 0 where it is reduced.
std::optional<Groups> groupsOf(const Shape &shape, const std::vector<std::int64_t> &strides)
{
    const std::vector<std::int64_t> steps = denseStrides(shape);
    Groups groups;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const bool isKept = strides[i] != 0;
        if (shape[i] != 1 && !(isKept ? groups.kept : groups.reduced).add(shape[i], steps[i])) {
            return std::nullopt;
        }
        (isKept ? groups.results : groups.each) *= shape[i];
    }
    return groups;
}

/// A launch with one work-item for each group; `numbers` follow the walk's parameters.
Result<KernelSpec> groupLaunch(const char *entry, const std::vector<std::int64_t> &strides,
                               std::initializer_list<KernelArg> more, const KernelContext &context)
{
    if (Status status = checkTypedTensors(context); !status) {
        return status.error();
    }
    const Shape &shape = context.inShapes[0];
    const auto groups = isUnknown(shape) ? std::nullopt : groupsOf(shape, strides);
    if (!groups) {
        return noKernelFor("these dimensions of " + shapeText(shape));
    }
    KernelLaunch launch;
    launch.program = "reduction";
    launch.source = kernels::reduction;
    launch.entry = entry;
    launch.algorithm = "group";
    defineTypes(launch, context.inTypes[0], context.outTypes[0]);
    launch.args = {KernelArg::input(0), KernelArg::output()};
    const Dimensions &kept = groups->kept;
    for (std::size_t i = 1; i < maxDimensions; ++i) {
        launch.args.push_back(KernelArg::int32(kept.sizes[i]));
    }
    for (const auto &numbers : {kept.strides, groups->reduced.sizes, groups->reduced.strides}) {
        for (const std::int64_t number : numbers) {
            launch.args.push_back(KernelArg::int32(number));
        }
    }
    launch.args.insert(launch.args.end(), more);
    launch.global = {static_cast<std::size_t>(groups->results), 1, 1};
    launch.local = groupsFor(context.device, groups->each);
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

KernelArg flag(bool value)
{
    return KernelArg::int32(value ? 1 : 0);
}

/// Whether the results of a reduction fill output 0.
bool fits(const IntTuple &axes, const KernelContext &context)
{
    const auto results = elementCount(context.outShapes[0]);
    const auto count = elementCount(context.inShapes[0]);
    const std::int64_t each = reducedCount(context.inShapes[0], axes);
    return results && count && each > 0 && *results * each == *count;
}

} // namespace

Result<KernelSpec> reductionKernel(Reduction reduction, const IntTuple &axes, Semantics semantics,
                                   const KernelContext &context)
{
    if (!fits(axes, context)) {
        return noKernelFor("this result of " + shapeText(context.inShapes[0]));
    }
    const auto strides = resultStrides(context.inShapes[0], axes);
    const bool isFixed = semantics == Semantics::Fixed;
    const bool isPosition = reduction == Reduction::ArgMax || reduction == Reduction::ArgMin;
    if (!isPosition && context.outTypes[0] != context.inTypes[0]) {
        return noKernelFor("a result of another type");
    }
    switch (reduction) {
    case Reduction::Sum:
    case Reduction::Mean: {
        const bool isMean = reduction == Reduction::Mean;
        const std::int64_t each = reducedCount(context.inShapes[0], axes);
        return groupLaunch("reduce_sum", strides, {KernelArg::int32(isMean ? each : 0)}, context);
    }
    case Reduction::Prod: return groupLaunch("reduce_prod", strides, {}, context);
    case Reduction::Max:
    case Reduction::Min:
        return groupLaunch("reduce_extreme", strides,
                           {flag(reduction == Reduction::Max), flag(isFixed)}, context);
    case Reduction::ArgMax:
    case Reduction::ArgMin: break;
    }
    return groupLaunch("reduce_position", strides,
                       {flag(reduction == Reduction::ArgMax), flag(isFixed), flag(isFixed)},
                       context);
}

Result<KernelSpec> extremeMaskKernel(bool isMax, const IntTuple &axes, Semantics semantics,
                                     const KernelContext &context)
{
    if (context.outShapes[0] != context.inShapes[0]) {
        return noKernelFor("a mask of another shape");
    }
    return groupLaunch("extreme_mask", resultStrides(context.inShapes[0], axes),
                       {flag(isMax), flag(semantics == Semantics::Fixed)}, context);
}

Result<KernelSpec> collapseSumKernel(const KernelContext &context)
{
    const auto strides = collapsedStrides(context.inShapes[0], context.outShapes[0]);
    if (!strides || context.outTypes[0] != context.inTypes[0]) {
        return noKernelFor("this result of " + shapeText(context.inShapes[0]));
    }
    return groupLaunch("reduce_sum", *strides, {KernelArg::int32(0)}, context);
}

Result<KernelSpec> normaliseGroupKernel(const IntTuple &axes, float least,
                                        const KernelContext &context)
{
    if (Status status = checkOneFloatType(context); !status) {
        return status.error();
    }
    if (context.outShapes[0] != context.inShapes[0]) {
        return noKernelFor("a result of another shape");
    }
    return groupLaunch("normalise_group", resultStrides(context.inShapes[0], axes),
                       {KernelArg::float32(least)}, context);
}

} // namespace nervure
