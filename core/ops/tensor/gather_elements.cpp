// SPDX-License-Identifier: Apache-2.0
#include "kernels/gather_elements.h"
#include "core/execution/tensor.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/ops/rules/strided_copy.h"

#include <cmath>
#include <cstring>

namespace nervure {

namespace {

struct GatherElementsAttrs {
    std::int64_t axis = 0;
};

Status gatherElementsShape(const GatherElementsAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (!in[0].hasRank() || !in[1].hasRank()) {
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
    const bool isEmpty = call.in[0].count() == 0 && call.out[0].count() > 0;
    if (call.in[0].type != call.out[0].type || call.in[1].count() != call.out[0].count()
        || isEmpty) {
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

Result<KernelSpec> gatherElementsKernel(const RuleContext &rule, const KernelContext &context)
{
    RETURN_IF_FAILED(checkTensorSizes(context));
    const Shape &data = context.inShapes[0];
    const Shape &places = context.inShapes[1];
    const DType type = context.inTypes[0];
    const auto axis = dimensionAt(rule.attrs.as<GatherElementsAttrs>().axis, data);
    if (!axis || places.size() != data.size() || type != context.outTypes[0]
        || isFloat(context.inTypes[1])) {
        return noKernelFor("these indices");
    }
    KernelLaunch launch;
    launch.program = "gather_elements";
    launch.source = kernels::gather_elements;
    launch.entry = "gather_elements";
    launch.algorithm = "copy";
    defineCopied(launch, type);
    if (type != DType::Float32) {
        launch.defines.emplace_back("NERVURE_MISSING", copiedLiteral(type, NAN));
    }
    if (context.inTypes[1] != DType::Int32) {
        defineOperand(launch, "NERVURE_INDEX", context.inTypes[1]);
    }
    launch.args = {KernelArg::input(0), KernelArg::input(1), KernelArg::output()};
    const std::int64_t step = denseStrides(data)[*axis];
    addInts(launch, {data[*axis], step, places[*axis] * step});
    launch.global = globalSize(elementCount(places).value_or(0), 1, 1);
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

} // namespace

void registerGatherElements(OpRegistry &ops)
{
    using A = GatherElementsAttrs;
    ops.add(OpBuilder<A>(Dialect::Nervure, "gather_elements")
                .summary("elements whose positions along a dimension are given one by one; "
                         "negative ones count from behind")
                .category(OpCategory::Data)
                .attr(field("axis", &A::axis, "the dimension"))
                .inputs({"data", "indices"})
                .shape(gatherElementsShape)
                .type(gatherElementsType)
                .pattern(OpPattern::Opaque)
                .reference(gatherElementsReference)
                .kernel(OpSpec::KernelRule(gatherElementsKernel))
                .build());
}

} // namespace nervure
