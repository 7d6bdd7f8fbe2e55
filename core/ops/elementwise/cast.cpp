// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/elementwise/element_kernel.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

struct CastAttrs {
    DType dtype = DType::Float32;
};

/// The attribute decides; the input may have any type and is not guessed.
Status inferCastType(const RuleContext &context, DTypes &, DTypes &out)
{
    return assignOutputType(out, 0, context.attrs.as<CastAttrs>().dtype);
}

template <typename In, typename Out>
Out converted(In value)
{
    if constexpr (isFloatElement<In> && !isFloatElement<Out>) {
        return constantElement<Out>(static_cast<double>(value));
    } else {
        return static_cast<Out>(value);
    }
}

Status castReference(const CastAttrs &, const ReferenceCall &call)
{
    RETURN_IF_FAILED(requireOneCount(call));
    return withNumberType(call.in[0].type, [&](auto in) {
        return withNumberType(call.out[0].type, [&](auto out) -> Status {
            using In = decltype(in);
            using Out = decltype(out);
            const std::int64_t count = call.out[0].count();
            for (std::int64_t i = 0; i < count; ++i) {
                call.out[0].as<Out>()[i] = converted<In, Out>(call.in[0].as<In>()[i]);
            }
            return {};
        });
    });
}

/// Floats become whole numbers as constantElement() makes them.
std::string castElement(const CastAttrs &, const KernelContext &context,
                        std::span<const ElementOperand> operands)
{
    const DType from = context.inTypes[0];
    const DType to = context.outTypes[0];
    if (!isFloat(from) || isFloat(to)) {
        return elementText("%0", operands);
    }
    if (to == DType::UInt64) {
        return elementText("NERVURE_CUT_ULONG(%0)", operands);
    }
    const bool isWide = to == DType::Int64 || to == DType::UInt32;
    return elementText(isWide ? "NERVURE_CUT_LONG(%0)" : "NERVURE_CUT_INT(%0)", operands);
}

} // namespace

void registerCast(OpRegistry &ops)
{
    ops.add(OpBuilder<CastAttrs>(Dialect::Nnvm, "cast")
                .summary("converts the elements to another type; to whole numbers towards zero")
                .category(OpCategory::Elementwise)
                .attr(field("dtype", &CastAttrs::dtype, "type of the result").required())
                .inputs({"data"})
                .shape(elementwiseShape(1))
                .type(inferCastType)
                .pattern(OpPattern::Elementwise)
                .layout(anyLayout())
                .reference(castReference)
                .element(castElement)
                .with(setElementKernel)
                .build());
}

} // namespace nervure
