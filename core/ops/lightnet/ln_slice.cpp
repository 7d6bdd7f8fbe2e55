// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/lightnet/ln_common.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

struct SliceAttrs {
    std::int64_t axis = 0;
    std::int64_t start = 0;
    std::int64_t len = 1;
};

Status sliceShape(const SliceAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (isUnknown(in[0])) {
        return {};
    }
    RETURN_IF_FAILED(lnCheckAxis(attrs.axis, in[0]));
    const auto axis = static_cast<std::size_t>(attrs.axis);
    if (attrs.start < 0 || attrs.len < 1 || attrs.len > in[0][axis] - attrs.start) {
        return makeError("infer-shape", "the slice takes {} from {} on, expected part of {}",
                         attrs.len, attrs.start, in[0][axis]);
    }
    Shape shape = in[0];
    shape[axis] = attrs.len;
    return assignOutput(out, 0, shape);
}

StridedSource sourceOf(const SliceAttrs &attrs, const Shape &in, const Shape &out)
{
    StridedSource source{out, denseStrides(in), 0};
    source.offset = attrs.start * source.strides[static_cast<std::size_t>(attrs.axis)];
    return source;
}

Status sliceReference(const SliceAttrs &attrs, const ReferenceCall &call)
{
    return lnStridedReference(sourceOf(attrs, shapeOf(call.in[0]), shapeOf(call.out[0])), call);
}

Result<KernelSpec> sliceKernel(const SliceAttrs &attrs, const KernelContext &context)
{
    return stridedKernel(sourceOf(attrs, context.inShapes[0], context.outShapes[0]), context);
}

} // namespace

void registerLnSlice(OpRegistry &ops)
{
    using A = SliceAttrs;
    ops.add(lnFinish(OpBuilder<A>(Dialect::LightNet, "slice")
                         .summary("part of a tensor along one axis")
                         .category(OpCategory::Layout)
                         .attr(field("axis", &A::axis, "dimension that is cut").required())
                         .attr(field("start", &A::start, "first position taken").required())
                         .attr(field("len", &A::len, "number of positions taken").required())
                         .inputs({"src"})
                         .shape(sliceShape)
                         .type(elementwiseType(1))
                         .pattern(OpPattern::Injective)
                         .reference(sliceReference)
                         .kernel(sliceKernel)
                         .build()));
}

} // namespace nervure
