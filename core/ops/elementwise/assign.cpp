// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/copy_kernel.h"
#include "core/ops/rules/gradient_rules.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace nervure {

namespace {

/// The variable's shape becomes the shape of all, unchecked; without it nothing is learnt.
Status inferAssignShape(const RuleContext &, Shapes &in, Shapes &out)
{
    if (!in.empty() && in[0].hasRank()) {
        const Shape shape = in[0];
        std::fill(in.begin(), in.end(), shape);
        std::fill(out.begin(), out.end(), shape);
    }
    return {};
}

/// The variable takes the value, and so does the output.
Status assignReference(const NoAttrs &, const ReferenceCall &call)
{
    if (call.in.size() != 2) {
        return makeError("input-count", "found {} inputs, expected 2", call.in.size());
    }
    const ConstTensorView &value = call.in[1];
    const std::size_t bytes = static_cast<std::size_t>(value.count()) * dtypeBytes(value.type);
    for (const TensorView *target : {&call.out[0], &call.mutated[0]}) {
        if (target->type != value.type || target->count() != value.count()) {
            return makeError("infer-shape", "the variable and the value differ in size or type");
        }
        if (target->data != value.data && bytes > 0) {
            std::memcpy(target->data, value.data, bytes);
        }
    }
    return {};
}

/// Two copies: to the output and to the variable.
Result<KernelSpec> assignKernel(const NoAttrs &, const KernelContext &context)
{
    if (context.inShapes.size() != 2 || context.inTypes[0] != context.inTypes[1]
        || context.outTypes[0] != context.inTypes[1]
        || elementCount(context.inShapes[0]) != elementCount(context.inShapes[1])) {
        return noKernelFor("a value of another size or type");
    }
    const std::vector<Shape> in{context.inShapes[1]};
    const std::vector<DType> types{context.inTypes[1]};
    auto spec = copyKernel({in, context.outShapes, types, context.outTypes, context.device});
    if (!spec) {
        return spec;
    }
    KernelLaunch launch = spec->launches[0];
    launch.args[0] = KernelArg::input(1);
    launch.storesThroughMacro = false;
    spec->launches = {launch, launch};
    spec->launches[1].args[1] = KernelArg::input(0);
    return spec;
}

/// The variable's layout is the value's and the output's.
Status assignLayouts(const LayoutCall &call)
{
    if (call.in.size() < 2 || call.out.empty()) {
        return layoutError(fmt::format("found {} inputs, expected 2", call.in.size()));
    }
    assignLayout(call.in[1], call.in[0]);
    assignLayout(call.out[0], call.in[0]);
    return {};
}

/// The value gets the gradient, the variable's old content none.
std::vector<Entry> assignGradient(const GradientNodes &nodes)
{
    return {nodes.make("zeros_like", "_zero_grad", {nodes.input(0)}), nodes.outGrad()};
}

} // namespace

void registerAssign(OpRegistry &ops)
{
    ops.add(OpBuilder<>(Dialect::Nnvm, "_assign")
                .summary("stores a value in a variable")
                .category(OpCategory::Data)
                .acceptsAnyKey()
                .inputs({"lhs", "rhs"})
                .mutates({0})
                .shape(OpSpec::ShapeRule(inferAssignShape))
                .pattern(OpPattern::Opaque)
                .inplace({{1, 0}})
                .layout(assignLayouts)
                .gradient(gradientRule(2, assignGradient))
                .reference(assignReference)
                .kernel(assignKernel)
                .build());
}

} // namespace nervure
