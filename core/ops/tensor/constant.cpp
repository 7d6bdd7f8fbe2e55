// SPDX-License-Identifier: Apache-2.0
#include "core/execution/tensor.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

struct ConstantAttrs {
    IntTuple shape;
    DType dtype = DType::Float32;
    NumberTuple elements;
};

Status constantShape(const ConstantAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 0, 1));
    const Shape shape(attrs.shape);
    if (elementCount(shape) != static_cast<std::int64_t>(attrs.elements.size())) {
        return makeError("infer-shape", "{} elements do not make a tensor of shape {}",
                         attrs.elements.size(), shapeText(shape));
    }
    return assignOutput(out, 0, shape);
}

Status constantType(const RuleContext &context, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 0, 1));
    return assignOutputType(out, 0, context.attrs.as<ConstantAttrs>().dtype);
}

Status constantReference(const ConstantAttrs &attrs, const ReferenceCall &call)
{
    if (call.out[0].count() != static_cast<std::int64_t>(attrs.elements.size())) {
        return makeError("infer-shape", "{} elements, expected {}", attrs.elements.size(),
                         call.out[0].count());
    }
    for (std::size_t i = 0; i < attrs.elements.size(); ++i) {
        storeElement(call.out[0], static_cast<std::int64_t>(i), attrs.elements[i]);
    }
    return {};
}

} // namespace

void registerConstant(OpRegistry &ops)
{
    using A = ConstantAttrs;
    ops.add(OpBuilder<A>(Dialect::Nervure, "constant")
                .summary("a tensor of few elements that are known beforehand")
                .category(OpCategory::Data)
                .attr(field("shape", &A::shape, "shape of the tensor").required())
                .attr(field("dtype", &A::dtype, "type of its elements"))
                .attr(field("elements", &A::elements, "the elements in row-major order").required())
                .inputs(std::vector<std::string>{})
                .shape(constantShape)
                .type(constantType)
                .pattern(OpPattern::Opaque)
                .reference(constantReference)
                .build());
}

} // namespace nervure
