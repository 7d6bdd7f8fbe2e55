// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/lightnet/ln_common.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

struct ConcatAttrs {
    std::int64_t axis = 0;
};

Status concatShape(const ConcatAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (isUnknown(in[0]) || isUnknown(in[1])) {
        return {};
    }
    RETURN_IF_FAILED(lnCheckAxis(attrs.axis, in[0]));
    const auto axis = static_cast<std::size_t>(attrs.axis);
    Shape shape = in[0];
    shape[axis] = in[1].size() == shape.size() ? in[1][axis] : 0;
    if (shape != in[1]) {
        return makeError("infer-shape",
                         "src2 has shape {}, expected that of src1, {}, but along axis {}",
                         shapeText(in[1]), shapeText(in[0]), attrs.axis);
    }
    shape[axis] += in[0][axis];
    return assignOutput(out, 0, shape);
}

Status concatReference(const ConcatAttrs &attrs, const ReferenceCall &call)
{
    RETURN_IF_FAILED(requireOneType(call));
    const auto split = static_cast<std::ptrdiff_t>(attrs.axis);
    const Shape shape = shapeOf(call.out[0]);
    const std::int64_t outer = sizeOf(Shape(shape.begin(), shape.begin() + split));
    std::byte *to = call.out[0].data;
    for (std::int64_t i = 0; i < outer; ++i) {
        for (const ConstTensorView &in : call.in) {
            const auto block = static_cast<std::size_t>(in.count() / outer) * dtypeBytes(in.type);
            std::memcpy(to, in.data + static_cast<std::size_t>(i) * block, block);
            to += block;
        }
    }
    return {};
}

Result<KernelSpec> concatKernel(const ConcatAttrs &attrs, const KernelContext &context)
{
    return concatenateKernel(static_cast<std::size_t>(attrs.axis), context);
}

} // namespace

void registerLnConcat(OpRegistry &ops)
{
    ops.add(lnFinish(lnWithoutCode(
        OpBuilder<ConcatAttrs>(Dialect::LightNet, "concat")
            .summary("two tensors one after the other along an axis")
            .category(OpCategory::Layout)
            .attr(field("axis", &ConcatAttrs::axis, "dimension that grows").required())
            .inputs({"src1", "src2"})
            .shape(concatShape)
            .type(elementwiseType(2))
            .pattern(OpPattern::Injective)
            .reference(concatReference)
            .kernel(concatKernel)
            .build())));
}

} // namespace nervure
