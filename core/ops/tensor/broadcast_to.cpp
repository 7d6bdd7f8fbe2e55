// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/elementwise/arithmetic_reference.h"
#include "core/ops/rules/copy_kernel.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

struct BroadcastToAttrs {
    IntTuple shape; ///< 0: as the input
};

/// The input alone starts the rule: until it is known the attribute says nothing, as in NNVM.
Status inferBroadcastToShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    const auto &attrs = context.attrs.as<BroadcastToAttrs>();
    const bool isExact = context.semantics == Semantics::Exact;
    const Shape from = computedShape(in[0], context.semantics);
    Shape to(attrs.shape);
    bool fits = to.size() == from.size();
    for (std::size_t i = 0; fits && i < from.size(); ++i) {
        fits = to[i] == 0 || from[i] == to[i] || from[i] == 1 || isUnknownSize(from[i]);
        fits = fits && (isExact || to[i] >= 0);
        to[i] = to[i] == 0 ? from[i] : to[i];
    }
    if (!fits) {
        return makeError(
            "infer-shape",
            "input 0 (data) has shape {}, which does not stretch to the attribute 'shape', {}",
            shapeText(from), NnvmAttrText::print(attrs.shape));
    }
    return assignComputed(out, 0, to, context.semantics);
}

Status broadcastToReference(const BroadcastToAttrs &, const ReferenceCall &call)
{
    const auto strides = broadcastStrides(call.in[0].shape, call.out[0].shape);
    return strides ? repeatReference(*strides, call)
                   : Status(makeError("infer-shape", "input 0 does not stretch to the output"));
}

Result<KernelSpec> broadcastToKernel(const BroadcastToAttrs &, const KernelContext &context)
{
    const Shape &to = context.outShapes[0];
    const auto strides = broadcastStrides(context.inShapes[0], to);
    return strides ? stridedKernel({to, *strides, 0}, context)
                   : Result<KernelSpec>(noKernelFor("these shapes"));
}

} // namespace

void registerBroadcastTo(OpRegistry &ops)
{
    ops.add(OpBuilder<BroadcastToAttrs>(Dialect::Nnvm, "broadcast_to")
                .summary("repeats dimensions of 1 until the tensor has a shape")
                .category(OpCategory::Layout)
                .attr(field("shape", &BroadcastToAttrs::shape,
                            "shape of the result, of as many dimensions; 0 keeps the input's size"))
                .inputs({"data"})
                .shape(OpSpec::ShapeRule(inferBroadcastToShape))
                .type(elementwiseType(1))
                .pattern(OpPattern::Broadcast)
                .layout(keptInputLayout())
                .reference(broadcastToReference)
                .kernel(broadcastToKernel)
                .build());
}

} // namespace nervure
