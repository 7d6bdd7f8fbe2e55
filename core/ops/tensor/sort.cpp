// SPDX-License-Identifier: Apache-2.0
#include "core/execution/tensor.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/layout_rules.h"
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
    const auto axis = in[0].empty() ? Result<std::size_t>(0) : dimensionAt(attrs.axis, in[0]);
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

struct GatherElementsAttrs {
    std::int64_t axis = 0;
};

Status gatherElementsShape(const GatherElementsAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (in[0].empty() || in[1].empty()) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(attrs.axis, in[0]));
    Shape like = in[1];
    if (like.size() == in[0].size()) {
        like[axis] = in[0][axis];
    }
    Shape data = in[0];
    if (!mergeShape(data, like)) {
        return makeError("infer-shape",
                         "input 1 (indices) has shape {}, expected that of input 0 {} but for "
                         "dimension {}",
                         shapeText(in[1]), shapeText(in[0]), axis);
    }
    return assignOutput(out, 0, in[1]);
}

Status gatherElementsType(const RuleContext &, DTypes &in, DTypes &out)
{
    const Status counts = checkCounts(in.size(), out.size(), 2, 1);
    return counts ? assignOutputType(out, 0, in[0]) : counts;
}

Status gatherElementsReference(const GatherElementsAttrs &attrs, const ReferenceCall &call)
{
    const Shape data = shapeOf(call.in[0]);
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(attrs.axis, data));
    if (call.in[0].type != call.out[0].type || call.in[1].count() != call.out[0].count()) {
        return makeError("infer-shape", "input 1 (indices) does not fit the output");
    }
    const Shape places = shapeOf(call.in[1]);
    const std::int64_t step = denseStrides(data)[axis];
    const std::int64_t size = data[axis];
    const std::int64_t row = places[axis] * step;
    const std::size_t bytes = dtypeBytes(call.out[0].type);
    for (std::int64_t i = 0; i < call.out[0].count(); ++i) {
        const double number = elementAsDouble(call.in[1], i);
        const double place = number < 0 ? number + static_cast<double>(size) : number;
        if (!(place >= 0 && place < static_cast<double>(size))) {
            return makeError("index-range",
                             "element {} of input 1 (indices) is {}, expected a position below {}",
                             i, number, size);
        }
        const std::int64_t from =
            (i / row * size + static_cast<std::int64_t>(place)) * step + i % step;
        std::memcpy(call.out[0].data + static_cast<std::size_t>(i) * bytes,
                    call.in[0].data + static_cast<std::size_t>(from) * bytes, bytes);
    }
    return {};
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
                .build());
    using G = GatherElementsAttrs;
    ops.add(OpBuilder<G>(Dialect::Nervure, "gather_elements")
                .summary("elements whose positions along a dimension are given one by one; "
                         "negative ones count from behind")
                .category(OpCategory::Data)
                .attr(field("axis", &G::axis, "the dimension"))
                .inputs({"data", "indices"})
                .shape(gatherElementsShape)
                .type(gatherElementsType)
                .pattern(OpPattern::Opaque)
                .reference(gatherElementsReference)
                .build());
}

} // namespace nervure
