// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/lightnet/ln_common.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>

namespace nervure {

namespace {

struct TransposeAttrs {
    IntTuple axes;
};

/// The first entries of `axes` are a permutation of the dimensions; more are not looked at.
Status checkAxes(const IntTuple &axes, std::size_t rank)
{
    std::vector<bool> seen(rank, false);
    for (std::size_t i = 0; i < rank; ++i) {
        const bool isGood = i < axes.size() && axes[i] >= 0
                            && axes[i] < static_cast<std::int64_t>(rank)
                            && !seen[static_cast<std::size_t>(axes[i])];
        if (!isGood) {
            return makeError("infer-shape", "axes is {}, expected a permutation of {} dimensions",
                             NnvmAttrText::print(axes), rank);
        }
        seen[static_cast<std::size_t>(axes[i])] = true;
    }
    return {};
}

Status transposeShape(const TransposeAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (isUnknown(in[0])) {
        return {};
    }
    RETURN_IF_FAILED(checkAxes(attrs.axes, in[0].size()));
    Shape shape;
    for (std::size_t i = 0; i < in[0].size(); ++i) {
        shape.push_back(in[0][static_cast<std::size_t>(attrs.axes[i])]);
    }
    return assignOutput(out, 0, shape);
}

StridedSource sourceOf(const TransposeAttrs &attrs, const Shape &in, const Shape &out)
{
    const std::vector<std::int64_t> strides = denseStrides(in);
    StridedSource source{out, {}, 0};
    for (std::size_t i = 0; i < in.size(); ++i) {
        source.strides.push_back(strides[static_cast<std::size_t>(attrs.axes[i])]);
    }
    return source;
}

Status transposeReference(const TransposeAttrs &attrs, const ReferenceCall &call)
{
    return lnStridedReference(sourceOf(attrs, shapeOf(call.in[0]), shapeOf(call.out[0])), call);
}

Result<KernelSpec> transposeKernel(const TransposeAttrs &attrs, const KernelContext &context)
{
    return stridedKernel(sourceOf(attrs, context.inShapes[0], context.outShapes[0]), context);
}

} // namespace

void registerLnTranspose(OpRegistry &ops)
{
    ops.add(lnFinish(
        OpBuilder<TransposeAttrs>(Dialect::LightNet, "transpose")
            .summary("dimensions in another order")
            .category(OpCategory::Layout)
            .attr(field("axes", &TransposeAttrs::axes, "which dimension comes at each place")
                      .required())
            .inputs({"src"})
            .shape(transposeShape)
            .type(elementwiseType(1))
            .pattern(OpPattern::Injective)
            .reference(transposeReference)
            .kernel(transposeKernel)
            .build()));
}

} // namespace nervure
