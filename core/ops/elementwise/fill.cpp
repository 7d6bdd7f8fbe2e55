// SPDX-License-Identifier: Apache-2.0
#include "core/graph/nnvm_shape.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/elementwise/element_kernel.h"
#include "core/ops/rules/gradient_rules.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>

namespace nervure {

namespace {

struct FillLikeAttrs {
    double fillValue = 0;
};

struct InitAttrs {
    IntTuple shape;
    DType dtype = DType::Float32;
};

struct FullAttrs : InitAttrs {
    double fillValue = 0;
};

Status fill(const TensorView &out, double value)
{
    return withNumberType(out.type, [&](auto zero) -> Status {
        using T = decltype(zero);
        std::fill_n(out.as<T>(), out.count(), constantElement<T>(value));
        return {};
    });
}

/// The attribute decides, and nothing that is known may differ from it, not even by being more.
Status inferFillShape(const IntTuple &sizes, Shapes &out)
{
    const Shape shape = shapeOfNnvm(sizes);
    if (!shape.hasRank() || out[0] == shape) {
        return {};
    }
    if (out[0].hasRank()) {
        return makeError("infer-shape", "output 0 has shape {}, expected the attribute 'shape', {}",
                         shapeText(out[0]), shapeText(shape));
    }
    out[0] = shape;
    return {};
}

template <typename Attrs>
Status shapeRule(const RuleContext &context, Shapes &, Shapes &out)
{
    const IntTuple &sizes = context.attrs.as<Attrs>().shape;
    const bool isNegative = std::any_of(sizes.begin(), sizes.end(), isUnknownSize);
    if (isNegative && context.semantics == Semantics::Fixed) {
        return makeError("infer-shape", "the attribute 'shape' is {}, expected sizes from 0 on",
                         NnvmAttrText::print(sizes));
    }
    return inferFillShape(sizes, out);
}

template <typename Attrs>
Status typeRule(const RuleContext &context, DTypes &, DTypes &out)
{
    return assignOutputType(out, 0, context.attrs.as<Attrs>().dtype);
}

template <int value>
Status initReference(const InitAttrs &, const ReferenceCall &call)
{
    return fill(call.out[0], value);
}

template <typename Attrs>
Status fillReference(const Attrs &attrs, const ReferenceCall &call)
{
    return fill(call.out[0], attrs.fillValue);
}

template <typename Attrs>
std::string fillElement(const Attrs &attrs, const KernelContext &context,
                        std::span<const ElementOperand>)
{
    return valueLiteral(context.outTypes[0], attrs.fillValue);
}

template <int value>
std::string initElement(const InitAttrs &, const KernelContext &context,
                        std::span<const ElementOperand>)
{
    return valueLiteral(context.outTypes[0], value);
}

/// An operator that makes a tensor from nothing.
template <typename Attrs>
OpBuilder<Attrs> declareFill(const char *name, const char *summary)
{
    OpBuilder<Attrs> builder(Dialect::Nnvm, name);
    builder.summary(summary)
        .category(OpCategory::Data)
        .attr(field<Attrs, IntTuple>("shape", &Attrs::shape, "shape of the tensor"))
        .attr(field<Attrs, DType>("dtype", &Attrs::dtype, "type of its elements"))
        .inputs(std::vector<std::string>{})
        .shape(OpSpec::ShapeRule(shapeRule<Attrs>))
        .type(typeRule<Attrs>)
        .pattern(OpPattern::OutElementwiseFusable)
        .layout(noLayout());
    return builder;
}

} // namespace

void registerFill(OpRegistry &ops)
{
    ops.add(declareFill<FullAttrs>("full", "a tensor filled with one number")
                .attr(field("fill_value", &FullAttrs::fillValue, "the number").required())
                .reference(fillReference<FullAttrs>)
                .element(fillElement<FullAttrs>)
                .with(setElementKernel)
                .build());
    ops.add(declareFill<InitAttrs>("zeros", "a tensor of zeros")
                .reference(initReference<0>)
                .element(initElement<0>)
                .with(setElementKernel)
                .build());
    ops.add(declareFill<InitAttrs>("ones", "a tensor of ones")
                .reference(initReference<1>)
                .element(initElement<1>)
                .with(setElementKernel)
                .build());
    ops.add(OpBuilder<FillLikeAttrs>(Dialect::Nnvm, "full_like")
                .summary("one number in the input's shape and type")
                .category(OpCategory::Data)
                .attr(field("fill_value", &FillLikeAttrs::fillValue, "the number").required())
                .inputs({"data"})
                .shape(elementwiseShape(1))
                .type(elementwiseType(1))
                .pattern(OpPattern::Elementwise)
                .inplace({{0, 0}})
                .layout(anyLayout())
                .gradient(zeroGradients())
                .reference(fillReference<FillLikeAttrs>)
                .element(fillElement<FillLikeAttrs>)
                .with(setElementKernel)
                .build());
}

} // namespace nervure
