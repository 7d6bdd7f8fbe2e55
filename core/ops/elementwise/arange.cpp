// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/elementwise/element_kernel.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"

#include <fmt/format.h>

namespace nervure {

namespace {

struct NumberRangeAttrs {
    double start = 0;
    double step = 1;
    std::int64_t count = 1;
    DType dtype = DType::Float32;
};

Status numberRangeShape(const NumberRangeAttrs &attrs, Shapes &in, Shapes &out)
{
    const Status counts = checkCounts(in.size(), out.size(), 0, 1);
    return counts ? assignOutput(out, 0, {attrs.count}) : counts;
}

Status numberRangeType(const RuleContext &context, DTypes &in, DTypes &out)
{
    const Status counts = checkCounts(in.size(), out.size(), 0, 1);
    return counts ? assignOutputType(out, 0, context.attrs.as<NumberRangeAttrs>().dtype) : counts;
}

/// Start and step are rounded to the type first, and whole numbers stay such.
Status arangeReference(const NumberRangeAttrs &attrs, const ReferenceCall &call)
{
    return withNumberType(call.out[0].type, [&](auto zero) -> Status {
        using T = decltype(zero);
        const T start = constantElement<T>(attrs.start);
        const T step = constantElement<T>(attrs.step);
        for (std::int64_t i = 0; i < call.out[0].count(); ++i) {
            if constexpr (isFloatElement<T>) {
                call.out[0].as<T>()[i] =
                    static_cast<T>(static_cast<double>(start)
                                   + static_cast<double>(i) * static_cast<double>(step));
            } else {
                call.out[0].as<T>()[i] = multiplyAdded(start, static_cast<T>(i), step);
            }
        }
        return {};
    });
}

std::string arangeElement(const NumberRangeAttrs &attrs, const KernelContext &context,
                          std::span<const ElementOperand>)
{
    const DType type = context.outTypes[0];
    return fmt::format("{} + i * {}", valueLiteral(type, attrs.start),
                       valueLiteral(type, attrs.step));
}

} // namespace

void registerArange(OpRegistry &ops)
{
    using A = NumberRangeAttrs;
    ops.add(OpBuilder<A>(Dialect::Nervure, "arange")
                .summary("numbers at equal distances")
                .category(OpCategory::Data)
                .attr(field("start", &A::start, "first number"))
                .attr(field("step", &A::step, "distance of the numbers"))
                .attr(field("count", &A::count, "how many there are").required().atLeast(0))
                .attr(field("dtype", &A::dtype, "type of the numbers"))
                .inputs(std::vector<std::string>{})
                .shape(numberRangeShape)
                .type(numberRangeType)
                .pattern(OpPattern::OutElementwiseFusable)
                .reference(arangeReference)
                .element(arangeElement)
                .with(setElementKernel)
                .build());
}

} // namespace nervure
