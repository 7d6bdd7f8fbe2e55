// SPDX-License-Identifier: Apache-2.0
#include "kernels/sort.h"
#include "core/execution/tensor.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/ops/rules/strided_copy.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace nervure {

namespace {

struct ArgsortAttrs {
    std::int64_t axis = -1;
    bool isAscending = true;
    DType dtype = DType::Int32;
};

Status argsortShape(const ArgsortAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    RETURN_IF_FAILED(mergeAllShapes(in, out));
    const auto axis = in[0].hasRank() ? dimensionAt(attrs.axis, in[0]) : Result<std::size_t>(0);
    return axis ? Status() : Status(axis.error());
}

Status argsortType(const RuleContext &context, DTypes &in, DTypes &out)
{
    const Status counts = checkCounts(in.size(), out.size(), 1, 1);
    return counts ? assignOutputType(out, 0, context.attrs.as<ArgsortAttrs>().dtype) : counts;
}

/// What is not a number is larger than all numbers.
bool isLess(double a, double b)
{
    return std::isnan(b) ? !std::isnan(a) : a < b;
}

/// Positions of a row's elements in order; equal ones keep theirs.
std::vector<std::int64_t> sortedOrder(const std::vector<double> &row, bool isAscending)
{
    std::vector<std::int64_t> order(row.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::int64_t i, std::int64_t j) {
        const double a = row[static_cast<std::size_t>(i)];
        const double b = row[static_cast<std::size_t>(j)];
        return isAscending ? isLess(a, b) : isLess(b, a);
    });
    return order;
}

Status argsortReference(const ArgsortAttrs &attrs, const ReferenceCall &call)
{
    const Shape shape = shapeOf(call.in[0]);
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(attrs.axis, shape));
    RETURN_IF_FAILED(requireOneCount(call));
    const std::int64_t step = denseStrides(shape)[axis];
    const std::int64_t size = shape[axis];
    std::vector<double> row(static_cast<std::size_t>(size));
    return withNumberType(call.out[0].type, [&](auto zero) -> Status {
        using T = decltype(zero);
        for (std::int64_t i = 0; i < call.in[0].count() / std::max<std::int64_t>(size, 1); ++i) {
            if (isCanceled(call.cancel)) {
                return canceledError();
            }
            const std::int64_t start = i / step * step * size + i % step;
            for (std::int64_t k = 0; k < size; ++k) {
                row[static_cast<std::size_t>(k)] = elementAsDouble(call.in[0], start + k * step);
            }
            const std::vector<std::int64_t> order = sortedOrder(row, attrs.isAscending);
            for (std::int64_t k = 0; k < size; ++k) {
                call.out[0].as<T>()[start + k * step] =
                    constantElement<T>(static_cast<double>(order[static_cast<std::size_t>(k)]));
            }
        }
        return {};
    });
}

/// Orders that are half done are ints in scratch memory, in two places by turns.
class ArgsortLaunches {
public:
    ArgsortLaunches(const ArgsortAttrs &attrs, const KernelContext &context, std::size_t axis)
        : m_context(context),
          m_size(context.inShapes[0][axis]),
          m_step(denseStrides(context.inShapes[0])[axis]),
          m_rows(elementCount(context.inShapes[0]).value_or(0) / m_size),
          m_isAscending(attrs.isAscending)
    {}

    [[nodiscard]] KernelSpec all() const
    {
        constexpr std::int64_t block = 32; // BLOCK in sort.cl
        KernelSpec spec;
        std::uint32_t held = 0;
        spec.launches.push_back(launch("sort_blocks",
                                       {KernelArg::input(0), KernelArg::scratch(held)},
                                       {m_size, m_step, m_isAscending ? 1 : 0}));
        for (std::int64_t width = block; width < m_size; width *= 2) {
            spec.launches.push_back(launch(
                "merge_runs",
                {KernelArg::input(0), KernelArg::scratch(held), KernelArg::scratch(1 - held)},
                {m_size, m_step, m_isAscending ? 1 : 0, width}));
            held = 1 - held;
        }
        spec.launches.push_back(
            launch("put_order", {KernelArg::scratch(held), KernelArg::output()}, {m_size, m_step}));
        const std::int64_t bytes = m_rows * m_size * 4;
        spec.scratchBytes = {bytes, m_size > block ? bytes : 4};
        return spec;
    }

private:
    [[nodiscard]] KernelLaunch launch(const char *entry, std::vector<KernelArg> args,
                                      const std::vector<std::int64_t> &numbers) const
    {
        KernelLaunch launch;
        launch.program = "sort";
        launch.source = kernels::sort;
        launch.entry = entry;
        launch.algorithm = "merge";
        defineTypes(launch, m_context.inTypes[0], m_context.outTypes[0]);
        launch.args = std::move(args);
        addInts(launch, numbers);
        launch.global = globalSize(m_size, m_rows, 1);
        return launch;
    }

    const KernelContext &m_context;
    std::int64_t m_size;
    std::int64_t m_step;
    std::int64_t m_rows;
    bool m_isAscending;
};

Result<KernelSpec> argsortKernel(const RuleContext &rule, const KernelContext &context)
{
    RETURN_IF_FAILED(checkTypedTensors(context));
    const auto &attrs = rule.attrs.as<ArgsortAttrs>();
    const auto axis = dimensionAt(attrs.axis, context.inShapes[0]);
    // Runs of twice the length must have numbers, too.
    if (!axis || !fitsInt({2 * elementCount(context.inShapes[0]).value_or(0)})) {
        return noKernelFor("data of shape " + shapeText(context.inShapes[0]));
    }
    return ArgsortLaunches(attrs, context, *axis).all();
}

} // namespace

void registerSort(OpRegistry &ops)
{
    using A = ArgsortAttrs;
    ops.add(OpBuilder<A>(Dialect::Nervure, "argsort")
                .summary("positions of the elements along a dimension in the order of their sizes; "
                         "equal ones keep their order")
                .category(OpCategory::Reduction)
                .attr(field("axis", &A::axis, "dimension that is sorted"))
                .attr(field("is_ascend", &A::isAscending, "whether the least element comes first"))
                .attr(field("dtype", &A::dtype, "type of the positions"))
                .inputs({"data"})
                .shape(argsortShape)
                .type(argsortType)
                .pattern(OpPattern::Opaque)
                .reference(argsortReference)
                .kernel(OpSpec::KernelRule(argsortKernel))
                .build());
}

} // namespace nervure
